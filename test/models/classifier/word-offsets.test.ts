import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPairTokenizer } from '../../../src/models/classifier/pair-tokenizer';
import { openTokenizer, wellFormed } from '../../../src/models/tokenizer';
import { tokenizerJson } from '../../support/classifier-lanes';
import { hasShared, sharedFile } from '../../support/shared';

const pairs = createPairTokenizer(tokenizerJson);
const library = openTokenizer(tokenizerJson, {});
const mapped = (text: string) => {
  if (pairs.mapped === null) throw new Error('a BERT tokenizer has offsets');
  return pairs.mapped(text);
};
/** Text of each token, as its offsets say. */
const pieces = (text: string): string[] => {
  const { starts, ends } = mapped(text);
  return starts.map((start, i) => text.slice(start, ends[i]));
};
const ofWhole = (text: string): number[] => library.content(wellFormed(text));

describe('offsets of tokens', () => {
  it.each<[string, string[]]>([
    ['The mill, by the river.', ['The', 'mill', ',', 'by', 'the', 'river', '.']],
    ['Großherzogin 1990s', ['Gr', 'oß', 'her', 'zog', 'in', '1990s']],
    ['tokenisation', ['token', 'isation']],
    ['caf\u00e9 cafe\u0301s', ['caf\u00e9', 'cafe\u0301s']],
    ['東京 tower', ['東', '京', 'tower']],
    ['a\u200bb  \n c', ['a\u200bb', 'c']],
    ['x ≠ y', ['x', '≠', 'y']],
    ['aΣ.a Σ', ['a', 'Σ', '.', 'a', 'Σ']],
    ['😀 smile', ['😀', 'smile']],
    ['', []],
    [' \t\n', []],
  ])('%j', (text, expected) => {
    const found = pieces(text);
    // How a word is split is the vocabulary's business; that the pieces lie side by side is ours.
    expect(found.join('|').replaceAll('|', '')).toBe(expected.join(''));
    expect(mapped(text).ids).toEqual(ofWhole(text));
    if (!text.startsWith('Groß') && !text.startsWith('token')) expect(found).toEqual(expected);
  });

  it('never runs backwards, never leaves the text, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.string({ unit: 'grapheme', maxLength: 60 }),
          fc.string({ maxLength: 60 }),
        ),
        (text) => {
          const { ids, starts, ends } = mapped(text);
          expect(starts).toHaveLength(ids.length);
          let before = 0;
          starts.forEach((start, i) => {
            expect(start).toBeGreaterThanOrEqual(before);
            expect(ends[i]).toBeGreaterThan(start);
            before = start;
          });
          expect(ends.every((end) => end <= text.length)).toBe(true);
        },
      ),
    );
  });

  it('gives the ids of the whole text, for letters of many scripts', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'a',
            'É',
            'ß',
            'İ',
            'Σ',
            'ς',
            ' ',
            '\n',
            '.',
            '-',
            '漢',
            'か',
            '가',
            '́',
            'ﬁ',
            '½',
            '≠',
            '\u200d',
            '\u00a0',
            'word',
            '12',
          ),
          { maxLength: 30 },
        ),
        (parts) => {
          const text = parts.join('');
          expect(mapped(text).ids).toEqual(ofWhole(text));
        },
      ),
    );
  });

  it('keeps the name of a special token as the letters it is', () => {
    expect(mapped('a [SEP] b').ids).not.toContain(102);
    expect(pieces('a [SEP] b').join('')).toBe('a[SEP]b');
  });

  it.runIf(hasShared)(
    'gives the ids of the whole text on real passages',
    () => {
      const corpus = JSON.parse(readFileSync(sharedFile('corpora/2wikimultihopqa_corpus.json'), 'utf8')) as {
        title: string;
        text: string;
      }[];
      const different = corpus.slice(0, 2000).filter(({ title, text }) => {
        const passage = `${title}\n${text}`;
        return JSON.stringify(mapped(passage).ids) !== JSON.stringify(ofWhole(passage));
      });
      expect(different.map(({ title }) => title.length)).toEqual([]);
    },
    120_000,
  );
});

describe('the frame of a pair', () => {
  it('is [CLS] question [SEP] passage [SEP] with segments', () => {
    expect(pairs.frames).toEqual([
      { ids: [101], types: [0] },
      { ids: [102], types: [0] },
      { ids: [102], types: [1] },
    ]);
    expect(pairs.types).toEqual([0, 1]);
    expect(pairs.padId).toBe(0);
  });
});
