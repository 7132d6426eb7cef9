/**
 * What a reader of runs is: one small module a format. `detect` looks at the head of a file, `read` yields records one by
 * one. Records are what the file says; finding questions and passages in the workspace is done once, in `match-*.ts`.
 */
import type { GoldPassage } from '../domain/question';
import type { RunColumns } from '../domain/seam-runs-in';
import type { QuestionEvent, RunHeader } from '../domain/trace';
import type { Head, Item } from '../ingest/types';

/** A passage as the file names it: by any of these. None of them: an empty entry, which is no passage. */
export interface Passage {
  id: string | null;
  title: string | null;
  text: string | null;
}

export interface Ranked {
  passage: Passage;
  score: number | null;
}

/** What a system did on the way, in its order. */
export type Act =
  | {
      kind: 'search';
      /** Null: the file does not tell it. */
      query: string | null;
      tool: string | null;
      retrieved: Ranked[];
      /** Part of another search, whose list is the one that counts. */
      inner: boolean;
    }
  | {
      kind: 'model';
      purpose: string;
      model: string | null;
      tokens: { input: number; output: number } | null;
      ms: number | null;
      asked: string | null;
      reply: string | null;
    }
  | { kind: 'note'; text: string };

/** One question as one system answered it. */
export interface Answered {
  /** Name of the system; null: the file is of one run and does not name it. */
  run: string | null;
  question: { id: string | null; text: string | null };
  /** What the file itself says is right; used for questions that the workspace does not have. */
  labels: { answers: string[]; gold: Omit<GoldPassage, 'id'>[]; type: string | null };
  /** Null: no answer was recorded. */
  answer: string | null;
  acts: Act[];
  /** The list that the system ended with, where the file tells it apart from single steps; null: it does not. */
  final: Ranked[] | null;
  /** Null: not recorded. */
  ms: number | null;
  /** Why the system failed on the question; null: it did not. */
  error: string | null;
}

export type RunItem =
  | { type: 'answered'; answered: Answered; line: number }
  /** Of the app's own trace: taken over as it is. */
  | { type: 'header'; header: RunHeader; line: number }
  | { type: 'events'; question: string; events: QuestionEvent[]; line: number }
  | Extract<Item, { type: 'reject' | 'notice' }>;

export interface RunReadContext {
  path: string;
  head: Head;
  columns: RunColumns | null;
  text: AsyncIterable<string>;
}

export interface RunReader {
  id: string;
  /** What the interface calls the format. */
  label: string;
  /** Its columns can be chosen. */
  mapped: boolean;
  /** 0…1; 0: not this format. */
  detect(head: Head, columns: RunColumns | null): number;
  read(context: RunReadContext): AsyncIterable<RunItem>;
}
