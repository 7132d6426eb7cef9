/** The main job without a person: the same steps, workers and storage that the screens use. */
import { DEFAULT_CHUNKING } from '../../../domain/corpus';
import { fail, type Outcome, ok } from '../../../domain/outcome';
import type { IngestFile, ReportBundle, SourceFile } from '../../../domain/seam';
import type { RunMeta } from '../../../domain/workspace';
import { passagesFound, questionsFound } from '../../messages/imported-runs';
import { judgeAnswers } from '../../state/answer-judging';
import { demoFiles } from '../../state/demo';
import { importRuns } from '../../state/imported-runs';
import { ingestFiles, inspectFiles } from '../../state/ingestion';
import { judgeRuns } from '../../state/judging';
import { setModel } from '../../state/model';
import { startRuns } from '../../state/runs';
import {
  createWorkspace,
  hasDocuments,
  workspace as openedWorkspace,
  openWorkspace,
  removeWorkspace,
} from '../../state/session';
import { diagnosis } from '../../state/workers';
import { answerRuns } from '../runs/answer-runs';
import type { HeadlessSpec } from './headless-api';
import { answersNotice, chatConfigOf } from './headless-model';

const ROLE_WORDS = {
  corpus: '--corpus',
  questions: '--questions',
  both: '--corpus and --questions',
} as const;

/** The reader of each file, the role being the caller's word. Without a readable file for each part the job ends. */
const assign = async (
  sources: SourceFile[],
  roles: HeadlessSpec['files'],
  /** A run made elsewhere brings what is missing. */
  hasRuns: boolean,
): Promise<Outcome<IngestFile[]>> => {
  const inspected = await inspectFiles(sources);
  if (!inspected.ok) return inspected;
  const files: IngestFile[] = [];
  const problems: string[] = [];
  /** Roles of the files that a reader fits. */
  const readable: IngestFile['role'][] = [];
  for (const [index, source] of sources.entries()) {
    const inspection = inspected.value[index];
    const role = roles[index]?.role;
    const guess = inspection?.guesses[0];
    if (inspection === undefined || role === undefined || role === 'run') continue;
    if (guess === undefined) {
      problems.push(inspection.problem ?? `${source.path}: no reader fits this file.`);
      // It goes along, so that it is counted and named among the rejects like on the screens.
      files.push({ ...source, reader: 'auto', role });
      continue;
    }
    const played = guess.role === 'qrels' ? guess.role : role;
    readable.push(played);
    files.push({
      ...source,
      reader: guess.reader,
      role: played,
      ...(inspection.suggestedColumns === null ? {} : { columns: inspection.suggestedColumns }),
    });
  }
  const questions = readable.some((role) => role !== 'corpus');
  const corpus = readable.some((role) => role === 'corpus' || role === 'both');
  if (!hasRuns && (!questions || !corpus)) {
    const missing = [...(corpus ? [] : [ROLE_WORDS.corpus]), ...(questions ? [] : [ROLE_WORDS.questions])];
    return fail('bad-input', [`Nothing could be read for ${missing.join(' and ')}.`, ...problems].join(' '));
  }
  return ok(files);
};

export interface HeadlessBundle {
  bundle: ReportBundle;
  notices: string[];
}

/** The first of several brings the corpus where there is none; the others are matched to it. */
const importAll = async (
  workspace: string,
  sources: SourceFile[],
): Promise<Outcome<{ runs: RunMeta[]; notices: string[] }>> => {
  const all = { runs: [] as RunMeta[], notices: [] as string[] };
  for (const file of sources) {
    const report = await importRuns({
      workspace,
      file,
      reader: 'auto',
      name: '',
      addQuestions: true,
      bringCorpus: !hasDocuments(openedWorkspace()),
      dry: false,
    });
    if (!report.ok) return report;
    const { runs, tally, notices } = report.value;
    all.runs.push(...runs.flatMap(({ meta }) => (meta === null ? [] : [meta])));
    all.notices.push(`${file.path}: ${tally.kept} of ${tally.read} records kept.`);
    for (const { system, source } of runs)
      all.notices.push(`${system}: questions ${questionsFound(source)}; passages ${passagesFound(source)}.`);
    all.notices.push(...notices);
  }
  return ok(all);
};

