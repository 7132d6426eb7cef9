/** Which runs a request means, and whether a stored one may be continued. No I/O. */
import type { ChatConfig } from '../domain/chat-config';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import { type RetrieverIdentity, type RetrieverKind, STORED_DEPTH } from '../domain/retriever';
import {
  CONTEXT_TOKENS,
  DEFAULT_LOOPS,
  type Intervention,
  type RunEstimate,
  type RunSpec,
  retrieversFor,
} from '../domain/seam';
import { type RunHeader, TRACE_VERSION } from '../domain/trace';
import { questionCount, type RunMeta, type WorkspaceMeta } from '../domain/workspace';
import { loadOf, modelEstimate } from './estimate-model';
import { mostRephrasings } from './hop-search';
import { SYSTEMS } from './registry';
import type { RunJudge, System } from './system';

/** Throws `not-found` for a system of another app version or of an import. */
export const systemOf = (id: string): System => {
  const system = Object.values(SYSTEMS).find((candidate) => candidate.id === id);
  if (system !== undefined) return system;
  throw new HopscopeError(
    'not-found',
    `This app has no system "${id}", so its run can be read but not continued.`,
  );
};

/** The questions of a run, in the set's order; `ids` absent: all. */
export const questionsOf = (questions: Question[], ids: readonly string[] | null | undefined): Question[] => {
  if (ids === null || ids === undefined) return questions;
  const wanted = new Set(ids);
  return questions.filter(({ id }) => wanted.has(id));
};

/** One run to be made on a retriever. */
export interface PlannedRun {
  system: System;
  /** Null: none; also for a system that cannot be intervened on. */
  intervention: Intervention | null;
}

const sameIntervention = (a: Intervention, b: Intervention): boolean =>
  a.kind === b.kind && a.policy === b.policy;

/** The runs of a spec on one of its retrievers: one a system, or one a system and intervention, each once. */
export const plannedRuns = (
  { systems, interventions = [], retrievers }: RunSpec,
  kind: RetrieverKind,
): PlannedRun[] => {
  const distinct = interventions.filter(
    (intervention, i) => interventions.findIndex((other) => sameIntervention(other, intervention)) === i,
  );
  const asked = [...new Set(systems)].filter((id) => retrieversFor(id, retrievers).includes(kind));
  return asked.flatMap((id): PlannedRun[] => {
    const system = SYSTEMS[id];
    return system.interventions && distinct.length > 0
      ? distinct.map((intervention) => ({ system, intervention }))
      : [{ system, intervention: null }];
  });
};

/**
 * What a run needs of a classifier: `none`; `judge` where one can be loaded (without, it says so and goes on); `judge!`
 * and `reader!`: cannot be made without.
 */
export const classifierNeed = ({
  system,
  intervention,
}: PlannedRun): 'none' | 'judge' | 'judge!' | 'reader!' => {
  if (system.classifier === 'reader') return 'reader!';
  const { kind, policy } = intervention ?? { kind: 'augment', policy: 'none' };
  if (policy === 'predicted' || (kind === 'rerank' && policy !== 'none')) return 'judge!';
  return system.classifier;
};

const loopsOf = ({ defaultLoops = DEFAULT_LOOPS }: System, { loops = defaultLoops }: RunSpec): number =>
  loops;

const searchesOf = ({ system, intervention }: PlannedRun, question: Question, loops: number): number =>
  system.searches(question, loops) +
  (intervention?.kind === 'augment' && intervention.policy !== 'none'
    ? // A system that knows no hops is asked for one rephrasing a step of its own.
      system.needs === 'nothing'
      ? system.searches(question, loops)
      : question.hops.reduce((sum, hop) => sum + mostRephrasings(hop), 0)
    : 0);

/** Most searches a spec makes: repeats, and which hops are intervened on, are only found out while it runs. */
export const estimateSpec = (
  spec: RunSpec,
  all: Question[],
  /** Of the model that would be asked; null: none is set. */
  config: ChatConfig | null,
): RunEstimate => {
  const questions = questionsOf(all, spec.questions);
  const runs = spec.retrievers.flatMap((kind) => plannedRuns(spec, kind));
  const loads = runs
    .filter(({ system }) => system.llm)
    .flatMap(({ system }) =>
      questions.map((question) => loadOf(system, question, { k: spec.k, loops: loopsOf(system, spec) })),
    );
  return {
    model: modelEstimate(loads, config),
    searches: runs
      .flatMap((run) => questions.map((question) => searchesOf(run, question, loopsOf(run.system, spec))))
      .reduce((sum, searches) => sum + searches, 0),
    questions: questions.length,
    runs: runs.length,
  };
};

