/**
 * A workspace in from one file. The file is looked through first, then written beside everything else, and the record that
 * makes it a workspace comes last: whatever stops it before leaves none. Recorded vectors and scores belong to texts and not to
 * a workspace, so those that were added stay.
 */
import * as v from 'valibot';
import {
  ANSWER_JUDGEMENTS_SCHEMA,
  type RecordedAnswer,
  RecordedAnswerSchema,
} from '../../domain/answer-judgement';
import type { Document } from '../../domain/corpus';
import { contentHash } from '../../domain/hash';
import { type HopLabel, HopLabelSchema, JUDGE_LABELS_SCHEMA } from '../../domain/judge-check';
import { HopscopeError } from '../../domain/outcome';
import { type Question, QuestionSchema } from '../../domain/question';
import { type QuestionEvent, QuestionEventSchema } from '../../domain/trace';
import type { RunMeta } from '../../domain/workspace';
import {
  DocumentSchema,
  FileChunkSchema,
  GoldMappingSchema,
  type ImportedWorkspace,
  RejectSchema,
} from '../../domain/workspace-file';
import type { Job } from '../../seam/jobs';
import type { Meter } from '../../seam/meter';
import { answersKey } from '../answer-store';
import type { StorableChunk } from '../corpus-files';
import { writeCorpusFiles, writeLines } from '../corpus-store';
import { writeFile } from '../files';
import { labelsKey } from '../label-store';
import { filesLock } from '../lock';
import { withLock } from '../locks';
import { warnOfRoom } from '../quota';
import { directoryOf, emptyRecord, runKey, type StoredRun, type StoredWorkspace } from '../record';
import { createDictionary, encodeHeader, encodeQuestion } from '../run-log';
import { rememberSpace } from '../spaces';
import type { Store } from '../store';
import { removeBeside } from '../sweep';
import { vectorKey } from '../vector-cache';
import { appendRows } from './append-rows';
import { checkContents } from './check';
import { type Manifest, readManifest } from './manifest';
import { isSound, noteKept, type Opened, readAll, readLines, readRows } from './read-entries';
import { findEntries } from './zip-reader';

interface Importing {
  store: Store;
  opened: Opened;
  manifest: Manifest;
  record: StoredWorkspace;
  directory: string;
}

/** A figure of a whole that is not whole any more must not be taken for it. */
const hashOfRest = (hash: string, kept: number): string => contentHash(`${hash}, of which ${kept} are left`);

/** Writes documents, chunks and rejects; returns the keys of the chunks' vectors. */
const writeCorpus = async ({
  store,
  opened,
  manifest,
  record,
  directory,
}: Importing): Promise<Set<string>> => {
  const keys = new Set<string>();
  const meta = manifest.corpus;
  if (meta === null) return keys;
  const known = new Map<string, number>();
  let characters = 0;
  const documents = async function* (): AsyncGenerator<Document> {
    for await (const document of readLines(opened, 'documents.jsonl', DocumentSchema)) {
      if (known.has(document.id)) {
        opened.damage.push({ entry: 'documents.jsonl', kind: 'unfit', kept: null });
        return;
      }
      known.set(document.id, document.text.length);
      characters += document.text.length;
      yield document;
    }
  };
  let chunkCount = 0;
  const chunks = async function* (): AsyncGenerator<StorableChunk> {
    for await (const chunk of readLines(opened, 'chunks.jsonl', FileChunkSchema)) {
      const length = known.get(chunk.document);
      // Its document was lost with the damaged part.
      if (length === undefined && !isSound(opened, 'documents.jsonl')) continue;
      if (length === undefined || chunk.start > chunk.end || chunk.end > length) {
        opened.damage.push({ entry: 'chunks.jsonl', kind: 'unfit', kept: null });
        return;
      }
      chunkCount += 1;
      keys.add(vectorKey(chunk.hash));
      yield { ...chunk, id: `${chunk.document}#${chunk.ordinal}`, text: { length: chunk.end - chunk.start } };
    }
  };
  const rejects = await readAll(opened, 'rejects.jsonl', RejectSchema, 'rejects');
  record.files.corpus = await writeCorpusFiles(store.base, directory, {
    documents: documents(),
    chunks: chunks(),
    rejects,
  });
  noteKept(opened, 'documents.jsonl', 'documents', known.size, meta.documents);
  noteKept(opened, 'chunks.jsonl', 'chunks', chunkCount, meta.chunks);
  const sound = isSound(opened, 'documents.jsonl');
  record.corpus = {
    ...meta,
    documents: known.size,
    chunks: chunkCount,
    characters: sound ? meta.characters : characters,
    hash: sound ? meta.hash : hashOfRest(meta.hash, known.size),
  };
  return keys;
};

