import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkHash, contentHash, documentHash, incrementalHash } from '../../src/domain/hash';
import {
  containsAnswer,
  normalise,
  normaliseMapped,
  originalRange,
  squadNormalise,
  words,
} from '../../src/domain/text';

describe('normalise', () => {
  it.each([
    ['  The\tQuick\r\nFox ', 'the quick fox'],
    ['“Don’t” – he said—twice', '"don\'t" - he said-twice'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ ﬁt', 'full width fit'],
    ['Cafe\u0301', 'café'],
    ['zero\u200bwidth', 'zerowidth'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['', ''],
  ])('%j → %j', (text, expected) => {
    expect(normalise(text)).toBe(expected);
  });

  const any = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('e\u0301 x', 'A\u030a', '  ', '“ﬁ”—', '\ud800', '각'),
  );
  const text = fc.array(any, { maxLength: 8 }).map((parts) => parts.join(''));

  it('is idempotent', () => {
    fc.assert(
      fc.property(text, (t) => {
        expect(normalise(normalise(t))).toBe(normalise(t));
      }),
    );
  });

  it('leads back: each unit’s range normalises to what holds it, ranges ascend', () => {
    fc.assert(
      fc.property(text, (t) => {
        const mapped = normaliseMapped(t);
        expect(mapped.starts).toHaveLength(mapped.text.length);
        for (let i = 0; i < mapped.text.length; i++) {
          const { start, end } = originalRange(mapped, i, i + 1);
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(t.length);
          if (i > 0) expect(start).toBeGreaterThanOrEqual(mapped.starts[i - 1] ?? 0);
        }
      }),
    );
  });

  it('gives the same text with and without the way back, for text as people write it', () => {
    const word = fc.constantFrom(
      'Mühle',
      'e\u0301t\u00e9',
      '“Zitat”',
      'ﬁsh',
      '漢字',
      'ｆｕｌｌ',
      '№ 5',
      'it’s',
      'x²',
      '각',
      '😀',
      '…',
    );
    fc.assert(
      fc.property(
        fc.array(word).map((w) => w.join(' ')),
        (t) => {
          expect(normaliseMapped(t).text).toBe(normalise(t));
        },
      ),
    );
  });

  it('finds a quote’s place in the original', () => {
    const original = 'Er sagte:  “Die\n Mühle   brennt” – und ging.';
    const mapped = normaliseMapped(original);
    const quote = normalise('"die mühle brennt"');
    const at = mapped.text.indexOf(quote);
    const { start, end } = originalRange(mapped, at, at + quote.length);
    expect(original.slice(start, end)).toBe('“Die\n Mühle   brennt”');
  });
});

describe('answers in text', () => {
  it.each([
    ['It was built in 1947.', ['4'], false],
    ['It has 4 wheels.', ['4'], true],
    ['the Moot Hall stands', ['Moot hall'], true],
    ['a mooting', ['moot'], false],
    ['東京は首都です', ['首都'], true],
    ['costs $5 today', ['$5'], true],
    ['nothing', ['', ' '], false],
    ['José said “no”', ['jose\u0301'], true],
  ])('%j holds one of %j: %s', (text, answers, expected) => {
    expect(containsAnswer(text, answers)).toBe(expected);
  });

  it('SQuAD normalisation', () => {
    expect(squadNormalise('The  Finnish "markka", a currency!')).toBe('finnish markka currency');
    expect(words('Don’t stop 漢字 now')).toEqual(['Don', 't', 'stop', '漢', '字', 'now']);
  });
});

describe('hashes', () => {
  it('are SHA-256 (FIPS 180-2 examples), cut where ids are made of them', () => {
    expect(contentHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(contentHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(chunkHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223');
    expect(documentHash(' a  b', 'c\nd ')).toBe(contentHash('a b\nc d').slice(0, 16));
  });

  it('an incremental hash keeps its parts apart', () => {
    const of = (...parts: string[]): string => {
      const hash = incrementalHash();
      for (const part of parts) hash.add(part);
      return hash.hex();
    };
    expect(of('ab', 'c')).not.toBe(of('a', 'bc'));
    expect(of('ab', 'c')).toBe(of('ab', 'c'));
  });
});
