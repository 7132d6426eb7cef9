/** A span as the exports of tracing tools agree on it, whatever each calls its parts. */
import type { Ranked } from '../types';

export type SpanKind = 'retriever' | 'reranker' | 'model' | 'other';

export interface Span {
  trace: string;
  id: string;
  /** Null: the root of its trace. */
  parent: string | null;
  kind: SpanKind;
  name: string;
  /** Milliseconds; null: not recorded. */
  start: number | null;
  end: number | null;
  input: string | null;
  output: string | null;
  /** Of a retriever or reranker; null: none were recorded. */
  documents: Ranked[] | null;
  model: string | null;
  tokens: { input: number; output: number } | null;
  /** Why it failed; null: it did not. */
  error: string | null;
  /** Id of the question, where its metadata name one. */
  question: string | null;
}
