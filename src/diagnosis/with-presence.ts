import { type GapScores, gapScores } from './gap';
import type { PreparedQuestion, PreparedRun, RecordedWord } from './prepared';
import {
  answerRanksOf,
  type Candidates,
  type HopPresence,
  hasScores,
  type PresenceInput,
  presenceOf,
} from './presence';

const gapsOf = (
  { question, hops: prepared, golds }: PreparedQuestion,
  hops: readonly HopPresence[],
  presence: PresenceInput,
  candidates: Candidates,
): ((hop: number) => GapScores | null) => {
  const known = new Map<number, GapScores | null>();
  return (index) => {
    const made = known.get(index);
    if (made !== undefined) return made;
    const answers = question.hops[index]?.answers;
    const asked = hops[index]?.asked;
    const scores =
      answers === undefined || asked === undefined
        ? null
        : gapScores(
            asked,
            answers,
            candidates(answers),
            presence,
            (prepared[index]?.golds ?? []).flatMap((at) => golds[at] ?? []),
          );
    known.set(index, scores);
    return scores;
  };
};

const highestOf = (
  asked: string,
  chunks: readonly string[],
  presence: PresenceInput,
): RecordedWord | null => {
  let best: RecordedWord | null = null;
  for (const chunk of chunks) {
    const probability = presence.of(asked, chunk) ?? null;
    if (probability !== null && (best === null || probability > best.probability))
      best = { probability, chunk, judge: presence.space };
  }
  return best;
};

/** The judge has scored some passage of the run. */
export const hasPresence = (run: PreparedRun, presence: PresenceInput): boolean =>
  run.questions.some(({ question, searches }) => presenceOf(question, searches, presence).some(hasScores));

/**
 * The same run under the recorded scores of a judge, or of none. Scores that arrive later, or another judge, need only
 * this again. A judge without a score for any passage of the run counts as none.
 */
export const withPresence = (
  run: PreparedRun,
  presence: PresenceInput | null,
  candidates: Candidates | null,
): PreparedRun => {
  const bare = (): PreparedRun => ({
    ...run,
    presence: null,
    questions: run.questions.map((prepared) =>
      prepared.presence === null
        ? prepared
        : { ...prepared, presence: null, answerRanks: null, gap: () => null, scoreOf: () => null },
    ),
  });
  if (presence === null) return run.presence === null ? run : bare();
  const hops = run.questions.map(({ question, searches }) => presenceOf(question, searches, presence));
  if (!hops.some((ofQuestion) => ofQuestion.some(hasScores))) return bare();
  return {
    ...run,
    presence: { space: presence.space, threshold: presence.threshold },
    questions: run.questions.map((prepared, at) => {
      const ofQuestion = hops[at] ?? [];
      return {
        ...prepared,
        presence: ofQuestion,
        answerRanks:
          candidates === null ? null : answerRanksOf(prepared.question, prepared.searches, candidates),
        gap: candidates === null ? () => null : gapsOf(prepared, ofQuestion, presence, candidates),
        scoreOf: (asked, chunks) => highestOf(asked, chunks, presence),
      };
    }),
  };
};
