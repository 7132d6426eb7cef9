import { diagnoseQuestion, diagnoseRun, questionRows } from '../diagnosis';
import {
  type HopLabel,
  JUDGE_LABELS_SCHEMA,
  type JudgeChoice,
  type JudgeLabels,
} from '../domain/judge-check';
import { HopscopeError } from '../domain/outcome';
import { STORED_DEPTH } from '../domain/retriever';
import type { DiagnosisContract } from '../domain/seam';
import { SHIPPED_JUDGE } from '../domain/shipped-judge';
import type { WorkspaceStore } from '../domain/store';
import { attempt } from '../seam/outcome';
import { openStore } from '../workspace/open-store';
import { keepAnswers } from './answers';
import { createCache } from './cache';
import { compareIn } from './compare';
import { interventionReport } from './interventions';
import { agreementIn, checkOf, importLabels, keepLabels, sampleOf } from './judge-check';
import { bundleOf } from './report-bundle';

const checkK = (k: number): number => {
  if (Number.isInteger(k) && k >= 1 && k <= STORED_DEPTH) return k;
  throw new HopscopeError(
    'bad-input',
    `k must be a whole number from 1 to ${STORED_DEPTH}, the depth to which ranks are stored; it was ${k}.`,
  );
};

const checkThreshold = (threshold: number): void => {
  if (threshold >= 0 && threshold <= 1) return;
  throw new HopscopeError(
    'bad-input',
    `The threshold of a judge is a probability from 0 to 1; it was ${threshold}.`,
  );
};

/** A request whose k and judge can be used; without a judge the shipped classifier's recorded scores count. */
const checked = <Request extends { k: number; judge?: JudgeChoice }>(
  request: Request,
): Request & { judge: JudgeChoice } => {
  checkK(request.k);
  const { space, threshold } = request.judge ?? SHIPPED_JUDGE;
  checkThreshold(threshold);
  return { ...request, judge: { space, threshold } };
};

const labelFile = (labels: HopLabel[]): JudgeLabels => ({ schema: JUDGE_LABELS_SCHEMA, labels });

/**
 * The diagnosis worker's api over any store: reads what a diagnosis needs, calls the pure code, keeps what does not
 * depend on k. No call rejects.
 */
export const createDiagnosisApi = (open: () => Promise<WorkspaceStore>) => {
  const cache = createCache(open);
  return {
    diagnose: (request) =>
      attempt(async () => {
        const { workspace, run, k, judge } = checked(request);
        const { prepared } = await cache.run(workspace, run, judge);
        const check = await checkOf(await open(), cache, workspace, judge);
        return diagnoseRun(prepared, k, { questions: false, threshold: judge.threshold, check });
      }),

    table: (request) =>
      attempt(async () => {
        const { workspace, run, k, judge } = checked(request);
        const { prepared } = await cache.run(workspace, run, judge);
        return questionRows(prepared, k, judge.threshold);
      }),

    question: (request) =>
      attempt(async () => {
        const { workspace, run, k, judge } = checked(request);
        const { question } = request;
        const { prepared, trace } = await cache.run(workspace, run, judge);
        const diagnosis = diagnoseQuestion(prepared, question, k, judge.threshold);
        if (diagnosis === null)
          throw new HopscopeError('not-found', 'This run has not asked this question.', {
            detail: `question ${question}`,
          });
        const { mappings } = await cache.view(workspace);
        return {
          ...diagnosis,
          mappings: mappings.filter((mapping) => mapping.question === question),
          events: trace.questions.get(question) ?? [],
        };
      }),

    report: (request) => attempt(async () => bundleOf(open, cache, checked(request))),

    interventions: (request) =>
      attempt(async () => interventionReport(await open(), cache, checked(request))),

    compare: (request) => attempt(async () => compareIn(cache, checked(request))),

    judgeSample: (request) => attempt(async () => sampleOf(await open(), cache, checked(request))),

    judgeLabels: (workspace) => attempt(async () => labelFile(await (await open()).readLabels(workspace))),

    saveLabels: ({ workspace, labels }) =>
      attempt(async () => labelFile(await keepLabels(await open(), workspace, labels))),

    importLabels: ({ workspace, json }) =>
      attempt(async () => {
        const { labels, ...rest } = await importLabels(await open(), workspace, json);
        return { ...rest, labels: labelFile(labels) };
      }),

    answerJudgements: (workspace) => attempt(async () => (await open()).readAnswers(workspace)),

    saveAnswers: ({ workspace, judgements }) =>
      attempt(async () => {
        const all = await keepAnswers(await open(), workspace, judgements);
        cache.answersChanged(workspace);
        return all;
      }),

    agreement: (request) =>
      attempt(async () => {
        if (request.with !== 'person') checkThreshold(request.with.threshold);
        return agreementIn(await open(), cache, checked(request));
      }),

    ages: (workspace) => attempt(() => cache.ages(workspace)),

    async forget(workspace) {
      cache.forget(workspace);
    },
  } satisfies DiagnosisContract;
};

export const diagnosisApi = createDiagnosisApi(openStore) satisfies DiagnosisContract;
