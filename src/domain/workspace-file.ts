/**
 * A workspace as one file (docs/formats.md): a zip whose first entry is the manifest. Names and shapes are those of the
 * public schema `hopscope.workspace/1`, apart from how a browser stores a workspace, so that either may change alone.
 */
import * as v from 'valibot';
import type { Chunk, Document, Reject } from './corpus';
import type { GoldMapping, MappingMethod } from './mapping';
import { RunHeaderSchema } from './trace';
import type { CorpusMeta, QuestionsMeta, RunMeta, WorkspaceMeta } from './workspace';

export const WORKSPACE_FILE_SUFFIX = '.hopscope';
/** Raised when the shape of the file changes; `src/workspace/archive/manifest.ts` says which versions open. */
export const WORKSPACE_FILE_VERSION = 1;
const SCHEMA = 'hopscope.workspace/';
export const WORKSPACE_FILE_SCHEMA = `${SCHEMA}${WORKSPACE_FILE_VERSION}`;

/** The version that a manifest says it has; null: it is none. */
export const workspaceFileVersion = (manifest: unknown): number | null => {
  if (typeof manifest !== 'object' || manifest === null || !('schema' in manifest)) return null;
  const { schema } = manifest;
  if (typeof schema !== 'string' || !schema.startsWith(SCHEMA)) return null;
  const version = Number(schema.slice(SCHEMA.length));
  return Number.isInteger(version) && version > 0 ? version : null;
};

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const tally = { read: whole, kept: whole, rejected: whole, merged: whole };
const chunking = v.object({ unit: v.picklist(['passage', 'tokens', 'auto']), size: whole, overlap: whole });
const METHODS = [
  'offset',
  'document-id',
  'exact',
  'fingerprint',
  'ngram',
  'by-hand',
] as const satisfies MappingMethod[];

const CorpusMetaSchema = v.object({
  hash: v.string(),
  files: whole,
  tally: v.object(tally),
  documents: whole,
  chunks: whole,
  characters: whole,
  chunking,
  perFile: v.array(
    v.object({
      path: v.string(),
      reader: v.string(),
      role: v.picklist(['corpus', 'questions', 'both', 'qrels']),
      ...tally,
    }),
  ),
}) satisfies v.GenericSchema<CorpusMeta>;

const QuestionsMetaSchema = v.object({
  hash: v.string(),
  tally: v.object(tally),
  labelled: whole,
  unlabelled: whole,
  unanswerable: whole,
  byHops: v.record(v.string(), whole),
  types: v.record(v.string(), whole),
}) satisfies v.GenericSchema<QuestionsMeta>;

const MappingSummarySchema = v.object({
  passages: whole,
  mapped: whole,
  ambiguous: whole,
  unmapped: whole,
  notInCorpus: whole,
  coverage: v.nullable(v.number()),
  byMethod: v.record(v.picklist(METHODS), whole),
});

const RunMetaSchema = v.object({
  header: RunHeaderSchema,
  /** Never `running`: in a file nobody runs anything. */
  state: v.picklist(['interrupted', 'finished', 'cancelled']),
  done: whole,
  total: whole,
  errors: whole,
  finished: v.nullable(v.string()),
}) satisfies v.GenericSchema<RunMeta>;

/** A judge by the space of its recorded scores, its threshold and its name. */
const JudgeSchema = v.object({
  space: v.string(),
  threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  label: v.string(),
});
export type FileJudge = v.InferOutput<typeof JudgeSchema>;

const hex = (length: number) => v.pipe(v.string(), v.regex(/^[0-9a-f]*$/), v.length(length));

/** Bytes over which the manifest keeps one checksum: what stands in front of a damaged block is told to be whole. */
export const SUM_BYTES = 4096;

const EntrySchema = v.object({
  name: v.string(),
  /** Of the content. */
  bytes: whole,
  sha256: hex(64),
  /** CRC-32 of each `SUM_BYTES` of the content, eight hex digits each. */
  sums: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{8})*$/)),
  /** Of the bytes as they lie in the zip. */
  packed: v.object({ bytes: whole, crc32: hex(8), deflated: v.boolean() }),
});
export type FileEntry = v.InferOutput<typeof EntrySchema>;

