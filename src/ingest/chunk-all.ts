/** Chunks of all documents, with progress, and a word about passages longer than the encoder reads. */
import { type Chunk, type ChunkingSettings, type Document, indexText } from '../domain/corpus';
import type { Job } from '../seam/jobs';
import type { Meter } from '../seam/meter';
import { chunkDocument } from './chunking/chunker';
import type { Notices } from './collect/notices';
import type { TokenCounter } from './types';

export const chunkAll = async (
  documents: readonly Document[],
  settings: ChunkingSettings,
  count: TokenCounter,
  { job, meter, notices }: { job: Pick<Job, 'pausePoint'>; meter: Meter; notices: Notices },
): Promise<Chunk[]> => {
  const chunks: Chunk[] = [];
  let long = 0;
  meter.phase('chunking', 'documents', documents.length);
  for (const document of documents) {
    for (const chunk of chunkDocument(document, settings, count)) {
      await job.pausePoint();
      chunks.push(chunk);
      // A token is at least one character: only longer texts need counting.
      const whole = chunk.start === 0 && chunk.end === document.text.length;
      if (whole && chunk.text.length > settings.size && count(indexText(chunk)) > settings.size) long += 1;
    }
    meter.advance();
  }
  if (long > 0) {
    notices.add(
      `Passages longer than ${settings.size} tokens that were kept whole: {n}. An encoder that reads ${settings.size} tokens does not see their end; the unit “tokens” cuts them.`,
      long,
    );
  }
  return chunks;
};
