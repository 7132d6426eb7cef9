import { type Criterion, type QuestionRow, VERDICTS, type Verdict } from '../../../domain/diagnosis';
import { binOf, flagsOf } from './presence';
import type { DiagnosisView, Rightness, Sort } from './view';

export type Filter = Pick<
  DiagnosisView,
  | 'verdict'
  | 'missed'
  | 'certificate'
  | 'cell'
  | 'depth'
  | 'flags'
  | 'bin'
  | 'gap'
  | 'answer'
  | 'category'
  | 'reading'
  | 'fix'
  | 'type'
  | 'hops'
  | 'q'
  | 'criterion'
>;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Hops at the chosen depth, or all of them. */
const atDepth = <T>(hops: readonly T[], depth: number): readonly T[] =>
  depth === 0 ? hops : hops.slice(depth - 1, depth);

const rightness = (row: QuestionRow): Rightness =>
  row.correct === true ? 'right' : row.correct === false ? 'wrong' : 'unanswered';

/** Restrictions that come from a judge or an answer; a run without either passes none of them. */
function passesJudged(row: QuestionRow, filter: Filter): boolean {
  const { cell, depth, flags, bin, gap, answer } = filter;
  if (cell.length > 0) {
    const cells = atDepth(row.cells?.[filter.criterion] ?? [], depth);
    if (!cells.some((own) => own !== null && cell.includes(own))) return false;
  }
  if (flags >= 0 && flagsOf(row) !== flags) return false;
  if (bin >= 0 && !(row.judged ?? []).some((hop) => binOf(hop.probability) === bin)) return false;
  if (gap !== '' && !(row.judged ?? []).some((hop) => hop.gap === gap)) return false;
  const cause = row.category?.[filter.reading];
  if (filter.category.length > 0 && (cause === undefined || !filter.category.includes(cause))) return false;
  return answer === '' || (row.error === null && rightness(row) === answer);
}

/** Rows that pass every restriction; `fixQuestions` are the questions of the chosen fix, null when none is chosen. */
export function filterRows(
  rows: QuestionRow[],
  filter: Filter,
  fixQuestions: ReadonlySet<string> | null,
): QuestionRow[] {
  const words = folded(filter.q)
    .split(/\s+/)
    .filter((word) => word !== '');
  return rows.filter((row) => {
    // A failed question has no verdict that means anything, so a filter by verdict leaves it out.
    if (filter.verdict.length > 0 && (row.error !== null || !filter.verdict.includes(row.verdict)))
      return false;
    if (filter.missed > 0 && row.chain[filter.criterion][filter.missed - 1] !== 'missed') return false;
    if (filter.certificate.length > 0 && !row.certificates.some((key) => filter.certificate.includes(key))) {
      return false;
    }
    if (!passesJudged(row, filter)) return false;
    if (fixQuestions !== null && !fixQuestions.has(row.id)) return false;
    if (filter.type !== null && row.type !== filter.type) return false;
    if (filter.hops > 0 && row.hops !== filter.hops) return false;
    const text = words.length === 0 ? '' : folded(row.text);
    return words.every((word) => text.includes(word));
  });
}

/** Verdicts in reading order: a chain that breaks half-way, then whole misses, then what is not retrieval's, then success. */
export const BY_CAUSE: readonly Verdict[] = [
  'hop-miss',
  'total-miss',
  'missing-document',
  'wrong-chunk',
  'composition-miss',
  'null-hallucinated',
  'unmapped',
  'unlabelled',
  'null-unanswered',
  'null-refused',
  'evidence-complete',
  'pass',
];
const causeRank = new Map(VERDICTS.map((verdict) => [verdict, BY_CAUSE.indexOf(verdict)]));

/** A missing passage that another query reaches teaches more than one that nothing reaches. */
const reachable = (row: QuestionRow): boolean => row.certificates.some((key) => 'BCD'.includes(key));

/** More hops than any question has. */
const MANY = 1000;

/** One number a row, made once and not at every comparison: the list is sorted anew at each step of the k slider. */
const KEY: Record<Exclude<Sort, 'question' | 'order'>, (row: QuestionRow) => number> = {
  cause: (row) =>
    ((causeRank.get(row.verdict) ?? 0) * 2 + (reachable(row) ? 0 : 1)) * MANY +
    MANY -
    Math.min(row.hops, MANY),
  hops: (row) => row.hops,
  recall: (row) => row.evidenceRecall ?? Number.POSITIVE_INFINITY,
  last: (row) => row.lastGoldRank ?? Number.POSITIVE_INFINITY,
};

const byText = new Intl.Collator();

/** Sorted copy; equal rows keep the order of the question set, in both directions. */
export function sortRows(rows: QuestionRow[], sort: Sort, desc: boolean): QuestionRow[] {
  const sign = desc ? -1 : 1;
  if (sort === 'order') return desc ? rows.toReversed() : rows;
  if (sort === 'question') return rows.toSorted((a, b) => sign * byText.compare(a.text, b.text));
  const key = KEY[sort];
  // Infinity less infinity is no number, and no difference either.
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((a, b) => sign * (a.key - b.key) || 0)
    .map(({ row }) => row);
}

/** The list as the table and `j` / `k` see it. */
export const listOf = (
  rows: QuestionRow[],
  view: DiagnosisView,
  fixQuestions: ReadonlySet<string> | null,
): QuestionRow[] => sortRows(filterRows(rows, view, fixQuestions), view.sort, view.desc);

/** Whether two values of plain data are the same in every part. */
const same = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => same(value, b[i]));
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => same(left[name], right[name]));
};

/** The new rows, with the old object wherever nothing changed: a moved slider then redraws only what it touched. */
export function keepSame(before: readonly QuestionRow[], after: QuestionRow[]): QuestionRow[] {
  const old = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => {
    const kept = old.get(row.id);
    return kept !== undefined && same(kept, row) ? kept : row;
  });
}

/** Smallest k, up to `most`, that completes the evidence of all these questions; null when none of them can be. */
export function completingK(rows: QuestionRow[], questions: readonly string[], most: number): number | null {
  const wanted = new Set(questions);
  const ranks = rows
    .filter((row) => wanted.has(row.id) && row.lastGoldRank !== null)
    .map((row) => row.lastGoldRank ?? 0);
  return ranks.length === 0 ? null : Math.min(most, Math.max(...ranks));
}

/** Criterion under which a hop's state is told, for the words of a filter chip. */
export const missedLabel = (hop: number, criterion: Criterion): string => `hop ${hop} missed (${criterion})`;
