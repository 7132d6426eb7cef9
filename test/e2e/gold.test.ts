/** A person without label files: documents, a question typed in, its gold marked by keyboard, and what comes of it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GoldMapping } from '../../src/domain/mapping';
import { type App, openApp } from '../support/app';
import {
  copiedQuestions,
  dropOnStart,
  expectClean,
  goTo,
  PATIENT,
  readAndIndex,
  screenHash,
  until,
  waitForRuns,
} from '../support/screens';

const folder = mkdtempSync(join(tmpdir(), 'hopscope-gold-'));
const corpus = join(folder, 'valley.jsonl');
const DOCUMENTS = [
  ['pim', 'Pim', 'Pim is a ferry landing. The ferryman of Pim is a brother of Ilo Venn.'],
  ['orl', 'The mill at Orl', 'Ilo Venn built the mill at Orl in 1411. It burned twice.'],
  ['tarn', 'Tarn', 'Tarn has a market on Mondays and a bell that nobody rings.'],
  ['law', 'The old law', 'No mill may stand within a mile of another, says the old law of the valley.'],
  ['bridge', 'The bridge', 'The bridge below the landing fell in a flood and was never built again.'],
  ['dogs', 'Two dogs', 'A shepherd of the valley kept two dogs that were brothers.'],
];
writeFileSync(
  corpus,
  DOCUMENTS.map(([id, title, text]) => `${JSON.stringify({ id, title, text })}\n`).join(''),
);

/** What is stored of the open workspace's gold, read where it is kept. */
const storedMappings = async (page: Page): Promise<GoldMapping[]> => {
  const workspace = /#\/w\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  const text = await page.evaluate(async (id) => {
    const root = await navigator.storage.getDirectory();
    let at = root;
    for (const name of ['hopscope', 'workspaces', id]) at = await at.getDirectoryHandle(name);
    for await (const [name, handle] of at.entries())
      if (name.startsWith('mappings-')) return (await (handle as FileSystemFileHandle).getFile()).text();
    return '';
  }, workspace);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as GoldMapping);
};

/** The passage whose mark button has the focus. */
const focusedPassage = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('li')?.querySelector('b')?.textContent ?? '');

/** Goes down the suggestions by keyboard until this passage has the focus, and marks it. */
const markByKeyboard = async (page: Page, hop: number, title: string): Promise<void> => {
  const list = page.getByRole('list', { name: `Suggestions for hop ${hop}` });
  await list.getByText(title, { exact: true }).first().waitFor(PATIENT);
  // While vectors are made the list is fused anew; the keys go down the list that is there when it is at rest.
  await until(() => page.getByRole('progressbar').count()).toBe(0);
  const most = await list.getByRole('button', { name: /^Mark as gold/ }).count();
  for (const key of ['j', 'k'])
    for (let pressed = 0; pressed < most && (await focusedPassage(page)) !== title; pressed++)
      await page.keyboard.press(key);
  await until(() => focusedPassage(page)).toBe(title);
  await page.keyboard.press('g');
  await list.getByRole('button', { name: `● Gold of hop ${hop}: ${title}` }).waitFor(PATIENT);
  // The list stays as it is, and so does the place in it.
  expect(await focusedPassage(page)).toBe(title);
};

