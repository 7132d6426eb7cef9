/** Having the language model judge the answers of finished runs, as a job. */
import { createSignal } from 'solid-js';
import { type Failure, fail, type Outcome } from '../../domain/outcome';
import type { AnswerTally } from '../../domain/seam';
import type { RunMeta } from '../../domain/workspace';
import { plural } from '../format';
import { NO_MODEL } from '../messages/model';
import { startJob } from './jobs';
import { noteJudged } from './judging';
import { ensureModel } from './model';
import { workspace } from './session';
import { callback, run } from './workers';

const [lastAnswers, setTally] = createSignal<{ workspace: string; tally: AnswerTally } | null>(null);
const [answersFailure, setFailure] = createSignal<Failure | null>(null);

export {
  /** Why the last judging of answers ended early; null: it did not, or a person stopped it. */
  answersFailure,
  /** What the last judging of answers of this visit came to. */
  lastAnswers,
};

const judge = async (
  id: string,
  runs: string[],
  spendingLimit: number | null,
): Promise<Outcome<AnswerTally>> => {
  const model = await ensureModel();
  if (!model.ok) return model;
  if (model.value === null) return fail('bad-input', NO_MODEL, { retryable: true });
  const outcome = await startJob(
    { kind: 'answers', title: `Judging the answers of ${plural(runs.length, 'run')}`, workspace: id },
    (job, onProgress) =>
      run.ask((api) =>
        api.judgeAnswers(
          { workspace: id, runs, ...(spendingLimit === null ? {} : { spendingLimit }) },
          job,
          callback(onProgress),
        ),
      ),
    { cancel: (job) => run.tell((api) => api.cancel(job)) },
  );
  // What was judged before a cancel or a failure is kept, so the view changes in any case.
  await noteJudged(id);
  return outcome;
};

/** What the model has judged before is not asked again. A failure stays readable in `answersFailure`. */
export const judgeAnswers = async (
  runs: readonly RunMeta[],
  spendingLimit: number | null,
): Promise<Outcome<AnswerTally>> => {
  const id = workspace()?.id;
  if (id === undefined) return fail('not-found', 'No workspace is open.');
  if (runs.length === 0) return fail('bad-input', 'There is no run with answers to judge: start one first.');
  setFailure(null);
  const outcome = await judge(
    id,
    runs.map(({ header }) => header.run),
    spendingLimit,
  );
  if (outcome.ok) setTally({ workspace: id, tally: outcome.value });
  else if (outcome.error.code !== 'cancelled') setFailure(outcome.error);
  return outcome;
};
