/** Contract of `lessons.worker`: the built-in demo in memory, as its files are, whatever a user has made of a copy. */
import type { Chunk, ChunkingSettings } from './corpus';
import type { GoldMapping } from './mapping';
import type { Outcome } from './outcome';
import type { JobId, OnProgress } from './progress';
import type { Question } from './question';
import type { IndexState, SearchContract, SearchRequest, SearchResult } from './seam';

/** The demo cut in one way: all that a lesson reads. */
export interface Demo {
  chunks: Chunk[];
  questions: Question[];
  mappings: GoldMapping[];
}

/** Every call names a way of cutting; the demo is read and cut for the first that does. */
export interface LessonContract extends Pick<SearchContract, 'connectEncoder' | 'cancel'> {
  open(chunking: ChunkingSettings): Promise<Outcome<Demo>>;
  search(
    chunking: ChunkingSettings,
    request: Omit<SearchRequest, 'workspace'>,
  ): Promise<Outcome<SearchResult>>;
  embed(
    chunking: ChunkingSettings,
    model: string,
    job: JobId,
    onProgress: OnProgress,
  ): Promise<Outcome<IndexState>>;
}
