import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import { damagedFiles, folderOf, labelledFiles, muchText, oneLongLine } from '../support/bad-files';
import {
  copiedQuestions,
  corpusSize,
  dropOnStart,
  expectClean,
  goTo,
  PATIENT,
  readAndIndex,
  screenHash,
  tally,
  until,
} from '../support/screens';

/** The grid fills after its heading is there, so its first row below the heading is waited for. */
const rowsOf = async (page: Page, grid: string): Promise<string[]> => {
  const rows = page.getByRole('grid', { name: grid }).getByRole('row');
  await rows.nth(1).waitFor(PATIENT);
  return (await rows.allTextContents()).slice(1);
};

describe('bad input: a sentence for each, and the rest is kept', () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
  }, 120_000);
  afterAll(() => app?.close());

  const fresh = async (): Promise<void> => {
    await app.page.goto(`${app.url}#/`);
    await app.page.reload();
    await app.page.getByRole('button', { name: 'Open the demo' }).waitFor(PATIENT);
  };
  const said = (text: string | RegExp) => app.page.getByText(text).first().waitFor(PATIENT);

  it('files that are empty, binary, broken in the middle, in other encodings, hostile', async () => {
    await fresh();
    const files = folderOf(damagedFiles());
    await dropOnStart(app.page, Object.values(files));
    await said('“empty.jsonl”: the file is empty');
    await said(/“binary\.txt”: the file is no text: it looks like binary data/);
    await readAndIndex(app.page);

    const rejects = await rowsOf(app.page, 'Rejected records');
    const rejectOf = (file: string): string =>
      rejects.find((row) => row.startsWith(file)) ?? `no reject of ${file}`;
    expect(rejectOf('empty.jsonl')).toMatch(/whole.*empty/);
    expect(rejectOf('binary.txt')).toMatch(/whole.*binary data/);
    expect(rejectOf('broken.jsonl')).toMatch(/^broken\.jsonl2/);
    expect(rejects.filter((row) => row.startsWith('formulas.csv'))).toHaveLength(2);
    await said('“utf16.txt” is not UTF-8: it was read as UTF-16.');
    await said('“latin1.txt” is not UTF-8: it was read as Windows-1252 (Latin-1).');
    const [read = 0, kept = 0, rejected = 0] = await tally(app.page, 'Documents');
    expect(read).toBe(kept + rejected);
    expect(rejects).toHaveLength(rejected);

    // The rest is there, as text.
    await goTo(app.page, screenHash(app.page, 'corpus'));
    const documents = app.page.getByRole('grid', { name: 'Documents' });
    for (const title of ['Mill', 'Ada Voss', 'Before', 'After', 'utf16', 'latin1', 'Tame']) {
      await documents.getByText(title, { exact: true }).first().waitFor(PATIENT);
    }
    const show = async (title: string | RegExp): Promise<void> => {
      await documents.getByRole('row').filter({ hasText: title }).first().click();
    };
    await show('latin1');
    await said('Der Müller wohnt jenseits der Brücke.');
    await show('utf16');
    await said('Der Müller wohnt in Tarn.');
    await show('Tame');
    await said(/<script>globalThis\.__owned = 3<\/script> stays text/);
    await show(/^<img src=x onerror/);
    await said('A file whose name is markup.');
    expect(await app.page.evaluate(() => (globalThis as { __owned?: number }).__owned ?? null)).toBeNull();
    expect(await app.page.locator('img').count()).toBe(0);
  });

  it('a downloaded list of rejects runs no formula', async () => {
    await goTo(app.page, screenHash(app.page, 'corpus?tab=report'));
    const [download] = await Promise.all([
      app.page.waitForEvent('download', PATIENT),
      app.page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv).toContain('formulas.csv');
    // Every cell that begins like a formula has an apostrophe before it.
    const cells = csv
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
    for (const cell of cells) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@]/);
    expect(csv).toMatch(/'[+@]/);
  });

  it('200 MB in a single line, beside a good file', { timeout: 600_000 }, async () => {
    await fresh();
    const { 'good.jsonl': good = '' } = folderOf({ 'good.jsonl': String(damagedFiles()['good.jsonl']) });
    await dropOnStart(app.page, [good, oneLongLine('endless.jsonl', 200), oneLongLine('endless.txt', 200)]);
    await readAndIndex(app.page);
    const sentences = [...(await rowsOf(app.page, 'Rejected records'))].join('\n');
    expect(sentences).toMatch(/endless\.jsonl/);
    expect(sentences).toMatch(/endless\.txt/);
    await goTo(app.page, screenHash(app.page, 'corpus'));
    await app.page
      .getByRole('grid', { name: 'Documents' })
      .getByText('Mill', { exact: true })
      .waitFor(PATIENT);
  });

  it('a question file given as corpus, and a corpus given as questions', async () => {
    await fresh();
    const files = folderOf(labelledFiles());
    await dropOnStart(app.page, Object.values(files));
    const role = (file: string) => app.page.getByRole('combobox', { name: `Use ${file} as` });
    expect(await role('documents.jsonl').inputValue()).toBe('corpus');
    expect(await role('labels.jsonl').inputValue()).toBe('questions');
    await role('documents.jsonl').selectOption('questions');
    await role('labels.jsonl').selectOption('corpus');
    await app.page.getByRole('button', { name: 'Read and index' }).click();
    await said(
      /given as questions, but it looks like .+, which holds documents and no questions\. Use it as corpus\./,
    );
    await said(
      /given as a corpus, but it looks like .+, which holds questions and no passages\. Use it as questions\./,
    );
  });

  it('labels without gold, and gold that the corpus lacks', async () => {
    await fresh();
    await dropOnStart(app.page, Object.values(folderOf(labelledFiles())));
    await readAndIndex(app.page);
    expect(await tally(app.page, 'Questions')).toEqual([3, 3, 0, 0]);
    await goTo(app.page, screenHash(app.page, 'corpus?tab=mapping'));
    await said(/3 of 4 gold passages, of them 0 ambiguous\. 1 unmapped/);
    const unmapped = app.page.getByRole('grid', { name: 'Gold passages, unmapped' }).getByRole('row');
    await until(() => unmapped.count()).toBe(2);
    expect(await unmapped.nth(1).textContent()).toContain('Lighthouse');
    await goTo(app.page, screenHash(app.page, 'runs'));
    await app.page.getByRole('checkbox', { name: /^vector/ }).uncheck();
    await app.page.getByRole('checkbox', { name: /^hybrid/ }).uncheck();
    await app.page.getByRole('button', { name: 'Start' }).click();
    await until(() => app.page.getByRole('link', { name: 'finished' }).count()).toBe(3);
    await goTo(app.page, screenHash(app.page, 'diagnosis'));
    await app.page.getByRole('group', { name: 'Verdicts' }).waitFor(PATIENT);
    const [head = [], ...rows] = await copiedQuestions(app.page);
    const verdicts = Object.fromEntries(rows.map((row) => [row[0], row[head.indexOf('verdict')]]));
    expect(verdicts).toEqual({ whole: 'evidence complete', 'no-gold': 'unlabelled', gone: 'unmapped' });
  });

  it('a full disk stops with a sentence, and what there was is intact', { timeout: 600_000 }, async () => {
    await fresh();
    await dropOnStart(app.page, Object.values(folderOf(labelledFiles())));
    await readAndIndex(app.page);
    const kept = app.page.url();
    const devtools = await app.context.newCDPSession(app.page);
    const origin = new URL(app.url).origin;
    const used = await app.page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    await fresh();
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + 500_000 });
    await dropOnStart(app.page, Object.values(folderOf({ 'much.jsonl': muchText(4000) })));
    await app.page.getByRole('button', { name: 'Read and index' }).click();
    const alert = app.page.getByRole('alert').filter({ hasText: /is full\.|needs about/ });
    await alert.waitFor(PATIENT);
    expect(await alert.textContent()).toMatch(/free (some room|disk space)|remove a workspace/);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin });

    await app.page.goto(kept);
    await app.page.reload();
    await until(() => corpusSize(app.page)).toEqual({ documents: 2, chunks: 2 });
    await goTo(app.page, screenHash(app.page, 'search?q=mill'));
    await app.page
      .getByRole('region', { name: 'BM25' })
      .getByRole('button', { name: /Mill/ })
      .waitFor(PATIENT);
    // With room again, the same file goes in.
    await fresh();
    await dropOnStart(app.page, Object.values(folderOf({ 'much.jsonl': muchText(400) })));
    await readAndIndex(app.page);
    expect(await tally(app.page, 'Documents')).toEqual([400, 400, 0, 0]);
  });

  it('broke no content policy, asked no other origin, logged no error', () => {
    expectClean(app);
  });
});