describe('gold by pointing', { timeout: 900_000 }, () => {
  let app: App;
  let mappings: GoldMapping[] = [];
  let exported = '';
  let verdicts: string[][] = [];
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  const probe = async (page: Page): Promise<void> => {
    await goTo(page, screenHash(page, 'runs?systems=probe-single,probe-oracle&retrievers=bm25'));
    await page.getByRole('button', { name: 'Start' }).click();
    await waitForRuns(page, 2);
  };
  /** Verdict of the question in the single search, at k = 1 and at k = 5. */
  const verdictsOf = async (page: Page): Promise<string[][]> => {
    const found: string[][] = [];
    for (const k of [1, 5]) {
      await goTo(page, screenHash(page, `diagnosis?k=${k}`));
      await page.getByText(`single search on BM25, k = ${k}`).waitFor(PATIENT);
      const [head = [], ...rows] = await copiedQuestions(page);
      const at = head.findIndex((name) => name.toLowerCase() === 'verdict');
      found.push(rows.map((row) => row[at] ?? ''));
    }
    return found;
  };

  it('a question with two hops is typed in', async () => {
    const { page } = app;
    await dropOnStart(page, [corpus]);
    await readAndIndex(page);
    await goTo(page, screenHash(page, 'questions'));
    await page.getByText('No questions yet').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Add a question' }).click();
    const editor = page.getByRole('region', { name: 'New question' });
    await editor
      .getByLabel('Question', { exact: true })
      .fill('When was the mill of the ferryman’s brother built?');
    await editor.getByLabel(/^Answers, one a line: the gold/).fill('1411');
    await editor.getByRole('button', { name: 'Split into hops' }).click();
    const first = editor.getByRole('group', { name: /^Hop 1/ });
    await first.getByLabel('Sub-question').fill('Who is the brother of the ferryman of Pim?');
    await first.getByLabel('Answers, one a line').fill('Ilo Venn');
    await editor.getByRole('button', { name: 'Add a hop' }).click();
    const second = editor.getByRole('group', { name: /^Hop 2/ });
    await second.getByLabel('Sub-question').fill('When did #1 build the mill?');
    await second.getByLabel('Answers, one a line').fill('1411');
    expect(await second.getByRole('checkbox', { name: 'hop 1' }).isChecked()).toBe(true);
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Question saved.').waitFor(PATIENT);
    await page.getByRole('radio', { name: 'Mark gold (2 open)' }).waitFor(PATIENT);
    expect(await storedMappings(page)).toEqual([]);
  });

  it('its gold is marked without a mouse, and nothing is gold before', async () => {
    const { page } = app;
    await page.getByRole('radio', { name: /^All questions/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('0 of 2 places labelled', { exact: false }).waitFor(PATIENT);
    await page.getByText('1 question without gold, 2 hops without gold.').waitFor(PATIENT);
    await page
      .getByRole('list', { name: 'Suggestions for hop 1' })
      .getByText('Pim', { exact: true })
      .waitFor(PATIENT);
    expect(await page.getByRole('button', { name: /^● Gold/ }).count()).toBe(0);
    expect(await storedMappings(page)).toEqual([]);

    await markByKeyboard(page, 1, 'Pim');
    await page.getByText('1 of 2 places labelled', { exact: false }).waitFor(PATIENT);
    await page.keyboard.press('n');
    // The answer of hop 1 stands in for #1.
    await until(() => page.getByLabel('Search for the gold of hop 2').inputValue()).toBe(
      'When did Ilo Venn build the mill?',
    );
    await markByKeyboard(page, 2, 'The mill at Orl');
    await page.getByText('2 of 2 places labelled', { exact: false }).waitFor(PATIENT);

    // A mark goes as it came, and comes back.
    await page.keyboard.press('g');
    await page.getByText('1 of 2 places labelled', { exact: false }).waitFor(PATIENT);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 of 2 places labelled', { exact: false }).waitFor(PATIENT);
    mappings = await storedMappings(page);
    expect(mappings.map(({ status, chunks }) => [status, chunks])).toEqual([
      ['mapped', ['pim#0']],
      ['mapped', ['orl#0']],
    ]);
  });

  it('the judge says what it thinks of a suggestion, beside it', async () => {
    const { page } = app;
    const list = page.getByRole('list', { name: 'Suggestions for hop 2' });
    await until(() => list.getByText('not judged').count()).toBe(0);
    expect(
      (await list.getByText('states the fact').count()) + (await list.getByText('does not state it').count()),
    ).toBe(await list.getByRole('listitem').count());
  });

  it('a reload loses nothing', async () => {
    const { page } = app;
    await page.reload();
    await page.getByText('2 of 2 places labelled', { exact: false }).waitFor(PATIENT);
    expect(await storedMappings(page)).toEqual(mappings);
  });

  it('the probes give it a triage', async () => {
    const { page } = app;
    await probe(page);
    verdicts = await verdictsOf(page);
    expect(verdicts.flat()).toHaveLength(2);
    // One passage of two fits into k = 1.
    expect(verdicts[0]).toEqual(['hop miss']);
  });

  it('exported, it is the same question with the same gold in a fresh profile', async () => {
    const { page } = app;
    await goTo(page, screenHash(page, 'questions'));
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export questions and gold' }).click();
    exported = join(folder, 'labelled.jsonl');
    await (await waiting).saveAs(exported);
    expect(readFileSync(exported, 'utf8').trim().split('\n')).toHaveLength(1);

    const other = await openApp();
    try {
      await dropOnStart(other.page, [corpus, exported]);
      await readAndIndex(other.page);
      expect(await storedMappings(other.page)).toEqual(mappings);
      await probe(other.page);
      expect(await verdictsOf(other.page)).toEqual(verdicts);
      expectClean(other);
    } finally {
      await other.close();
    }
  });

  it('new labels need no new run, new words do, and the runs are named', async () => {
    const { page } = app;
    const open = async (): Promise<void> => {
      await goTo(page, screenHash(page, 'questions'));
      await page.getByRole('button', { name: /^Edit “/ }).click();
    };
    const older = page.getByText(/asked an older question set/);
    await open();
    const editor = page.getByRole('region', { name: 'Edit question' });
    await editor.getByRole('button', { name: 'Take The mill at Orl off' }).click();
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Question saved.').first().waitFor(PATIENT);
    // The single search was shown no labels; the oracle was.
    await until(() => older.first().textContent()).toMatch(/^1 run asked/);
    await goTo(page, screenHash(page, 'diagnosis?k=5'));
    await page.getByText('single search on BM25, k = 5').waitFor(PATIENT);
    const rows = await copiedQuestions(page);
    expect(rows[1]).toContain('evidence complete');
    await open();
    await editor
      .getByRole('group', { name: /^Hop 2/ })
      .getByLabel('Sub-question')
      .fill('In which year did #1 raise the mill?');
    await editor.getByLabel('Question', { exact: true }).fill('In which year was the mill built?');
    await editor.getByRole('button', { name: 'Save' }).click();
    await until(() => older.first().textContent()).toMatch(/^2 runs asked/);
    await older.first().click();
    expect(await page.getByText('1 question asked in other words').count()).toBe(2);
    expectClean(app);
  });
});
