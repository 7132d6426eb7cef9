/** Which judge takes part in the runs of one call, if any. */
import { HopscopeError } from '../domain/outcome';
import type { ClassifierState } from '../domain/seam';
import type { Job } from '../seam/jobs';
import type { Meter } from '../seam/meter';
import { toFailure } from '../seam/outcome';
import type { EpisodeClassifier, PassageTexts } from './episode';
import { openClassifier } from './open-classifier';
import type { classifierNeed } from './run-plan';
import type { RunJudge } from './system';
import type { ClassifierLink } from './worker-link';

export type Need = ReturnType<typeof classifierNeed>;

export interface Judges {
  /**
   * Loads a classifier when one of these needs asks for it, and tells which judge a need gets (null: none). Throws
   * `model` with the reason when a run cannot be made without one and none can be loaded, or it cannot read.
   */
  prepare(needs: readonly Need[]): Promise<(need: Need) => RunJudge | null>;
  /** The classifier of a run, by what its header says; null for a run without a judge. */
  on(texts: PassageTexts, judge: RunJudge | null): EpisodeClassifier | null;
}

export const openJudges = (parts: { link: ClassifierLink; job: Job; meter: Meter }): Judges => {
  const { meter } = parts;
  const classifier = openClassifier(parts);

  /** The state, or the failure that kept it from being loaded. A cancelled call is not such a failure. */
  const load = async (): Promise<ClassifierState | HopscopeError> => {
    if (parts.link.generation === 0) return new HopscopeError('model', 'there is no classifier worker.');
    try {
      return await classifier.prepare();
    } catch (thrown) {
      const { code, message, detail } = toFailure(thrown);
      if (code === 'cancelled') throw thrown;
      return new HopscopeError('model', message, detail === undefined ? {} : { detail });
    }
  };

  return {
    async prepare(needs) {
      if (needs.every((need) => need === 'none')) return () => null;
      const state = await load();
      if (state instanceof HopscopeError) {
        const lacking = needs.find((need) => need === 'reader!' || need === 'judge!');
        if (lacking !== undefined) {
          const what =
            lacking === 'reader!' ? 'These runs answer with the reader' : 'These runs ask the presence judge';
          throw new HopscopeError('model', `${what}, and it could not be loaded: ${state.message}`, {
            retryable: true,
            ...(state.detail === undefined ? {} : { detail: state.detail }),
          });
        }
        meter.note(`Fact presence is not judged, as no classifier could be loaded: ${state.message}`);
        return () => null;
      }
      if (needs.includes('reader!') && !state.reader) {
        throw new HopscopeError(
          'model',
          `"${state.judge.label}" judges but cannot read: load the shipped classifier for systems that answer.`,
        );
      }
      const { space, threshold } = state.judge;
      return (need) => (need === 'none' ? null : { space, threshold });
    },
    on: (texts, judge) => (judge === null ? null : classifier.on(texts, judge.threshold)),
  };
};
