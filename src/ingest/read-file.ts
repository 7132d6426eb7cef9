/** One file → items for one role: head, encoding, choice of the reader, and sentences for what does not fit. */
import type { ColumnMapping, FileRole } from '../domain/seam';
import type { Job } from '../seam/jobs';
import { type DecodeReport, decodeStream, emptyReport } from './input/decode';
import { binaryKind, containerOf, packedOffice } from './input/encoding';
import { containerHead, extensionOf, HEAD_BYTES, headOf, LONG_HEAD_BYTES } from './input/head';
import type { Parser } from './parse/contract';
import { guessReaders, readerById } from './registry';
import { BadRecord, type Gives, type Head, type Item, type Reader } from './types';

export interface ReadRequest {
  path: string;
  file: Blob;
  /** Id of a reader; '' or 'auto': the best guess for the role. */
  reader: string;
  role: FileRole;
  columns: ColumnMapping | null;
}

export interface Opened {
  reader: Reader;
  gives: Gives;
  head: Head;
  bytes: Uint8Array;
}

/** Endings of files whose text is not what a person sees in them. */
const NEVER_TEXT = new Set(['pdf', 'docx', 'docm', 'dotx', 'zip']);

/** Throws `BadRecord` with a sentence for a file that holds no text at all. */
export const readHead = async (path: string, file: Blob): Promise<{ head: Head; bytes: Uint8Array }> => {
  if (file.size === 0) throw new BadRecord('the file is empty');
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const extension = extensionOf(path);
  const office = packedOffice(bytes);
  if (office !== null) throw new BadRecord(`the file is no text: it looks like ${office}`);
  const container = containerOf(bytes, extension);
  if (container !== null) return { head: containerHead(path, container, bytes.length >= file.size), bytes };
  const binary = binaryKind(bytes);
  if (binary !== null)
    throw new BadRecord(`the file is no text: it looks like ${binary}. Save it as text first.`);
  const head = headOf(path, bytes, bytes.length >= file.size);
  if (!head.whole && head.json !== null && head.rows.length === 0) {
    const more = new Uint8Array(await file.slice(0, LONG_HEAD_BYTES).arrayBuffer());
    return { head: headOf(path, more, more.length >= file.size), bytes };
  }
  if (head.whole && head.text.trim() === '')
    throw new BadRecord('the file is empty: it holds only white space');
  if (NEVER_TEXT.has(extension))
    throw new BadRecord(
      `it is named .${extension}, but holds plain text. If that text is wanted, give the file its right ending`,
    );
  return { head, bytes };
};

const serves = (gives: Gives, role: FileRole): boolean =>
  role === 'qrels'
    ? gives === 'judgements'
    : role === 'corpus'
      ? gives === 'documents' || gives === 'both'
      : role === 'questions'
        ? gives === 'questions' || gives === 'both' || gives === 'judgements'
        : gives !== 'judgements' || role === 'both';

const HOLDS: Record<Gives, string> = {
  documents: 'documents and no questions',
  questions: 'questions and no passages',
  both: 'questions with passages',
  judgements: 'relevance judgements',
};
const WANTED: Record<FileRole, string> = {
  corpus: 'a corpus',
  questions: 'questions',
  both: 'corpus and questions',
  qrels: 'judgements',
  ignore: 'nothing',
};
const ADVICE: Record<Gives, string> = {
  documents: 'Use it as corpus.',
  questions: 'Use it as questions.',
  both: 'Use it as questions, or as both.',
  judgements: 'Use it as judgements (qrels), beside its queries.',
};

/** Below this a guess is no more than what a user might make of the file by hand. */
const GUESSED = 0.2;
/** Guesses below this say nothing about what a file is. */
const SURE = 0.5;

/** A JSON file with an empty list, an empty object or null: advice on its columns would send its owner nowhere. */
const holdsNothing = ({ whole, text, extension }: Head): boolean =>
  whole &&
  /^(?:jsonl?|ndjson)$/.test(extension) &&
  /^(?:\[\s*\]|\{\s*\}|null)?$/.test(text.replace(/^\uFEFF/, '').trim());