export const runHeadless = async (
  spec: HeadlessSpec,
  given: File[],
  key: string,
): Promise<Outcome<HeadlessBundle>> => {
  // First of all: what cannot be asked should not be found out after an hour of indexing.
  if (spec.model !== null) {
    const set = await setModel(chatConfigOf(spec.model), key);
    if (!set.ok) return set;
  }
  const sources = spec.demo
    ? await demoFiles()
    : spec.files.flatMap(({ path }, index) => {
        const file = given[index];
        return file === undefined ? [] : [{ path, file }];
      });
  const roles: HeadlessSpec['files'] = spec.demo
    ? sources.map(({ path }) => ({ path, role: path.includes('questions') ? 'questions' : 'corpus' }))
    : spec.files;
  const isRun = (index: number): boolean => roles[index]?.role === 'run';
  const made = sources.filter((_, index) => isRun(index));
  const files = await assign(
    sources.filter((_, index) => !isRun(index)),
    roles.filter(({ role }) => role !== 'run'),
    made.length > 0,
  );
  if (!files.ok) return files;

  const created = await createWorkspace('headless');
  if (!created.ok) return created;
  const { id } = created.value;
  const opened = await openWorkspace(id);
  if (!opened.ok) return opened;
  const notices: string[] = [];
  if (files.value.length > 0) {
    const report = await ingestFiles(id, files.value, spec.chunking ?? DEFAULT_CHUNKING, 'replace');
    if (!report.ok) return report;
    const { meta } = report.value;
    const rejected = report.value.rejects.slice(0, 3).map((reject) => `${reject.file}: ${reject.reason}`);
    const why = [...rejected, ...report.value.notices].join(' ');
    if (spec.files.some(({ role }) => role === 'corpus') && (meta.corpus?.documents ?? 0) === 0)
      return fail('bad-input', `No document could be kept. ${why}`);
    if (made.length === 0 && (meta.questions?.tally.kept ?? 0) === 0)
      return fail('bad-input', `No question could be kept. ${why}`);
    notices.push(...report.value.notices);
  }
  const imported = await importAll(id, made);
  if (!imported.ok) return imported;
  notices.push(...imported.value.notices);
  const k =
    spec.k ?? imported.value.runs.reduce((most, { header }) => Math.max(most, header.parameters.k), 1);
  const runs: RunMeta[] = [...imported.value.runs];
  if (spec.systems.length > 0) {
    const own = await startRuns({
      systems: spec.systems,
      retrievers: spec.retrievers,
      k,
      questions: null,
      ...(spec.loops === null ? {} : { loops: spec.loops }),
      agent: spec.agent,
      ablations: spec.ablations,
    });
    if (!own.ok) return own;
    runs.push(...own.value);
  }
  if (spec.judge) {
    const tally = await judgeRuns(runs, k);
    if (!tally.ok) return tally;
    const { pairs, inconclusive, errored, messages } = tally.value;
    if (inconclusive + errored > 0) {
      notices.push(
        `Fact presence: of ${pairs} pairs ${inconclusive} could not be decided and ${errored} failed. ${messages.join(' ')}`,
      );
    }
  }
  if (spec.judgeAnswers) {
    const tally = await judgeAnswers(answerRuns(runs), spec.agent.spendingLimit ?? null);
    if (!tally.ok) return tally;
    notices.push(answersNotice(tally.value));
  }
  const bundle = await diagnosis.ask((api) =>
    api.report({ workspace: id, k, run: null, chunks: spec.chunks }),
  );
  if (!bundle.ok) return bundle;
  // A profile that is kept for its vectors should not also collect workspaces.
  await removeWorkspace(id);
  return ok({ bundle: bundle.value, notices });
};
