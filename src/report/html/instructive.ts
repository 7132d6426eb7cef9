import type { Category } from '../../domain/category';
import type { Fix, QuestionDiagnosis, Verdict } from '../../domain/diagnosis';

/**
 * What went wrong with one question, in the most exact word there is for it: the cause of an answer that is called wrong,
 * else the verdict on its evidence, else, with complete evidence, what the judge misses in it. `ungrounded`: right
 * without complete evidence, which a share of right answers hides.
 */
export type FailureKind = Category | Verdict | 'extraction-failure' | 'ungrounded';

/** Verdicts that are failures by themselves. In this order when equally many questions have them. */
const FAILED: readonly FailureKind[] = [
  'total-miss',
  'hop-miss',
  'wrong-chunk',
  'missing-document',
  'composition-miss',
  'null-hallucinated',
  'unmapped',
];

/** Kinds that come after all others: they rest on a judge, or on an answer that nobody would complain about. */
const LAST: readonly FailureKind[] = ['extraction-failure', 'ungrounded'];

/** Null: nothing went wrong that can be told. */
export const kindOf = (one: QuestionDiagnosis): FailureKind | null => {
  if (one.error !== null) return null;
  if (one.category !== null) return one.category.paper;
  if (one.correct !== true && FAILED.includes(one.verdict)) return one.verdict;
  if (one.ungroundedCorrect === true) return 'ungrounded';
  if (one.correct !== true && one.hops.some(({ cell }) => cell.accumulated === 'extraction-failure'))
    return 'extraction-failure';
  return null;
};

export interface InstructiveFailure {
  question: QuestionDiagnosis;
  kind: FailureKind;
  /** Questions of this kind in the run. */
  ofKind: number;
  /** Place, from 0, of the first of the run's fixes that would touch it; null: none would. */
  fix: number | null;
}

interface Candidate extends InstructiveFailure {
  at: number;
}

const isLost = ({ gold, golds }: { gold: readonly string[]; golds: QuestionDiagnosis['golds'] }): boolean =>
  golds.some((one) => gold.includes(one.gold.id) && !one.retrieved);

/** Where the chain first breaks, of how many links: two failures of one kind with the same shape say the same thing twice. */
const shapeOf = ({ hops, golds }: QuestionDiagnosis): string =>
  hops.length > 0
    ? `${hops.findIndex(({ goldIds }) => isLost({ gold: goldIds, golds }))}/${hops.length}`
    : `${golds.findIndex(({ retrieved }) => !retrieved)}/${golds.length}`;

const isCertified = ({ golds }: QuestionDiagnosis): boolean =>
  golds.some(({ retrieved, certificate }) => !retrieved && certificate !== null);

/** Most instructive first: see docs/formats.md, "The HTML report". */
const byWorth = (a: Candidate, b: Candidate): number =>
  (a.fix ?? Number.MAX_SAFE_INTEGER) - (b.fix ?? Number.MAX_SAFE_INTEGER) ||
  Number(isCertified(b.question)) - Number(isCertified(a.question)) ||
  a.question.missing.length - b.question.missing.length ||
  b.question.hops.length - a.question.hops.length ||
  a.at - b.at;

/** The best of each shape first, then the second best of each, and so on. */
const shapesInTurn = (candidates: readonly Candidate[]): Candidate[] => {
  const seen = new Map<string, number>();
  return candidates
    .toSorted(byWorth)
    .map((one) => {
      const shape = shapeOf(one.question);
      const turn = seen.get(shape) ?? 0;
      seen.set(shape, turn + 1);
      return { one, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ one }) => one);
};

const orderOf = (kind: FailureKind): number => LAST.indexOf(kind);

/**
 * The failures worth drawing, at most `most`, and how many there are: the kinds in turn, the commonest first, so that
 * every kind that occurs is shown before any is shown twice.
 */
export const instructive = (
  questions: readonly QuestionDiagnosis[],
  fixes: readonly Fix[],
  most: number,
): { shown: InstructiveFailure[]; failures: number; ungrounded: number } => {
  const fixOf = new Map<string, number>();
  fixes.forEach((fix, index) => {
    for (const id of fix.questions) if (!fixOf.has(id)) fixOf.set(id, index);
  });
  const kinds = new Map<FailureKind, Candidate[]>();
  let failures = 0;
  questions.forEach((question, at) => {
    const kind = kindOf(question);
    if (kind === null) return;
    failures += 1;
    const known = kinds.get(kind) ?? [];
    known.push({ question, kind, ofKind: 0, fix: fixOf.get(question.question.id) ?? null, at });
    kinds.set(kind, known);
  });
  const place = (kind: FailureKind): number => FAILED.indexOf(kind);
  const turns = [...kinds]
    .sort(
      ([a, one], [b, other]) =>
        orderOf(a) - orderOf(b) || other.length - one.length || place(a) - place(b) || (a < b ? -1 : 1),
    )
    .map(([, candidates]) => shapesInTurn(candidates));
  const shown: InstructiveFailure[] = [];
  for (let turn = 0; shown.length < most && turns.some((kind) => turn < kind.length); turn += 1)
    for (const kind of turns) {
      const next = kind[turn];
      if (next === undefined || shown.length >= most) continue;
      shown.push({ question: next.question, kind: next.kind, ofKind: kind.length, fix: next.fix });
    }
  return { shown, failures, ungrounded: kinds.get('ungrounded')?.length ?? 0 };
};

export const hasFailures = ({
  diagnosis,
}: {
  diagnosis: { questions: readonly QuestionDiagnosis[] };
}): boolean => diagnosis.questions.some((one) => kindOf(one) !== null);
