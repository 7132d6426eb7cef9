/** The ingest worker's api over whatever store and tokenizer it is given: the browser's, or a test's. */
import type { ChunkingSettings } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import type { OnProgress } from '../domain/progress';
import type { IngestContract, IngestRequest } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import { createJobs } from '../seam/jobs';
import { createMeter, type Meter } from '../seam/meter';
import { attempt } from '../seam/outcome';
import { chunkDocument } from './chunking/chunker';
import { createCollector } from './collect/collector';
import { inspectFile } from './inspect';
import type { ParserHandle } from './parse/contract';
import { createParser } from './parse/parser';
import { parseHere } from './parse/spawn';
import { readAll } from './read-all';
import { saveQuestionSet } from './save-questions';
import { naturalise } from './shorthand';
import type { TokenCounter } from './types';
import { buildWorkspace } from './workspace-corpus';

export interface IngestParts {
  store: () => Promise<WorkspaceStore>;
  /** Counter of the encoder that chunks are cut for. */
  counter: () => Promise<TokenCounter>;
  /** Realms for parsers of PDF and the like. Absent: this realm, where a parser that hangs cannot be ended. */
  parser?: () => ParserHandle;
}

const checkSettings = ({ size, overlap }: ChunkingSettings): void => {
  if (Number.isInteger(size) && size >= 8 && Number.isInteger(overlap) && overlap >= 0 && overlap <= 20)
    return;
  throw new HopscopeError(
    'bad-input',
    'Chunk size must be a whole number of at least 8 tokens, overlap one from 0 to 20 sentences.',
  );
};

const meterFor = (emit: OnProgress): Meter =>
  createMeter({ phase: 'reading', unit: 'bytes', total: null, emit });

export const createIngestApi = (parts: IngestParts) => {
  const jobs = createJobs();

  return {
    inspect: (files, id) =>
      attempt(() =>
        jobs.runJob(id, async (job) => {
          const inspections = [];
          for (const file of files) {
            await job.pausePoint();
            inspections.push(await inspectFile(file));
          }
          return inspections;
        }),
      ),

    ingest: (request: IngestRequest, id, onProgress) =>
      attempt(() =>
        jobs.runJob(id, async (job) => {
          checkSettings(request.chunking);
          const [store, count] = [await parts.store(), await parts.counter()];
          const meter = meterFor(onProgress);
          const collector = createCollector();
          const before = await store.get(request.workspace);
          if (request.mode === 'add' && before.corpus !== null) {
            collector.stored({
              documents: await store.readDocuments(request.workspace),
              questions: before.questions === null ? [] : await store.readQuestions(request.workspace),
              rejects: await store.readRejects(request.workspace),
              perFile: before.corpus.perFile,
            });
          }
          const parser = createParser({ spawn: parts.parser ?? parseHere });
          try {
            await readAll(request.files, collector, { job, meter, parser });
          } finally {
            parser.close();
          }
          const context = { store, count, job, meter, notices: collector.notices };
          return buildWorkspace(request.workspace, collector.finish(), request.chunking, context);
        }),
      ),

    rechunk: (workspace, chunking, id, onProgress) =>
      attempt(() =>
        jobs.runJob(id, async (job) => {
          checkSettings(chunking);
          const [store, count] = [await parts.store(), await parts.counter()];
          const { corpus, questions } = await store.get(workspace);
          if (corpus === null)
            throw new HopscopeError('bad-input', 'There is no corpus to chunk again: add documents first.');
          const meter = meterFor(onProgress);
          // Chunk hashes depend on content alone, so vectors of chunks that stay the same are found again.
          const collected = {
            documents: await store.readDocuments(workspace),
            questions: questions === null ? [] : await store.readQuestions(workspace),
            rejects: await store.readRejects(workspace),
            perFile: corpus.perFile,
          };
          const { notices } = createCollector();
          return buildWorkspace(workspace, collected, chunking, { store, count, job, meter, notices });
        }),
      ),

    previewChunks: (document, chunking) =>
      attempt(async () => {
        checkSettings(chunking);
        return [...chunkDocument(document, chunking, await parts.counter())];
      }),

    saveQuestions: (workspace, questions) =>
      attempt(() =>
        jobs.runJob(`save-questions ${workspace}`, async (job) => {
          const store = await parts.store();
          const mappings = await saveQuestionSet(store, workspace, questions, job);
          return { meta: await store.get(workspace), mappings };
        }),
      ),

    naturalise: (shorthand) => attempt(() => naturalise(shorthand)),
    pause: (id: string) => jobs.pause(id),
    resume: (id: string) => jobs.resume(id),
    cancel: (id) => jobs.cancel(id),
  } satisfies IngestContract & { pause(id: string): Promise<void>; resume(id: string): Promise<void> };
};
