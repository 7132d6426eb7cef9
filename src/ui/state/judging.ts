/** The judge of fact presence: loading it, judging finished runs as a job, scoring what a screen shows. */
import { createSignal } from 'solid-js';
import { type PlannedJudging, withJudging, withoutJudging } from '../../domain/judge-plan';
import { type Failure, fail, type Outcome, ok } from '../../domain/outcome';
import type { Pair, PairScore, Reading } from '../../domain/presence';
import type { OnProgress } from '../../domain/progress';
import { DEFAULT_K } from '../../domain/retriever';
import type { ClassifierState, JudgeTally } from '../../domain/seam';
import type { RunMeta } from '../../domain/workspace';
import { plural } from '../format';
import { startJob } from './jobs';
import { isOver, mayResume, runsLeft } from './judging-plan';
import { type ClassifierChoice, preferences, setPreferences } from './preferences';
import { changeJudging, judgingPlan, readOnly, refreshMeta, workspace } from './session';
import { callback, classifier, diagnosis } from './workers';

const [classifierState, setState] = createSignal<ClassifierState | null>(null);
const [lastTally, setTally] = createSignal<{ workspace: string; runs: string[]; tally: JudgeTally } | null>(
  null,
);
const [judgedAt, setJudgedAt] = createSignal(0);

export {
  /** What judges now; null: nothing is loaded yet. */
  classifierState,
  /** Counts judgings, so that a diagnosis is asked again after each. */
  judgedAt,
  /** What the last judging of this visit came to. */
  lastTally,
};

const isShipped = ({ model, mode }: ClassifierChoice): boolean => model === null && mode === 'passage';

const optionsOf = ({ model, mode, present }: ClassifierChoice) => ({
  mode,
  device: preferences().device,
  ...(model === null ? {} : { model }),
  ...(present === null ? {} : { present }),
});

let loading: { key: string; outcome: Promise<Outcome<ClassifierState>> } | null = null;

/** Loads the chosen classifier unless it is loaded; another choice replaces it. */
export const loadClassifier = (onProgress?: OnProgress): Promise<Outcome<ClassifierState>> => {
  const choice = preferences().classifier;
  const key = JSON.stringify(optionsOf(choice));
  if (loading?.key === key) return loading.outcome;
  const load = async (): Promise<Outcome<ClassifierState>> => {
    const outcome = await startJob(
      { kind: 'model', title: 'Loading the classifier', workspace: null },
      (_, report) =>
        classifier.ask((api) =>
          api.load(
            optionsOf(choice),
            callback((progress) => {
              report(progress);
              onProgress?.(progress);
            }),
          ),
        ),
    );
    if (loading?.key !== key) return outcome;
    if (!outcome.ok) {
      loading = null;
      return outcome;
    }
    setState(outcome.value);
    const { space, threshold, label } = outcome.value.judge;
    const named = { space, threshold, label };
    setPreferences({
      judge: isShipped(choice) ? null : named,
      judges: [...preferences().judges.filter((judge) => judge.space !== space), named],
    });
    return outcome;
  };
  loading = { key, outcome: load() };
  return loading.outcome;
};

/** A worker that was lost comes back without its model: its refusal is answered by loading again, once. */
const withModel = async <T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
  const loaded = await loadClassifier();
  if (!loaded.ok) return loaded;
  const first = await ask();
  if (first.ok || (first.error.code !== 'worker-lost' && first.error.code !== 'model')) return first;
  loading = null;
  const again = await loadClassifier();
  return again.ok ? ask() : again;
};

let serial = 0;
const jobName = (): string => {
  serial += 1;
  return `screen-${serial}-${Math.random().toString(36).slice(2, 8)}`;
};

/** One score a pair, in order; pairs scored before come from the cache. */
export const scorePairs = (pairs: Pair[]): Promise<Outcome<PairScore[]>> =>
  pairs.length === 0
    ? Promise.resolve(ok([]))
    : withModel(() => classifier.ask((api) => api.score(pairs, jobName())));

/** What the reader finds in these passages; a classifier of one's own cannot read, and says so. */
export const readPassages = (question: string, passages: string[]): Promise<Outcome<Reading[]>> =>
  withModel(() => classifier.ask((api) => api.read(question, passages, jobName())));

/** Runs that a judging makes sense for: those that have asked something. */
export const judgeable = (runs: readonly RunMeta[]): RunMeta[] => runs.filter((run) => run.done > 0);