const writeQuestions = async ({ store, opened, manifest, record, directory }: Importing): Promise<void> => {
  const meta = manifest.questions;
  if (meta === null) return;
  const of = meta.labelled + meta.unlabelled + meta.unanswerable;
  const questions: Question[] = await readAll(opened, 'questions.jsonl', QuestionSchema, 'questions', of);
  record.files.questions = await writeLines(store.base, directory, 'questions', questions);
  const answerable = questions.filter((question) => question.answerable);
  const labelled = answerable.filter(({ gold }) => gold.length > 0).length;
  record.questions = isSound(opened, 'questions.jsonl')
    ? meta
    : {
        ...meta,
        hash: hashOfRest(meta.hash, questions.length),
        labelled,
        unlabelled: answerable.length - labelled,
        unanswerable: questions.length - answerable.length,
      };
};

/** The chunks of gold are told only by all documents, all chunks and all questions: else it is mapped anew. */
const writeMappings = async ({ store, opened, manifest, record, directory }: Importing): Promise<void> => {
  if (manifest.mapping === null) return;
  const mappings = await readAll(opened, 'mappings.jsonl', GoldMappingSchema, 'mappings');
  if (needsRebuild(opened)) return;
  record.files.mappings = await writeLines(store.base, directory, 'mappings', mappings);
  record.mapping = manifest.mapping as StoredWorkspace['mapping'];
};

const BUILT = ['documents.jsonl', 'chunks.jsonl', 'questions.jsonl', 'mappings.jsonl'];
const needsRebuild = (opened: Opened): boolean =>
  BUILT.some((name) => opened.trusted.has(name) && !isSound(opened, name));

const TraceLineSchema = v.union([QuestionEventSchema, v.object({ event: v.literal('run') })]);

/** Whole questions only: what stands behind the last `done` or `error` was in flight, and is asked again. */
const wholeQuestions = async function* (
  opened: Opened,
  entry: string,
): AsyncGenerator<{ question: string; events: QuestionEvent[] }> {
  let events: QuestionEvent[] = [];
  const asked = new Set<string>();
  for await (const event of readLines(opened, entry, TraceLineSchema)) {
    if (event.event === 'run') continue;
    const [first] = events;
    if ((first !== undefined && first.question !== event.question) || asked.has(event.question)) {
      opened.damage.push({ entry, kind: 'unfit', kept: null });
      return;
    }
    events.push(event);
    if (event.event !== 'done' && event.event !== 'error') continue;
    asked.add(event.question);
    yield { question: event.question, events };
    events = [];
  }
};

const writeRun = async (
  { store, opened, record, directory }: Importing,
  { entry, meta }: Manifest['runs'][number],
): Promise<void> => {
  const file = `run-${store.base.random()}.log`;
  const dictionary = createDictionary();
  let done = 0;
  let errors = 0;
  const blocks = async function* () {
    yield encodeHeader(meta.header);
    for await (const { question, events } of wholeQuestions(opened, entry)) {
      done += 1;
      if (events.at(-1)?.event === 'error') errors += 1;
      yield encodeQuestion(question, events, dictionary);
    }
  };
  await writeFile(store.base.files, `${directory}/${file}`, blocks());
  noteKept(opened, entry, 'traced questions', done, meta.done);
  const kept: RunMeta = isSound(opened, entry)
    ? meta
    : { ...meta, state: 'interrupted', done, errors, finished: null };
  await store.base.metadata.update(
    'runs',
    runKey(record.id, meta.header.run),
    () => ({ meta: kept, file }) satisfies StoredRun,
  );
};

