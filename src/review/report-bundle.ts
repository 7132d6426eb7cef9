import { compareRuns, diagnoseRun, type PreparedRun, sameRetrievers } from '../diagnosis';
import type { RunComparison } from '../domain/compare';
import type { JudgeChoice } from '../domain/judge-check';
import { HopscopeError } from '../domain/outcome';
import type { ReportBundle } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import type { RunHeader } from '../domain/trace';
import { chunksJsonl, traceJsonl, traceName } from '../report/exports';
import { reportHtml } from '../report/html/report';
import { leadOf, type ReportedRun, type ReportFile, type ReportInput } from '../report/input';
import { questionsCsv } from '../report/questions-csv';
import { questionsJsonl } from '../report/questions-jsonl';
import { summaryOf } from '../report/summary';
import type { ReviewCache } from './cache';
import { BOOTSTRAP_SEED } from './compare';
import { checkOf } from './judge-check';

export interface ReportRequest {
  workspace: string;
  k: number;
  /** Null: every run of the workspace. */
  run: string | null;
  chunks: boolean;
  /** Absent: with what the model was asked and replied. */
  texts?: boolean;
  judge: JudgeChoice;
}

const JSONL = 'application/x-ndjson';

const answers = ({ questions }: PreparedRun): boolean => questions.some(({ answer }) => answer !== null);

/**
 * Each pair of runs that answer, in the order in which they were made, where one thing was held fast: the retriever or the
 * system. A pair that shares neither says nothing of either.
 */
const comparisonsOf = (runs: readonly PreparedRun[], k: number): RunComparison[] => {
  const answering = runs.filter(answers);
  return answering.flatMap((a, at) =>
    answering
      .slice(at + 1)
      .filter((b) => a.header.system === b.header.system || sameRetrievers(a.header, b.header))
      .map((b) => compareRuns(a, b, k, BOOTSTRAP_SEED)),
  );
};

/** Runs beside the one that the report begins with: each costs its trace, its diagnosis, and a bootstrap. */
const BESIDE = 12;

/** See `ReportInput.beside`. Of more than are shown, the ones that were made last. */
const besideOf = async (
  cache: ReviewCache,
  request: ReportRequest,
  prepareds: readonly PreparedRun[],
  lead: RunHeader | undefined,
  headers: readonly RunHeader[],
  known: readonly RunComparison[],
): Promise<ReportInput['beside']> => {
  const readyOf = (run: string) => prepareds.find(({ header }) => header.run === run);
  const a = lead === undefined ? undefined : readyOf(lead.run);
  if (lead === undefined || a === undefined) return [];
  const paired = new Set(
    known.filter(({ a, b }) => a === lead.run || b === lead.run).flatMap(({ a, b }) => [a, b]),
  );
  const others = headers
    .filter(({ run }) => run !== lead.run && !paired.has(run))
    .filter((other) => other.system === lead.system || sameRetrievers(other, lead));
  const beside: ReportInput['beside'] = [];
  for (const other of others.slice(-BESIDE)) {
    const b = readyOf(other.run) ?? (await cache.run(request.workspace, other.run, request.judge)).prepared;
    beside.push({ other, comparison: compareRuns(a, b, request.k, BOOTSTRAP_SEED) });
  }
  return beside;
};

/** Summary, table, traces, HTML, and on request the chunks, of one run or of all. */
export const bundleOf = async (
  open: () => Promise<WorkspaceStore>,
  cache: ReviewCache,
  request: ReportRequest,
): Promise<ReportBundle> => {
  const store = await open();
  const view = await cache.view(request.workspace);
  const meta = await store.get(request.workspace);
  const wanted = meta.runs.filter(({ header }) => request.run === null || header.run === request.run);
  if (request.run !== null && wanted.length === 0)
    throw new HopscopeError('not-found', 'This run does not exist (any more): choose another one.', {
      detail: `run ${request.run}`,
    });
  const check = await checkOf(store, cache, request.workspace, request.judge);
  const runs: ReportedRun[] = [];
  const traces: ReportFile[] = [];
  const prepareds: PreparedRun[] = [];
  const { texts = true } = request;
  for (const { header } of wanted) {
    const { prepared, trace } = await cache.run(request.workspace, header.run, request.judge);
    prepareds.push(prepared);
    runs.push({
      header,
      diagnosis: diagnoseRun(prepared, request.k, {
        questions: true,
        threshold: request.judge.threshold,
        check,
      }),
    });
    traces.push({ name: traceName(header.run, { texts }), mime: JSONL, text: traceJsonl(trace, { texts }) });
  }
  const comparisons = comparisonsOf(prepareds, request.k);
  const headers = meta.runs.map(({ header }) => header);
  const input: ReportInput = {
    meta,
    k: request.k,
    runs,
    comparisons,
    beside: await besideOf(cache, request, prepareds, leadOf(runs)?.header, headers, comparisons),
    judgements: await store.readAnswers(request.workspace),
    passage: (chunk) => view.passages.get(chunk) ?? null,
    made: new Date().toISOString(),
  };
  const summary = summaryOf(input);
  const files: ReportFile[] = [
    { name: 'summary.json', mime: 'application/json', text: `${JSON.stringify(summary, null, 2)}\n` },
    { name: 'questions.jsonl', mime: JSONL, text: questionsJsonl(runs) },
    { name: 'questions.csv', mime: 'text/csv', text: questionsCsv(runs) },
    { name: 'report.html', mime: 'text/html', text: reportHtml(input) },
    ...traces,
  ];
  if (request.chunks)
    files.push({
      name: 'chunks.jsonl',
      mime: JSONL,
      text: chunksJsonl(await store.readChunks(request.workspace)),
    });
  return { summary, files };
};