/** Throws `BadRecord` when nothing fits, naming what the file looks like. */
export const openFile = async (request: ReadRequest): Promise<Opened> => {
  const { head, bytes } = await readHead(request.path, request.file);
  const guesses = guessReaders(head, request.columns);
  const chosen = readerById(request.reader);
  if (chosen === undefined && request.reader !== '' && request.reader !== 'auto') {
    throw new BadRecord(`there is no reader “${request.reader}”`);
  }
  const fitting = guesses.find(({ guess }) => serves(guess.gives, request.role) && guess.confidence >= SURE);
  const own = chosen?.detect(head, request.columns) ?? null;
  // A reader chosen by hand may try a file that it does not recognise.
  if (chosen !== undefined && own === null)
    return { reader: chosen, gives: assumed(request.role), head, bytes };
  const wanted = chosen !== undefined && own !== null ? { reader: chosen, guess: own } : undefined;
  // The role is the user's word: where the chosen reader cannot serve it, one that can is taken.
  const picked =
    wanted !== undefined && serves(wanted.guess.gives, request.role)
      ? wanted
      : (fitting ?? wanted ?? guesses[0]);
  if (picked === undefined || (wanted === undefined && picked.guess.confidence < GUESSED))
    throw new BadRecord(
      holdsNothing(head)
        ? 'the file holds no records'
        : 'no reader knows this format: choose one, or map its columns',
    );
  const { gives } = picked.guess;
  if (!serves(gives, request.role)) {
    throw new BadRecord(
      `given as ${WANTED[request.role]}, but it looks like “${picked.reader.label}”, which holds ${HOLDS[gives]}. ${ADVICE[gives]}`,
    );
  }
  return { reader: picked.reader, gives, head, bytes };
};

const assumed = (role: FileRole): Gives =>
  role === 'corpus'
    ? 'documents'
    : role === 'qrels'
      ? 'judgements'
      : role === 'questions'
        ? 'questions'
        : 'both';

/** What reading a file needs of its surroundings. */
export interface Reading {
  job: Pick<Job, 'pausePoint' | 'signal'>;
  parser: Parser;
  onBytes: (count: number) => void;
}

/** Items of an opened file; a file that fails as a whole ends in one reject without a line. */
export async function* readItems(
  request: Pick<ReadRequest, 'path' | 'file' | 'columns'>,
  { reader, head, bytes }: Opened,
  { job, parser, onBytes }: Reading,
): AsyncGenerator<Item> {
  const report: DecodeReport = emptyReport();
  const text = decodeStream(request.file, bytes, { job, onBytes, report });
  let items = 0;
  try {
    const { path, file, columns } = request;
    for await (const item of reader.read({ path, file, head, columns, text, job, parser })) {
      if (item.type !== 'notice') items += 1;
      yield item;
    }
    if (items === 0) throw new BadRecord('the file holds no records');
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    yield { type: 'reject', of: 'record', line: null, reason: error.message, excerpt: '' };
    if (head.container !== null)
      yield { type: 'notice', message: `“${request.path}”: ${error.message}`, count: 1 };
  }
  for (const message of encodingNotices(request.path, report)) yield { type: 'notice', message, count: 1 };
}

export const encodingNotices = (path: string, { encoding, replaced, nul }: DecodeReport): string[] => [
  ...(encoding === 'utf-8' ? [] : [`“${path}” is not UTF-8: it was read as ${NAMES[encoding]}.`]),
  ...(replaced === 0 ? [] : [`“${path}”: ${replaced} damaged characters were replaced by “\ufffd”.`]),
  ...(nul === 0 ? [] : [`“${path}”: ${nul} NUL characters were removed.`]),
];

const NAMES = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Latin-1)',
} as const;