const writeWords = async ({ store, opened, record }: Importing): Promise<void> => {
  const { metadata } = store.base;
  const labels: HopLabel[] = await readAll(opened, 'labels.jsonl', HopLabelSchema, 'labels');
  if (labels.length > 0)
    await metadata.update('settings', labelsKey(record.id), () => ({ schema: JUDGE_LABELS_SCHEMA, labels }));
  const judgements: RecordedAnswer[] = await readAll(
    opened,
    'answers.jsonl',
    RecordedAnswerSchema,
    'answers',
  );
  if (judgements.length > 0)
    await metadata.update('settings', answersKey(record.id), () => ({
      schema: ANSWER_JUDGEMENTS_SCHEMA,
      judgements,
    }));
};

/** Vectors of other texts than the workspace's are left out: they would be believed wherever those texts come up. */
const ownRows = async function* (
  batches: AsyncIterable<{ keys: string[]; rows: Float32Array }>,
  own: ReadonlySet<string>,
  dimension: number,
): AsyncGenerator<{ keys: string[]; rows: Float32Array }> {
  for await (const { keys, rows } of batches) {
    const kept = keys.flatMap((key, i) => (own.has(key) ? [{ key, i }] : []));
    const own_ = new Float32Array(kept.length * dimension);
    kept.forEach(({ i }, to) => {
      own_.set(rows.subarray(i * dimension, (i + 1) * dimension), to * dimension);
    });
    yield { keys: kept.map(({ key }) => key), rows: own_ };
  }
};

const writeSpaces = async ({ store, opened, manifest }: Importing, chunkKeys: ReadonlySet<string>) => {
  const { base } = store;
  for (const { entry, space, dimension } of manifest.spaces) {
    const judged = dimension === 1;
    const rows = readRows(opened, entry, dimension);
    await rememberSpace(base.metadata, { space, dimension });
    const own = judged ? rows : ownRows(rows, chunkKeys, dimension);
    const count = await appendRows(base, { space, dimension }, own, opened.pause);
    noteKept(opened, entry, judged ? 'scores' : 'vectors', count, null);
  }
};

/** "Mill", "Mill (2)", … whichever is free. */
const freeName = async (store: Store, wanted: string): Promise<string> => {
  const taken = new Set((await store.list()).map(({ name }) => name));
  const name = wanted.trim().slice(0, 190) || 'Workspace';
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name} (${n})`)) return `${name} (${n})`;
};

const checkRoom = async (store: Store, manifest: Manifest): Promise<void> => {
  const bytes = manifest.entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const problem = warnOfRoom(await store.usage(), bytes);
  if (problem !== null) throw new HopscopeError('quota', problem, { retryable: true });
};

/** Throws what `TransferContract.importWorkspace` names. */
export const importWorkspace = async (
  store: Store,
  file: Blob,
  { job, meter }: { job: Job; meter: Meter },
): Promise<ImportedWorkspace> => {
  const { base } = store;
  const { entries, altered } = await findEntries(file);
  const { manifest, damage } = await readManifest(file, entries);
  const bytes = manifest.entries.reduce((sum, entry) => sum + entry.bytes, 0);
  meter.phase('checking the file', 'bytes', bytes);
  const checked = await checkContents(file, entries, manifest, { job, meter });
  damage.push(...checked.damage);
  if (altered && damage.length === 0) damage.push({ entry: 'zip', kind: 'container', kept: null });
  await checkRoom(store, manifest);

  meter.phase('writing the workspace', 'bytes', bytes);
  const opened: Opened = {
    file,
    trusted: checked.trusted,
    damage,
    kept: [],
    pause: () => job.pausePoint(),
    onBytes: (count) => meter.advance(count),
  };
  const id = base.random();
  const directory = directoryOf(id);
  await withLock(base.locks, filesLock(id), async () => {
    try {
      const now = base.clock().toISOString();
      const record = { ...emptyRecord(id, '', now), created: manifest.created };
      const importing: Importing = { store, opened, manifest, record, directory };
      const keys = await writeCorpus(importing);
      await writeQuestions(importing);
      await writeMappings(importing);
      for (const run of manifest.runs) await writeRun(importing, run);
      await writeWords(importing);
      await writeSpaces(importing, keys);
      job.throwIfCancelled();
      record.name = await freeName(store, manifest.name);
      await base.metadata.update('workspaces', id, () => record);
    } catch (thrown) {
      await removeBeside(base.metadata, id);
      await base.files.remove(directory);
      throw thrown;
    }
  });
  meter.finish();
  return {
    meta: await store.get(id),
    settings: manifest.settings,
    damage,
    kept: opened.kept,
    rebuild: needsRebuild(opened),
  };
};
