/** A workspace out to a file of the user's, and in from one. */
import { createSignal } from 'solid-js';
import type { Failure, Outcome } from '../../domain/outcome';
import type { SourceFile } from '../../domain/seam';
import type { WorkspaceMeta } from '../../domain/workspace';
import { type ImportedWorkspace, WORKSPACE_FILE_SUFFIX } from '../../domain/workspace-file';
import { plural } from '../format';
import { download } from './files';
import { rechunk } from './ingestion';
import { startJob } from './jobs';
import { preferences, setPreferences } from './preferences';
import { refreshWorkspaces } from './session';
import { stored } from './store';
import { callback, ingest, transfer } from './workers';

/** What an import has come to, until it is dismissed; `rebuilt`: what was lost of the mapping was made anew. */
export interface Import {
  imported: ImportedWorkspace;
  /** The figures were seen with a judge that is not the one in view here. */
  otherJudge: string | null;
}

const [lastImport, setLastImport] = createSignal<Import | null>(null);
const [transferFailure, setTransferFailure] = createSignal<Failure | null>(null);

export { lastImport, setLastImport, setTransferFailure, transferFailure };

export const isWorkspaceFile = ({ path }: Pick<SourceFile, 'path'>): boolean =>
  path.toLowerCase().endsWith(WORKSPACE_FILE_SUFFIX);

const controls = { cancel: (job: string) => transfer.tell((api) => api.cancel(job)) };

const fail = (outcome: Outcome<unknown>): void => {
  setTransferFailure(outcome.ok || outcome.error.code === 'cancelled' ? null : outcome.error);
};

/** Saves the workspace as a file; returns a sentence when some run could not be taken whole. */
export const exportWorkspaceFile = async (
  meta: Pick<WorkspaceMeta, 'id' | 'name'>,
): Promise<string | null> => {
  const { judge, judges } = preferences();
  const outcome = await startJob(
    { kind: 'report', title: `Exporting “${meta.name}”`, workspace: meta.id },
    (job, onProgress) =>
      transfer.ask((api) =>
        api.exportWorkspace({ workspace: meta.id, judge, judges }, job, callback(onProgress)),
      ),
    controls,
  );
  fail(outcome);
  if (!outcome.ok) return null;
  download(outcome.value.name, outcome.value.file);
  const { torn } = outcome.value;
  return torn.length === 0
    ? null
    : `${plural(torn.length, 'run')} broke off in this browser’s storage: only what was whole is in the file.`;
};

/** Judges of the file are known from now on; whose word counts is taken over where nobody has chosen yet. */
const takeJudges = ({ settings }: ImportedWorkspace): string | null => {
  const { judge, judges } = preferences();
  const known = new Set(judges.map(({ space }) => space));
  setPreferences({ judges: [...judges, ...settings.judges.filter(({ space }) => !known.has(space))] });
  const theirs = settings.judge;
  if (theirs === null) return judge === null ? null : 'the shipped classifier';
  if (judge === null) setPreferences({ judge: theirs });
  return judge === null || judge.space === theirs.space ? null : theirs.label;
};

/** Chunks and mapping follow from documents and questions, so what is lost of them is made again. */
const rebuild = async (meta: WorkspaceMeta): Promise<Outcome<unknown>> => {
  if (meta.corpus !== null) return rechunk(meta.id, meta.corpus.chunking);
  const questions = await stored((store) => store.readQuestions(meta.id));
  if (!questions.ok) return questions;
  return ingest.ask((api) => api.saveQuestions(meta.id, questions.value));
};

/** Each file becomes a workspace of its own; the id of the last one that came in whole is returned. */
export const importWorkspaceFiles = async (files: readonly SourceFile[]): Promise<string | null> => {
  setLastImport(null);
  let whole: string | null = null;
  for (const { path, file } of files) {
    const outcome = await startJob(
      { kind: 'ingest', title: `Opening ${path}`, workspace: null },
      (job, onProgress) => transfer.ask((api) => api.importWorkspace(file, job, callback(onProgress))),
      controls,
    );
    fail(outcome);
    if (!outcome.ok) break;
    const imported = outcome.value;
    const otherJudge = takeJudges(imported);
    if (imported.rebuild) fail(await rebuild(imported.meta));
    const clean = imported.damage.length === 0 && imported.kept.length === 0 && otherJudge === null;
    if (clean) whole = imported.meta.id;
    else {
      whole = null;
      setLastImport({ imported, otherJudge });
      // The next one would take the place of what is to be read.
      break;
    }
  }
  await refreshWorkspaces();
  return whole;
};
