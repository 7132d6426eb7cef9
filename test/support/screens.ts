/** What a person does on the screens, by role and name; used by the end-to-end tests. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { App } from './app';

/** The machine may be busy with other work: waiting long is no failure, never happening is. */
export const PATIENT = { timeout: 120_000 };

/** Ends when the predicate holds; the last value is shown when it never does. */
export const until = (value: () => Promise<unknown>, interval = 250) =>
  expect.poll(value, { timeout: PATIENT.timeout, interval });

export const expectClean = (app: App): void => {
  expect(app.watch.violations, 'content policy').toEqual([]);
  expect(app.watch.foreign, 'requests elsewhere').toEqual([]);
  expect(app.watch.errors, 'console').toEqual([]);
};

/** Address of a screen of the workspace that is open. */
export const screenHash = (page: Page, screen: string): string => {
  const workspace = /#\/w\/([^/?]+)/.exec(page.url())?.[1];
  if (workspace === undefined) throw new Error(`no workspace is open at ${page.url()}`);
  return `#/w/${workspace}/${screen}`;
};

export const goTo = async (page: Page, hash: string): Promise<void> => {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.getByRole('heading', { level: 1 }).first().waitFor(PATIENT);
};

export const openDemo = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.waitForURL(/\/diagnosis/, PATIENT);
  await page.getByRole('heading', { level: 1 }).first().waitFor(PATIENT);
};

/** Waits until the open workspace has this many finished runs, on the screen that lists them. */
export const waitForRuns = async (page: Page, count: number): Promise<Locator> => {
  await goTo(page, screenHash(page, 'runs'));
  const table = page.getByRole('region', { name: 'Runs', exact: true }).getByRole('table');
  await table.waitFor(PATIENT);
  // Vectors are made before the last of them can begin.
  await table
    .getByRole('link', { name: 'finished' })
    .nth(count - 1)
    .waitFor({ timeout: 1_500_000 });
  return table;
};

/** Drops files on the start screen and waits for the table of what was found. */
export const dropOnStart = async (page: Page, paths: string[]): Promise<void> => {
  await page.getByTestId('files').first().setInputFiles(paths);
  await page.getByRole('grid', { name: 'Files found' }).waitFor(PATIENT);
};

export const readAndIndex = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Read and index' }).click();
  await page.waitForURL(/tab=report/, PATIENT);
  await page.getByRole('heading', { name: 'The totals add up' }).waitFor(PATIENT);
};

/** read, kept, rejected, merged of the report's row, e.g. "Documents". */
export const tally = async (page: Page, row: 'Documents' | 'Questions'): Promise<number[]> => {
  const cells = page.getByRole('row', { name: new RegExp(`^${row} `) }).getByRole('cell');
  return (await cells.allTextContents()).map((text) => Number(text.replaceAll(',', '')));
};

/** Documents and chunks of the open workspace, as the header says (hidden where it has no room). */
export const corpusSize = async (page: Page): Promise<{ documents: number; chunks: number }> => {
  const facts = await page
    .getByText(/[\d,]+ documents? · [\d,]+ chunks?/)
    .first()
    .textContent(PATIENT);
  const [documents = Number.NaN, chunks = Number.NaN] = [...(facts ?? '').matchAll(/[\d,]+/g)].map(
    ([number]) => Number(number.replaceAll(',', '')),
  );
  return { documents, chunks };
};

/** What a "Copy … TSV" button puts on the clipboard, as rows; the first row names the columns. */
export const copied = async (
  page: Page,
  name: string | RegExp,
  within: Page | Locator = page,
): Promise<string[][]> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await within.getByRole('button', { name }).first().click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  return text.split('\n').map((line) => line.split('\t'));
};

/** The question table of the diagnosis as rows; the first row names the columns. */
export const copiedQuestions = (page: Page): Promise<string[][]> =>
  copied(
    page,
    'Copy TSV',
    page.getByRole('region').filter({ has: page.getByRole('grid', { name: 'Questions of this run' }) }),
  );

/** Stops the vectors of the open workspace, so that a test that needs only BM25 does not pay for them. */
export const stopVectors = async (page: Page): Promise<void> => {
  const jobs = page.getByRole('region', { name: 'Running jobs' });
  const bar = jobs.getByRole('progressbar', { name: 'Vectors' });
  await bar
    .or(page.getByText(/vectors ready/))
    .first()
    .waitFor(PATIENT);
  if ((await bar.count()) === 0) return;
  // Judging may go on beside it, with a button of its own.
  await jobs
    .locator('.progress', { has: page.getByRole('progressbar', { name: 'Vectors' }) })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await jobs.getByText(/^Vectors (stopped at|are stopped)/).waitFor(PATIENT);
};
