import { diagnoseRun } from '../diagnosis';
import type { JudgeChoice } from '../domain/judge-check';
import { HopscopeError } from '../domain/outcome';
import type { ReportBundle } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import { chunksJsonl, fileName, traceJsonl } from '../report/exports';
import { reportHtml } from '../report/html/report';
import type { ReportedRun, ReportFile, ReportInput } from '../report/input';
import { questionsCsv } from '../report/questions-csv';
import { questionsJsonl } from '../report/questions-jsonl';
import { summaryOf } from '../report/summary';
import type { ReviewCache } from './cache';
import { checkOf } from './judge-check';

export interface ReportRequest {
  workspace: string;
  k: number;
  /** Null: every run of the workspace. */
  run: string | null;
  chunks: boolean;
  judge: JudgeChoice;
}

const JSONL = 'application/x-ndjson';

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
  for (const { header } of wanted) {
    const { prepared, trace } = await cache.run(request.workspace, header.run, request.judge);
    runs.push({
      header,
      diagnosis: diagnoseRun(prepared, request.k, {
        questions: true,
        threshold: request.judge.threshold,
        check,
      }),
    });
    traces.push({ name: `trace-${fileName(header.run)}.jsonl`, mime: JSONL, text: traceJsonl(trace) });
  }
  const input: ReportInput = {
    meta,
    k: request.k,
    runs,
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
