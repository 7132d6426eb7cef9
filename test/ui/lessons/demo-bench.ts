/** The demo as the lessons have it: the lessons worker's own api, in this process, on the demo's own files. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ChunkingSettings, DEFAULT_CHUNKING } from '../../../src/domain/corpus';
import {
  DEFAULT_BM25,
  DEFAULT_HYBRID,
  type RetrieverSettings,
  STORED_DEPTH,
} from '../../../src/domain/retriever';
import type { SearchResult } from '../../../src/domain/seam';
import { createLessonApi } from '../../../src/lessons/create-api';
import { type Stage, stageOf } from '../../../src/lessons/stage';
import { createTokenCounter } from '../../../src/models/tokenizer';
import { unwrap } from '../../../src/seam/outcome';

const PUBLIC = resolve(import.meta.dirname, '../../../public');
const tokenizer: unknown = JSON.parse(
  readFileSync(resolve(PUBLIC, 'models/all-MiniLM-L6-v2/tokenizer.json'), 'utf8'),
);
const settings: RetrieverSettings = {
  kind: 'bm25',
  bm25: DEFAULT_BM25,
  hybrid: DEFAULT_HYBRID,
  model: 'all-MiniLM-L6-v2',
};

export interface Bench {
  stage: Stage;
  search(query: string): Promise<SearchResult>;
}

const api = createLessonApi({
  counter: async () => createTokenCounter(tokenizer),
  file: async (name) => new Blob([readFileSync(resolve(PUBLIC, 'demo', name))]),
});

/** By keywords, to the stored depth. */
export const openBench = async (chunking: ChunkingSettings = DEFAULT_CHUNKING): Promise<Bench> => {
  const demo = unwrap(await api.open(chunking));
  return {
    stage: stageOf(demo),
    search: async (query) => unwrap(await api.search(chunking, { query, k: STORED_DEPTH, settings })),
  };
};
