/** How the effect of an intervention is cut and worded. Pure. */
import type { InterventionComparison, InterventionEffect, PairedEffect } from '../../../domain/intervention';
import { plural } from '../../format';

export type Split = 'none' | 'cell' | 'hops' | 'flags';

export const SPLITS: readonly { id: Split; label: string }[] = [
  { id: 'none', label: 'all hops' },
  { id: 'cell', label: 'by outcome' },
  { id: 'hops', label: 'by hops' },
  { id: 'flags', label: 'by flags' },
];

/** The parts of a comparison; null: no judge has scored the run without the intervention. */
export const splitOf = (
  comparison: InterventionComparison,
  split: Split,
): { label: string; effect: InterventionEffect }[] | null => {
  switch (split) {
    case 'none':
      return [];
    case 'cell':
      return (
        comparison.byCell?.map(({ cell, effect }) => ({
          label: cell === 'unknown' ? 'no cell' : cell,
          effect,
        })) ?? null
      );
    case 'hops':
      return comparison.byHops.map(({ hops, effect }) => ({
        label: `questions of ${plural(hops, 'hop')}`,
        effect,
      }));
    case 'flags':
      return (
        comparison.byFlags?.map(({ flags, effect }) => ({
          label: `questions with ${plural(flags, 'hop')} without the fact`,
          effect,
        })) ?? null
      );
  }
};

/** "+12 −3": hops for which it became true, and false. */
export const effectWords = ({ gained, lost }: PairedEffect): string => `+${gained} −${lost}`;

/** The exact p of McNemar's test; a dash when no hop changed. */
export const pValue = ({ exactP }: PairedEffect): string => {
  if (exactP === null) return '–';
  return exactP < 0.001 ? '< 0.001' : exactP.toFixed(3);
};

/** The effect on the fact, once every hop that could be judged is; null before. */
export const factOf = ({ factPresent, notJudged }: InterventionEffect): PairedEffect | null =>
  notJudged > 0 ? null : factPresent;

/** "not judged", or how many hops still wait for the judge. */
export const waitingWords = ({ factPresent, notJudged, hops }: InterventionEffect): string =>
  factPresent === null ? 'not judged' : `${notJudged} of ${plural(hops, 'hop')} not judged`;
