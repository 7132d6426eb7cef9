import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reading } from '../../src/domain/presence';
import type { ReadEvent } from '../../src/domain/trace';
import { nextBridge } from '../../src/systems/bridge';
import { highest } from '../../src/systems/highest';
import { memoByPassage } from '../../src/systems/passage-memo';
import { queryKey } from '../../src/systems/query-key';
import { answerOf, spansOf } from '../../src/systems/spans';

const reading = (presence: number, ...spans: [text: string, score: number][]): Reading => ({
  passage: 0,
  presence,
  spans: spans.map(([text, score]) => ({ text, score, start: 0, end: text.length })),
});
const readOf = (spans: ReadEvent['spans'], chunks: string[] = []): ReadEvent => ({
  event: 'read',
  question: 'q',
  step: 1,
  hop: null,
  asked: 'q',
  reader: 'r',
  chunks,
  spans,
});
const JUDGE = { space: 's', threshold: 0.5 };
const answerFrom = (threshold: number, ...readings: Reading[]) =>
  answerOf(
    readOf(
      spansOf(
        readings.map((_, i) => `c${i}`),
        readings,
        threshold,
      ),
    ),
    { space: 's', threshold },
  )?.text ?? null;

describe('the answer of a reading', () => {
  test('is the best span over all passages, weighed by whether its passage states the fact', () => {
    // log-odds: 3 + 0 < 1 + 2.94 (0.95 against 0.5)
    expect(answerFrom(0.5, reading(0.5, ['sharp', 3]), reading(0.95, ['stated', 1]))).toBe('stated');
    expect(answerFrom(0.5, reading(0.5, ['sharp', 4]), reading(0.95, ['stated', 1]))).toBe('sharp');
  });

  test('is an abstention exactly where the best span is worth no more than saying nothing', () => {
    expect(answerFrom(0.5, reading(0.5, ['a', 0]))).toBeNull();
    expect(answerFrom(0.5, reading(0.5, ['a', 0.001]))).toBe('a');
    expect(answerFrom(0.5, reading(0.1, ['a', 2]))).toBeNull();
    expect(answerFrom(0.1, reading(0.1, ['a', 2]))).toBe('a');
    expect(answerFrom(0.5)).toBeNull();
    expect(answerFrom(0.5, reading(1, ['  ', 9]))).toBeNull();
  });

  test('keeps its meaning when the reader is certain', () => {
    expect(answerFrom(0.5, reading(0, ['a', 20]), reading(1, ['b', -20]))).toBe('a');
    expect(Number.isFinite(answerOf(readOf(spansOf(['c'], [reading(0, ['a', 99])], 1)), JUDGE)?.score)).toBe(
      true,
    );
  });

  test('an event without presence is judged by its score alone', () => {
    const span = { text: 'a', start: 0, end: 1, score: 0.5, chunk: 'c' };
    expect(answerOf(readOf([span]), JUDGE)?.text).toBe('a');
    expect(answerOf(readOf([{ ...span, score: -0.5 }]), JUDGE)).toBeNull();
  });

  test('ten spans are kept, best first, equal ones as they were retrieved', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(0.2, 0.5, 0.9), fc.constantFrom(-3, 0, 1)), { maxLength: 30 }),
        (given) => {
          const readings = given.map(([presence, score], i) => reading(presence, [`s${i}`, score]));
          const chunks = given.map((_, i) => `c${i}`);
          const spans = spansOf(chunks, readings, 0.5);
          expect(spans).toHaveLength(Math.min(10, given.length));
          const worth = ({ score, presence = 0.5 }: ReadEvent['spans'][number]) =>
            score + Math.log(presence / (1 - presence));
          for (const [i, span] of spans.entries()) {
            const next = spans[i + 1];
            if (next === undefined) continue;
            expect(worth(span)).toBeGreaterThanOrEqual(worth(next) - 1e-9);
            if (span.score === next.score && span.presence === next.presence) {
              expect(Number(span.chunk.slice(1))).toBeLessThan(Number(next.chunk.slice(1)));
            }
          }
        },
      ),
    );
  });
});

