/** What the runs of a file are matched to: the documents and questions of the workspace, and what the file brings itself. */
import { type Chunk, DEFAULT_CHUNKING, type Document } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import type { RunImportRequest } from '../domain/seam-runs-in';
import type { WorkspaceMeta } from '../domain/workspace';
import { mapGold } from '../gold/map-gold';
import { chunkAll } from '../ingest/chunk-all';
import { type Collector, createCollector } from '../ingest/collect/collector';
import { questionsMeta } from '../ingest/collect/question-set';
import { addUp } from '../ingest/collect/tallies';
import { buildWorkspace } from '../ingest/workspace-corpus';
import { bringCorpus, bringQuestions } from './bring';
import { createQuestionMatcher } from './match-questions';
import type { ImportParts } from './parts';
import type { FileOfRuns } from './read';

export interface Basis {
  meta: WorkspaceMeta;
  documents: Document[];
  chunks: Chunk[];
  questions: Question[];
  /** Questions that the file brought. */
  added: number;
}

interface Stored {
  meta: WorkspaceMeta;
  documents: Document[];
  chunks: Chunk[];
  questions: Question[];
}

const storedOf = async ({ store }: ImportParts, workspace: string): Promise<Stored> => {
  const meta = await store.get(workspace);
  return {
    meta,
    documents: meta.corpus === null ? [] : await store.readDocuments(workspace),
    chunks: meta.corpus === null ? [] : await store.readChunks(workspace),
    questions: meta.questions === null ? [] : await store.readQuestions(workspace),
  };
};

/** Everything that is there and what the file brings, as one ingest would have collected it. */
const collect = (
  read: FileOfRuns,
  { addQuestions, bringCorpus: bring, file: { path } }: RunImportRequest,
  { meta, documents, questions }: Stored,
): Collector => {
  const collector = createCollector();
  collector.stored({ documents, questions, rejects: [], perFile: meta.corpus?.perFile ?? [] });
  const source = { path, reader: read.reader.id };
  if (addQuestions) {
    const find = createQuestionMatcher(questions);
    const lacking = read.records.filter((record) => find(record.question).question === null);
    bringQuestions(lacking, collector, { ...source, role: 'questions' });
  }
  if (bring) bringCorpus(read.pool, read.records, collector, { ...source, role: 'corpus' });
  return collector;
};

/** The same as will be stored, without storing it. */
const tryOut = async (
  collector: Collector,
  stored: Stored,
  request: RunImportRequest,
  { counter, job, meter }: ImportParts,
): Promise<Basis> => {
  const { documents, questions } = collector.finish();
  const { notices } = collector;
  const context = { job, meter, notices };
  const chunks = request.bringCorpus
    ? await chunkAll(documents, DEFAULT_CHUNKING, await counter(), context)
    : stored.chunks;
  return {
    meta: { ...stored.meta },
    documents: request.bringCorpus ? documents : stored.documents,
    chunks,
    questions,
    added: questions.length - stored.questions.length,
  };
};

const keep = async (
  collector: Collector,
  stored: Stored,
  request: RunImportRequest,
  { store, counter, job, meter }: ImportParts,
): Promise<Basis> => {
  const { workspace } = request;
  const collected = collector.finish();
  const { questions } = collected;
  const added = questions.length - stored.questions.length;
  if (request.bringCorpus) {
    const context = { store, count: await counter(), job, meter, notices: collector.notices };
    const { meta } = await buildWorkspace(workspace, collected, DEFAULT_CHUNKING, context);
    return {
      meta,
      documents: collected.documents,
      chunks: await store.readChunks(workspace),
      questions,
      added,
    };
  }
  meter.phase(
    'mapping gold passages',
    'passages',
    questions.reduce((sum, { gold }) => sum + gold.length, 0),
  );
  const { documents, chunks } = stored;
  const { mappings, summary } = await mapGold(
    { documents, chunks, questions },
    { pace: job, onProgress: (done) => meter.set(done) },
  );
  await store.writeQuestions(
    workspace,
    questions,
    questionsMeta(questions, addUp(collected.perFile, 'questions')),
    { mappings, summary },
  );
  return { ...stored, meta: await store.get(workspace), questions, added };
};

export const basisOf = async (
  read: FileOfRuns,
  request: RunImportRequest,
  parts: ImportParts,
): Promise<Basis> => {
  const stored = await storedOf(parts, request.workspace);
  if (request.bringCorpus && stored.documents.length > 0)
    throw new HopscopeError(
      'bad-input',
      'This workspace has documents already: match the run to them, or import it into a new workspace.',
    );
  if (!request.bringCorpus && stored.documents.length === 0)
    throw new HopscopeError(
      'bad-input',
      'This workspace has no documents to match the run to: add them first, or take the passages that the run retrieved.',
    );
  if ((!request.addQuestions && !request.bringCorpus) || read.own !== null) return { ...stored, added: 0 };
  const collector = collect(read, request, stored);
  const basis = request.dry
    ? await tryOut(collector, stored, request, parts)
    : await keep(collector, stored, request, parts);
  for (const notice of collector.notices.list()) read.notices.add(notice);
  return basis;
};
