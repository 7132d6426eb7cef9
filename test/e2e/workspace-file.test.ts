/** A workspace taken to another machine as one file: the same figures, byte for byte. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/domain/summary';
import { type App, openApp } from '../support/app';
import { expectClean, goTo, openDemo, PATIENT, screenHash, waitForRuns } from '../support/screens';

/** The summary of one run; without naming it each page would show the run that it happens to have in view. */
const summaryOf = async (app: App, run: string): Promise<Summary> => {
  const { page } = app;
  await goTo(page, screenHash(page, `diagnosis?run=${run}`));
  const button = page.getByRole('button', { name: 'Summary (JSON)' });
  if (!(await button.isVisible())) await page.getByText('Export', { exact: true }).first().click();
  const [download] = await Promise.all([page.waitForEvent('download', PATIENT), button.click()]);
  return JSON.parse(await readFile(await download.path(), 'utf8')) as Summary;
};

describe('the demo, exported and opened in a fresh profile', { timeout: 1_800_000 }, () => {
  let here: App;
  let there: App;
  beforeAll(async () => {
    [here, there] = [await openApp(), await openApp()];
  });
  afterAll(async () => {
    await here?.close();
    await there?.close();
  });

  it('gives the same summary', async () => {
    const { page } = here;
    await openDemo(page);
    const table = await waitForRuns(page, 11);
    // The demo goes on judging its runs, which changes their figures; the strip shows a job after 300 ms.
    await page.waitForTimeout(3000);
    await page.getByRole('progressbar').first().waitFor({ state: 'hidden', timeout: 1_200_000 });
    const links = await table
      .locator('a[href*="diagnosis?run="]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const runs = [...new Set(links.map((link) => /run=([^&]+)/.exec(link)?.[1] ?? ''))];
    expect(runs).toHaveLength(11);
    const before: Summary[] = [];
    for (const run of runs) before.push(await summaryOf(here, run));
    expect(before.map(({ runs: [of] }) => of?.id)).toEqual(runs.map(decodeURIComponent));
    await goTo(page, '#/');
    const [download] = await Promise.all([
      page.waitForEvent('download', PATIENT),
      page.getByRole('button', { name: 'Export Demo' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Demo.hopscope');

    await there.page.getByTestId('workspace-file').setInputFiles(await download.path());
    await there.page.waitForURL(/\/diagnosis/, PATIENT);
    for (const [at, run] of runs.entries())
      expect(JSON.stringify(await summaryOf(there, run))).toBe(JSON.stringify(before[at]));
    expectClean(here);
    expectClean(there);
  });
});
