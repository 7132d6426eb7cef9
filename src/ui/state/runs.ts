/** Starting, resuming and removing runs of the open workspace. */
import { createSignal } from 'solid-js';
import { fail, type Outcome, ok } from '../../domain/outcome';
import type { PlannedRuns } from '../../domain/plan';
import type { OnProgress } from '../../domain/progress';
import type { RetrieverKind } from '../../domain/retriever';
import type { IndexState, RunEstimate } from '../../domain/seam';
import { questionCount, type RunMeta } from '../../domain/workspace';
import { addEstimates, NO_ESTIMATE } from './estimate';
import { startJob } from './jobs';
import { judgeRuns } from './judging';
import { modelSet } from './model-set';
import { modelProblem, notBegun, plannedOf, specOf, withoutPlanned, withPlanned } from './planned';
import { preferences } from './preferences';
import { asksModel, type RunChoice } from './run-choice';
import { ensureIndex, ensureVectors, retrieverSettings } from './search-index';
import { changePlan, hasDocuments, plan, readOnly, refreshMeta, workspace } from './session';
import { callback, diagnosis, run } from './workers';

const plannedNow = (choice: RunChoice): PlannedRuns[] => {
  const { kind: _, ...settings } = retrieverSettings('hybrid');
  return plannedOf(choice, settings, new Date().toISOString(), modelSet()?.state.id ?? null);
};

export const estimateRuns = async (id: string, choice: RunChoice): Promise<Outcome<RunEstimate>> => {
  let sum = NO_ESTIMATE;
  for (const planned of plannedNow(choice)) {
    const outcome = await run.ask((api) => api.estimate(specOf(id, planned)));
    if (!outcome.ok) return outcome;
    sum = addEstimates(sum, outcome.value);
  }
  return ok(sum);
};

const LOOK_AGAIN_MS = 1500;

/** While a run goes on, its row in the list should move too; every look is a small read of metadata. */
const lookingAgain = (onProgress: OnProgress): OnProgress => {
  let last = 0;
  return (progress) => {
    onProgress(progress);
    const now = performance.now();
    if (now - last > LOOK_AGAIN_MS) {
      last = now;
      void refreshMeta();
    }
  };
};

const controls = {
  pause: (job: string) => run.tell((api) => api.pause(job)),
  resume: (job: string) => run.tell((api) => api.resume(job)),
  cancel: (job: string) => run.tell((api) => api.cancel(job)),
};

const finished = async (id: string, outcome: Outcome<RunMeta[]>): Promise<Outcome<RunMeta[]>> => {
  await diagnosis.tell((api) => api.forget(id));
  await refreshMeta();
  return outcome;
};

/** The index that the retrievers need; a workspace left meanwhile is not run on. */
const ready = async (id: string, kinds: readonly RetrieverKind[]): Promise<Outcome<IndexState>> => {
  const outcome = await (kinds.some((kind) => kind !== 'bm25') ? ensureVectors() : ensureIndex());
  return outcome.ok && workspace()?.id !== id
    ? fail('cancelled', 'The runs were not started, because another workspace was opened meanwhile.')
    : outcome;
};

/** The model that these runs ask; one that needs no key is set again here. Loaded with the first run that asks one. */
const modelReady = async (
  asks: readonly { systems: readonly string[]; model?: string | null | undefined }[],
): Promise<Outcome<void>> => {
  const asking = asks.filter(({ systems }) => systems.some(asksModel));
  if (asking.length === 0) return ok(undefined);
  const found = await (await import('./model')).ensureModel();
  if (!found.ok) return found;
  const problem = modelProblem(asking, found.value?.id ?? null);
  return problem === null ? ok(undefined) : fail('bad-input', problem, { retryable: true });
};

/** Workspaces whose plan this page is carrying out: what is left of it there is not forgotten, only not begun yet. */
const [making, setMaking] = createSignal<readonly string[]>([]);

/** While `work` goes on, nobody is offered to resume what it is about to do. */
export const whileMaking = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
  setMaking((ids) => [...ids, id]);
  try {
    return await work();
  } finally {
    // Once: works may be inside each other.
    setMaking((ids) => ids.toSpliced(ids.indexOf(id), 1));
  }
};

/** Keeps what is to be made with the workspace, so that a closed page loses none of it. */
export const planRuns = (id: string, choices: readonly RunChoice[]): Promise<Outcome<PlannedRuns[]>> =>
  changePlan(id, (all) => withPlanned(all, choices.flatMap(plannedNow)));

/** Forgets all that was planned: the user has said so, by a cancel or in so many words. */
export const forgetPlan = (id: string): Promise<Outcome<PlannedRuns[]>> => changePlan(id, () => []);

const titleOf = (planned: readonly PlannedRuns[]): string => {
  const kinds = new Set(planned.flatMap(({ retrievers }) => retrievers));
  return kinds.size > 1 ? 'Runs' : `Runs on ${[...kinds][0]}`;
};

/**
 * Makes planned runs, then takes them off the plan (`asked`: as they stand there). What may work another time stays on
 * it; what is cancelled, or can never work, does not.
 */
