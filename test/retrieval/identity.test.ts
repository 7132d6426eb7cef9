import { describe, expect, it } from 'vitest';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import { DEFAULT_BM25, DEFAULT_HYBRID, type RetrieverSettings } from '../../src/domain/retriever';
import { retrieverIdentity } from '../../src/retrieval/identity';

const settings = (change: Partial<RetrieverSettings>): RetrieverSettings => ({
  kind: 'bm25',
  bm25: DEFAULT_BM25,
  hybrid: DEFAULT_HYBRID,
  model: 'm',
  ...change,
});
const id = (
  change: Partial<RetrieverSettings>,
  space: string | null = 's',
  corpus = 'c',
  chunking = DEFAULT_CHUNKING,
) => retrieverIdentity(corpus, chunking, settings(change), space).id;

describe('retriever identity', () => {
  it('differs for everything that could change a ranking', () => {
    const ids = [
      id({}),
      id({}, 's', 'other corpus'),
      id({}, 's', 'c', { ...DEFAULT_CHUNKING, size: 64 }),
      id({}, 's', 'c', { ...DEFAULT_CHUNKING, overlap: 0 }),
      id({}, 's', 'c', { ...DEFAULT_CHUNKING, unit: 'tokens' }),
      id({ bm25: { ...DEFAULT_BM25, k1: 0.9 } }),
      id({ bm25: { ...DEFAULT_BM25, b: 0.4 } }),
      id({ bm25: { ...DEFAULT_BM25, stemmer: 'english' } }),
      id({ bm25: { ...DEFAULT_BM25, stopWords: true } }),
      id({ kind: 'vector' }),
      id({ kind: 'vector' }, 'another device'),
      id({ kind: 'hybrid' }),
      id({ kind: 'hybrid' }, 'another device'),
      id({ kind: 'hybrid', bm25: { ...DEFAULT_BM25, k1: 0.9 } }),
      id({ kind: 'hybrid', hybrid: { ...DEFAULT_HYBRID, depth: 50 } }),
      id({ kind: 'hybrid', hybrid: { ...DEFAULT_HYBRID, rrfK: 10 } }),
      id({ kind: 'hybrid', hybrid: { ...DEFAULT_HYBRID, fusion: 'weighted' } }),
      id({ kind: 'hybrid', hybrid: { ...DEFAULT_HYBRID, fusion: 'weighted', vectorWeight: 0.7 } }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is equal when only settings differ that its kind does not read', () => {
    expect(id({ hybrid: { ...DEFAULT_HYBRID, rrfK: 1 } }, 'another device')).toBe(id({}));
    expect(id({ kind: 'vector', bm25: { ...DEFAULT_BM25, k1: 2 } })).toBe(id({ kind: 'vector' }));
    expect(id({ kind: 'hybrid', hybrid: { ...DEFAULT_HYBRID, vectorWeight: 0.9 } })).toBe(
      id({ kind: 'hybrid' }),
    );
    expect(id({ kind: 'hybrid', hybrid: { ...DEFAULT_HYBRID, fusion: 'weighted', rrfK: 1 } })).toBe(
      id({ kind: 'hybrid', hybrid: { ...DEFAULT_HYBRID, fusion: 'weighted' } }),
    );
  });

  it('names the vector space only where there are vectors', () => {
    expect(retrieverIdentity('c', DEFAULT_CHUNKING, settings({}), 's').model).toBeNull();
    expect(retrieverIdentity('c', DEFAULT_CHUNKING, settings({ kind: 'vector' }), 's').model).toBe('s');
  });
});
