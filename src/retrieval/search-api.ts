import type { SearchContract } from '../domain/seam';
import { openStore } from '../workspace/open-store';
import { createSearchService } from './search-service';

/** What `search.worker` exposes: chunks, indexes, vectors and fusion over the browser's storage. */
export const searchApi = createSearchService(openStore) satisfies SearchContract;
export type SearchApi = typeof searchApi;
