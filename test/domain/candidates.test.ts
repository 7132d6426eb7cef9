import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerCandidates } from '../../src/domain/candidates';
import { indexText } from '../../src/domain/corpus';
import { containsAnswer } from '../../src/domain/text';
import { hasShared, sharedFile } from '../support/shared';

const chunk = (id: string, text: string, heading = '') => ({ id, heading, text });

describe('candidates of the corpus gap', () => {
  it('finds an answer or alias as whole words in text or heading, in corpus order', () => {
    const chunks = [
      chunk('a', 'Founded in 1947.'),
      chunk('b', 'It opened on the 4th; “El Niño” came later.'),
      chunk('c', 'A year later.', 'El Nin\u0303o'),
      chunk('d', '東京で生まれた。'),
      chunk('e', 'C++ and the 𝔸lphabet'),
    ];
    const wanted = new Map([
      ['four', ['4']],
      ['four or so', ['4', '4th']],
      ['nino', ['el  niño']],
      ['year', ['1947', 'year later']],
      ['tokyo', ['東京']],
      ['signs', ['++']],
      ['none', ['', ' ']],
      ['never', []],
    ]);
    expect(Object.fromEntries(answerCandidates(chunks, wanted))).toEqual({
      four: [],
      'four or so': ['b'],
      nino: ['b', 'c'],
      year: ['a', 'c'],
      tokyo: ['d'],
      signs: ['e'],
      none: [],
      never: [],
    });
  });

  it('equals asking every chunk about every answer', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'ab',
      '4',
      ' ',
      ' ',
      '-',
      '.',
      '東',
      '京',
      'か',
      'é',
      'e\u0301',
      '𝔸',
      '😀',
      'Σ',
      'ς',
      '\n',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text), { maxLength: 6 }),
        fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 5 }),
        (texts, answers) => {
          const chunks = texts.map(([heading, body], i) => chunk(`c${i}`, body, heading));
          const found = answerCandidates(chunks, new Map(answers.map((of, i) => [i, of])));
          answers.forEach((of, i) => {
            const slow = chunks.filter((one) => containsAnswer(indexText(one), of)).map(({ id }) => id);
            expect(found.get(i)).toEqual(slow);
          });
        },
      ),
    );
  });

  it.runIf(hasShared)(
    'does so on a real corpus, for all its answers at once',
    () => {
      const passages = JSON.parse(
        readFileSync(sharedFile('corpora/2wikimultihopqa_corpus.json'), 'utf8'),
      ) as {
        title: string;
        text: string;
      }[];
      const rows = readFileSync(sharedFile('questions/2wikimultihopqa_open.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as { answer: string });
      const chunks = passages.map(({ title, text }, i) => chunk(`p${i}`, text, title));
      const wanted = new Map(rows.map(({ answer }, i) => [i, [answer]]));
      const found = answerCandidates(chunks, wanted);
      for (const i of [0, 50, 100, 150, 200]) {
        const answers = wanted.get(i) ?? [];
        const slow = chunks.filter((one) => containsAnswer(indexText(one), answers)).map(({ id }) => id);
        expect(found.get(i)).toEqual(slow);
      }
      const sizes = [...found.values()].map(({ length }) => length);
      // "American" is an answer: no cap on the number of candidates.
      expect(Math.max(...sizes)).toBeGreaterThan(1000);
    },
    120_000,
  );
});
