/** A workspace out to one file (docs/formats.md). Reads only, a piece at a time. */
import { APP } from '../../domain/app';
import type { HopLabel } from '../../domain/judge-check';
import type { GoldMapping } from '../../domain/mapping';
import type { Question } from '../../domain/question';
import { SHIPPED_JUDGE } from '../../domain/shipped-judge';
import type { RunMeta } from '../../domain/workspace';
import {
  type ExportedWorkspace,
  type FileChunk,
  type FileEntry,
  type FileJudge,
  type FileSpace,
  WORKSPACE_FILE_SCHEMA,
  WORKSPACE_FILE_SUFFIX,
} from '../../domain/workspace-file';
import type { Job } from '../../seam/jobs';
import type { Meter } from '../../seam/meter';
import { fromUtf8, utf8 } from '../bytes';
import type { ChunkOwner } from '../corpus-files';
import { filesLock } from '../lock';
import { withLock } from '../locks';
import { directoryOf, type StoredRun, type StoredWorkspace } from '../record';
import { type KnownSpace, knownSpaces } from '../spaces';
import type { Store } from '../store';
import { vectorKey } from '../vector-cache';
import { addSpace, recordedKeys } from './export-spaces';
import { MANIFEST, MANIFEST_COPY } from './limits';
import { byteLines, toLines } from './lines';
import { type Manifest, manifestText } from './manifest';
import { createOwnScores } from './own-scores';
import {
  chunksWithTexts,
  type Reading,
  storedChunks,
  storedDocuments,
  storedPieces,
  storedQuestions,
} from './read-stored';
import { createZipWriter, type Source } from './zip-writer';

export interface ExportRequest {
  workspace: string;
  judge: FileJudge | null;
  judges: FileJudge[];
}

interface Exporting {
  store: Store;
  reading: Reading;
  record: StoredWorkspace;
  runs: StoredRun[];
  meter: Meter;
  add: (name: string, source: Source) => Promise<FileEntry>;
}

/** In a file nobody runs anything, and what is not all there was interrupted. */
const restingState = ({ state }: RunMeta, torn: boolean): 'interrupted' | 'finished' | 'cancelled' =>
  torn || state === 'running' || state === 'paused' ? 'interrupted' : state;

/** What of the corpus the rest needs: chunks by document, and the hash of each. */
interface CorpusParts {
  ofDocument: Map<number, { id: string; chunk: FileChunk }[]>;
  hashes: Map<string, string>;
}

const addCorpus = async ({ reading, record, add, meter }: Exporting): Promise<CorpusParts> => {
  const parts: CorpusParts = { ofDocument: new Map(), hashes: new Map() };
  const { corpus } = record.files;
  if (corpus === null) return parts;
  let owners: ChunkOwner[] = [];
  meter.phase('documents', 'documents', record.corpus?.documents ?? null);
  const documents = async function* () {
    // A source may be read twice.
    owners = [];
    for await (const document of storedDocuments(reading, corpus)) {
      owners.push({ id: document.id, title: document.title, length: document.text.length });
      yield document;
      meter.set(owners.length);
    }
  };
  await add('documents.jsonl', () => toLines(documents()));
  meter.phase('chunks', 'chunks', record.corpus?.chunks ?? null);
  for await (const { id, owner, chunk } of storedChunks(reading, corpus, owners)) {
    const known = parts.ofDocument.get(owner);
    if (known === undefined) parts.ofDocument.set(owner, [{ id, chunk }]);
    else known.push({ id, chunk });
    parts.hashes.set(id, chunk.hash);
  }
  const chunks = async function* () {
    for await (const { chunk } of storedChunks(reading, corpus, owners)) {
      yield chunk;
      meter.advance();
    }
  };
  await add('chunks.jsonl', () => toLines(chunks()));
  await add('rejects.jsonl', () => storedPieces(reading, corpus.rejects));
  return parts;
};

/** Each run's trace as it is exported alone: the header, then the events of one question after the other. */
const addRuns = async ({ reading, runs, add, meter }: Exporting) => {
  const listed: Manifest['runs'] = [];
  const torn: string[] = [];
  for (const [at, { meta, file }] of runs.entries()) {
    const entry = `runs/${at + 1}.jsonl`;
    const end = (await reading.files.size(`${reading.directory}/${file}`)) ?? 0;
    let asked = 0;
    let errors = 0;
    let cut = false;
    meter.phase('runs', 'questions', meta.total);
    const trace = async function* () {
      asked = 0;
      errors = 0;
      yield meta.header;
      const questions = storedQuestions(reading, file, end);
      for (;;) {
        const next = await questions.next();
        if (next.done === true) {
          cut = next.value;
          return;
        }
        asked += 1;
        if (next.value.events.at(-1)?.event === 'error') errors += 1;
        yield* next.value.events;
        meter.set(asked);
      }
    };
    await add(entry, () => toLines(trace()));
    if (cut || end === 0) torn.push(meta.header.run);
    const state = restingState(meta, cut || end === 0);
    const counts = state === 'interrupted' ? { done: asked, errors, finished: null } : {};
    listed.push({ entry, meta: { ...meta, ...counts, state } });
  }
  return { listed, torn };
};

const linesOf = async <T>(pieces: AsyncIterable<Uint8Array>): Promise<T[]> => {
  const values: T[] = [];
  for await (const lines of byteLines(pieces))
    for (const line of lines) values.push(JSON.parse(fromUtf8(line)) as T);
  return values;
};

