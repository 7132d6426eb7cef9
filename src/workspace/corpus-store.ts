/** The corpus, questions, mappings and index files of a workspace: written whole under new names, then switched to. */
import type { Document, Reject } from '../domain/corpus';
import type { GoldMapping } from '../domain/mapping';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import type { WorkspaceStore } from '../domain/store';
import { breathe } from '../seam/breathe';
import { jsonLines, lineBlocks, readBlob, type StoredFile, writeBlob } from './blobs';
import { createCorpusEncoder, decodeChunks, decodeDocuments, type StorableChunk } from './corpus-files';
import type { Base, StoreParts } from './parts';
import { directoryOf, filesOf, type StoredWorkspace } from './record';

/** Parsed at a stretch, about 10 ms: the page reads question sets of any size itself. */
const BETWEEN_BREATHS = 512 * 1024;

type Part = Pick<StoreParts, 'files' | 'random'>;
type CorpusFiles = NonNullable<StoredWorkspace['files']['corpus']>;

export const writeLines = (
  { files, random }: Part,
  directory: string,
  kind: string,
  values: Iterable<unknown>,
): Promise<StoredFile> => writeBlob(files, directory, `${kind}-${random()}.jsonl`, jsonLines(values));

/** Writes the four files of a corpus beside the current ones; on failure what was written is removed. */
export const writeCorpusFiles = async (
  { files, random }: Part,
  directory: string,
  corpus: {
    documents: Iterable<Document> | AsyncIterable<Document>;
    chunks: Iterable<StorableChunk> | AsyncIterable<StorableChunk>;
    rejects: Iterable<Reject>;
  },
): Promise<CorpusFiles> => {
  const generation = random();
  const written: string[] = [];
  const write = async (kind: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => {
    const file = await writeBlob(files, directory, `${kind}-${generation}`, pieces);
    written.push(file.name);
    return file;
  };
  const encoder = createCorpusEncoder();
  try {
    return {
      texts: await write('texts', encoder.texts(corpus.documents)),
      documents: await write('documents', encoder.documents()),
      chunks: await write('chunks', encoder.chunks(corpus.chunks)),
      rejects: await write('rejects', jsonLines(corpus.rejects)),
    };
  } catch (error) {
    for (const name of written) await files.remove(`${directory}/${name}`);
    throw error;
  }
};

type CorpusStore = Pick<
  WorkspaceStore,
  | 'writeCorpus'
  | 'readDocuments'
  | 'readChunks'
  | 'readRejects'
  | 'writeQuestions'
  | 'readQuestions'
  | 'writeMappings'
  | 'readMappings'
  | 'writeIndex'
  | 'readIndex'
>;

export const createCorpusStore = (base: Base): CorpusStore => {
  const { files } = base;

  /** Switches the record, then removes the files that only the old record named. */
  const switchTo = async (
    id: string,
    before: StoredWorkspace,
    change: (record: StoredWorkspace) => StoredWorkspace,
  ): Promise<void> => {
    await base.change(id, change);
    const kept = new Set(filesOf(await base.load(id)));
    for (const name of filesOf(before)) {
      if (!kept.has(name)) await files.remove(`${directoryOf(id)}/${name}`);
    }
  };

  const readLines = async <T>(
    id: string,
    pick: (record: StoredWorkspace) => StoredFile | null,
  ): Promise<T[]> => {
    const values: T[] = [];
    const bytes = (await base.readCurrent(id, pick)) ?? new Uint8Array();
    for (const lines of lineBlocks(bytes, BETWEEN_BREATHS)) {
      for (const line of lines) values.push(JSON.parse(line) as T);
      await breathe();
    }
    return values;
  };

  /** Three files of one generation; when an import switches meanwhile, all are read again. */
  const readCorpus = async (id: string, withChunks: boolean) => {
    for (let attempt = 1; ; attempt++) {
      const { corpus } = (await base.load(id)).files;
      if (corpus === null) return { documents: [], chunks: [] };
      const [texts, lines, chunks] = await Promise.all(
        [corpus.texts, corpus.documents, ...(withChunks ? [corpus.chunks] : [])].map((file) =>
          readBlob(files, directoryOf(id), file),
        ),
      );
      if (texts && lines && chunks !== null) {
        const documents = decodeDocuments(lines, texts);
        return { documents, chunks: chunks === undefined ? [] : decodeChunks(chunks, documents) };
      }
      if (attempt === 3) {
        throw new HopscopeError(
          'damaged',
          'Stored documents of this workspace are missing: import them again.',
          {
            detail: directoryOf(id),
          },
        );
      }
    }
  };

  return {
    writeCorpus: (id, { meta, ...corpus }) =>
      base.writing(id, async (before, directory) => {
        const written = await writeCorpusFiles(base, directory, corpus);
        // Gold is mapped to chunks, and an index is made of them: neither outlives the corpus it was made from.
        await switchTo(id, before, (record) => ({
          ...record,
          corpus: meta,
          mapping: null,
          files: { ...record.files, corpus: written, mappings: null, indexes: {} },
        }));
      }),
    readDocuments: async (id) => (await readCorpus(id, false)).documents,
    readChunks: async (id) => (await readCorpus(id, true)).chunks,
    readRejects: (id) => readLines<Reject>(id, (record) => record.files.corpus?.rejects ?? null),

    writeQuestions: (id, questions, meta, mapped) =>
      base.writing(id, async (before, directory) => {
        const file = await writeLines(base, directory, 'questions', questions);
        const mappings =
          mapped === undefined ? null : await writeLines(base, directory, 'mappings', mapped.mappings);
        await switchTo(id, before, (record) => ({
          ...record,
          questions: meta,
          mapping: mapped?.summary ?? null,
          files: { ...record.files, questions: file, mappings },
        }));
      }),
    readQuestions: (id) => readLines<Question>(id, (record) => record.files.questions),

    writeMappings: (id, mappings, summary) =>
      base.writing(id, async (before, directory) => {
        const file = await writeLines(base, directory, 'mappings', mappings);
        await switchTo(id, before, (record) => ({
          ...record,
          mapping: summary,
          files: { ...record.files, mappings: file },
        }));
      }),
    readMappings: (id) => readLines<GoldMapping>(id, (record) => record.files.mappings),

    writeIndex: (id, key, bytes) =>
      base.writing(id, async (before, directory) => {
        const file = await writeBlob(files, directory, `index-${base.random()}`, [bytes]);
        await switchTo(id, before, (record) => ({
          ...record,
          files: { ...record.files, indexes: { ...record.files.indexes, [key]: file } },
        }));
      }),
    async readIndex(id, key) {
      const pick = (record: StoredWorkspace): StoredFile | null => record.files.indexes[key] ?? null;
      try {
        return await base.readCurrent(id, pick);
      } catch (thrown) {
        // An index can be made again from the corpus, so a damaged one is as good as none.
        if (thrown instanceof HopscopeError && thrown.code === 'damaged') return null;
        throw thrown;
      }
    },
  };
};
