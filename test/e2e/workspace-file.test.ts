/** A workspace taken to another machine as one file: the same figures, byte for byte. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/domain/summary';
import { type App, openApp } from '../support/app';
import { expectClean, goTo, openDemo, PATIENT, screenHash, waitForRuns } from '../support/screens';

/** The summary of the run that the diagnosis screen shows first. */
const summaryOf = async (app: App): Promise<Summary> => {
  const { page } = app;
  await goTo(page, screenHash(page, 'diagnosis'));
  await page.getByText('Export', { exact: true }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download', PATIENT),
    page
      .getByRole('button', { name: /summary/i })
      .first()
      .click(),
  ]);
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
    await waitForRuns(page, 11);
    const before = await summaryOf(here);
    await goTo(page, '#/');
    const [download] = await Promise.all([
      page.waitForEvent('download', PATIENT),
      page.getByRole('button', { name: 'Export Demo' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Demo.hopscope');

    await there.page.getByTestId('workspace-file').setInputFiles(await download.path());
    await there.page.waitForURL(/\/diagnosis/, PATIENT);
    const after = await summaryOf(there);
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    expect(before.runs[0]?.n).toBeGreaterThan(0);
    expectClean(here);
    expectClean(there);
  });
});
