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

it('says nothing of causes where no run answers', () => {
  expect(printSummary(summaryOf(reportInput()))).not.toContain('by cause');
});
