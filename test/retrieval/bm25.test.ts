import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HopscopeError } from '../../src/domain/outcome';
import { packPostings, unpackPostings } from '../../src/retrieval/index-files';
import { Bm25Index } from '../../src/retrieval/lexical/bm25';
import { decodePostings, encodePostings } from '../../src/retrieval/lexical/codec';
import { type Postings, PostingsBuilder } from '../../src/retrieval/lexical/postings';

const SETTINGS = { k1: 1.2, b: 0.75 };

const postingsOf = (rows: readonly (readonly string[])[]): Postings => {
  const builder = new PostingsBuilder();
  for (const row of rows) builder.add(row);
  return builder.build();
};
const indexOf = (rows: readonly (readonly string[])[], settings = SETTINGS): Bm25Index =>
  new Bm25Index(postingsOf(rows), settings);

const scoresOf = (index: Bm25Index, query: readonly string[]): Map<number, number> => {
  const { rows, scores } = index.search(query, 1000);
  return new Map(Array.from(rows, (row, i) => [row, scores[i] as number]));
};

/** The formula as it stands in the definition, a document and a term at a time. */
const byDefinition = (
  rows: readonly (readonly string[])[],
  query: readonly string[],
  row: number,
  { k1, b } = SETTINGS,
): number => {
  const average = rows.reduce((sum, tokens) => sum + tokens.length, 0) / rows.length;
  const tokens = rows[row] ?? [];
  return query.reduce((score, term) => {
    const tf = tokens.filter((token) => token === term).length;
    if (tf === 0) return score;
    const df = rows.filter((other) => other.includes(term)).length;
    const idf = Math.log(1 + (rows.length - df + 0.5) / (df + 0.5));
    return score + (idf * tf) / (tf + k1 * (1 - b + (b * tokens.length) / average));
  }, 0);
};

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const corpus = fc.array(fc.array(word, { maxLength: 12 }), { minLength: 1, maxLength: 8 });
const query = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'unknown'), { maxLength: 6 });

