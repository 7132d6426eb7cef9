/** The run worker's api: makes, resumes and removes runs. */
import { APP } from '../domain/app';
import type { ChatConfig } from '../domain/chat-config';
import { HopscopeError, ok } from '../domain/outcome';
import type { OnProgress } from '../domain/progress';
import type { Question } from '../domain/question';
import type { RetrieverIdentity } from '../domain/retriever';
import type { ClassifierContract, RunContract, RunSpec, SearchContract } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import type { RunMeta, WorkspaceMeta } from '../domain/workspace';
import { createJobs, type Job, type Jobs } from '../seam/jobs';
import { createMeter, type Meter } from '../seam/meter';
import { attempt } from '../seam/outcome';
import { runLock } from '../workspace/lock';
import type { Locks } from '../workspace/locks';
import { openLocks, openStore } from '../workspace/open-store';
import { openAgent, openTools, searcherOf, searchToolsOf, spentOn, type ToolRetriever } from './agent-run';
import type { Chat } from './chat';
import { type Judges, openJudges } from './judges';
import { embedJob, openRetriever } from './open-retriever';
import { chat } from './own-chat';
import { createPrepared, type PreparedRetriever, type PrepareRetriever } from './prepared';
import { executeRun } from './run';
import {
  checkUnchanged,
  classifierNeed,
  estimateSpec,
  findSame,
  MADE_ELSEWHERE,
  needQuestions,
  newHeader,
  plannedRuns,
  questionsOf,
  systemOf,
} from './run-plan';
import type { RunJudge, System } from './system';
import { seesLabels } from './visible';
import { createWorkerLink } from './worker-link';

export interface RunApiParts {
  openStore: () => Promise<WorkspaceStore>;
  openLocks: () => Promise<Locks>;
  clock: () => Date;
  /** Milliseconds, monotonic. */
  now: () => number;
  random: () => string;
  jobs: Jobs;
  /** The chat model that systems ask. */
  chat: Chat;
  /** How long to wait for a run's lock: a killed worker's locks are only freed a second or two later. */
  lockWaitMs: number;
}

/** What one call works with. */
interface Session {
  store: WorkspaceStore;
  meta: WorkspaceMeta;
  questions: Question[];
  questionSet: string;
  job: Job;
  meter: Meter;
  judges: Judges;
  prepared: PrepareRetriever;
  /** Questions of the runs that are behind us, and of all runs of the call. */
  done: number;
  total: number;
}

/** A pause must not wait for a search worker that is stuck. */
const FORWARD_TIMEOUT_MS = 1000;

