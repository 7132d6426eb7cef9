/**
 * Version 0, the first layout: no version in the record, runs inside it, fixed file names, every chunk with its text
 * (three times the bytes of now), traces as plain lines without a checksum.
 */
import type { Chunk, Document, Reject } from '../domain/corpus';
import type { GoldMapping } from '../domain/mapping';
import type { Question } from '../domain/question';
import type { QuestionEvent, RunHeader, TraceEvent } from '../domain/trace';
import type { WorkspaceMeta } from '../domain/workspace';
import { eachLine } from './blobs';
import { writeCorpusFiles, writeLines } from './corpus-store';
import { writeFile } from './files';
import type { StoreParts } from './parts';
import { directoryOf, emptyRecord, runKey, type StoredRun, type StoredWorkspace } from './record';
import { createDictionary, encodeHeader, encodeQuestion } from './run-log';

type Version0 = Omit<WorkspaceMeta, 'version' | 'modified'> & { modified?: string };

/** A plain trace: what stands behind the last whole question was in flight and is asked again. */
const plainTrace = (
  bytes: Uint8Array,
): { header: RunHeader | null; questions: Map<string, QuestionEvent[]> } => {
  let header: RunHeader | null = null;
  const open = new Map<string, QuestionEvent[]>();
  const questions = new Map<string, QuestionEvent[]>();
  // Without checksums only a cut last line can be told: everything up to the last newline is taken.
  eachLine(bytes.subarray(0, bytes.lastIndexOf(10) + 1), (value) => {
    const event = value as TraceEvent;
    if (event.event === 'run') {
      header = event;
      return;
    }
    const events = open.get(event.question) ?? [];
    open.set(event.question, [...events, event]);
    if (event.event === 'done' || event.event === 'error') {
      questions.set(event.question, open.get(event.question) ?? []);
      open.delete(event.question);
    }
  });
  return { header, questions };
};

export const fromVersion0 = async (record: unknown, parts: StoreParts): Promise<StoredWorkspace> => {
  const { files, metadata, clock, random } = parts;
  const old = record as Version0;
  const directory = directoryOf(old.id);
  const lines = async <T>(name: string): Promise<T[]> => {
    const values: T[] = [];
    eachLine((await files.read(`${directory}/${name}`)) ?? new Uint8Array(), (value) =>
      values.push(value as T),
    );
    return values;
  };
  const write = <T>(kind: string, values: T[]) => writeLines(parts, directory, kind, values);

  const next: StoredWorkspace = {
    ...emptyRecord(old.id, old.name, old.created),
    modified: old.modified ?? clock().toISOString(),
    corpus: old.corpus,
    questions: old.questions,
    mapping: old.mapping,
  };
  if (old.corpus !== null) {
    next.files.corpus = await writeCorpusFiles(parts, directory, {
      documents: await lines<Document>('documents.jsonl'),
      chunks: await lines<Chunk>('chunks.jsonl'),
      rejects: await lines<Reject>('rejects.jsonl'),
    });
  }
  if (old.questions !== null) {
    next.files.questions = await write('questions', await lines<Question>('questions.jsonl'));
  }
  if (old.mapping !== null) {
    next.files.mappings = await write('mappings', await lines<GoldMapping>('mappings.jsonl'));
  }
  for (const meta of old.runs) {
    const run = meta.header.run;
    const { questions } = plainTrace(
      (await files.read(`${directory}/runs/${run}.jsonl`)) ?? new Uint8Array(),
    );
    const dictionary = createDictionary();
    const blocks = function* () {
      yield encodeHeader(meta.header);
      for (const [question, events] of questions) yield encodeQuestion(question, events, dictionary);
    };
    const file = `run-${random()}.log`;
    await writeFile(files, `${directory}/${file}`, blocks());
    const done = questions.size;
    const stored: StoredRun = { meta: { ...meta, done }, file };
    await metadata.update('runs', runKey(old.id, run), () => stored);
  }
  return next;
};