/** Recorded numbers by content: vectors of chunks, or a judge's scores (`dimension` 1). */
const SpaceSchema = v.object({
  entry: v.string(),
  space: v.string(),
  dimension: v.pipe(whole, v.minValue(1), v.maxValue(65_536)),
});
export type FileSpace = v.InferOutput<typeof SpaceSchema>;

export const WorkspaceManifestSchema = v.object({
  schema: v.literal(WORKSPACE_FILE_SCHEMA),
  app: v.object({ name: v.string(), version: v.string() }),
  /** ISO 8601 */
  made: v.string(),
  name: v.string(),
  created: v.string(),
  corpus: v.nullable(CorpusMetaSchema),
  questions: v.nullable(QuestionsMetaSchema),
  mapping: v.nullable(MappingSummarySchema),
  runs: v.array(v.object({ entry: v.string(), meta: RunMetaSchema })),
  spaces: v.array(SpaceSchema),
  /** What of this browser's settings decides about figures: which judges there are, and whose word counted. */
  settings: v.object({ judge: v.nullable(JudgeSchema), judges: v.array(JudgeSchema) }),
  entries: v.array(EntrySchema),
});
export type WorkspaceManifest = v.InferOutput<typeof WorkspaceManifestSchema>;

export const DocumentSchema = v.object({
  id: v.string(),
  title: v.string(),
  text: v.string(),
  source: v.string(),
  line: v.exactOptional(whole),
  kind: v.exactOptional(v.picklist(['passage', 'text', 'markdown'])),
  pages: v.exactOptional(
    v.pipe(
      v.array(whole),
      v.check((at) => at.every((start, i) => i === 0 || start >= (at[i - 1] ?? 0))),
    ),
  ),
}) satisfies v.GenericSchema<Document>;

/** A chunk without what its document says: its text is the document's from `start` to `end` (UTF-16), its pages too. */
export const FileChunkSchema = v.object({
  document: v.string(),
  ordinal: whole,
  title: v.string(),
  start: whole,
  end: whole,
  heading: v.string(),
  hash: v.string(),
}) satisfies v.GenericSchema<Omit<Chunk, 'id' | 'text' | 'pages'>>;
export type FileChunk = v.InferOutput<typeof FileChunkSchema>;

export const RejectSchema = v.object({
  file: v.string(),
  line: v.nullable(whole),
  reason: v.string(),
  excerpt: v.string(),
}) satisfies v.GenericSchema<Reject>;

export const GoldMappingSchema = v.object({
  question: v.string(),
  gold: v.string(),
  status: v.picklist(['mapped', 'ambiguous', 'unmapped', 'notInCorpus']),
  method: v.nullable(v.picklist(METHODS)),
  chunks: v.array(v.string()),
  answerChunks: v.array(v.string()),
  documents: v.array(v.string()),
  note: v.string(),
}) satisfies v.GenericSchema<GoldMapping>;

/** What is wrong with an entry of a file that was opened all the same. */
export interface FileDamage {
  /** Name in the zip; `zip` for the container around the entries. */
  entry: string;
  /**
   * `changed`: other bytes than were written. `cut`: the file ends within it. `missing`: it is not there.
   * `container`: the content is whole, the zip around it is not as it was written. `unknown`: no entry of a workspace.
   * `unfit`: whole by its checksum, and yet not of the shape that it should have.
   */
  kind: 'changed' | 'cut' | 'missing' | 'container' | 'unknown' | 'unfit';
  /** Bytes of the content that are whole, of how many; null: nothing of it is lost. */
  kept: { bytes: number; of: number } | null;
}

export interface ExportedWorkspace {
  file: Blob;
  /** A file name made of the workspace's. */
  name: string;
  /** Runs whose stored trace breaks off, so that only its whole part is in the file. */
  torn: string[];
}

export interface ImportedWorkspace {
  meta: WorkspaceMeta;
  settings: WorkspaceManifest['settings'];
  damage: FileDamage[];
  /** Documents, chunks, questions or the mapping lost something: cutting and mapping must be done anew. */
  rebuild: boolean;
  /** What was kept, of how much, for each entry that lost something. */
  kept: { entry: string; what: KeptWhat; kept: number; of: number | null }[];
}
export type KeptWhat =
  | 'documents'
  | 'chunks'
  | 'rejects'
  | 'questions'
  | 'mappings'
  | 'labels'
  | 'answers'
  | 'traced questions'
  | 'vectors'
  | 'scores';
