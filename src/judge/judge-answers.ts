/** Judges the answers of a run; what was judged before by the same judge is not asked again. */
import {
  type AnswerVerdict,
  answerKey,
  type JudgedAnswer,
  type RecordedAnswer,
} from '../domain/answer-judgement';
import type { Question } from '../domain/question';
import type { AnswerTally } from '../domain/seam';
import type { AnswerEvent, RunTrace } from '../domain/trace';
import type { AnswerJudge } from './answer-judge';

export type AnswerToJudge = JudgedAnswer & { answerable: boolean };

/** Last answers of a run. One that the run itself calls an abstention has no words to judge. */
export const answersToJudge = (trace: RunTrace, questions: ReadonlyMap<string, Question>): AnswerToJudge[] =>
  [...trace.questions].flatMap(([id, events]) => {
    const question = questions.get(id);
    const answer = events.findLast((event): event is AnswerEvent => event.event === 'answer');
    if (question === undefined || answer === undefined || answer.abstained) return [];
    const { text: asked, answers: gold, answerable } = question;
    return [{ question: id, asked, gold: [...gold], answer: answer.text, answerable }];
  });

interface Parts {
  judge: AnswerJudge;
  answers: readonly AnswerToJudge[];
  /** Recorded so far; one without a verdict is asked again. */
  recorded: readonly RecordedAnswer[];
  /** Durable when it resolves. */
  keep: (judgements: RecordedAnswer[]) => Promise<void>;
  onDone: (count: number) => void;
  clock: () => Date;
  signal?: AbortSignal;
  /** Answers that are judged at once. */
  concurrency?: number;
}

export const MOST_MESSAGES = 5;
/** A killed tab loses at most these. */
const KEEP_EVERY = 20;

/** Throws what the judge throws, after what was judged by then is kept. */
export const judgeAnswers = async (parts: Parts): Promise<AnswerTally> => {
  const { judge, answers, keep, onDone, clock, concurrency = 4 } = parts;
  const tally: AnswerTally = {
    answers: answers.length,
    known: 0,
    correct: 0,
    incorrect: 0,
    abstained: 0,
    unjudged: 0,
    messages: [],
  };
  const known = new Map(
    parts.recorded.filter(({ by }) => by === judge.space).map((record) => [answerKey(record), record]),
  );
  const count = (verdict: AnswerVerdict, reason: string): void => {
    tally[verdict] += 1;
    if (verdict === 'unjudged' && tally.messages.length < MOST_MESSAGES && !tally.messages.includes(reason))
      tally.messages.push(reason);
    onDone(1);
  };
  const left: AnswerToJudge[] = [];
  for (const answer of answers) {
    const before = known.get(answerKey(answer));
    if (before === undefined || before.verdict === 'unjudged') left.push(answer);
    else {
      tally.known += 1;
      count(before.verdict, before.reason);
    }
  }
  let made: RecordedAnswer[] = [];
  const flush = async (): Promise<void> => {
    const records = made;
    made = [];
    if (records.length > 0) await keep(records);
  };
  const queue = left.values();
  let stopped = false;
  const lane = async (): Promise<void> => {
    for (const { answerable, ...answer } of queue) {
      if (stopped) return;
      const { verdict, reason } = await judge.judge({ ...answer, answerable }, parts.signal);
      made.push({ ...answer, by: judge.space, verdict, reason, time: clock().toISOString() });
      count(verdict, reason);
      if (made.length >= KEEP_EVERY) await flush();
    }
  };
  const lanes = await Promise.allSettled(
    Array.from({ length: Math.min(concurrency, left.length) }, () =>
      lane().catch((thrown: unknown) => {
        stopped = true;
        throw thrown;
      }),
    ),
  );
  await flush();
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return tally;
};