export const createRunApi = (parts: RunApiParts) => {
  const { clock, now } = parts;
  const { jobs } = parts;
  const link = createWorkerLink<SearchContract>('search worker');
  const classifierLink = createWorkerLink<ClassifierContract>('classifier worker');

  const inSession = <T>(
    workspace: string,
    jobId: string,
    onProgress: OnProgress,
    work: (session: Session) => Promise<T>,
  ) =>
    attempt(() =>
      jobs.runJob(jobId, async (job) => {
        const store = await parts.openStore();
        const meta = await store.get(workspace);
        const questionSet = needQuestions(meta);
        const questions = await store.readQuestions(workspace);
        const meter = createMeter({
          phase: 'opening the index',
          unit: 'questions',
          total: null,
          emit: onProgress,
          now,
        });
        const judges = openJudges({ link: classifierLink, job, meter });
        const prepared = createPrepared((settings) =>
          openRetriever({ link, workspace, settings, job, meter }),
        );
        return work({ store, meta, questions, questionSet, job, meter, judges, prepared, done: 0, total: 0 });
      }),
    );

  /** Holds the run's lock while `work` goes on: a run whose lock is free counts as interrupted. */
  const withRunLock = async <T>(workspace: string, run: string, work: () => Promise<T>): Promise<T> => {
    const release = await (await parts.openLocks()).hold(runLock(workspace, run), {
      signal: AbortSignal.timeout(parts.lockWaitMs),
    });
    if (release === null) {
      throw new HopscopeError('busy', 'This run is being executed already, perhaps in another tab.', {
        retryable: true,
      });
    }
    try {
      return await work();
    } finally {
      release();
    }
  };

  const openModel = async (
    { store, meta, meter }: Session,
    { header }: RunMeta,
    tools: readonly ToolRetriever[],
    limit: number | null,
  ) => {
    const { questions } = await store.readRun(meta.id, header.run);
    return openAgent(parts.chat, header, {
      limit,
      spent: spentOn(questions.values()),
      searchTools: tools.map(({ tool }) => tool),
      warn: (message) => meter.note(message),
      onSpent: (more) => meter.spend(more),
    });
  };

  /** The retrievers behind the search tools that a system has on this one. */
  const toolsOf = (session: Session, system: System, own: PreparedRetriever): Promise<ToolRetriever[]> =>
    openTools(searchToolsOf(system, own.identity.kind), own, (kind) =>
      session.prepared({ ...own.identity.settings, kind }),
    );

  /** Executes what is left of a run, under its lock. */
  const carryOut = async (
    session: Session,
    run: RunMeta,
    { retriever }: PreparedRetriever,
    tools: readonly ToolRetriever[],
    /** As it is asked for now, which may be more than the run began with. */
    limit = run.header.parameters.spendingLimit ?? null,
  ): Promise<RunMeta> => {
    const { store, meta, job, meter, judges } = session;
    const { header } = run;
    const system = systemOf(header.system);
    meter.phase(`${system.label} · ${header.retriever.kind}`, 'questions', session.total, session.done);
    if (run.state === 'finished') return run;
    const opened = system.llm ? await openModel(session, run, tools, limit) : { agent: null };
    return executeRun({
      ...opened,
      store,
      workspace: meta.id,
      run,
      system,
      questions: questionsOf(session.questions, header.parameters.questions),
      mappings: seesLabels(system, run.header) ? await store.readMappings(meta.id) : [],
      search: searcherOf(retriever, tools),
      passages: retriever.passages,
      classifier: judges.on(retriever.passages, header.parameters.judge ?? null),
      job,
      onDone: (count) => meter.advance(count),
      onNote: (text) => meter.note(text),
      clock,
      now,
    });
  };

  /** May this run go on? Throws `bad-input` when what it was begun with is not what is there. */
  const checkRun = async (
    session: Session,
    { header }: RunMeta,
    identity: RetrieverIdentity,
  ): Promise<void> => {
    const begun = header.parameters.judge !== undefined;
    const need = systemOf(header.system).classifier === 'reader' ? 'reader!' : 'judge!';
    const judge: RunJudge | null = begun ? (await session.judges.prepare([need]))(need) : null;
    checkUnchanged(header, session.meta, identity, judge);
  };

  const finish = ({ meter, total }: Session, runs: RunMeta[]): RunMeta[] => {
    meter.phase('finished', 'questions', total, total);
    return runs;
  };

  /** The search worker embeds under a job of its own; it must pause and go on with ours. */
  const forward = (call: 'pause' | 'resume', job: string): Promise<unknown> =>
    attempt(() =>
      link.ask(async (search) => ({ ok: true, value: await search[call](embedJob(job)) }), {
        timeoutMs: FORWARD_TIMEOUT_MS,
      }),
    );

  const api = {
    connectSearch: async (port: MessagePort) => attempt(() => link.connect(port)),
    connectClassifier: async (port: MessagePort) => attempt(() => classifierLink.connect(port)),

    estimate: (spec: RunSpec) =>
      attempt(async () =>
        estimateSpec(
          spec,
          await (await parts.openStore()).readQuestions(spec.workspace),
          parts.chat.state()?.config ?? null,
        ),
      ),

    setModel: async (config: ChatConfig, key: string | null) =>
      attempt(async () => parts.chat.set(config, key)),
    model: async () => ok(parts.chat.state()),
    forgetModel: async () => ok(parts.chat.forget()),
    rememberKey: (passphrase: string) => attempt(() => parts.chat.remember(passphrase)),
    unlockKey: (config: ChatConfig, passphrase: string) =>
      attempt(() => parts.chat.unlock(config, passphrase)),
    forgetKey: () => attempt(() => parts.chat.forgetKey()),
    testModel: (config: ChatConfig, key: string | null, jobId: string) =>
      attempt(() => jobs.runJob(jobId, (job) => parts.chat.test(config, key, job.signal))),

    start: (spec: RunSpec, jobId: string, onProgress: OnProgress) =>
      inSession(spec.workspace, jobId, onProgress, async (session) => {
        const { store, meta, questionSet } = session;
        const asked = questionsOf(session.questions, spec.questions).length;
        const planned = spec.retrievers.flatMap((kind) => plannedRuns(spec, kind));
        session.total = asked * planned.length;
        // First of all: what cannot be judged or read should not be found out after an hour of searching.
        const set = planned.some(({ system }) => system.llm) ? parts.chat.need() : null;
        const model = set?.id ?? null;
        if (model !== null) await parts.chat.checkOnline();
        const judgeOf = await session.judges.prepare(planned.map(classifierNeed));
        const runs: RunMeta[] = [];
        for (const kind of spec.retrievers) {
          const onThis = plannedRuns(spec, kind);
          // Vectors are not made for nothing.
          if (onThis.length === 0) continue;
          const own = await session.prepared({ ...spec.settings, kind });
          for (const plan of onThis) {
            const tools = await toolsOf(session, plan.system, own);
            const header = newHeader(spec, plan, {
              model: plan.system.llm ? model : null,
              ...(plan.system.llm && set !== null ? { currency: set.config.prices.currency } : {}),
              tools: tools.map((one) => ({ tool: one.tool, retriever: one.identity.id })),
              retriever: own.identity,
              judge: judgeOf(classifierNeed(plan)),
              questionSet,
              app: `${APP.name} ${APP.version}`,
              started: clock().toISOString(),
              suffix: parts.random(),
            });
            const known = findSame(meta.runs, header);
            const run = await withRunLock(spec.workspace, (known?.header ?? header).run, async () =>
              carryOut(
                session,
                known ?? (await store.startRun(spec.workspace, header, asked)),
                own,
                tools,
                header.parameters.spendingLimit ?? null,
              ),
            );
            runs.push(run);
            session.done += asked;
          }
        }
        return finish(session, runs);
      }),

    resumeRuns: (workspace: string, ids: string[], jobId: string, onProgress: OnProgress) =>
      inSession(workspace, jobId, onProgress, async (session) => {
        const { meta } = session;
        const wanted = ids.map((id) => {
          const found = meta.runs.find(({ header }) => header.run === id);
          if (found !== undefined) return found;
          throw new HopscopeError('not-found', 'This run does not exist (any more).', {
            detail: `run ${id}`,
          });
        });
        session.total = wanted.reduce((sum, { total }) => sum + total, 0);
        const runs: RunMeta[] = [];
        for (const run of wanted) {
          if (run.header.retriever.kind === 'external') throw new HopscopeError('bad-input', MADE_ELSEWHERE);
          if (run.state === 'finished') runs.push(run);
          else {
            const own = await session.prepared(run.header.retriever.settings);
            await checkRun(session, run, own.identity);
            const tools = await toolsOf(session, systemOf(run.header.system), own);
            const goOn = () => carryOut(session, run, own, tools);
            runs.push(await withRunLock(workspace, run.header.run, goOn));
          }
          session.done += run.total;
        }
        return finish(session, runs);
      }),

    removeRun: (workspace: string, run: string) =>
      attempt(() =>
        withRunLock(workspace, run, async () => (await parts.openStore()).removeRun(workspace, run)),
      ),

    async pause(job: string) {
      await Promise.all([jobs.pause(job), forward('pause', job)]);
    },
    async resume(job: string) {
      await Promise.all([jobs.resume(job), forward('resume', job)]);
    },
    cancel: (job: string) => jobs.cancel(job),
  };
  return api satisfies Omit<RunContract, 'judgeAnswers'>;
};

/** Those of this worker, whatever is done in it. */
export const jobs = createJobs(() => performance.now());

export const runApi = createRunApi({
  chat,
  jobs,
  openStore,
  openLocks,
  clock: () => new Date(),
  now: () => performance.now(),
  random: () => crypto.randomUUID().slice(0, 8),
  lockWaitMs: 4000,
});
export type RunApi = typeof runApi;
