/** Premature resolutions in words. Pure. */
import type { PrematureResolution } from '../../../domain/category';
import { decimal, plural } from '../../format';

export const scoreWords = (score: PrematureResolution['score']): string =>
  score === null
    ? 'no classifier has scored it'
    : `the classifier ${score.present ? 'finds the fact stated' : 'does not find the fact stated'} (${decimal(score.probability)})`;

/** How many, and what the classifier thinks of those it has scored. */
export const prematureWords = (resolutions: readonly Pick<PrematureResolution, 'score'>[]): string => {
  const scored = resolutions.flatMap(({ score }) => (score === null ? [] : [score]));
  const refused = scored.filter(({ present }) => !present).length;
  const word =
    scored.length === 0 ? '' : `; the classifier would have refused ${refused} of ${scored.length}`;
  return `${plural(resolutions.length, 'requirement')} resolved without gold evidence${word}`;
};
