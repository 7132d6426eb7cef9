import type { JudgeStanding } from '../domain/diagnosis';
import type { JudgeCheck } from '../domain/presence';
import { countOf } from './phrase';

/** κ from which agreement is called more than fair (Landis and Koch 1977); the whole interval has to lie above it. */
export const KAPPA_CUT = 0.4;
/** Fewer labels than these leave a judge unchecked, however well they agree. */
export const ENOUGH_LABELS = 20;

/** What a person's labels say of the judge on these documents. */
export const standingOf = (check: JudgeCheck | null): JudgeStanding => {
  if (check === null || check.n === 0 || check.kappa === null) return 'unchecked';
  if (check.kappa.low <= KAPPA_CUT) return 'failed';
  return check.n < ENOUGH_LABELS ? 'unchecked' : 'passed';
};

const kappaOf = ({ n, kappa }: JudgeCheck): string =>
  kappa === null
    ? countOf(n, 'label')
    : `κ ${kappa.value.toFixed(2)} [${kappa.low.toFixed(2)}, ${kappa.high.toFixed(2)}], ${countOf(n, 'label')}`;

/** The sentence that goes with whatever rests on the judge. */
export const standingWords = (check: JudgeCheck | null): string => {
  const standing = standingOf(check);
  if (check === null || check.n === 0) return 'Nobody has checked this judge on these documents.';
  if (standing === 'failed')
    return `The judge failed its check on these documents (${kappaOf(check)}; the interval would have to lie above ${KAPPA_CUT}).`;
  if (standing === 'passed') return `A person has checked the judge on these documents (${kappaOf(check)}).`;
  return `Too little is labelled to trust this judge on these documents (${kappaOf(check)}).`;
};
