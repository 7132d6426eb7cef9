import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import { expectClean, goTo, openDemo, PATIENT, screenHash, until, waitForRuns } from '../support/screens';

/** Everything but the large files is kept. */
const partsKept = (page: App['page']): Promise<boolean> =>
  page.evaluate(async () => {
    const list = (await (await fetch('./precache.json')).json()) as {
      files: { url: string; bytes: number; optional: boolean }[];
    };
    const parts = list.files.filter((file) => !file.optional && file.bytes <= 1024 * 1024);
    const kept = await Promise.all(parts.map((file) => caches.match(new URL(file.url, document.baseURI))));
    return kept.every((response) => response !== undefined);
  });

describe('the network lost on the first visit, with the demo at work', () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
    await app.page.waitForLoadState('networkidle');
    await openDemo(app.page);
  }, 600_000);
  afterAll(() => app?.close());

  it('right after it was opened every screen of the running page still opens', PATIENT, async () => {
    await app.context.setOffline(true);
    for (const [screen, heading] of [
      ['#/terms', 'Terms'],
      ['#/settings', 'Settings'],
      [screenHash(app.page, 'search'), 'Search bench'],
      [screenHash(app.page, 'corpus'), 'Corpus'],
    ] as const) {
      await goTo(app.page, screen);
      await app.page.getByRole('heading', { level: 1, name: heading }).waitFor(PATIENT);
      expect(await app.page.getByText(/could not be loaded|went wrong/).count()).toBe(0);
    }
    await app.context.setOffline(false);
  });

  it('once its parts are kept the app opens again, though models are not all kept', PATIENT, async () => {
    await until(() => partsKept(app.page)).toBe(true);
    await app.context.setOffline(true);
    await app.stopServing();
    await app.page.goto(app.url);
    await app.page.getByRole('region', { name: 'Recent workspaces', exact: true }).waitFor(PATIENT);
    await goTo(app.page, '#/terms');
    await app.page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor(PATIENT);
  });
});

describe('served under a sub-path by a host that sends no isolation headers', () => {
  const path = '/tools/hopscope/';
  let app: App;

  beforeAll(async () => {
    app = await openApp({ path, isolated: false });
  }, 120_000);
  afterAll(() => app?.close());

  it('diagnoses the demo with every retriever', { timeout: 1_800_000 }, async () => {
    expect(await app.page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
    await openDemo(app.page);
    await waitForRuns(app.page, 9);
  });

  it('keeps its files for its own path only, and opens without the host', {
    timeout: 1_800_000,
  }, async () => {
    await app.page.goto(`${app.url}#/settings`);
    await app.page.reload();
    await app.page.getByText('it works with the network cut').waitFor(PATIENT);
    const scope = await app.page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(scope).toBe(app.url);
    expect(new URL(scope).pathname).toBe(path);
    await app.stopServing();
    await app.page.goto(app.url);
    await app.page
      .getByRole('region', { name: 'Recent workspaces' })
      .getByRole('link', { name: 'Demo' })
      .click();
    await app.page.getByRole('group', { name: 'Verdicts' }).waitFor(PATIENT);
  });

  it('broke no content policy, asked no other origin, logged no error', () => {
    expectClean(app);
  });
});