describe('BM25', () => {
  it('gives the value that a calculator gives', () => {
    // N = 2, avg = 3; "fox": df 1, idf ln(1 + 1.5/1.5) = ln 2; row 0: tf 2 of 4 tokens, k1·(¼ + ¾·4/3) = 1.5.
    const index = indexOf([
      ['fox', 'fox', 'runs', 'far'],
      ['dog', 'sleeps'],
    ]);
    expect([...scoresOf(index, ['fox'])]).toEqual([[0, expect.closeTo((Math.log(2) * 2) / 3.5, 6)]]);
  });

  it('follows the definition, for any settings', () => {
    fc.assert(
      fc.property(
        corpus,
        query,
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rows, terms, k1, b) => {
          const found = scoresOf(indexOf(rows, { k1, b }), terms);
          rows.forEach((_, row) => {
            expect(found.get(row) ?? 0).toBeCloseTo(byDefinition(rows, terms, row, { k1, b }), 5);
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('counts a term of the query as often as it is asked', () => {
    const index = indexOf([['a', 'b'], ['c']]);
    expect(scoresOf(index, ['a', 'a']).get(0)).toBe(2 * (scoresOf(index, ['a']).get(0) as number));
  });

  it('grows with term frequency at equal length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 19 }),
        fc.array(fc.array(word, { maxLength: 9 }), { maxLength: 6 }),
        (tf, others) => {
          const row = (n: number) => [...new Array(n).fill('x'), ...new Array(20 - n).fill('y')] as string[];
          const found = scoresOf(indexOf([row(tf), row(tf + 1), ...others]), ['x']);
          expect(found.get(1)).toBeGreaterThan(found.get(0) ?? 0);
        },
      ),
    );
  });

  it('does not depend on the order of the words of a question: equal to the last bit', () => {
    fc.assert(
      fc.property(corpus, query, fc.infiniteStream(fc.nat()), (rows, terms, stream) => {
        const shuffled = terms
          .map((term) => ({ term, key: stream.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ term }) => term);
        const index = indexOf(rows);
        expect(index.search(shuffled, 100)).toEqual(index.search(terms, 100));
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order in which passages are indexed: equal to the last bit', () => {
    fc.assert(
      fc.property(corpus, query, (rows, terms) => {
        const found = scoresOf(indexOf(rows), terms);
        const reversed = scoresOf(indexOf([...rows].reverse()), terms);
        expect(reversed).toEqual(new Map([...found].map(([row, score]) => [rows.length - 1 - row, score])));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the beginning of the same ranking for a smaller k', () => {
    // As in real text, some words are in most passages and some in few.
    const skewed = fc.constantFrom('the', 'the', 'the', 'of', 'of', 'in', 'fox', 'dog', 'owl', 'elk');
    const passages = fc.array(fc.array(skewed, { maxLength: 14 }), { minLength: 1, maxLength: 60 });
    const question = fc.array(skewed, { maxLength: 9 });
    fc.assert(
      fc.property(passages, question, fc.nat(12), (rows, terms, k) => {
        const index = indexOf(rows);
        const all = index.search(terms, rows.length + 1);
        const best = index.search(terms, k);
        expect([...best.rows]).toEqual([...all.rows].slice(0, k));
        expect([...best.scores]).toEqual([...all.scores].slice(0, k));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds nothing for unknown words, no words, and in an empty corpus', () => {
    expect(scoresOf(indexOf([['a']]), ['z']).size).toBe(0);
    expect(scoresOf(indexOf([['a']]), []).size).toBe(0);
    expect(scoresOf(indexOf([]), ['a']).size).toBe(0);
    expect(scoresOf(indexOf([[], []]), ['a']).size).toBe(0);
  });

  it('leaves nothing behind between searches', () => {
    const index = indexOf([['a', 'b'], ['b']]);
    const first = index.search(['b'], 5);
    index.search(['a', 'a', 'b'], 5);
    expect(index.search(['b'], 5)).toEqual(first);
  });
});

describe('stored postings', () => {
  const large = fc.array(
    fc.array(fc.string({ unit: fc.constantFrom('ä', 'b', '京', '1'), minLength: 1, maxLength: 3 }), {
      maxLength: 300,
    }),
    {
      maxLength: 12,
    },
  );

  it('come back as they were', async () => {
    await fc.assert(
      fc.asyncProperty(large, async (rows) => {
        const postings = postingsOf(rows);
        expect(decodePostings(encodePostings(postings))).toEqual(postings);
        expect(await unpackPostings(await packPostings(postings))).toEqual(postings);
      }),
      { numRuns: 100 },
    );
  });

  it('keep gaps and frequencies of any size', () => {
    const postings: Postings = {
      lengths: new Uint32Array(3_000_000).fill(1),
      vocabulary: new Map([['x', 0]]),
      offsets: Uint32Array.of(0, 2),
      rows: Uint32Array.of(0, 2_999_999),
      tf: Uint32Array.of(4_000_000_000, 1),
    };
    const { lengths, ...rest } = decodePostings(encodePostings(postings));
    const { lengths: expected, ...others } = postings;
    expect(rest).toEqual(others);
    expect(Buffer.compare(Buffer.from(lengths.buffer), Buffer.from(expected.buffer))).toBe(0);
  });

  it('are refused when damaged, never misread without notice', async () => {
    const bytes = encodePostings(
      postingsOf([
        ['a', 'b', 'a'],
        ['b', 'c'],
      ]),
    );
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodePostings(bytes.subarray(0, length)), `cut at ${length}`).toThrow(HopscopeError);
    }
    expect(() => decodePostings(Uint8Array.of(...bytes, 0))).toThrow(HopscopeError);
    // One row and one term "a" in one row; then the same with a gap of 0, which would be row −1.
    const header = [...encodePostings(postingsOf([['a']]))].slice(0, -1);
    expect([...decodePostings(Uint8Array.of(...header, 2)).rows]).toEqual([0]);
    for (const code of [0, 1, 4]) {
      expect(() => decodePostings(Uint8Array.of(...header, code, 1)), `code ${code}`).toThrow(HopscopeError);
      expect(() => decodePostings(Uint8Array.of(...header, code)), `code ${code}`).toThrow(HopscopeError);
    }
    const packed = await packPostings(
      postingsOf([
        ['a', 'b', 'a'],
        ['b', 'c'],
      ]),
    );
    await expect(unpackPostings(packed.subarray(0, packed.length - 3))).rejects.toThrow(HopscopeError);
    await expect(unpackPostings(new Uint8Array(0))).rejects.toThrow(HopscopeError);
  });
});
