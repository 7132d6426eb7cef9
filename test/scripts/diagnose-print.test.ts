import { expect, it } from 'vitest';
import { printSummary } from '../../scripts/diagnose/print.mjs';
import { summaryOf } from '../../src/report/summary';
import { answeredInput, reportInput } from '../report/make';

const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => / {2}/.test(line))
    .map((line) => line.split(/ {2,}/));

it('prints wrong answers by cause, and the register-blind row where it differs', () => {
  const rows = rowsOf(printSummary(summaryOf(answeredInput())));
  const from = rows.findIndex(([head]) => head === 'wrong answers by cause');
  // drift, unreached, reasoning, false resolution, gave up, judge error, not in corpus, no labels
  expect(rows.slice(from + 1, from + 4)).toEqual([
    ['a-rag · bm25', '0', '1', '1', '0', '0', '0', '0', '0'],
    ['execution-rag · bm25', '0', '0', '0', '1', '1', '0', '0', '0'],
    ['execution-rag · bm25, register-blind', '1', '0', '0', '0', '1', '0', '0', '0'],
  ]);
});

it('names a run by what was left out of it, too', () => {
  const summary = summaryOf(answeredInput());
  const [, register] = summary.runs;
  if (register === undefined) throw new Error('no run with a register');
  const printed = printSummary({ ...summary, runs: [register, { ...register, ablation: 'no-seed' }] });
  const names = rowsOf(printed).map(([name]) => name);
  // Searches, answers and causes.
  for (const name of ['execution-rag · bm25', 'execution-rag · bm25 · no-seed'])
    expect([name, names.filter((one) => one === name).length]).toEqual([name, 3]);
});

it('says nothing of causes where no run answers', () => {
  expect(printSummary(summaryOf(reportInput()))).not.toContain('by cause');
});
