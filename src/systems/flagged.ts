/** Is a step intervened on (04, "Interventions")? One rule for systems that know their hops and for those that do not. */
import type { Episode } from './system';

export interface Step {
  /** Null: of a system that knows no hops. */
  hop: number | null;
  /** The sub-question as the judge is asked it. */
  asked: () => string;
  /** Asked under the policy `oracle` alone, which looks at labels. */
  lacksGold: () => boolean;
  /** Everything within k so far, the step's own search included. */
  retrieved: ReadonlySet<string>;
}

export const isFlagged = async (
  episode: Pick<Episode, 'intervention' | 'judge'>,
  { hop, asked, lacksGold, retrieved }: Step,
): Promise<boolean> => {
  switch (episode.intervention?.policy) {
    case 'always':
      return true;
    case 'oracle':
      return lacksGold();
    case 'predicted': {
      // Nothing retrieved states nothing; there is no passage to ask the judge about.
      if (retrieved.size === 0) return true;
      const { use } = await episode.judge({
        hop,
        asked: asked(),
        chunks: [...retrieved],
        use: { present: 'not-flagged', absent: 'flagged', undecided: 'not-flagged' },
      });
      return use === 'flagged';
    }
    default:
      return false;
  }
};
