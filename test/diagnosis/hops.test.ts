import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnoseQuestion } from '../../src/diagnosis';
import { cellOf } from '../../src/diagnosis/cells';
import type { Criterion } from '../../src/domain/diagnosis';
import type { GoldMapping } from '../../src/domain/mapping';
import type { Question } from '../../src/domain/question';
import type { QuestionEvent } from '../../src/domain/trace';
import { gold, header, hop, mapping, prepare, question, ranked, run, search, unmapped } from './build';

const chain = question([gold('a'), gold('b'), gold('c')], {
  hops: [
    hop(1, ['a'], { question: 'Who built it?', answers: ['Ann'] }),
    hop(2, ['b'], { question: 'Where was #1 born?', answers: ['Bern'] }),
    hop(3, ['c'], { question: 'Who founded #2?', answers: ['Cid'] }),
  ],
});
const mapped = ['a', 'b', 'c'].map((id) => mapping(id));
const asked = (of: number, chunks: string[]): QuestionEvent =>
  search(chunks, { hop: of, purpose: 'sub-question', query: `asked ${of}`, step: of });

const hopsOf = (events: QuestionEvent[], k = 5, of: Question = chain, mappings: GoldMapping[] = mapped) =>
  diagnoseQuestion(prepare({ questions: [of], mappings, run: run(header('r'), { q: events }) }), 'q', k)
    ?.hops ?? [];

const read = (events: QuestionEvent[], criterion: Criterion, k = 5) =>
  hopsOf(events, k).map(({ retrieved }) => retrieved[criterion]);

