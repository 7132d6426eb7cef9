/** Who says whether the answers of a run are right, and whether a person has checked them. Pure. */
import {
  type AnswerVerdict,
  answerKey,
  mergeAnswers,
  PERSON,
  type RecordedAnswer,
} from '../domain/answer-judgement';
import type { QuestionDiagnosis } from '../domain/diagnosis';
import { cohenKappa } from '../statistics/kappa';

export interface AnswerJudge {
  /** Space of an LLM judge. */
  space: string;
  /** Answers of this run on which its word counts. */
  words: number;
  /** Of `words`, how many came to no verdict. */
  unjudged: number;
  /** Right or not right, over all answers of the workspace on which both this judge and a person have a verdict. */
  check: { n: number; agree: number; kappa: { value: number; low: number; high: number } | null };
}

export interface AnswerJudging {
  /** Answers of this run to answerable questions. */
  answers: number;
  /** By whose word each of them counts; with `judges` they sum to `answers`. `compared`: words compared with the gold answers. */
  person: number;
  compared: number;
  judges: AnswerJudge[];
}

const isVerdict = (verdict: AnswerVerdict): boolean => verdict !== 'unjudged';
const isRight = (verdict: AnswerVerdict): boolean => verdict === 'correct';

type Words = Map<string, Map<string, RecordedAnswer>>;

/** By answer, then by who said it; a later word of the same judge has replaced the earlier, the last judge stands last. */
const wordsOf = (records: readonly RecordedAnswer[]): Words => {
  const words: Words = new Map();
  for (const record of mergeAnswers(records, [])) {
    if (record.withdrawn === true) continue;
    const key = answerKey(record);
    const said = words.get(key) ?? new Map<string, RecordedAnswer>();
    said.set(record.by, record);
    words.set(key, said);
  }
  return words;
};

const checkOf = (words: Words, space: string): AnswerJudge['check'] => {
  const table = { bothPresent: 0, onlyA: 0, onlyB: 0, bothAbsent: 0 };
  for (const said of words.values()) {
    const judge = said.get(space);
    const person = said.get(PERSON);
    if (judge === undefined || person === undefined) continue;
    if (!isVerdict(judge.verdict) || !isVerdict(person.verdict)) continue;
    const cell = isRight(judge.verdict)
      ? isRight(person.verdict)
        ? 'bothPresent'
        : 'onlyA'
      : isRight(person.verdict)
        ? 'onlyB'
        : 'bothAbsent';
    table[cell] += 1;
  }
  const agree = table.bothPresent + table.bothAbsent;
  const kappa = cohenKappa(table);
  return {
    n: agree + table.onlyA + table.onlyB,
    agree,
    kappa: kappa === null ? null : { value: kappa.value, low: kappa.low, high: kappa.high },
  };
};

/** Null: the run gives no answer to an answerable question. */
export const answerJudging = (
  questions: readonly QuestionDiagnosis[],
  records: readonly RecordedAnswer[],
): AnswerJudging | null => {
  const words = wordsOf(records);
  const judging: AnswerJudging = { answers: 0, person: 0, compared: 0, judges: [] };
  const counts = new Map<string, { words: number; unjudged: number }>();
  for (const { question, answer, error } of questions) {
    if (answer === null || error !== null || !question.answerable) continue;
    judging.answers += 1;
    const said = words.get(
      answerKey({ question: question.id, asked: question.text, gold: question.answers, answer }),
    );
    const judge = [...(said?.values() ?? [])].findLast(({ by }) => by !== PERSON);
    if (said?.has(PERSON) === true) judging.person += 1;
    else if (judge === undefined) judging.compared += 1;
    else {
      const known = counts.get(judge.by) ?? { words: 0, unjudged: 0 };
      known.words += 1;
      if (!isVerdict(judge.verdict)) known.unjudged += 1;
      counts.set(judge.by, known);
    }
  }
  judging.judges = [...counts].map(([space, count]) => ({ space, ...count, check: checkOf(words, space) }));
  return judging.answers === 0 ? null : judging;
};