describe('the judge’s word on several passages', () => {
  test('is the highest score, the first of equal ones; without any it is inconclusive', () => {
    const scored = (probability: number) => ({ state: 'scored' as const, probability });
    const none = { state: 'inconclusive' as const, probability: null };
    expect(highest(['a', 'b', 'c'], [scored(0.2), none, scored(0.7)])).toEqual({
      state: 'scored',
      probability: 0.7,
      chunk: 'c',
    });
    expect(highest(['a', 'b'], [scored(0), scored(0)])).toMatchObject({ probability: 0, chunk: 'a' });
    expect(highest(['a'], [none])).toEqual({ state: 'inconclusive', probability: null, chunk: null });
    expect(highest([], [])).toEqual({ state: 'inconclusive', probability: null, chunk: null });
  });
});

describe('asking about passages', () => {
  test('asks about each once a question, and gives results in the order asked for', async () => {
    const asked: string[] = [];
    const ask = memoByPassage(async (question: string, chunks: readonly string[]) => {
      asked.push(...chunks.map((chunk) => `${question}${chunk}`));
      return chunks.map((chunk) => `${question}${chunk}!`);
    });
    expect(await ask('p', ['b', 'a', 'b'])).toEqual(['pb!', 'pa!', 'pb!']);
    expect(await ask('p', ['c', 'a'])).toEqual(['pc!', 'pa!']);
    expect(await ask('q', ['a'])).toEqual(['qa!']);
    expect(await ask('q', [])).toEqual([]);
    expect(asked).toEqual(['pb', 'pa', 'pc', 'qa']);
  });

  test('a missing result is a fault, never the next passage’s', async () => {
    const ask = memoByPassage(async () => ['only one']);
    await expect(ask('q', ['a', 'b'])).rejects.toThrow('no result for passage "b"');
  });
});

describe('the next bridge', () => {
  const passage = (id: string, title: string, text: string) => ({ id, title, text });
  const question = 'Where was the teacher of the designer of the Ostra Bridge born?';
  const bridge = passage(
    'b',
    'Ostra Bridge',
    'It stands in Kelm. The Ostra Bridge was the work of Mira Tal.',
  );
  const other = passage('o', 'Kelm Ferry', 'Ferries are slow.');
  const span = (text: string, chunk: string) => ({ text, start: 0, end: text.length, score: -1, chunk });

  test('is the title of the best passage unless a query has named it', () => {
    const read = readOf([span('slow', 'o')], ['b', 'o']);
    expect(nextBridge(question, read, [bridge, other], [question])).toBe('Kelm Ferry');
  });

  test('then a name the reader considered, then names of the sentence closest to the question', () => {
    expect(nextBridge(question, readOf([span('in Kelm', 'b')], ['b']), [bridge], [question])).toBe('Kelm');
    expect(nextBridge(question, readOf([], ['b']), [bridge], [question])).toBe('Mira Tal');
    expect(nextBridge(question, readOf([], ['b']), [bridge], [question, 'about MIRA  tal'])).toBe('Kelm');
  });

  test('a word that is capitalised only for opening a sentence is no name', () => {
    const dull = passage('d', '', 'Ferries are slow. Nobody minds.');
    expect(nextBridge(question, readOf([], ['d']), [dull], [question])).toBeNull();
  });

  test('is never in an earlier query, so that a search never repeats', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('Kelm', 'Mira Tal', 'Ostra Bridge', 'Kelm Ferry')), (seen) => {
        const queries = [question, ...seen];
        const found = nextBridge(question, readOf([], ['b', 'o']), [bridge, other], queries);
        if (found === null) return;
        for (const query of queries) expect(` ${queryKey(query)} `).not.toContain(` ${queryKey(found)} `);
      }),
    );
  });
});
