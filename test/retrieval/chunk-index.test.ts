import { create, insertMultiple, type Results, search } from '@orama/orama';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/domain/corpus';
import { DEFAULT_BM25 } from '../../src/domain/retriever';
import { byId, ChunkIndex } from '../../src/retrieval/chunk-index';
import { createAnalyser } from '../../src/retrieval/lexical/analyser';
import { tokenise } from '../../src/retrieval/lexical/tokens';
import { OramaRanking } from '../../src/retrieval/orama-ranking';
import { FlatVectors } from '../../src/retrieval/vector/flat-vectors';

const chunk = (document: string, text: string, heading = ''): Chunk => ({
  id: `${document}#0`,
  document,
  ordinal: 0,
  title: heading,
  start: 0,
  end: text.length,
  text,
  heading,
  hash: document,
});
const analyser = await createAnalyser(DEFAULT_BM25);

describe('chunks in Orama', () => {
  const chunks = [
    chunk('a', 'A city on the river Seine.', 'Paris'),
    chunk('b', 'The river runs through Paris and Rouen.', 'Seine'),
    chunk('c', 'Nothing of interest.', 'Other'),
  ];

  it('ranks heading and text, and leaves out what shares no word', async () => {
    const index = await ChunkIndex.create(chunks, analyser, DEFAULT_BM25);
    expect(index.searchText('Paris', 10).map((hit) => hit.chunk)).toEqual(['a#0', 'b#0']);
    expect(index.searchText('rouen', 10).map((hit) => hit.chunk)).toEqual(['b#0']);
  });

  it('matches whole words, not beginnings as Orama does', async () => {
    const index = await ChunkIndex.create(chunks, analyser, DEFAULT_BM25);
    expect(index.searchText('riv Par', 10)).toEqual([]);
  });

  it('answers a query without words with nothing, not with everything', async () => {
    const index = await ChunkIndex.create(chunks, analyser, DEFAULT_BM25);
    expect(index.searchText('', 10)).toEqual([]);
    expect(index.searchText('?! …', 10)).toEqual([]);
  });

  it('orders ties by chunk id, whatever order the chunks came in', async () => {
    const ids = ['d10', 'd2', 'B', 'a', 'ä', 'Z9'];
    const equal = ids.map((id) => chunk(id, 'same words')).sort(byId);
    const index = await ChunkIndex.create(equal, analyser, DEFAULT_BM25);
    const vectors = new FlatVectors(equal.length, 2);
    equal.forEach((_, row) => {
      vectors.set(row, Float32Array.of(1, 0));
    });
    const expected = ids.map((id) => `${id}#0`).sort();
    expect(index.searchText('words', 10).map((hit) => hit.chunk)).toEqual(expected);
    expect(index.searchVectors(vectors, Float32Array.of(1, 0), 10).map((hit) => hit.chunk)).toEqual(expected);
  });

  it('searches from stored postings without reading the texts', async () => {
    const built = await ChunkIndex.create(chunks, analyser, DEFAULT_BM25);
    const blank = chunks.map((one) => ({ ...one, text: '', heading: '' }));
    const loaded = await ChunkIndex.create(blank, analyser, DEFAULT_BM25, async () => {}, built.postings);
    expect(loaded.searchText('river Seine', 10)).toEqual(built.searchText('river Seine', 10));
  });

  it('reports slices while it inserts', async () => {
    const seen: number[] = [];
    const many = Array.from({ length: 2500 }, (_, i) => chunk(`d${i}`, 'x')).sort(byId);
    await ChunkIndex.create(many, analyser, DEFAULT_BM25, async (done) => {
      seen.push(done);
    });
    expect(seen).toEqual([0, 1000, 2000, 2500]);
  });

  it('finds every vector, and leaves vectors and documents intact', async () => {
    const untouched = structuredClone(chunks);
    const index = await ChunkIndex.create(chunks, analyser, DEFAULT_BM25);
    const vectors = new FlatVectors(3, 2);
    [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(-1, 0)].forEach((vector, row) => {
      vectors.set(row, vector);
    });
    const query = Float32Array.of(1, 0);
    const first = index.searchVectors(vectors, query, 10);
    expect(first).toEqual([
      { chunk: 'a#0', score: 1 },
      { chunk: 'b#0', score: 0 },
      { chunk: 'c#0', score: -1 },
    ]);
    expect(index.searchVectors(vectors, query, 10)).toEqual(first);
    index.searchText('Paris', 10);
    expect(chunks).toEqual(untouched);
  });
});

describe('the ranking component', () => {
  it('leaves filters on other properties to Orama, and ranks inside of them', () => {
    const ranking = new OramaRanking(DEFAULT_BM25, null);
    const database = create({
      schema: { text: 'string', source: 'enum' } as const,
      components: {
        index: ranking.component(),
        tokenizer: {
          language: 'words',
          normalizationCache: new Map(),
          tokenize: (text: string) => tokenise(text),
        },
      },
    });
    insertMultiple(database, [
      { id: '1', text: 'river', source: 'a.md' },
      { id: '2', text: 'river river', source: 'b.md' },
      { id: '3', text: 'mountain', source: 'b.md' },
    ]);
    ranking.limit = 10;
    const found = (where: object) =>
      (search(database, { term: 'river', where } as never) as Results<unknown>).hits.map(({ id }) => id);
    expect(found({})).toEqual(['2', '1']);
    expect(found({ source: { eq: 'a.md' } })).toEqual(['1']);
    expect(found({ source: { eq: 'b.md' } })).toEqual(['2']);
  });
});
