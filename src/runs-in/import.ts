/** A file of runs → runs of a workspace: read, brought, matched, then written one by one. */
import type { Reject } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import { STORED_DEPTH } from '../domain/retriever';
import type { RunImportReport, RunImportRequest, RunMatch } from '../domain/seam-runs-in';
import type { RunHeader, RunSource } from '../domain/trace';
import type { WorkspaceMeta } from '../domain/workspace';
import { BadRecord, excerptOf } from '../ingest/types';
import { type Basis, basisOf } from './basis';
import { eventsOf, type Found } from './events';
import { headerOf, systemNameOf } from './header';
import { matchPassages } from './match-passages';
import { createQuestionMatcher } from './match-questions';
import { ownRun } from './own-run';
import type { ImportParts, ReadyRun } from './parts';
import { calledIn } from './pool';
import { type FileOfRuns, readRuns } from './read';
import { listsOf, type Skeleton } from './skeleton';
import { writeRun } from './write-run';

const nameOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.(?:jsonl?|ndjson|csv|tsv)$/i, '') || name;
};

const rejectOf = (file: string, line: number, reason: string, excerpt: string): Reject => ({
  file,
  line,
  reason,
  excerpt: excerptOf(excerpt),
});

interface Matched {
  system: string;
  records: { record: Skeleton; question: Question }[];
  counts: RunSource['questions'];
  all: number;
}

/** Records by run, each with its question; what has none is rejected by name. */
const matchRecords = (
  read: FileOfRuns,
  questions: readonly Question[],
  path: string,
  name: string,
): Matched[] => {
  const find = createQuestionMatcher(questions);
  const runs = new Map<string, Matched & { lines: Map<string, number> }>();
  for (const record of read.records) {
    const system = systemNameOf(record.run ?? (name.trim() || nameOf(path)));
    const run = runs.get(system) ?? {
      system,
      records: [],
      counts: { id: 0, text: 0, none: 0 },
      all: 0,
      lines: new Map<string, number>(),
    };
    runs.set(system, run);
    run.all += 1;
    const found = find(record.question);
    const said = record.question.text ?? record.question.id ?? '';
    if (found.question === null) {
      run.counts.none += 1;
      read.rejects.push(rejectOf(path, record.line, found.reason, said));
      continue;
    }
    const before = run.lines.get(found.question.id);
    if (before !== undefined) {
      read.rejects.push(
        rejectOf(path, record.line, `the run “${system}” has this question already, on line ${before}`, said),
      );
      continue;
    }
    run.lines.set(found.question.id, record.line);
    run.counts[found.how] += 1;
    run.records.push({ record, question: found.question });
  }
  return [...runs.values()];
};

const sourceOf = (read: FileOfRuns, path: string, run: Matched, found: Found): RunSource => {
  const passages = { chunk: 0, document: 0, text: 0, title: 0, none: 0 };
  const records = run.records.map(({ record }) => record);
  const named = new Set(
    records.flatMap((record) =>
      listsOf(record)
        .flat()
        .map(({ passage }) => passage),
    ),
  );
  for (const passage of named) if (passage !== null) passages[found.matches[passage]?.how ?? 'none'] += 1;
  return {
    format: read.reader.id,
    file: path,
    records: run.all,
    questions: run.counts,
    passages,
    tells: {
      steps: records.some(
        ({ acts, final }) => acts.filter(({ kind }) => kind === 'search').length > (final === null ? 1 : 0),
      ),
      final: records.some(({ final }) => final !== null),
      answers: records.some(({ answer }) => answer !== null),
      scores: records.some((record) =>
        listsOf(record).some((list) => list.some(({ score }) => score !== null)),
      ),
    },
  };
};

const noticeMatches = (read: FileOfRuns, { matches, pooled }: Found): void => {
  const say = (count: number, message: string): void => {
    if (count > 0) read.notices.add(message, count);
  };
  const of = (how: string): number => matches.filter((match) => match.how === how).length;
  const all = pooled.length.toLocaleString('en');
  say(
    of('title'),
    `Passages found by their title alone: {n} of ${all}. Where several passages have one title, another of them may have been retrieved.`,
  );
  say(of('none'), `Passages that are in no document: {n} of ${all}. They keep their rank and can be no hit.`);
  say(
    matches.filter(({ ambiguous }) => ambiguous).length,
    'Passages that stand in more than one place of the corpus: {n}. Each place counts as retrieved.',
  );
  const long = read.records.reduce(
    (sum, record) => sum + listsOf(record).filter(({ length }) => length > STORED_DEPTH).length,
    0,
  );
  say(long, `Lists longer than ${STORED_DEPTH}: {n}. Ranks behind ${STORED_DEPTH} are not kept.`);
};

