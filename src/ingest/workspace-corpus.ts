/** From collected documents and questions to a stored workspace: chunks, gold mapping, metadata, one atomic write. */
import type { Chunk, ChunkingSettings, Document } from '../domain/corpus';
import type { IngestReport } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import type { CorpusMeta } from '../domain/workspace';
import { mapGold } from '../gold/map-gold';
import type { Job } from '../seam/jobs';
import type { Meter } from '../seam/meter';
import { chunkAll } from './chunk-all';
import type { Collected } from './collect/collector';
import type { Notices } from './collect/notices';
import { corpusHash } from './collect/pool';
import { questionsMeta } from './collect/question-set';
import { addUp } from './collect/tallies';
import type { TokenCounter } from './types';

export interface BuildContext {
  store: WorkspaceStore;
  count: TokenCounter;
  job: Job;
  meter: Meter;
  notices: Notices;
}

/** A write of a large corpus can still be cancelled: the store then keeps what it had. */
async function* paced<T>(values: readonly T[], job: Pick<Job, 'pausePoint'>): AsyncGenerator<T> {
  for (const value of values) {
    await job.pausePoint();
    yield value;
  }
}

const corpusMeta = (
  collected: Collected,
  chunks: readonly Chunk[],
  chunking: ChunkingSettings,
): CorpusMeta => ({
  hash: corpusHash(collected.documents),
  files: new Set(collected.perFile.filter(({ role }) => role === 'corpus').map(({ path }) => path)).size,
  tally: addUp(collected.perFile, 'corpus'),
  documents: collected.documents.length,
  chunks: chunks.length,
  characters: collected.documents.reduce((sum: number, { text }: Document) => sum + text.length, 0),
  chunking,
  perFile: collected.perFile,
});

/** Notices about labels and corpus that a user should read before believing any figure. */
const noticeGaps = (
  { documents, questions }: Collected,
  mapping: IngestReport['mapping'],
  notices: Notices,
): void => {
  if (documents.length === 0) notices.add('No documents were read: add a corpus.');
  const unlabelled = questions.filter(({ answerable, gold }) => answerable && gold.length === 0).length;
  const passages = mapping.passages.toLocaleString('en');
  const say = (count: number, message: string): void => {
    if (count > 0) notices.add(message, count);
  };
  say(
    unlabelled,
    'Questions without gold passages: {n}. No retrieval verdict is possible for them until they are labelled.',
  );
  say(
    mapping.unmapped,
    `Gold passages that are not in the corpus (unmapped): {n} of ${passages}. These are gaps of ingestion, not failures of retrieval.`,
  );
  say(
    mapping.ambiguous,
    `Gold passages found in more than one place (ambiguous): {n} of ${passages}. Any of the places counts until a person decides.`,
  );
  say(mapping.notInCorpus, 'Gold passages that the labels themselves leave out of the corpus: {n}.');
};

export const buildWorkspace = async (
  workspace: string,
  collected: Collected,
  chunking: ChunkingSettings,
  { store, count, job, meter, notices }: BuildContext,
): Promise<IngestReport> => {
  const { documents, questions, rejects, perFile } = collected;
  const chunks = await chunkAll(documents, chunking, count, { job, meter, notices });
  meter.phase(
    'mapping gold passages',
    'passages',
    questions.reduce((sum, { gold }) => sum + gold.length, 0),
  );
  const { mappings, summary } = await mapGold(
    { documents, chunks, questions },
    { pace: job, onProgress: (done) => meter.set(done) },
  );
  noticeGaps(collected, summary, notices);
  meter.phase('saving', 'documents', null);
  await store.writeCorpus(workspace, {
    meta: corpusMeta(collected, chunks, chunking),
    documents: paced(documents, job),
    chunks: paced(chunks, job),
    rejects,
  });
  // The corpus is in place: what belongs to it follows without a stop.
  const meta = questionsMeta(questions, addUp(perFile, 'questions'));
  await store.writeQuestions(workspace, questions, meta, { mappings, summary });
  meter.finish();
  return { meta: await store.get(workspace), perFile, rejects, mapping: summary, notices: notices.list() };
};
