import type { Category } from '../../domain/category';
import type { Cell, CertificateLevel, Verdict } from '../../domain/diagnosis';
import { html, type Markup } from './escape';
import type { FailureKind } from './instructive';

/** Colour pair of the stylesheet; one a failure kind, as in the app. */
export type Tone =
  | 'present'
  | 'retrieval'
  | 'total'
  | 'document'
  | 'chunk'
  | 'drift'
  | 'extraction'
  | 'alternate'
  | 'compose'
  | 'gaveup'
  | 'absent'
  | 'neutral';

export interface Term {
  label: string;
  sign: string;
  tone: Tone;
  meaning: string;
}

const term = (label: string, sign: string, tone: Tone, meaning: string): Term => ({
  label,
  sign,
  tone,
  meaning,
});

/** Worst news first: the order of bars and legends. */
export const VERDICT_TERMS: Record<Verdict, Term> = {
  'total-miss': term('total miss', '⊘', 'total', 'none of several gold passages retrieved'),
  'missing-document': term(
    'missing document',
    '▢',
    'document',
    'one gold passage, and no chunk of its document retrieved',
  ),
  'wrong-chunk': term(
    'wrong chunk',
    '◫',
    'chunk',
    'one gold passage; another chunk of its document retrieved',
  ),
  'hop-miss': term('hop miss', '○', 'retrieval', 'some but not all gold passages retrieved'),
  'composition-miss': term(
    'composition miss',
    '✕',
    'compose',
    'all gold passages retrieved, the answer wrong',
  ),
  'null-hallucinated': term('made up', '✕', 'compose', 'marked unanswerable, answered all the same'),
  unmapped: term('unmapped', '∅', 'absent', 'a gold passage has no chunk in the corpus'),
  unlabelled: term('unlabelled', '?', 'neutral', 'no gold passage labelled'),
  'null-unanswered': term('unanswerable', '–', 'gaveup', 'marked unanswerable; this run gives no answers'),
  'null-refused': term('rightly refused', '–', 'present', 'marked unanswerable, and the run abstained'),
  'evidence-complete': term(
    'evidence complete',
    '●',
    'present',
    'all gold passages retrieved; no answer judged',
  ),
  pass: term('pass', '●', 'present', 'all gold passages retrieved, the answer right'),
};

/** The four cells of a hop (05.3). */
export const CELL_TERMS: Record<Cell, Term> = {
  'fact-present': term(
    'fact present',
    '●',
    'present',
    'gold passage retrieved, and the judge finds the fact',
  ),
  'extraction-failure': term(
    'extraction failure',
    '▤',
    'extraction',
    'gold passage retrieved, and the judge finds the fact in nothing retrieved',
  ),
  'alternate-evidence': term(
    'other evidence',
    '◇',
    'alternate',
    'gold passage not retrieved, and the judge finds the fact in another passage',
  ),
  'retrieval-failure': term(
    'retrieval failure',
    '○',
    'retrieval',
    'gold passage not retrieved, and the judge finds the fact in nothing else',
  ),
};

/** Why an answer is wrong (05.4), in the order in which the causes are tried. */
export const CATEGORY_TERMS: Record<Category, Term> = {
  'judge-error': term(
    'judge error',
    '⚖',
    'neutral',
    'called wrong by the judge, although it contains a gold answer or a person says right',
  ),
  'gave-up': term('gave up', '–', 'gaveup', 'abstained, or a budget ran out and forced the answer'),
  'reasoning-error': term('reasoning error', '✕', 'compose', 'every gold passage retrieved'),
  'false-resolution': term(
    'false resolution',
    '✗',
    'extraction',
    'a requirement stands resolved without gold evidence',
  ),
  'search-drift': term(
    'search drift',
    '◐',
    'drift',
    'a missing passage is certified reachable by this retriever',
  ),
  unreached: term(
    'unreached',
    '○',
    'retrieval',
    'no query has found a missing passage yet, which proves nothing',
  ),
  'not-in-corpus': term('not in the corpus', '∅', 'absent', 'a gold passage has no chunk in the corpus'),
  unlabelled: term('no labels', '?', 'neutral', 'no gold passage labelled, so no cause can be told'),
};

/** What went wrong with a question, in the words of whichever of the three it is told by. */
export const KIND_TERMS: Record<FailureKind, Term> = {
  ...VERDICT_TERMS,
  ...CATEGORY_TERMS,
  'extraction-failure': CELL_TERMS['extraction-failure'],
  ungrounded: term(
    'right without evidence',
    '◇',
    'alternate',
    'answered rightly without all of its gold passages',
  ),
};

export const VERDICT_ORDER = Object.keys(VERDICT_TERMS) as Verdict[];

/** `none` and `notInCorpus` beside the levels of 05.5. */
export const CERTIFICATE_TERMS: Record<CertificateLevel | 'none' | 'notInCorpus', string> = {
  A: 'retrieved by this run',
  B: 'found by another run on this retriever',
  C: 'found by its own sub-question with the gold bridge answers filled in',
  D: 'found by a reformulation (keywords, entity and relation, title, or a bridge answer left open)',
  none: 'no query has found it yet, which proves nothing',
  notInCorpus: 'not in the corpus',
};

export const chip = ({ label, sign, tone }: Term): Markup =>
  html`<span class="chip ${tone}"><span aria-hidden="true">${sign}</span> ${label}</span>`;
