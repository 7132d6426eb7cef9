import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createTokenCounter, createTokenizer, wellFormed } from '../../src/models/tokenizer';
import { hasShared, sharedFile } from '../support/shared';

const root = resolve(import.meta.dirname, '../..');
const json = (path: string): unknown => JSON.parse(readFileSync(resolve(root, path), 'utf8'));
const MODEL = 'public/models/all-MiniLM-L6-v2';
const minilm = createTokenizer(json(`${MODEL}/tokenizer.json`), json(`${MODEL}/tokenizer_config.json`));
const [CLS, SEP, PAD] = [101, 102, 0];

describe('special tokens and budget', () => {
  it('frames a text and knows its padding id', () => {
    expect(minilm.encode('hello world', 256)).toEqual([CLS, 7592, 2088, SEP]);
    expect(minilm.specials).toBe(2);
    expect(minilm.padId).toBe(PAD);
  });

  it('an empty or blank text is the special tokens alone', () => {
    for (const text of ['', ' ', '\n\t', '\0', '\uD800'])
      expect(minilm.encode(text, 256)).toEqual([CLS, SEP]);
  });

  it('keeps the closing special token when the text is too long', () => {
    const long = minilm.encode('river '.repeat(5000), 256);
    expect(long).toHaveLength(256);
    expect(long[0]).toBe(CLS);
    expect(long.at(-1)).toBe(SEP);
    expect(new Set(long.slice(1, -1))).toEqual(new Set([2314]));
  });

  it('a cut text has the ids of the whole text, whatever the white space', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(' ', '\n\n', '\u00a0'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 400 }), fc.integer({ min: 2, max: 40 }), (words, limit) => {
        const text = words.join(' ');
        const whole = minilm.encode(text, 1_000_000);
        const cut = minilm.encode(text, limit);
        expect(cut).toEqual([...whole.slice(0, -1).slice(0, limit - 1), SEP]);
        expect(cut.length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 200 },
    );
  });

  it('never throws and counts what it encodes, on any code units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(minilm.encode(text, 1_000_000)).toHaveLength(minilm.count(text) + 2);
      }),
    );
  });

  it('a megabyte without a space is one unknown word', () => {
    expect(minilm.encode('x'.repeat(1 << 20), 256)).toEqual([CLS, 100, SEP]);
    expect(minilm.count('x'.repeat(1 << 20))).toBe(1);
  });

  it('reads only as much of a long text as its budget needs', () => {
    const text = 'the old bridge '.repeat(70_000);
    const read = vi.spyOn(Tokenizer.prototype, 'encode');
    const characters = (): number => read.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
    expect(minilm.encode(text, 256)).toHaveLength(256);
    expect(read).toHaveBeenCalled();
    expect(characters()).toBeLessThan(256 * 20);
    read.mockClear();
    expect(minilm.count(text)).toBe(210_000);
    expect(characters()).toBe(text.length);
    read.mockRestore();
  });
});

it('lone surrogates and NUL become replacement characters, pairs stay', () => {
  expect(wellFormed('a\uD800b\0\uDC00c\u{1F600}')).toBe('a\uFFFDb\uFFFD\uFFFDc\u{1F600}');
});

it('says what is wrong with a file that is no tokenizer', () => {
  for (const wrong of [null, [], {}, { model: 3 }]) {
    expect(() => createTokenizer(wrong)).toThrow(/tokenizer\.json/);
  }
});

describe.runIf(hasShared)('against the Python tokenizers library', () => {
  const reference = json('test/fixtures/encoder-reference.json') as { tokens: number; tokenCounts: string };

  it('counts the same on all 6,119 passages', () => {
    const corpus = JSON.parse(readFileSync(sharedFile('corpora/2wikimultihopqa_corpus.json'), 'utf8')) as {
      title: string;
      text: string;
    }[];
    const count = createTokenCounter(json(`${MODEL}/tokenizer.json`));
    const counts = Uint16Array.from(corpus, ({ title, text }) => count(`${title}\n${text}`));
    const expected = Buffer.from(reference.tokenCounts, 'base64');
    const different = [...counts].filter((value, i) => value !== expected.readUInt16LE(2 * i)).length;
    expect(counts).toHaveLength(6119);
    expect(different).toBe(0);
    expect(counts.reduce((sum, value) => sum + value, 0)).toBe(reference.tokens);
  }, 120_000);
});

it('the vendored files are the ones the catalogue names', async () => {
  const { CATALOGUE } = await import('../../src/models/catalogue');
  for (const entry of CATALOGUE.filter(({ source }) => source === 'bundled')) {
    expect(entry.files.length).toBeGreaterThan(0);
    for (const file of entry.files) {
      const bytes = readFileSync(resolve(root, 'public/models', entry.id, file.path));
      expect(bytes.length, file.path).toBe(file.bytes);
      expect(createHash('sha256').update(bytes).digest('hex'), file.path).toBe(file.sha256);
    }
    for (const { file } of Object.values(entry.weights)) {
      expect(entry.files.map(({ path }) => path)).toContain(file);
    }
  }
});
