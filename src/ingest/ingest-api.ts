/** What `ingest.worker` exposes: reading, chunking and gold mapping over the browser's storage. */
import type { IngestContract } from '../domain/seam';
import { loadTokenCounter } from '../models/token-counter';
import { openStore } from '../workspace/open-store';
import { createIngestApi } from './create-api';
import { memoCounter } from './memo-counter';
import { spawnParser } from './parse/spawn';
import type { TokenCounter } from './types';

let counter: Promise<TokenCounter> | null = null;

/** The bundled encoder's WordPiece counter, with its memory of words kept between jobs; a failed load is forgotten. */
const loadCounter = (): Promise<TokenCounter> => {
  counter ??= loadTokenCounter()
    .then(memoCounter)
    .catch((error: unknown) => {
      counter = null;
      throw error;
    });
  return counter;
};

export const ingestApi = createIngestApi({
  store: openStore,
  counter: loadCounter,
  parser: spawnParser,
}) satisfies IngestContract;

export type IngestApi = typeof ingestApi;
