/** What a parser gives back, and the worker's contract. Every call is about one file, and may end with the worker. */
import type { Document } from '../../domain/corpus';
import type { Outcome } from '../../domain/outcome';
import type { Job } from '../../seam/jobs';
import type { ArchiveEntry } from '../archive/entry';

export interface ParsedText {
  /** What the file itself says it is called; null: nothing usable. */
  title: string | null;
  text: string;
  kind: 'text' | 'markdown';
  /** As `Document.pages`. */
  pages?: NonNullable<Document['pages']>;
  /** Sentences about the file that a user should read; `{file}` stands for its name. */
  notices: string[];
}

export interface HtmlText {
  title: string | null;
  heading: string | null;
  text: string;
}

export interface ParserContract {
  /** `alive` is called whenever a part was read: a page, a piece of a table of contents. */
  pdf(file: Blob, alive: () => void): Promise<Outcome<ParsedText>>;
  docx(file: Blob, alive: () => void): Promise<Outcome<ParsedText>>;
  html(page: string): Promise<Outcome<HtmlText>>;
  /** Files of an archive. `key` names it in later calls, which open it again if it is no longer open. */
  list(key: string, archive: Blob, alive: () => void): Promise<Outcome<ArchiveEntry[]>>;
  /** One file of it, by `ArchiveEntry.index`; refused beyond `limit` bytes. */
  unpack(key: string, archive: Blob, index: number, limit: number, alive: () => void): Promise<Outcome<Blob>>;
}

/** A parser in its own realm, as its host sees it. */
export interface ParserHandle {
  api: ParserContract;
  /** Rejects when the realm dies. */
  died: Promise<never>;
  /** Ends it at once, whatever it is doing. */
  end(): void;
  /** Wraps a callback so that it can be handed over. */
  callback<T extends (...args: never[]) => void>(call: T): T;
}

export interface Parser {
  /** Throws `BadRecord` with the reason when the file cannot be read, `cancelled` when the job is. */
  parse<T>(
    job: Pick<Job, 'signal'>,
    call: (api: ParserContract, alive: () => void) => Promise<Outcome<T>>,
  ): Promise<T>;
  close(): void;
}