/** Spaces that may hold something of the workspace: those on the list, and each judge's that is known by name. */
const spacesFor = async ({ store, runs }: Exporting, { judge, judges }: ExportRequest) => {
  const spaces = new Map<string, KnownSpace>();
  const add = (known: KnownSpace): void => void spaces.set(`${known.dimension} ${known.space}`, known);
  for (const known of await knownSpaces(store.base.metadata)) add(known);
  for (const { space } of [SHIPPED_JUDGE, ...judges, ...(judge === null ? [] : [judge])])
    add({ space, dimension: 1 });
  for (const { meta } of runs) {
    const { judge: own } = meta.header.parameters;
    if (own !== undefined) add({ space: own.space, dimension: 1 });
  }
  return [...spaces.values()].sort((a, b) => (a.space < b.space ? -1 : 1));
};

const addScores = async (
  exporting: Exporting,
  { ofDocument, hashes }: CorpusParts,
  labels: readonly HopLabel[],
  recorded: ReadonlyMap<KnownSpace, ReadonlySet<string>>,
): Promise<Map<KnownSpace, Set<string>>> => {
  const own = new Map([...recorded.keys()].map((space) => [space, new Set<string>()]));
  const { reading, record, runs, meter } = exporting;
  const { corpus, questions, mappings } = record.files;
  if (![...recorded.values()].some(({ size }) => size > 0) || questions === null) return own;
  meter.phase('scores of judges', 'questions', null);
  const scores = createOwnScores(
    await linesOf<Question>(storedPieces(reading, questions)),
    (chunk) => hashes.get(chunk),
    (key) => {
      for (const [space, keys] of recorded) if (keys.has(key)) own.get(space)?.add(key);
    },
    reading.pause,
  );
  for (const { file } of runs) {
    const end = (await reading.files.size(`${reading.directory}/${file}`)) ?? 0;
    for await (const { question, events } of storedQuestions(reading, file, end)) {
      await scores.addTrace(question, events);
      meter.advance();
    }
  }
  if (mappings !== null)
    for (const mapping of await linesOf<GoldMapping>(storedPieces(reading, mappings)))
      await scores.addMapping(mapping);
  for (const label of labels) await scores.addLabel(label);
  if (corpus !== null)
    for await (const chunks of chunksWithTexts(reading, corpus, ofDocument)) await scores.addChunks(chunks);
  return own;
};

const common = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> =>
  new Set([...a].filter((key) => b.has(key)));

/** A name that every file system takes. */
const fileName = (name: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are just what a file name must not have
  const safe = name.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').replace(/^[\s.]+|[\s.]+$/g, '');
  return `${safe === '' ? 'workspace' : safe.slice(0, 100)}${WORKSPACE_FILE_SUFFIX}`;
};

/** Throws `not-found`, `damaged`, `newer-version`, `bad-input` (too large), `cancelled`. */
export const exportWorkspace = async (
  store: Store,
  request: ExportRequest,
  { job, meter }: { job: Job; meter: Meter },
): Promise<ExportedWorkspace> => {
  const { base } = store;
  const id = request.workspace;
  // Before the lock, because a migration takes it too.
  await base.load(id);
  return withLock(base.locks, filesLock(id), async () => {
    const record = await base.load(id);
    const runs = await base.runs(id);
    const labels = await store.readLabels(id);
    const answers = await store.readAnswers(id);
    const pause = (): Promise<void> => job.pausePoint();
    const reading: Reading = { files: base.files, directory: directoryOf(id), pause };
    const zip = createZipWriter();
    const entries: FileEntry[] = [];
    const addAs =
      (deflate: boolean) =>
      async (name: string, source: Source): Promise<FileEntry> => {
        const entry = await zip.add(name, source, { deflate });
        entries.push(entry);
        return entry;
      };
    const add = addAs(true);
    // Vectors do not shrink, and scores hardly.
    const addFloats = addAs(false);
    const exporting: Exporting = { store, reading, record, runs, meter, add };

    const corpus = await addCorpus(exporting);
    const { questions, mappings } = record.files;
    if (questions !== null) await add('questions.jsonl', () => storedPieces(reading, questions));
    if (mappings !== null) await add('mappings.jsonl', () => storedPieces(reading, mappings));
    if (labels.length > 0) await add('labels.jsonl', () => toLines(labels));
    if (answers.length > 0) await add('answers.jsonl', () => toLines(answers));
    const { listed, torn } = await addRuns(exporting);

    const recorded = new Map<KnownSpace, ReadonlySet<string>>();
    for (const space of await spacesFor(exporting, request))
      recorded.set(space, await recordedKeys(base.files, space, pause));
    const own = await addScores(
      exporting,
      corpus,
      labels,
      new Map([...recorded].filter(([{ dimension }]) => dimension === 1)),
    );
    const chunkKeys = new Set([...corpus.hashes.values()].map(vectorKey));
    const spaces: FileSpace[] = [];
    meter.phase('vectors', 'spaces', recorded.size);
    for (const [space, keys] of recorded) {
      const judged = space.dimension === 1;
      const mine = judged ? (own.get(space) ?? new Set()) : common(keys, chunkKeys);
      const name = `${judged ? 'scores' : 'vectors'}/${spaces.length + 1}.bin`;
      const added = await addSpace(addFloats, name, base.files, space, mine, pause);
      if (added !== null) spaces.push(added);
      meter.advance();
    }

    const manifest: Manifest = {
      schema: WORKSPACE_FILE_SCHEMA,
      app: { ...APP },
      made: base.clock().toISOString(),
      name: record.name,
      created: record.created,
      corpus: record.corpus,
      questions: record.questions,
      mapping: record.mapping as Manifest['mapping'],
      runs: listed,
      spaces,
      settings: { judge: request.judge, judges: request.judges },
      entries,
    };
    const bytes = utf8(manifestText(manifest));
    await pause();
    meter.finish();
    return {
      file: zip.finish({ name: MANIFEST, bytes }, { name: MANIFEST_COPY, bytes }),
      name: fileName(record.name),
      torn,
    };
  });
};
