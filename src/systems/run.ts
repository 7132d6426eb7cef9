/** One run: a system over a question set on one retriever. Durable question by question, so it can stop anywhere. */
import type { GoldMapping } from '../domain/mapping';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import { type Hit, STORED_DEPTH } from '../domain/retriever';
import { DEFAULT_LOOPS } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import type { QuestionEvent } from '../domain/trace';
import type { RunMeta, RunState } from '../domain/workspace';
import { cancelled, type Job } from '../seam/jobs';
import { toFailure } from '../seam/outcome';
import { type AgentOptions, type EpisodeClassifier, type PassageTexts, playEpisode } from './episode';
import type { GoldChunks, SearchTool, System } from './system';

/** Ranked hits of a query under the run's retriever. Throws `HopscopeError`. */
export type Searcher = (
  query: string,
  depth: number,
  signal: AbortSignal,
  tool?: SearchTool,
) => Promise<Hit[]>;

export interface RunOptions {
  store: WorkspaceStore;
  workspace: string;
  /** As stored; its header names system, k and retriever. */
  run: RunMeta;
  system: System;
  /** The questions of the run, in order; those the trace already holds are skipped. */
  questions: Question[];
  mappings: GoldMapping[];
  search: Searcher;
  passages: PassageTexts;
  /** Null: none takes part. */
  classifier: EpisodeClassifier | null;
  /** Null: no model takes part. */
  agent: AgentOptions | null;
  job: Job;
  /** After each question, and for those found done at the start. */
  onDone: (count: number) => void;
  onNote: (text: string) => void;
  clock: () => Date;
  /** Milliseconds, monotonic. */
  now: () => number;
  /** Questions in flight; a crash loses at most these. */
  concurrency?: number;
}

/** Failures that would hit every further question too: the run stops and can be resumed. */
const STOPS_RUN = new Set([
  'cancelled',
  'worker-lost',
  'quota',
  'read-only',
  'busy',
  'offline',
  'llm-key',
  'llm-model',
  'llm-spent',
  'model',
  'not-found',
  'damaged',
  'newer-version',
]);

/** Counts in the metadata trail the log by at most this; the log is what a resume goes by. */
const COUNT_EVERY_MS = 1000;

const byQuestion = (mappings: GoldMapping[]): Map<string, Map<string, GoldMapping>> => {
  const all = new Map<string, Map<string, GoldMapping>>();
  for (const mapping of mappings) {
    const own = all.get(mapping.question) ?? new Map<string, GoldMapping>();
    all.set(mapping.question, own.set(mapping.gold, mapping));
  }
  return all;
};

const isError = (events: QuestionEvent[]): boolean => events.at(-1)?.event === 'error';
const NO_GOLD: GoldChunks = new Map();

/**
 * Runs what is left and returns the run's state afterwards. Throws what stopped it, after the state is stored:
 * `cancelled` when the job was cancelled, else the run is `interrupted`.
 */
export const executeRun = async (options: RunOptions): Promise<RunMeta> => {
  const { store, workspace, run, system, job, onDone, clock, now, concurrency = 1 } = options;
  const id = run.header.run;
  const trace = await store.readRun(workspace, id);
  if (trace.notice !== undefined) options.onNote(trace.notice);

  const left = options.questions.filter((question) => !trace.questions.has(question.id));
  const gold = byQuestion(options.mappings);
  let done = options.questions.length - left.length;
  let errors = [...trace.questions.values()].filter(isError).length;
  let counted = now();
  const record = (state: RunState, finished: string | null = null): Promise<void> =>
    store.updateRun(workspace, id, { state, done, errors, finished });

  const failure = (thrown: unknown): { code: string; message: string } | null => {
    const { code, message } = toFailure(thrown);
    return STOPS_RUN.has(code) ? null : { code, message };
  };

  const waitWhilePaused = async (): Promise<void> => {
    if (!job.paused) return job.pausePoint();
    await record('paused');
    await job.pausePoint();
    await record('running');
  };

  const answer = async (question: Question): Promise<void> => {
    const events = await playEpisode({
      system,
      question,
      gold: gold.get(question.id) ?? NO_GOLD,
      k: run.header.parameters.k,
      loops: run.header.parameters.loops ?? DEFAULT_LOOPS,
      intervention: run.header.parameters.intervention ?? null,
      passages: options.passages,
      classifier: options.classifier,
      search: (query, tool) => options.search(query, STORED_DEPTH, job.signal, tool),
      agent: options.agent,
      signal: job.signal,
      now,
      failure,
    });
    // Between the last search and here nothing was stored: a cancelled question is asked again as a whole.
    job.throwIfCancelled();
    await store.appendRun(workspace, id, events);
    done++;
    if (isError(events)) errors++;
    onDone(1);
    if (now() - counted >= COUNT_EVERY_MS) {
      counted = now();
      await record('running');
    }
  };

  onDone(done);
  await record('running');
  const queue = left.values();
  let stopped = false;
  const lane = async (): Promise<void> => {
    for (const question of queue) {
      if (stopped) return;
      await waitWhilePaused();
      await answer(question);
    }
  };
  const lanes = await Promise.allSettled(
    Array.from({ length: concurrency }, () =>
      lane().catch((thrown: unknown) => {
        stopped = true;
        throw thrown;
      }),
    ),
  );
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed === undefined) {
    const finished = clock().toISOString();
    await record('finished', finished);
    return { ...run, state: 'finished', done, errors, finished };
  }
  const reason: unknown = job.signal.aborted ? cancelled() : failed.reason;
  try {
    await record(job.signal.aborted ? 'cancelled' : 'interrupted');
  } catch (second) {
    // The first failure is the cause and is what must be seen; a run left as `running` shows as interrupted anyway.
    throw new HopscopeError(toFailure(reason).code, toFailure(reason).message, {
      detail: `${toFailure(reason).detail ?? ''}; storing the state failed too: ${toFailure(second).message}`,
      retryable: toFailure(reason).retryable,
    });
  }
  throw reason;
};