const unmatchedOf = (path: string, { pooled, matches }: Found): Reject[] =>
  pooled.flatMap(({ passage, line }, index) => {
    const match = matches[index];
    if (match === undefined || match.how !== 'none') return [];
    return [
      rejectOf(path, line, match.note || 'no document holds this passage', passage.text ?? calledIn(passage)),
    ];
  });

const foreignRuns = async (
  read: FileOfRuns,
  basis: Basis,
  request: RunImportRequest,
  parts: ImportParts,
): Promise<{ runs: ReadyRun[]; unmatched: Reject[] }> => {
  const { path } = request.file;
  const matched = matchRecords(read, basis.questions, path, request.name);
  parts.meter.phase('matching passages', 'passages', read.pool.all.length);
  const matches = await matchPassages(read.pool.all, basis, parts.job, (done) => parts.meter.set(done));
  const found: Found = { pooled: read.pool.all, matches };
  noticeMatches(read, found);
  const runs = matched.map((run): ReadyRun => {
    const header = headerOf({
      system: run.system,
      records: run.records.map(({ record }) => record),
      questions: run.records.map(({ question }) => question.id),
      source: sourceOf(read, path, run, found),
      meta: basis.meta,
      app: parts.app,
      started: parts.clock().toISOString(),
      suffix: parts.random(),
    });
    return {
      header,
      questions: run.records.map(({ record, question }) => eventsOf(record, question, found)),
    };
  });
  return { runs, unmatched: unmatchedOf(path, found) };
};

/** Reading fails as a whole with a sentence; a run that is cancelled half-way leaves nothing of itself. */
export const importRuns = async (request: RunImportRequest, parts: ImportParts): Promise<RunImportReport> => {
  const { path, file } = request.file;
  parts.meter.phase('reading', 'bytes', file.size);
  const read = await readRuns(
    { path, file, reader: request.reader, columns: request.columns ?? null },
    parts.job,
    (count) => parts.meter.advance(count),
  ).catch((error: unknown) => {
    if (error instanceof BadRecord) throw new HopscopeError('bad-input', `“${path}”: ${error.message}`);
    throw error;
  });
  const basis = await basisOf(read, request, parts);
  const { runs, unmatched } =
    read.own === null
      ? await foreignRuns(read, basis, request, parts)
      : { runs: [ownRun(read, path, basis, parts)], unmatched: [] };
  read.tally.rejected = read.rejects.length;
  read.tally.kept = read.tally.read - read.tally.rejected;
  const filled = runs.filter(({ questions }) => questions.length > 0);
  if (filled.length === 0 && !request.dry)
    throw new HopscopeError(
      'bad-input',
      `“${path}”: no record belongs to a question of this workspace (${read.rejects[0]?.reason ?? 'there are none'}). Add the questions first, or with the run.`,
    );
  const written: RunMatch[] = request.dry
    ? filled.map(({ header }) => ({ system: header.system, source: sourceIn(header), meta: null }))
    : await writeAll(filled, request.workspace, parts);
  return {
    meta: request.dry ? basis.meta : await parts.store.get(request.workspace),
    runs: written,
    tally: read.tally,
    rejects: read.rejects,
    unmatched,
    added: basis.added,
    notices: read.notices.list(),
  };
};

const sourceIn = ({ source }: RunHeader): RunSource => {
  if (source === undefined) throw new Error('an imported run has no source');
  return source;
};

const writeAll = async (
  runs: readonly ReadyRun[],
  workspace: string,
  parts: ImportParts,
): Promise<RunMatch[]> => {
  const { store, meter } = parts;
  meter.phase(
    'saving',
    'questions',
    runs.reduce((sum, { questions }) => sum + questions.length, 0),
  );
  const begun: string[] = [];
  try {
    const matches: RunMatch[] = [];
    for (const run of runs) {
      begun.push(run.header.run);
      const meta = await parts.locked(workspace, run.header.run, () => writeRun(run, workspace, parts));
      matches.push({ system: run.header.system, source: sourceIn(run.header), meta });
    }
    return matches;
  } catch (error) {
    // Half a run would be taken for a whole one, and it cannot be resumed: what it was made from is gone.
    const there: WorkspaceMeta = await store.get(workspace);
    for (const run of begun)
      if (there.runs.some(({ header }) => header.run === run)) await store.removeRun(workspace, run);
    throw error;
  }
};
