import { describe, expect, it } from 'vitest';
import { diagnoseQuestion } from '../../src/diagnosis';
import { multiHopTest } from '../../src/diagnosis/multi-hop-test';
import { properNames, subjectNames } from '../../src/diagnosis/names';
import type { Question } from '../../src/domain/question';
import type { QuestionEvent } from '../../src/domain/trace';
import { gold, header, hop, mapping, prepare, question, run, search, unmapped } from './build';

type Texts = Record<string, { title: string; text: string }>;

const bridge = (texts: Texts, more: Partial<Question> = {}) => {
  const ids = Object.keys(texts);
  const asked = question(
    ids.map((id) => ({ id })),
    more,
  );
  const prepared = prepare({
    questions: [asked],
    mappings: ids.map((id) => mapping(id)),
    run: run(header('r'), { q: [search([])] }),
    texts,
  });
  return diagnoseQuestion(prepared, 'q', 5)?.test;
};

const tower = {
  title: 'Ormond Tower',
  text: 'A tower of grey stone on the river Sill. Its architect was Tessa Vaun.',
};
const vaun = { title: 'Tessa Vaun', text: 'She was born in Kell and joined the guild of glaziers.' };

describe('bridge test (05.2 a)', () => {
  it.each<[string, Texts, Partial<Question>, boolean | null, string | null]>([
    ['the title of one stands in the text of the other', { a: tower, b: vaun }, {}, true, 'Tessa Vaun'],
    ['whatever the order', { a: vaun, b: tower }, {}, true, 'Tessa Vaun'],
    [
      'without its qualifier',
      { a: tower, b: { ...vaun, title: 'Tessa Vaun (architect)' } },
      {},
      true,
      'Tessa Vaun',
    ],
    [
      'a proper name that opens the text',
      { a: tower, b: { title: 'T.V.', text: 'Tessa Vaun was born in Kell.' } },
      {},
      true,
      'Tessa Vaun',
    ],
    ['only whole words', { a: tower, b: { title: 'Sil', text: 'a small place' } }, {}, false, null],
    [
      'case and punctuation do not matter',
      { a: { title: 'x1', text: 'by TESSA  VAUN.' }, b: vaun },
      {},
      true,
      'Tessa Vaun',
    ],
    [
      'nothing is shared',
      { a: tower, b: { title: 'Kell Fair', text: 'A market of the north.' } },
      {},
      false,
      null,
    ],
    [
      'the answer of a hop stands in both',
      {
        a: { title: 'One', text: 'it stands in kell, in the north' },
        b: { title: 'Two', text: 'the mayor of kell resigned' },
      },
      { hops: [hop(1, ['a'], { answers: ['Kell'] }), hop(2, ['b'], { answers: ['the mayor'] })] },
      true,
      'Kell',
    ],
    [
      'yes and no join nothing',
      { a: { title: 'One', text: 'no bridge here' }, b: { title: 'Two', text: 'no boat there' } },
      { hops: [hop(1, ['a'], { answers: ['no'] })] },
      false,
      null,
    ],
    ['one gold passage cannot be joined', { a: tower }, {}, null, null],
    [
      'names in a script without spaces',
      { a: { title: '灯桥', text: '灯桥由马伦设计。' }, b: { title: '马伦设计', text: '生于北方。' } },
      {},
      true,
      '马伦设计',
    ],
  ])('%s', (_, texts, more, expected, entity) => {
    expect(bridge(texts, more)).toMatchObject({ bridge: expected, bridgeEntity: entity });
  });

  it('needs two passages that are in the corpus', () => {
    const prepared = prepare({
      questions: [question([gold('a'), gold('b')])],
      mappings: [mapping('a'), unmapped('b')],
      run: run(header('r'), { q: [search([])] }),
      texts: { a: tower },
    });
    expect(diagnoseQuestion(prepared, 'q', 5)?.test).toMatchObject({ bridge: null, verdict: 'unknown' });
  });
});