/** The k that these runs were made with: what their diagnosis opens on. */
export const depthOf = (runs: readonly RunMeta[]): number =>
  Math.max(DEFAULT_K, ...runs.map((run) => run.header.parameters.k));

const [judgeFailure, setFailure] = createSignal<Failure | null>(null);

/** Why the last judging ended early; null: it did not, or a person stopped it. */
export { judgeFailure };

/** What was judged, of facts or of answers, changes the diagnosis: it is made again, and views that show it ask again. */
export const noteJudged = async (id: string): Promise<void> => {
  await diagnosis.tell((api) => api.forget(id));
  setJudgedAt((n) => n + 1);
};

const judge = async (id: string, names: string[], depth: number): Promise<Outcome<JudgeTally>> => {
  if (workspace()?.id !== id) {
    // Retryable, and not a person's cancel: whoever comes back to that workspace finds the judging going on.
    return fail('busy', 'The runs were not judged, because another workspace was opened meanwhile.', {
      retryable: true,
    });
  }
  setFailure(null);
  const loaded = await loadClassifier();
  if (!loaded.ok) return loaded;
  const outcome = await startJob(
    { kind: 'judge', title: `Judging ${plural(names.length, 'run')}`, workspace: id },
    (job, onProgress) =>
      classifier.ask((api) =>
        api.judgeRuns({ workspace: id, runs: names, depth }, job, callback(onProgress)),
      ),
    {
      pause: (job) => classifier.tell((api) => api.pause(job)),
      resume: (job) => classifier.tell((api) => api.resume(job)),
      cancel: (job) => classifier.tell((api) => api.cancel(job)),
    },
  );
  // A judging that was cancelled or lost has kept what it scored so far, so the view changes in either case.
  await noteJudged(id);
  if (outcome.ok) setTally({ workspace: id, runs: names, tally: outcome.value });
  else if (outcome.error.code === 'worker-lost') loading = null;
  return outcome;
};

/** One judging at a time: they would share one model, and the second mostly finds what the first has scored. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Scores every hop's sub-question with the passages of these runs (to `depth` ranks a search), then what the corpus
 * holds for each extraction failure. Scores are kept by content: what was scored once is not scored again, also after
 * a cancel or a reload. A failure stays readable in `judgeFailure`, since not every caller waits for the end.
 */
export const judgeRuns = async (
  runs: readonly RunMeta[],
  depth = depthOf(runs),
): Promise<Outcome<JudgeTally>> => {
  const id = workspace()?.id;
  if (id === undefined) return fail('not-found', 'No workspace is open.');
  const names = judgeable(runs).map((run) => run.header.run);
  if (names.length === 0) return fail('bad-input', 'There is no run to judge yet: start one first.');
  return judgePlanned(id, { runs: names, depth });
};

/** Workspaces that this page has judged in, or tried to. */
const touched = new Set<string>();

/**
 * Planned before it begins, so that a page that is closed meanwhile goes on with it when it is opened again. A tab that
 * may not write plans nothing, and judges all the same. `runs`: those of `asked` that are still there.
 */
const judgePlanned = async (
  id: string,
  asked: PlannedJudging,
  runs = asked.runs,
): Promise<Outcome<JudgeTally>> => {
  touched.add(id);
  const kept = changeJudging(id, (all) => withJudging(all, asked));
  const mine = queue.then(async () => {
    await kept;
    const outcome = await judge(id, runs, asked.depth);
    if (isOver(outcome)) await changeJudging(id, (all) => withoutJudging(all, asked));
    return outcome;
  });
  queue = mine;
  const outcome = await mine;
  if (!outcome.ok && outcome.error.code !== 'cancelled') setFailure(outcome.error);
  return outcome;
};

/** Goes on with what an earlier page left half-way in the open workspace; what was judged then is not judged again. */
export const resumeJudging = async (): Promise<void> => {
  const id = workspace()?.id;
  if (!mayResume({ meta: workspace(), plan: judgingPlan(), readOnly: readOnly(), touched })) return;
  if (id !== undefined) touched.add(id);
  // What is shown may be older than the end of the tab that judged until now.
  await refreshMeta();
  const meta = workspace();
  if (meta === null || meta.id !== id) return;
  for (const asked of judgingPlan()) {
    const left = runsLeft(asked, meta);
    if (left.length > 0) void judgePlanned(id, asked, left);
    else void changeJudging(id, (all) => withoutJudging(all, asked));
  }
};
