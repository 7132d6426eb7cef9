/** The app can be installed, and a new build at the host breaks no page that is open. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, dist, openApp } from '../support/app';
import { nextBuild } from '../support/next-build';
import { dropOnStart, expectClean, goTo, PATIENT, readAndIndex, screenHash, until } from '../support/screens';

const entryOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');

const kept = async (page: Page): Promise<void> => {
  await goTo(page, '#/settings');
  await page.getByText('it works with the network cut').waitFor(PATIENT);
};

const caches = (page: Page): Promise<string[]> => page.evaluate(() => globalThis.caches.keys());

describe('a new build at the host', { timeout: 600_000 }, () => {
  let app: App;
  let folder: string;
  let served: string;
  let workspace: string;
  let second: Page;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hopscope-update-'));
    served = join(folder, 'served');
    cpSync(dist, served, { recursive: true });
    app = await openApp({ folder: served });
  }, 120_000);
  afterAll(async () => {
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the page names itself, its icons and its start, so that a browser can install it', async () => {
    const session = await app.context.newCDPSession(app.page);
    const manifest = await session.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    expect(manifest.url).toBe(`${app.url}manifest.webmanifest`);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A fresh profile of a test is a private one, where nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    );
  });

  it('a page of the older build works on, and says that there is a newer one', async () => {
    const corpus = join(folder, 'mill.txt');
    writeFileSync(
      corpus,
      'The mill at Orl was built in 1411 by Ilo Venn, and it burned twice before the flood.',
    );
    await dropOnStart(app.page, [corpus]);
    await readAndIndex(app.page);
    workspace = screenHash(app.page, 'runs');
    await kept(app.page);
    nextBuild(dist, served);
    second = await app.newPage();
    await second.goto(app.url);
    await kept(second);
    expect(await entryOf(second)).not.toBe(await entryOf(app.page));
    await app.page.getByText('A newer version of Hopscope is ready').waitFor(PATIENT);
    expect(await second.getByText('A newer version of Hopscope is ready').count()).toBe(0);
    expect(await caches(app.page)).toHaveLength(2);

    // A worker that this page had not started yet, whose file the host no longer has.
    await goTo(app.page, '#/');
    const [download] = await Promise.all([
      app.page.waitForEvent('download', PATIENT),
      app.page.getByRole('button', { name: /^Export / }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.hopscope$/);
  });

  it('a reload brings the newer build, with the workspace as it was, and what is older is dropped', async () => {
    await second.close();
    const older = await entryOf(app.page);
    await goTo(app.page, workspace);
    await app.page.getByRole('button', { name: 'Reload now' }).click();
    await until(() => entryOf(app.page).catch(() => older)).not.toBe(older);
    await app.page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor(PATIENT);
    expect(app.page.url()).toContain(workspace);
    expect(await app.page.getByText('A newer version of Hopscope is ready').count()).toBe(0);
    await kept(app.page);
    await until(() => caches(app.page)).toHaveLength(1);
  });

  it('broke no content policy, asked no other origin, logged no error', () => {
    expectClean(app);
  });
});
