import { CATEGORIES, COLUMNS } from '../../../domain/category';
import { CELLS, VERDICTS } from '../../../domain/diagnosis';
import { STORED_DEPTH } from '../../../domain/retriever';
import { flag, integer, oneOf, optional, someOf, text, type ViewOf } from '../../state/codecs';

export const CERTIFICATE_KEYS = ['A', 'B', 'C', 'D', 'none', 'notInCorpus'] as const;

export const RIGHTNESS = ['', 'right', 'wrong', 'unanswered'] as const;
export type Rightness = (typeof RIGHTNESS)[number];

export const GAPS = ['', 'corpus-gap', 'ranking-gap', 'not-checked', 'no-answer', 'inconclusive'] as const;

export const SORTS = ['cause', 'question', 'hops', 'recall', 'last', 'order'] as const;
export type Sort = (typeof SORTS)[number];

/** Everything that defines the diagnosis view and the list that `j` / `k` walk through; all of it is in the address. */
export const VIEW = {
  run: optional,
  /** 0: the k that the run was made with. */
  k: integer(0, STORED_DEPTH, 0),
  criterion: oneOf(['accumulated', 'matched'], 'accumulated'),
  verdict: someOf(VERDICTS),
  /** Depth of the hop that is missed; 0: any. */
  missed: integer(0, 99, 0),
  certificate: someOf(CERTIFICATE_KEYS),
  /** Cells of which the question has a hop, at `depth`; 0 stands for every depth. */
  cell: someOf(CELLS),
  depth: integer(0, 99, 0),
  /** Cells folded into three, as in arXiv 2609.17043. */
  three: flag,
  /** Probability in percent from which a fact counts as present; −1: the judge's own. */
  threshold: integer(-1, 100, -1),
  /** Number of hops without their fact; −1: any. */
  flags: integer(-1, 99, -1),
  /** Tenth of the probability that a hop's judgement falls in; −1: any. */
  bin: integer(-1, 9, -1),
  gap: oneOf(GAPS, ''),
  answer: oneOf(RIGHTNESS, ''),
  /** Causes of a wrong answer, under one of the two readings. */
  category: someOf(CATEGORIES),
  reading: oneOf(COLUMNS, 'paper'),
  fix: optional,
  type: optional,
  /** Number of hops; 0: any. */
  hops: integer(0, 99, 0),
  q: text(),
  sort: oneOf(SORTS, 'cause'),
  desc: flag,
} as const;

export type DiagnosisView = ViewOf<typeof VIEW>;

export type SetView = (change: Partial<DiagnosisView>, options?: { replace?: boolean }) => void;

/** The part of the view that restricts the list, for "clear". */
export const NO_FILTER = {
  verdict: [],
  missed: 0,
  certificate: [],
  cell: [],
  depth: 0,
  flags: -1,
  bin: -1,
  gap: '',
  answer: '',
  category: [],
  fix: null,
  type: null,
  hops: 0,
  q: '',
} satisfies Partial<DiagnosisView>;