const carryOut = async (
  id: string,
  planned: readonly PlannedRuns[],
  asked: readonly PlannedRuns[],
): Promise<Outcome<RunMeta[]>> => {
  const settlePlan = async (outcome: Outcome<unknown>): Promise<void> => {
    if (!outcome.ok && outcome.error.code === 'cancelled') await forgetPlan(id);
    else if (outcome.ok || !outcome.error.retryable)
      await changePlan(id, (all) => withoutPlanned(all, asked));
  };
  const kinds = planned.flatMap(({ retrievers }) => retrievers);
  const model = await modelReady(planned);
  const prepared = model.ok ? await ready(id, kinds) : model;
  if (!prepared.ok) {
    // Leaving the workspace cancels too, and whoever comes back to it should find the plan.
    if (workspace()?.id === id) await settlePlan(prepared);
    return prepared;
  }
  const outcome = await startJob(
    { kind: 'run', title: titleOf(planned), workspace: id },
    async (job, onProgress) => {
      const made: RunMeta[] = [];
      for (const part of planned) {
        const runs = await run.ask((api) =>
          api.start(specOf(id, part), job, callback(lookingAgain(onProgress))),
        );
        if (!runs.ok) return runs;
        made.push(...runs.value);
      }
      return ok(made);
    },
    controls,
  );
  await settlePlan(outcome);
  return finished(id, outcome);
};

/** The demo ends in judged runs; elsewhere judging takes a click, since it can take minutes. */
const judged = (id: string, outcome: Outcome<RunMeta[]>): Outcome<RunMeta[]> => {
  if (outcome.ok && id === preferences().demo) void judgeRuns(outcome.value);
  return outcome;
};

/** Makes the runs of a choice; waits for the vectors first when a retriever needs them. */
export const startRuns = async (choice: RunChoice): Promise<Outcome<RunMeta[]>> => {
  const id = workspace()?.id;
  if (id === undefined) return fail('not-found', 'No workspace is open.');
  if (!hasDocuments(workspace()) || questionCount(workspace()?.questions ?? null) === 0) {
    return fail('bad-input', 'A run needs documents to search and questions to ask: add what is missing.');
  }
  return whileMaking(id, async () => {
    // Before it is planned: the plan names the model.
    const model = await modelReady([choice]);
    if (!model.ok) return model;
    const planned = plannedNow(choice);
    const kept = await changePlan(id, (all) => withPlanned(all, planned));
    return kept.ok ? judged(id, await carryOut(id, planned, planned)) : kept;
  });
};

/** Can anything be resumed here? Not by a tab that only reads, nor while this page is at it. */
const resumable = (): boolean => !readOnly() && !making().includes(workspace()?.id ?? '');

/** Runs of the open workspace that a closed tab or a lost worker left half-way (the store finds out by their locks). */
export const interruptedRuns = (): RunMeta[] =>
  resumable()
    ? (workspace()?.runs ?? []).filter(({ state, header }) => state === 'interrupted' && !header.imported)
    : [];

/** Runs of the open workspace that were asked for and never begun. */
export const unbegunRuns = (): PlannedRuns[] => (resumable() ? notBegun(plan(), workspace()) : []);

/** Continues what was left half-way and begins what was not begun. */
export const resumePlan = async (): Promise<Outcome<RunMeta[]>> => {
  const id = workspace()?.id;
  if (id === undefined) return fail('not-found', 'No workspace is open.');
  // A worker that was killed a moment ago may have held its lock when the workspace was opened.
  await refreshMeta();
  const interrupted = interruptedRuns();
  return whileMaking(id, async () => {
    const resumed = interrupted.length === 0 ? ok([]) : await resumeRuns(interrupted);
    if (!resumed.ok) {
      if (resumed.error.code === 'cancelled' && workspace()?.id === id) await forgetPlan(id);
      return resumed;
    }
    const whole = plan();
    const left = notBegun(whole, workspace());
    const made = left.length === 0 ? ok([]) : await carryOut(id, left, whole);
    if (!made.ok) return made;
    return judged(id, ok([...resumed.value, ...made.value]));
  });
};

/** Continues interrupted runs; nothing is asked twice. */
export const resumeRuns = async (runs: readonly RunMeta[]): Promise<Outcome<RunMeta[]>> => {
  const id = workspace()?.id;
  if (id === undefined) return fail('not-found', 'No workspace is open.');
  const model = await modelReady(
    runs.map(({ header }) => ({ systems: [header.system], model: header.model })),
  );
  if (!model.ok) return model;
  const prepared = await ready(
    id,
    runs.flatMap(({ header: { retriever } }) => (retriever.kind === 'external' ? [] : [retriever.kind])),
  );
  if (!prepared.ok) return prepared;
  const outcome = await startJob(
    { kind: 'run', title: 'Resumed runs', workspace: id },
    (job, onProgress) =>
      run.ask((api) =>
        api.resumeRuns(
          id,
          runs.map((meta) => meta.header.run),
          job,
          callback(lookingAgain(onProgress)),
        ),
      ),
    controls,
  );
  return finished(id, outcome);
};

export const removeRun = async (meta: RunMeta): Promise<Outcome<void>> => {
  const id = workspace()?.id;
  if (id === undefined) return fail('not-found', 'No workspace is open.');
  // A run that is gone must not come back as one that was never begun.
  const whole = plan();
  if (whole.length > 0) {
    const left = notBegun(whole, workspace());
    await changePlan(id, (all) => withPlanned(withoutPlanned(all, whole), left));
  }
  const outcome = await run.ask((api) => api.removeRun(id, meta.header.run));
  await diagnosis.tell((api) => api.forget(id));
  await refreshMeta();
  return outcome;
};
