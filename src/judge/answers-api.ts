/** Judging the answers of runs by a chat model: a part of the run worker, since that is where the model can be asked. */
import type { RecordedAnswer } from '../domain/answer-judgement';
import { HopscopeError } from '../domain/outcome';
import type { OnProgress, Spent } from '../domain/progress';
import type { AnswerTally, RunContract } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import type { Jobs } from '../seam/jobs';
import { createMeter } from '../seam/meter';
import { attempt } from '../seam/outcome';
import { createAnswerJudge } from './answer-judge';
import { answersToJudge, judgeAnswers, MOST_MESSAGES } from './judge-answers';
import type { JudgePort } from './llm-judge';

export interface AnswersParts {
  openStore: () => Promise<WorkspaceStore>;
  /** Throws `llm-model` when no model is set. */
  openModel: (purse: {
    limit: number | null;
    spent: number;
    warn: (message: string) => void;
    purpose: 'judging';
    onSpent: (more: Spent) => void;
  }) => Promise<{
    port: JudgePort;
    config: { concurrency: number };
  }>;
  /** Shared with the runs, so that one pause and one cancel reach both. */
  jobs: Jobs;
  clock: () => Date;
  /** Milliseconds, monotonic. */
  now: () => number;
}

const plus = (a: AnswerTally, b: AnswerTally): AnswerTally => ({
  answers: a.answers + b.answers,
  known: a.known + b.known,
  correct: a.correct + b.correct,
  incorrect: a.incorrect + b.incorrect,
  abstained: a.abstained + b.abstained,
  unjudged: a.unjudged + b.unjudged,
  messages: [...new Set([...a.messages, ...b.messages])].slice(0, MOST_MESSAGES),
});
const NONE: AnswerTally = {
  answers: 0,
  known: 0,
  correct: 0,
  incorrect: 0,
  abstained: 0,
  unjudged: 0,
  messages: [],
};

export const createAnswersApi = ({ openStore, openModel, jobs, clock, now }: AnswersParts) => {
  const api = {
    judgeAnswers: (
      { workspace, runs, spendingLimit }: { workspace: string; runs: string[]; spendingLimit?: number },
      jobId: string,
      onProgress: OnProgress,
    ) =>
      attempt(() =>
        jobs.runJob(jobId, async (job) => {
          const store = await openStore();
          const meter = createMeter({
            phase: 'judging answers',
            unit: 'answers',
            total: null,
            emit: onProgress,
            now,
          });
          // One purse for all of it: the limit is of what was asked for, not of each run.
          const { port, config } = await openModel({
            limit: spendingLimit ?? null,
            spent: 0,
            warn: (message) => meter.note(message),
            purpose: 'judging',
            onSpent: (more) => meter.spend(more),
          });
          const judge = createAnswerJudge(port);
          const questions = new Map((await store.readQuestions(workspace)).map((one) => [one.id, one]));
          const perRun = [];
          for (const run of runs) perRun.push(answersToJudge(await store.readRun(workspace, run), questions));
          meter.phase(
            'judging answers',
            'answers',
            perRun.reduce((sum, answers) => sum + answers.length, 0),
          );
          let tally = NONE;
          for (const answers of perRun) {
            await job.pausePoint();
            const one = await judgeAnswers({
              judge,
              answers,
              recorded: await store.readAnswers(workspace),
              keep: async (made: RecordedAnswer[]) => {
                await store.keepAnswers(workspace, made);
              },
              onDone: (count) => meter.advance(count),
              clock,
              signal: job.signal,
              concurrency: config.concurrency,
            });
            tally = plus(tally, one);
          }
          if (job.signal.aborted) throw new HopscopeError('cancelled', 'Cancelled.');
          return tally;
        }),
      ),
  };
  return api satisfies Pick<RunContract, 'judgeAnswers'>;
};
