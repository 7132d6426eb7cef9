/**
 * What a reader is: one small module a format. `detect` looks at the head of a file, `read` yields items one by one,
 * so that a file larger than memory can be read. Items are what the file says; pooling, ids and counting are done
 * once, in `collect/`.
 */
import type { Document } from '../domain/corpus';
import type { Question } from '../domain/question';
import type { ColumnMapping, FileRole } from '../domain/seam';
import type { Job } from '../seam/jobs';
import type { Container } from './input/encoding';
import type { Parser } from './parse/contract';

/** A record as it was parsed. */
export type Row = Record<string, unknown>;

/** `array`: the records are the elements of the array whose `[` stands at this character. */
export type JsonLayout = { kind: 'lines' } | { kind: 'sequence' } | { kind: 'array'; at: number };

/** The head of a file, parsed once for all readers. */
export interface Head {
  name: string;
  /** Lower case, without the dot; '' when there is none. */
  extension: string;
  text: string;
  /** The head is the whole file. */
  whole: boolean;
  json: JsonLayout | null;
  /** First records of a JSON file that are complete within the head (at most 20). */
  rows: Row[];
  /** Field names of the first records; from broken or unfinished records as far as they can be seen. */
  keys: ReadonlySet<string>;
  table: { delimiter: string; columns: string[]; rows: string[][] } | null;
  /** What the file is when it is no text: its other fields are then empty. */
  container: Container | null;
}

export interface ReadDocument {
  /** The source's own id, when it has one. */
  id?: string;
  title: string;
  text: string;
  kind: NonNullable<Document['kind']>;
  /** 1-based line or record number. */
  line?: number;
  /** As `Document.pages`. */
  pages?: number[];
}

/** `source` is added when the question is collected. */
export type ReadQuestion = Omit<Question, 'source'>;

export type Item =
  | { type: 'document'; document: ReadDocument }
  | { type: 'question'; question: ReadQuestion; passages: ReadDocument[]; line: number }
  | { type: 'judgement'; query: string; document: string; relevance: number; line: number }
  /** `of: 'passage'`: a passage inside a record whose question is kept. */
  | { type: 'reject'; of: 'record' | 'passage'; line: number | null; reason: string; excerpt: string }
  /**
   * One sentence; `count` of equal ones are added up and `{n}` in the sentence is replaced by the sum. `about`: what
   * it is said of; `{names}` is replaced by the names of all equal ones.
   */
  | { type: 'notice'; message: string; count: number; about?: string };

/** What a format holds. `both`: questions with passages inside. */
export type Gives = 'documents' | 'questions' | 'both' | 'judgements';

export interface ReadContext {
  path: string;
  file: Blob;
  head: Head;
  job: Pick<Job, 'signal'>;
  /** For formats that are not safe to read in this realm. */
  parser: Parser;
  columns: ColumnMapping | null;
  /** Decoded text in pieces; can be read once. Cleaned of NUL and, where possible, of a wrong encoding. */
  text: AsyncIterable<string>;
}

export interface Guess {
  /** 0…1; 0: not this format. */
  confidence: number;
  gives: Gives;
}

export interface Reader {
  id: string;
  /** What the interface calls the format. */
  label: string;
  detect(head: Head, columns: ColumnMapping | null): Guess | null;
  read(context: ReadContext): AsyncIterable<Item>;
}

export const roleOf = (gives: Gives): FileRole =>
  gives === 'documents' ? 'corpus' : gives === 'judgements' ? 'qrels' : gives;

/** A record that cannot be used: `message` is the reason a person reads. */
export class BadRecord extends Error {}

export const EXCERPT = 200;
export const excerptOf = (text: string): string => text.slice(0, EXCERPT);

/** Longest record that is read, in characters (UTF-16 units): beyond it a record is rejected, the rest kept. */
export const RECORD_LIMIT = 32 * 1024 * 1024;

/** Tokens of a text for the embedding model, special tokens excluded. Injected: the chunker knows no model. */
export type TokenCounter = (text: string) => number;
