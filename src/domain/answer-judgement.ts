/**
 * Whether an answer is right (05.8), as somebody has said it: an LLM judge or a person. A word is about a question, its
 * gold answers and an answer, whatever run gave it, so it holds for equal words wherever they come up.
 */
import * as v from 'valibot';

/** `unjudged`: asked, and no verdict came of it; a person was unsure. Never a "wrong". */
export const ANSWER_VERDICTS = ['correct', 'incorrect', 'abstained', 'unjudged'] as const;
export type AnswerVerdict = (typeof ANSWER_VERDICTS)[number];

/** What was judged. */
export interface JudgedAnswer {
  /** Id of the question. */
  question: string;
  /** Its words. */
  asked: string;
  /** Gold answer first, then aliases; empty: the documents hold no answer. */
  gold: string[];
  answer: string;
}

/** `by` of a person; any other is the space of an LLM judge. */
export const PERSON = 'person';

export const RecordedAnswerSchema = v.object({
  question: v.string(),
  asked: v.string(),
  gold: v.array(v.string()),
  answer: v.string(),
  by: v.string(),
  verdict: v.picklist(ANSWER_VERDICTS),
  /** In a few words; for `unjudged`, why there is no verdict. */
  reason: v.string(),
  /** ISO 8601 */
  time: v.string(),
  /** Taken back: from then on it is as if this judge had said nothing of the answer. */
  withdrawn: v.optional(v.literal(true)),
});
export type RecordedAnswer = v.InferOutput<typeof RecordedAnswerSchema>;

export const ANSWER_JUDGEMENTS_SCHEMA = 'hopscope.answer-judgements/1';
/** What a workspace keeps. */
export const AnswerJudgementsSchema = v.object({
  schema: v.literal(ANSWER_JUDGEMENTS_SCHEMA),
  judgements: v.array(RecordedAnswerSchema),
});

export const answerKey = ({ question, asked, gold, answer }: JudgedAnswer): string =>
  JSON.stringify([question, asked, gold, answer]);

/** Both lists in the order in which they were judged; the later of two words by the same judge on the same answer counts. */
export const mergeAnswers = (
  current: readonly RecordedAnswer[],
  added: readonly RecordedAnswer[],
): RecordedAnswer[] => {
  const merged = new Map<string, RecordedAnswer>();
  for (const record of [...current, ...added]) {
    const key = `${record.by}\n${answerKey(record)}`;
    const known = merged.get(key);
    if (known !== undefined && known.time > record.time) continue;
    merged.delete(key);
    merged.set(key, record);
  }
  return [...merged.values()].sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1));
};

/** What was said of one answer. */
export interface CombinedAnswer {
  /** The word that counts: a person's, else the last LLM judge's. */
  verdict: AnswerVerdict;
  /** Both words; null: not asked. */
  person: AnswerVerdict | null;
  judge: AnswerVerdict | null;
}

/**
 * A person beats an LLM judge, which beats the comparison of words (the diagnosis' own, where nobody was asked: null).
 * A word that came to no verdict is a word: what is below it does not stand in, so the answer is counted as unjudged.
 */
export const combineAnswers = (
  records: readonly RecordedAnswer[],
): ((answer: JudgedAnswer) => CombinedAnswer | null) => {
  const said = new Map<string, Omit<CombinedAnswer, 'verdict'>>();
  for (const record of mergeAnswers(records, [])) {
    if (record.withdrawn === true) continue;
    const key = answerKey(record);
    const known = said.get(key) ?? { person: null, judge: null };
    said.set(key, { ...known, [record.by === PERSON ? 'person' : 'judge']: record.verdict });
  }
  return (answer) => {
    const known = said.get(answerKey(answer));
    const verdict = known?.person ?? known?.judge ?? null;
    return known === undefined || verdict === null ? null : { verdict, ...known };
  };
};