/** The hash of the question set; throws `bad-input` while there is nothing to ask or nothing to search. */
export const needQuestions = (meta: WorkspaceMeta): string => {
  // An import of questions alone leaves a corpus of nothing.
  if (meta.corpus === null || meta.corpus.chunks === 0) {
    throw new HopscopeError('bad-input', 'There are no documents yet: add some before running.');
  }
  if (meta.questions === null || questionCount(meta.questions) === 0) {
    throw new HopscopeError('bad-input', 'There are no questions yet: add some before running.');
  }
  return meta.questions.hash;
};

/** Systems with a register, which alone can be run without a part of it. */
const HAS_REGISTER: readonly string[] = ['execution-rag', 'execution-rag-verified'];

const agentParameters = (
  { id, loops }: System,
  { agent = {} }: RunSpec,
): Pick<RunHeader['parameters'], 'contextTokens' | 'ablation' | 'spendingLimit'> => ({
  ...(loops ? { contextTokens: agent.contextTokens ?? CONTEXT_TOKENS } : {}),
  ...(agent.ablation === undefined || !HAS_REGISTER.includes(id) ? {} : { ablation: agent.ablation }),
  ...(agent.spendingLimit === undefined ? {} : { spendingLimit: agent.spendingLimit }),
});

export const newHeader = (
  spec: RunSpec,
  { system, intervention }: PlannedRun,
  made: {
    retriever: RetrieverIdentity;
    /** Null: none takes part. */
    judge: RunJudge | null;
    /** Id of the chat model; null: none takes part. */
    model: string | null;
    /** Of the price table; absent: no model takes part. */
    currency?: string;
    /** The retrievers behind the search tools of an agent. */
    tools: { tool: string; retriever: string }[];
    questionSet: string;
    app: string;
    started: string;
    suffix: string;
  },
): RunHeader => ({
  event: 'run',
  version: TRACE_VERSION,
  run: [
    system.id,
    made.retriever.kind,
    ...(intervention === null ? [] : [intervention.kind, intervention.policy]),
    made.suffix,
  ].join('-'),
  system: system.id,
  parameters: {
    k: spec.k,
    depth: STORED_DEPTH,
    ...(spec.questions === null ? {} : { questions: spec.questions }),
    ...(made.judge === null ? {} : { judge: { space: made.judge.space, threshold: made.judge.threshold } }),
    ...(intervention === null ? {} : { intervention: { ...intervention } }),
    ...(system.loops ? { loops: loopsOf(system, spec) } : {}),
    ...(system.llm ? agentParameters(system, spec) : {}),
    ...(made.currency === undefined ? {} : { currency: made.currency }),
    ...(made.tools.length === 0 ? {} : { tools: made.tools }),
  },
  retriever: made.retriever,
  model: made.model,
  questionSet: made.questionSet,
  app: made.app,
  started: made.started,
  imported: false,
});

/**
 * A stored run that is the wanted one: it is continued, or returned when it is finished. One that finished with
 * errors is not returned: asking for it again must be able to give a whole one.
 */
export const findSame = (runs: readonly RunMeta[], wanted: RunHeader): RunMeta | undefined => {
  const key = ({ imported, system, retriever, parameters, questionSet, model }: RunHeader): string => {
    const { k, questions = null, judge, intervention, loops = null } = parameters;
    // A spending limit changes how far a run gets, not what it is.
    const { contextTokens = null, ablation = null, tools = [] } = parameters;
    return JSON.stringify([
      [imported, system, retriever.id, k, questions, questionSet, loops],
      [model, contextTokens, ablation, tools.map(({ tool, retriever: id }) => [tool, id])],
      judge === undefined ? null : [judge.space, judge.threshold],
      intervention === undefined ? null : [intervention.kind, intervention.policy],
    ]);
  };
  return runs.find((run) => key(run.header) === key(wanted) && !(run.state === 'finished' && run.errors > 0));
};

export const MADE_ELSEWHERE = 'This run was made elsewhere and cannot be continued here.';

/** A stored run is continued only on what it was begun with; else its parts would not belong together. */
export const checkUnchanged = (
  header: RunHeader,
  meta: WorkspaceMeta,
  identity: RetrieverIdentity,
  /** The judge that would take part now; null: none. */
  judge: RunJudge | null,
): void => {
  if (header.imported) {
    throw new HopscopeError('bad-input', MADE_ELSEWHERE);
  }
  const before = header.parameters.judge ?? null;
  if (before !== null && before.space !== judge?.space) {
    throw new HopscopeError(
      'bad-input',
      'The judge has changed since this run began, so it cannot be continued: load the judge it began with, or start a new run.',
      { detail: `run ${header.run}: was ${before.space}, is ${judge?.space ?? 'none'}` },
    );
  }
  if (header.questionSet === meta.questions?.hash && header.retriever.id === identity.id) return;
  throw new HopscopeError(
    'bad-input',
    'The documents, questions or retriever have changed since this run began, so it cannot be continued: start a new run.',
    { detail: `run ${header.run}` },
  );
};