describe('rewrite test (05.2 b)', () => {
  const chain = question([gold('a'), gold('b')], { hops: [hop(1, ['a']), hop(2, ['b'])] });
  const oracle = (of: number, chunks: string[], unresolved: number[] = []): QuestionEvent =>
    search(chunks, { hop: of, purpose: 'oracle', unresolved });
  const rewrite = (
    events: QuestionEvent[] | null,
    k = 5,
    retriever = 'same',
    mappings = [mapping('a'), mapping('b')],
  ) =>
    diagnoseQuestion(
      prepare({
        questions: [chain],
        mappings,
        run: run(header('r'), { q: [search(['x#0'])] }),
        others:
          events === null
            ? []
            : [run(header('oracle', { system: 'probe-oracle' }, retriever), { q: events })],
      }),
      'q',
      k,
    )?.test.rewrite;

  it.each<[string, QuestionEvent[] | null, number, string, boolean | null]>([
    [
      'every sub-question finds its own gold',
      [oracle(1, ['a#0']), oracle(2, ['x#0', 'b#0'])],
      5,
      'same',
      true,
    ],
    ['at a smaller k one does not', [oracle(1, ['a#0']), oracle(2, ['x#0', 'b#0'])], 1, 'same', false],
    [
      'the gold of another hop does not count',
      [oracle(1, ['a#0', 'b#0']), oracle(2, ['a#0'])],
      5,
      'same',
      false,
    ],
    ['one failure decides though another was not asked', [oracle(2, ['x#0'])], 5, 'same', false],
    ['one not asked, none failed', [oracle(1, ['a#0'])], 5, 'same', null],
    ['no probe has asked', null, 5, 'same', null],
    [
      'a probe on another retriever does not tell',
      [oracle(1, ['a#0']), oracle(2, ['b#0'])],
      5,
      'other',
      null,
    ],
    [
      'a bridge answer left open is not the test',
      [oracle(1, ['a#0']), oracle(2, ['b#0'], [1])],
      5,
      'same',
      null,
    ],
    [
      'a sub-question without gold bridge answers is not the test',
      [oracle(1, ['a#0']), { ...oracle(2, ['b#0']), purpose: 'sub-question' } as QuestionEvent],
      5,
      'same',
      null,
    ],
  ])('%s', (_, events, k, retriever, expected) => {
    expect(rewrite(events, k, retriever)).toBe(expected);
  });

  it('is not known when a gold passage is not in the corpus', () => {
    expect(
      rewrite([oracle(1, ['a#0']), oracle(2, ['x#0'])], 5, 'same', [mapping('a'), unmapped('b')]),
    ).toBeNull();
  });
});

describe('verdict of the multi-hop test', () => {
  it.each([
    [true, true, 'confirmed'],
    [true, false, 'partial'],
    [false, true, 'partial'],
    [false, false, 'suspect'],
    [null, true, 'unknown'],
    [true, null, 'unknown'],
  ] as const)('bridge %s, rewrite %s: %s', (bridged, rewrite, verdict) => {
    expect(multiHopTest(bridged, null, rewrite, null).verdict).toBe(verdict);
  });

  it('one passage that answers everything is suspect', () => {
    const both = {
      a: { title: 'Ormond Tower', text: 'Tessa Vaun, born in Kell, built the Ormond Tower.' },
      b: { title: 'Tessa Vaun', text: 'She was born in Kell.' },
    };
    const asked = {
      text: 'Where was the architect of the Ormond Tower born?',
      hops: [hop(1, ['a'], { answers: ['Tessa Vaun'] }), hop(2, ['b'], { answers: ['Kell'] })],
    };
    expect(bridge(both, asked)).toMatchObject({ singlePassage: 'a', verdict: 'suspect' });
    // The last passage states the last answer, but not what the question starts from.
    expect(bridge({ a: tower, b: vaun }, asked)).toMatchObject({ singlePassage: null });
  });
});

describe('names', () => {
  it('finds runs of capitals, not the word that opens a sentence', () => {
    expect(properNames('Who built the Bank of Senn? Nobody but Ilse Maren. It stood in Orrin.')).toEqual([
      'Bank of Senn',
      'Ilse Maren',
      'Orrin',
    ]);
  });
  it('calls a passage by its title without qualifier, and by the name that opens it', () => {
    expect(subjectNames('Rosa (ship)', 'Rosa Alba Marina was a ship of the north.')).toEqual([
      'Rosa',
      'Rosa Alba Marina',
    ]);
    expect(subjectNames('19', 'a number')).toEqual([]);
  });
});
