import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { containsAnswer, normalise } from '../../src/domain/text';

interface Gold {
  document: string | null;
  quote?: string;
}
interface DemoQuestion {
  id: string;
  answers: string[];
  hops: { id: number; question: string; answers: string[]; dependsOn: number[]; gold: Gold[] }[];
  gold?: Gold[];
  note: string;
}

const lines = <T>(name: string): T[] =>
  readFileSync(join(import.meta.dirname, '../../public/demo', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
const documents = new Map(
  lines<{ id: string; title: string; text: string }>('corpus.jsonl').map((one) => [one.id, one]),
);
const questions = new Map(lines<DemoQuestion>('questions.jsonl').map((one) => [one.id, one]));

const textOf = (id: string): string => documents.get(id)?.text ?? '';
const hopOf = (id: string, hop: number) => {
  const found = questions.get(id)?.hops.find((one) => one.id === hop);
  if (found === undefined) throw new Error(`no hop ${hop} in ${id}`);
  return found;
};
/** Documents that hold one of the answers as whole words. */
const holding = (answers: string[]): string[] =>
  [...documents.values()].filter(({ text }) => containsAnswer(text, answers)).map(({ id }) => id);

describe('the demo’s labels', () => {
  test('name documents that are there and quote them word for word', () => {
    for (const { id, hops, gold = [] } of questions.values()) {
      for (const { document, quote } of [...gold, ...hops.flatMap((hop) => hop.gold)]) {
        if (document === null) continue;
        expect(documents.has(document), `${id}: ${document}`).toBe(true);
        expect(textOf(document), id).toContain(quote);
      }
    }
  });

  test('give answers that their own passages state, but for the two hops that are about this', () => {
    const unstated = [...questions.values()].flatMap(({ id, hops }) =>
      hops
        .filter(({ answers, gold }) => answers.length > 0 && gold.every(({ document }) => document !== null))
        .filter(
          ({ answers, gold }) =>
            !gold.some(({ document }) => containsAnswer(textOf(document ?? ''), answers)),
        )
        .map((hop) => `${id}/${hop.id}`),
    );
    expect(unstated).toEqual(['q19/2', 'q39/2']);
  });
});

describe('what a person can verify by reading', () => {
  test('the ranking gap: the life does not say what cost the sight, the workshop book does', () => {
    const { answers, gold, question } = hopOf('q39', 2);
    expect(question).toContain('lose her sight');
    expect(gold.map(({ document }) => document)).toEqual(['marla-quist']);
    expect(holding(answers)).toEqual(['treatise-glass']);
    expect(textOf('treatise-glass')).toContain('Mistress Quist lost her eyes to the white of the heat');
  });

  test('the corpus gap: the answer’s string stands in passages that are not about the painter', () => {
    const { answers, gold } = hopOf('q19', 2);
    expect(gold.map(({ document }) => document)).toEqual(['odo-isenby']);
    const candidates = holding(answers);
    expect(candidates.toSorted()).toEqual(['annals-tollenby', 'heron-bridge', 'ketta-drayle']);
    for (const id of candidates) expect(normalise(textOf(id))).not.toContain('isenby');
    expect(textOf('odo-isenby')).toContain('was lost to mice');
  });

  test('the other evidence: another passage than the labelled one states the fact', () => {
    const { answers, gold } = hopOf('q16', 2);
    expect(gold.map(({ document }) => document)).toEqual(['annals-tollenby']);
    expect(holding(answers)).toEqual(expect.arrayContaining(['annals-tollenby', 'great-frost']));
    expect(textOf('great-frost')).toContain('The Great Frost of 349 closed the Ouvrel');
  });
});