describe('per-hop outcome (05.3)', () => {
  it('accumulated counts what was retrieved up to the hop, matched only the search made for it', () => {
    // Gold of hop 2 comes with the search for hop 1; gold of hop 1 comes only with the search for hop 3.
    const events = [asked(1, ['b#0']), asked(2, ['x#0']), asked(3, ['a#0', 'c#0'])];
    expect(read(events, 'accumulated')).toEqual([false, true, true]);
    expect(read(events, 'matched')).toEqual([false, false, true]);
  });

  it('counts a search with the whole question for every hop, and leaves matched unknown without hop searches', () => {
    expect(read([search(['a#0', 'c#0'])], 'accumulated')).toEqual([true, false, true]);
    expect(read([search(['a#0', 'c#0'])], 'matched')).toEqual([null, null, null]);
  });

  it('a hop that was never asked, in a run that searches hop by hop, is not found by its own search', () => {
    const events = [asked(1, ['a#0', 'b#0'])];
    expect(read(events, 'matched')).toEqual([true, false, false]);
    expect(hopsOf(events).map(({ ownQuery }) => ownQuery)).toEqual(['asked 1', null, null]);
  });

  it('counts several searches for one hop, each at its hop', () => {
    const events = [asked(1, ['x#0']), asked(1, ['a#0']), asked(2, ['b#0'])];
    expect(read(events, 'matched')).toEqual([true, true, false]);
    expect(hopsOf(events)[0]).toMatchObject({ ownQuery: 'asked 1', rank: { accumulated: 1, matched: 1 } });
  });

  it('keeps rank and query per reading', () => {
    const events = [
      ranked({ 'b#0': 31 }, { query: 'whole' }),
      ranked({ 'b#0': 9 }, { hop: 2, purpose: 'sub-question', query: 'own' }),
    ];
    const second = hopsOf(events)[1];
    expect(second).toMatchObject({
      rank: { accumulated: 9, matched: 9 },
      bestQuery: 'own',
      ownQuery: 'own',
      retrieved: { accumulated: false, matched: false },
      subQuestion: 'Where was Ann born?',
      gold: 'mapped',
      goldIds: ['b'],
    });
    expect(hopsOf(events, 9)[1]?.retrieved).toEqual({ accumulated: true, matched: true });
  });

  it('needs every gold passage of a hop', () => {
    const both = question([gold('a'), gold('b')], { hops: [hop(1, ['a', 'b'])] });
    const at = (k: number) => hopsOf([ranked({ 'a#0': 2, 'b#0': 4 })], k, both)[0];
    expect(at(3)?.retrieved.accumulated).toBe(false);
    expect(at(4)?.retrieved.accumulated).toBe(true);
    expect(at(4)?.rank.accumulated).toBe(4);
  });

  it('reads strictly: only the chunk that holds the answer counts', () => {
    const mappings = [mapping('a', { chunks: ['a#0', 'a#1'], answerChunks: ['a#1'] }), ...mapped.slice(1)];
    const at = (chunks: string[]) => hopsOf([asked(1, chunks)], 5, chain, mappings)[0];
    expect(at(['a#0'])).toMatchObject({
      retrieved: { accumulated: true, matched: true },
      strict: { accumulated: false, matched: false },
    });
    expect(at(['a#1'])?.strict).toEqual({ accumulated: true, matched: true });
    const none = [mapping('a', { answerChunks: [] }), ...mapped.slice(1)];
    expect(hopsOf([asked(1, ['a#0'])], 5, chain, none)[0]?.strict).toEqual({
      accumulated: null,
      matched: null,
    });
  });

  it('says nothing about hops whose gold is not in the corpus or not labelled', () => {
    const mappings = [mapping('a'), unmapped('b'), unmapped('c', { status: 'notInCorpus' })];
    const hops = hopsOf([asked(1, ['a#0']), asked(2, ['x#0'])], 5, chain, mappings);
    expect(hops.map(({ gold: status }) => status)).toEqual(['mapped', 'unmapped', 'notInCorpus']);
    expect(hops.map(({ retrieved }) => retrieved.accumulated)).toEqual([true, null, null]);
    const open = question([gold('a')], { hops: [hop(1, ['a']), hop(2, [])] });
    expect(hopsOf([asked(1, ['a#0'])], 5, open)[1]).toMatchObject({
      gold: null,
      retrieved: { accumulated: null, matched: null },
    });
  });

  it('a gold passage that is listed twice serves the hops of both entries', () => {
    const twice = question([gold('a', { title: 'T', text: 'w' }), gold('b', { title: 'T', text: 'w' })], {
      hops: [hop(1, ['a']), hop(2, ['b'])],
    });
    const mappings = [mapping('a'), mapping('b', { chunks: ['a#0'] })];
    const hops = hopsOf([search(['a#0'])], 5, twice, mappings);
    expect(hops.map(({ retrieved }) => retrieved.accumulated)).toEqual([true, true]);
    expect(hops.map(({ goldIds }) => goldIds)).toEqual([['a'], ['a']]);
  });

  it('leaves cells empty without fact presence', () => {
    for (const one of hopsOf([search(['a#0'])]))
      expect(one).toMatchObject({ judgement: null, cell: { accumulated: null, matched: null } });
  });

  it.each([
    [true, true, 'fact-present'],
    [true, false, 'extraction-failure'],
    [false, true, 'alternate-evidence'],
    [false, false, 'retrieval-failure'],
    [null, true, null],
    [true, null, null],
  ] as const)('gold retrieved %s, fact present %s: %s', (retrieved, present, cell) => {
    expect(cellOf(retrieved, present)).toBe(cell);
  });

  it('matched never holds where accumulated does not', () => {
    const list = fc.array(fc.constantFrom('a#0', 'b#0', 'c#0', 'x#0'), { maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 2, 3), list), { maxLength: 5 }),
        fc.integer({ min: 1, max: 6 }),
        (made, k) => {
          for (const { retrieved } of hopsOf(
            made.map(([of, chunks]) => asked(of, chunks)),
            k,
          ))
            if (retrieved.matched === true) expect(retrieved.accumulated).toBe(true);
        },
      ),
    );
  });
});
