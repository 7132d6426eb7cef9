import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp, root } from '../support/app';
import {
  expectClean,
  goTo,
  openDemo,
  PATIENT,
  screenHash,
  stopVectors,
  waitForRuns,
} from '../support/screens';

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

const AXE = `${root}/node_modules/axe-core/axe.min.js`;
const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47];
/** Of a PNG: width and height stand big-endian at byte 16 and 20. */
const pngSize = (bytes: Buffer): [number, number] => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

describe('what leaves the diagnosis of the demo', () => {
  let app: App;
  let folder = '';
  let report = '';
  let headline = '';

  /** Clicks a button that saves a file, and returns where it lies and its bytes. */
  const saved = async (button: Locator): Promise<{ name: string; path: string; bytes: Buffer }> => {
    const [download] = await Promise.all([app.page.waitForEvent('download', PATIENT), button.click()]);
    const name = download.suggestedFilename();
    const path = join(folder, name);
    await download.saveAs(path);
    return { name, path, bytes: readFileSync(path) };
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hopscope-report-'));
    app = await openApp();
    await openDemo(app.page);
    await stopVectors(app.page);
    await waitForRuns(app.page, 2);
    await goTo(app.page, screenHash(app.page, 'diagnosis'));
    await app.page.getByRole('group', { name: 'Verdicts' }).waitFor(PATIENT);
    headline = (await app.page.locator('h1.finding').textContent()) ?? '';
    await app.page.getByText('Export', { exact: true }).click();
    report = (await saved(app.page.getByRole('button', { name: 'HTML report' }))).path;
  }, 600_000);
  afterAll(() => app?.close());

  it('charts as SVG and PNG, tables as CSV', async () => {
    const verdicts = app.page.getByRole('region', { name: 'What went wrong' });
    const svg = await saved(verdicts.getByRole('button', { name: 'SVG' }));
    expect(svg.name).toBe('verdicts-k5.svg');
    const picture = svg.bytes.toString('utf8');
    expect(picture).toContain('hop miss');
    // A file of its own: no class, variable or sheet of the page is left to look up.
    expect(picture).not.toMatch(/class=|var\(|visibility/);
    const png = await saved(verdicts.getByRole('button', { name: 'PNG' }));
    expect([...png.bytes.subarray(0, 4)]).toEqual(PNG_MAGIC);
    expect(pngSize(png.bytes)[0]).toBe(1440);
    const csv = (await saved(verdicts.getByRole('button', { name: 'CSV' }))).bytes.toString('utf8');
    const [head, ...rows] = csv.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe('kind,meaning,count,share,n');
    const counts = rows.map((row) => row.split(',').slice(-3));
    expect(counts.reduce((sum, [count]) => sum + Number(count), 0)).toBe(40);
    expect(new Set(counts.map(([, , n]) => n))).toEqual(new Set(['40']));
    // A table that is read off the page, with a row a group and no words for screen readers in it.
    const groups = app.page.getByRole('region', { name: 'By hops and type' });
    const table = (await saved(groups.getByRole('button', { name: 'CSV' }))).bytes.toString('utf8');
    expect(table).toMatch(/^\uFEFFHops,all evidence,recall\r\n1 hop,/);
    expect(table).toContain('\r\n4 hops,');
    const curve = app.page.locator('figure.chart').first();
    expect((await saved(curve.getByRole('button', { name: 'SVG' }))).bytes.toString('utf8')).toMatch(
      /^<svg /,
    );
    expectClean(app);
  });

  describe.each(['light', 'dark'] as const)(
    'the report from disk with the network cut, %s',
    (colorScheme) => {
      it.each([1440, 390, 320])('is clean for axe, fits and asks for nothing at %i px', async (width) => {
        const context = await app.browser.newContext({
          viewport: { width, height: width < 400 ? 844 : 900 },
          colorScheme,
          offline: true,
        });
        try {
          const page = await context.newPage();
          const requests: string[] = [];
          const said: string[] = [];
          page.on('request', (request) => requests.push(request.url()));
          page.on('console', (message) => said.push(message.text()));
          page.on('pageerror', (error) => said.push(String(error)));
          await page.addInitScript({ path: AXE });
          const address = pathToFileURL(report).href;
          await page.goto(address);
          const findings = await page.evaluate(async () => {
            const { axe } = globalThis as unknown as {
              axe: { run(context: Document): Promise<{ violations: Finding[]; passes: Finding[] }> };
            };
            const { violations, passes } = await axe.run(document);
            return { violations, passes: passes.map(({ id }) => id) };
          });
          expect(
            findings.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]),
          ).toEqual([]);
          expect(findings.passes).toContain('color-contrast');
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          // Its own style counts, although the policy allows no other.
          const ground = await page.evaluate(
            () => getComputedStyle(document.documentElement).backgroundColor,
          );
          expect(ground).toBe(colorScheme === 'light' ? 'rgb(251, 250, 248)' : 'rgb(19, 21, 25)');
          expect(requests).toEqual([address]);
          expect(said).toEqual([]);
        } finally {
          await context.close();
        }
      });
    },
  );

  it('says on its first screen what is wrong and what to try, and shows chains of failures', async () => {
    const page = await app.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(pathToFileURL(report).href);
    const finding = page.locator('.finding').first();
    expect(headline).toContain((await finding.textContent()) ?? 'nothing');
    const first = page.getByRole('heading', { name: 'What to try first' });
    for (const seen of [finding, first, page.getByText(/^touches \d+ of 40 questions$/).first()]) {
      const box = await seen.boundingBox();
      expect(box === null ? Number.POSITIVE_INFINITY : box.y + box.height).toBeLessThan(900);
    }
    const chains = page.locator('article.case .chain');
    expect(await chains.count()).toBeGreaterThan(5);
    expect(await chains.count()).toBeLessThanOrEqual(20);
    await expect.poll(() => page.getByText(/^Certificate [BCD]$/).count()).toBeGreaterThan(0);
    await page.close();
  });

  it('prints what is folded away on the screen', async () => {
    const page = await app.newPage();
    await page.goto(pathToFileURL(report).href);
    const folded = page.locator('details li').first();
    expect(await folded.evaluate((item) => item.checkVisibility({ contentVisibilityAuto: true }))).toBe(
      false,
    );
    await page.emulateMedia({ media: 'print' });
    expect(await folded.evaluate((item) => item.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
    expect(await page.locator('nav').evaluate((nav) => getComputedStyle(nav).display)).toBe('none');
    await page.close();
  });
});
