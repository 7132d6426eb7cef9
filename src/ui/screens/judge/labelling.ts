/** Labelling a sample of hops, one after the other, with keys. Pure: time is an argument. */
import { KAPPA_CUT } from '../../../diagnosis/standing';
import type { HopLabel, JudgeAgreement, JudgeSample, SampledHop } from '../../../domain/judge-check';
import { percent, plural } from '../../format';

export type Label = HopLabel['label'];

/** What a key does while labelling. */
export type KeyAction = { kind: 'label'; label: Label } | { kind: 'back' } | { kind: 'skip' };

export const KEYS: readonly { key: string; words: string; action: KeyAction }[] = [
  { key: 'p', words: 'present', action: { kind: 'label', label: 'present' } },
  { key: 'a', words: 'absent', action: { kind: 'label', label: 'absent' } },
  { key: 'u', words: 'unsure', action: { kind: 'label', label: 'unsure' } },
  { key: 'b', words: 'back', action: { kind: 'back' } },
  { key: 's', words: 'skip', action: { kind: 'skip' } },
];

export const actionOf = (key: string): KeyAction | null =>
  KEYS.find((entry) => entry.key === key.toLowerCase())?.action ?? null;

export const labelOf = (hop: SampledHop, label: Label, time: string): HopLabel => ({
  question: hop.question,
  hop: hop.hop,
  asked: hop.asked,
  chunks: hop.passages.map((passage) => passage.chunk),
  label,
  time,
});

/** Where to go on: the first hop without a label after `from`, then those before it; null: all are labelled. */
export function nextOpen(hops: readonly SampledHop[], from: number): number | null {
  for (let step = 1; step <= hops.length; step += 1) {
    const at = (from + step + hops.length) % hops.length;
    if (hops[at]?.label === null) return at;
  }
  return null;
}

/** The place after an action; `from` stays when there is nowhere to go. */
export function placeAfter(action: KeyAction, hops: readonly SampledHop[], from: number): number {
  if (action.kind === 'back') return Math.max(0, from - 1);
  return nextOpen(hops, from) ?? (action.kind === 'skip' ? from : Math.min(hops.length - 1, from + 1));
}

export interface LabelProgress {
  done: number;
  unsure: number;
  total: number;
}

export const progressOf = (hops: readonly SampledHop[]): LabelProgress => ({
  done: hops.filter((hop) => hop.label !== null).length,
  unsure: hops.filter((hop) => hop.label?.label === 'unsure').length,
  total: hops.length,
});

/** "Of 9 disagreements, the judge says absent and you say present in 7". */
export function directionWords(agreement: JudgeAgreement, other: string): string {
  const { onlyA, onlyB } = agreement.table;
  const n = onlyA + onlyB;
  if (n === 0) return `The judge and ${other} never differ.`;
  const stricter = `in ${onlyB} the judge says absent and ${other} present`;
  const laxer = `in ${onlyA} the judge says present and ${other} absent`;
  return `Of ${plural(n, 'disagreement')}, ${stricter}, ${laxer}.`;
}

const BANDS: readonly [number, string][] = [
  [0.8, 'almost perfect'],
  [0.6, 'substantial'],
  [0.4, 'moderate'],
  [0.2, 'fair'],
  [0, 'slight'],
];

/** What a κ is worth, in the words of Landis and Koch (1977), read off the lower end of its interval. */
export function kappaWords(agreement: JudgeAgreement): string {
  const { kappa, n } = agreement;
  if (n === 0) return 'Nothing is labelled that the judge has scored.';
  if (kappa === null)
    return `Agreement ${percent(agreement.agreement.rate)}; κ needs both words from both judges.`;
  if (kappa.high <= 0) return 'They agree less often than two judges who only guess would.';
  if (kappa.low <= 0)
    return 'No agreement beyond chance is shown: the interval of κ reaches down to 0, which is what guessing gives.';
  const word = BANDS.find(([from]) => kappa.low >= from)?.[1] ?? 'slight';
  return `They agree more than by chance; the lower end of the interval calls it ${word} agreement.`;
}

/** Labels that give a first impression, and labels that give a figure to quote. */
const FIRST_IMPRESSION = 20;
const TO_QUOTE = 100;
/** Where the diagnosis ceases to rest advice on the judge (`standing.ts`). */
export const TRUSTED_FROM = KAPPA_CUT;

/** A warning that so few labels say little; null: there are enough to quote. */
export function fewWords({ n }: JudgeAgreement): string | null {
  if (n === 0 || n >= TO_QUOTE) return null;
  return n < FIRST_IMPRESSION
    ? `${plural(n, 'hop is', 'hops are')} few: one label more or less can turn this around. Label ${FIRST_IMPRESSION} for a first impression, ${TO_QUOTE} for a figure to quote.`
    : `${n} hops give a first impression; label ${TO_QUOTE} for a figure to quote.`;
}

/** What to do with the result of a check against a person; null: nothing is to be done. */
export function nextStep(agreement: JudgeAgreement): string | null {
  const { kappa, n } = agreement;
  if (n === 0 || kappa === null) return null;
  if (kappa.low > TRUSTED_FROM)
    return n < FIRST_IMPRESSION ? 'Label more hops before you rest a decision on this judge.' : null;
  const { onlyA, onlyB } = agreement.table;
  const threshold =
    onlyA === onlyB
      ? 'try another threshold on the diagnosis page'
      : onlyB > onlyA
        ? 'try a lower threshold on the diagnosis page (it says absent too often)'
        : 'try a higher threshold on the diagnosis page (it says present too often)';
  return `Until the whole interval lies above ${TRUSTED_FROM}, rest nothing on this judge here: read the disagreements, ${threshold}, or choose another judge in Settings. The diagnosis puts advice that rests on it last.`;
}

/** "drawn from 1 judged hop; 7 more wait for the judge": what a sample could be drawn from. */
export function drawnWords({ available, waiting }: Pick<JudgeSample, 'available' | 'waiting'>): string {
  const judged = available.present + available.absent;
  const rest = waiting === 0 ? '' : `; ${plural(waiting, 'more hop waits', 'more hops wait')} for the judge`;
  return `drawn from ${plural(judged, 'judged hop')}${rest}`;
}
