import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswer, readConclusion, readList, readStep, readThought } from '../../src/systems/replies';

const whole = (text: string) => ({ text, truncated: false });
const cut = (text: string) => ({ text, truncated: true });

describe('a step is a sub-question or an answer', () => {
  test.each<[string, string, string | null]>([
    ['SUB-QUESTION: Who built it?', 'ask', 'Who built it?'],
    ['sub-question: Who built it?', 'ask', 'Who built it?'],
    ['**Sub-question:** Who built it?', 'ask', 'Who built it?'],
    ['**Sub-question**: "Who built it?"', 'ask', 'Who built it?'],
    ['Sub-question 2: Who built it?', 'ask', 'Who built it?'],
    ['Follow up: Who built it?', 'ask', 'Who built it?'],
    ['- SUB_QUESTION：谁建造了它？', 'ask', '谁建造了它？'],
    ['Sub-question: « Qui l’a construit ? »', 'ask', 'Qui l’a construit ?'],
    ['<think>ANSWER: no</think>SUB-QUESTION: Who built it?', 'ask', 'Who built it?'],
    ['ANSWER: maybe, but let me ask.</think>\nSUB-QUESTION: Who built it?', 'ask', 'Who built it?'],
    // What stands behind a sub-question was made up.
    ['SUB-QUESTION: Who built it?\nPassages: Ann did.\nANSWER: Ann', 'ask', 'Who built it?'],
    ['I know enough now.\n\nANSWER: Ann', 'answer', 'Ann'],
    ['Intermediate answer: Bob\nANSWER: Ann', 'answer', 'Ann'],
    ['SUB-QUESTION: none\nANSWER: Ann', 'answer', 'Ann'],
    ['SUB-QUESTION:\nANSWER: Ann', 'answer', 'Ann'],
    ['Final answer: **Ann**', 'answer', 'Ann'],
    ['So the final answer is: Ann', 'answer', 'Ann'],
    ['**ANSWER:**\nAnn', 'answer', 'Ann'],
    ['```\nANSWER: Ann\n```\nI hope this helps.', 'answer', 'Ann'],
    ['```json\n{"answer": "Ann"}\n```', 'answer', 'Ann'],
    ['{"answer": 1947}', 'answer', '1947'],
    ['SUB-QUESTION: Who built it?\n{"answer": "Ann"}', 'ask', 'Who built it?'],
    ['{\n  "thought": "x",\n  "answer": "Ann"\n}', 'answer', 'Ann'],
    ['Sure! {"sub_question": "Who built it?"}', 'ask', 'Who built it?'],
    ['ANSWER：安', 'answer', '安'],
    ['ANSWER: NO ANSWER', 'answer', null],
    ['Answer: **No answer.**', 'answer', null],
    ['ANSWER: No answer is perfect (a film)', 'answer', 'No answer is perfect (a film)'],
    ['ANSWER: "The Gate" and "The Wall"', 'answer', '"The Gate" and "The Wall"'],
  ])('%j', (text, kind, said) => {
    expect(readStep(whole(text))).toEqual({ kind, text: said });
  });

  test.each([
    '',
    '   ',
    'Ann built it.',
    'Who built it?',
    'SUB-QUESTION:',
    'ANSWER: ...',
    'Intermediate answer: Ann',
    'My answer to that would be long',
    '<think>ANSWER: Ann',
    '{"thought": "ANSWER"}',
    '{"answer": "Ann of',
    '{\n  "answer": "Ann of the',
  ])('%j is neither', (text) => {
    expect(readStep(whole(text))).toBeNull();
  });

  test('what the limit may have cut does not count; what stood before it does', () => {
    expect(readStep(cut('ANSWER: Ann of the'))).toBeNull();
    expect(readStep(cut('{"answer": "Ann of'))).toBeNull();
    expect(readStep(cut('ANSWER: Ann\nBecause the passages'))).toEqual({ kind: 'answer', text: 'Ann' });
  });
});

describe('where only an answer can follow', () => {
  test('one short line is one, more is not, and a sub-question never is', () => {
    expect(readAnswer(whole('the Ulmen valley'))).toEqual({ kind: 'answer', text: 'the Ulmen valley' });
    expect(readAnswer(whole('"NO ANSWER"'))).toEqual({ kind: 'answer', text: null });
    expect(readAnswer(whole('It is long.\nVery long.'))).toBeNull();
    expect(readAnswer(whole('x'.repeat(301)))).toBeNull();
    expect(readAnswer(whole('SUB-QUESTION: Who?'))).toBeNull();
    expect(readAnswer(whole('{"thoughts": "none"}'))).toBeNull();
    expect(readAnswer(cut('the Ulmen val'))).toBeNull();
    expect(readAnswer(whole('ANSWER:'))).toBeNull();
  });
});

