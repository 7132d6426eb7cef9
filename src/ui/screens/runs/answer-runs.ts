/** Which runs have answers to be judged, and the counts of a judging as they are shown. Pure. */
import { ANSWER_VERDICTS, type AnswerVerdict } from '../../../domain/answer-judgement';
import { type AnswerTally, PROBES } from '../../../domain/seam';
import type { RunMeta } from '../../../domain/workspace';

/** Probes search and answer nothing; whatever else has finished may have answers, an import's too. */
export const answerRuns = (runs: readonly RunMeta[]): RunMeta[] =>
  runs.filter(
    ({ state, done, header }) =>
      state === 'finished' && done > 0 && !PROBES.some((probe) => probe === header.system),
  );

/** Every verdict, also those that none came to: what is left out could hide what was not judged. */
export const tallyRows = (tally: AnswerTally): { verdict: AnswerVerdict; count: number }[] =>
  ANSWER_VERDICTS.map((verdict) => ({ verdict, count: tally[verdict] }));
