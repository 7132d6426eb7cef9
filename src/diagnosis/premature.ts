/** Premature resolutions with what a classifier's recorded scores say of them (05.4). */
import type { PrematureResolution } from '../domain/category';
import type { PreparedQuestion } from './prepared';
import type { Unsupported } from './register';

/**
 * The recorded scores of the judge in view come first; where it has none of the item's own words, what a classifier said
 * while the run went on, by the threshold that counted there.
 */
const scoreOf = (
  { item, judged }: Unsupported,
  prepared: PreparedQuestion,
  threshold: number,
): PrematureResolution['score'] => {
  const recorded = prepared.scoreOf(item.text, item.support);
  if (recorded !== null) return { ...recorded, present: recorded.probability >= threshold };
  if (judged === null || judged.probability === null) return null;
  const { probability, chunk, judge } = judged;
  return { probability, chunk, judge, present: probability >= judged.threshold };
};

export const prematureAt = (prepared: PreparedQuestion, threshold: number): PrematureResolution[] =>
  (prepared.unsupported ?? []).map((one) => ({
    id: one.item.id,
    text: one.item.text,
    note: one.item.note,
    support: one.item.support,
    step: one.step,
    score: scoreOf(one, prepared, threshold),
  }));
