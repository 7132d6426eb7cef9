import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Bm25Index } from '../../src/retrieval/lexical/bm25';
import { PostingsBuilder } from '../../src/retrieval/lexical/postings';
import { tokenise } from '../../src/retrieval/lexical/tokens';
import reference from '../fixtures/retrieval/bm25s-2wiki.json' with { type: 'json' };
import { hasShared, sharedFile } from '../support/shared';

/** One float32 rounding per query word, as bm25s adds up in float32. */
const FLOAT32_NOISE = 2e-5;

describe.skipIf(!hasShared)('BM25 against bm25s on the 2Wiki open corpus', () => {
  let corpus: string[][] = [];
  let queries: string[][] = [];
  let index: Bm25Index;

  beforeAll(() => {
    const passages = JSON.parse(readFileSync(sharedFile('corpora/2wikimultihopqa_corpus.json'), 'utf8')) as {
      title: string;
      text: string;
    }[];
    const questions = readFileSync(sharedFile('questions/2wikimultihopqa_open.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => (JSON.parse(line) as { question: string }).question);
    corpus = passages.map(({ title, text }) => tokenise(`${title}\n${text}`));
    queries = questions.map(tokenise);
    const builder = new PostingsBuilder();
    for (const tokens of corpus) builder.add(tokens);
    index = new Bm25Index(builder.build(), { k1: reference.k1, b: reference.b });
  });

  it('ranks the same tokens as the reference', () => {
    const digest = createHash('sha256');
    for (const tokens of [...corpus, ...queries]) digest.update(`${tokens.join(' ')}\n`);
    expect(corpus.length).toBe(reference.passages);
    expect(queries.length).toBe(254);
    expect(digest.digest('hex')).toBe(reference.tokens);
  });

  it('has the same top 20 for at least 99% of the questions, and differs by ties only', () => {
    let identical = 0;
    queries.forEach((terms, q) => {
      const [rows, scores] = reference.rankings[q] as [number[], number[]];
      const found = index.search(terms, reference.k);
      if (rows.every((row, i) => row === found.rows[i])) identical++;
      // Same score at every rank: whatever differs are chunks that tie.
      scores.forEach((score, i) => {
        expect(Math.abs((found.scores[i] as number) - score), `question ${q}, rank ${i + 1}`).toBeLessThan(
          FLOAT32_NOISE,
        );
      });
    });
    console.info(`identical top ${reference.k}: ${identical} of ${queries.length}`);
    expect(identical / queries.length).toBeGreaterThanOrEqual(0.99);
  });
});