describe('a thought', () => {
  test('is the first line; it concludes when it says so', () => {
    expect(readThought(whole('Ann built it, so her town is to be found.\nSo the answer is: X'))).toEqual({
      kind: 'thought',
      text: 'Ann built it, so her town is to be found.',
    });
    expect(readThought(whole('**Thought 2:** Ann built it.'))).toEqual({
      kind: 'thought',
      text: 'Ann built it.',
    });
    for (const text of [
      'So the answer is: Kelm.',
      'So the answer is Kelm.',
      'She was born in Kelm, so the final answer is: **Kelm**',
      'ANSWER: Kelm',
    ])
      expect(readThought(whole(text))).toEqual({ kind: 'answer', text: 'Kelm' });
    expect(readThought(whole('So the answer is: U.S.A.'))).toEqual({ kind: 'answer', text: 'U.S.A.' });
    expect(readThought(whole('So the answer is: no answer.'))).toEqual({ kind: 'answer', text: null });
  });
  test('nothing is none, nor is one that was cut', () => {
    for (const reply of [whole(''), whole('…'), whole('<think>hm'), cut('Ann built')])
      expect(readThought(reply)).toBeNull();
    expect(readConclusion(whole('Kelm'))).toBeNull();
    expect(readConclusion(whole('So the answer is: Kelm'))).toEqual({ kind: 'answer', text: 'Kelm' });
  });
});

describe('a list', () => {
  test.each<[string, [number, string][]]>([
    [
      '1. Who?\n2. Where was #1 born?',
      [
        [1, 'Who?'],
        [2, 'Where was #1 born?'],
      ],
    ],
    [
      'Here it is:\n\n1) Who?\n2) Where?\n\nGood luck!',
      [
        [1, 'Who?'],
        [2, 'Where?'],
      ],
    ],
    [
      '**1.** Who?\n**2.** Where?',
      [
        [1, 'Who?'],
        [2, 'Where?'],
      ],
    ],
    [
      'Sub-question 1: Who?\nSub-question 2: Where?',
      [
        [1, 'Who?'],
        [2, 'Where?'],
      ],
    ],
    [
      '#1: Who?\n#2: Where?',
      [
        [1, 'Who?'],
        [2, 'Where?'],
      ],
    ],
    [
      '１．誰？\n２、どこ？',
      [
        [1, '誰？'],
        [2, 'どこ？'],
      ],
    ],
    [
      '- Who?\n- Where?',
      [
        [1, 'Who?'],
        [2, 'Where?'],
      ],
    ],
    [
      '["Who?", "Where?"]',
      [
        [1, 'Who?'],
        [2, 'Where?'],
      ],
    ],
    [
      '```json\n{"sub_questions": [{"id": 1, "question": "Who?"}, {"question": "Where?"}]}\n```',
      [
        [1, 'Who?'],
        [2, 'Where?'],
      ],
    ],
    [
      '1. Who?\n1. Where?',
      [
        [1, 'Who?'],
        [2, 'Where?'],
      ],
    ],
    [
      '1. Who?\n2. who\n3. Where?',
      [
        [1, 'Who?'],
        [3, 'Where?'],
      ],
    ],
  ])('%j', (text, items) => {
    expect(readList(whole(text))).toEqual(items.map(([n, said]) => ({ n, text: said })));
  });
  test('none, and what was cut', () => {
    for (const text of ['', 'Who? Where?', '1.', '<think>1. Who?', '[]'])
      expect(readList(whole(text))).toBeNull();
    expect(readList(cut('1. Who?\n2. Whe'))).toEqual([{ n: 1, text: 'Who?' }]);
    expect(readList(cut('1. Wh'))).toBeNull();
  });
});

test('any text is read without throwing, and what is read has words', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'ANSWER:',
      'SUB-QUESTION:',
      '<think>',
      '</think>',
      '```',
      '{"answer":',
      '1.',
      '\n',
      '**',
      'NO ANSWER',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (parts, truncated) => {
      const reply = { text: parts.join(' '), truncated };
      for (const read of [readStep, readAnswer, readThought, readConclusion]) {
        const said = read(reply);
        if (said !== null && said.text !== null) expect(said.text).toMatch(/[\p{L}\p{N}\p{S}]/u);
      }
      for (const { text } of readList(reply) ?? []) expect(text).toMatch(/[\p{L}\p{N}\p{S}]/u);
    }),
  );
});
