/** What is open: the list of workspaces, the workspace of the current address, and whether this tab may write. */
import { batch, createSignal } from 'solid-js';
import type { PlannedJudging } from '../../domain/judge-plan';
import { type Failure, fail, type Outcome, ok } from '../../domain/outcome';
import type { PlannedRuns } from '../../domain/plan';
import type { WorkspaceStore } from '../../domain/store';
import type { WorkspaceMeta } from '../../domain/workspace';
import { type JobKind, jobsOf } from './jobs';
import { openForWriting, stored } from './store';

/** Jobs that write to their workspace; an index or vectors being made are of no use to anybody once it is gone. */
const WORKING: readonly JobKind[] = ['ingest', 'run', 'judge', 'answers'];

const [workspaces, setWorkspaces] = createSignal<WorkspaceMeta[] | null>(null);
const [workspace, setWorkspace] = createSignal<WorkspaceMeta | null>(null);
const [plan, setPlan] = createSignal<readonly PlannedRuns[]>([]);
const [judgingPlan, setJudgingPlan] = createSignal<readonly PlannedJudging[]>([]);
const [openFailure, setOpenFailure] = createSignal<Failure | null>(null);
const [readOnly, setReadOnly] = createSignal(false);

export {
  /** What is to be judged of the open workspace and has not ended. */
  judgingPlan,
  /** Why the workspace of the address could not be opened. */
  openFailure,
  /** What was asked of the open workspace and is not made yet. */
  plan,
  /** Another tab holds the writer lock of the open workspace. */
  readOnly,
  /** The open workspace's metadata; null: none open (yet). */
  workspace,
  /** Newest first; null: not read yet. */
  workspaces,
};

/** Is there anything to search? An import of questions alone leaves a corpus without documents. */
export const hasDocuments = (meta: WorkspaceMeta | null): boolean => (meta?.corpus?.chunks ?? 0) > 0;

/** Changes exactly when the open workspace, its documents or their chunks do; empty without documents. */
export const corpusKey = (): string => {
  const meta = workspace();
  if (meta === null || meta.corpus === null || !hasDocuments(meta)) return '';
  const { unit, size, overlap } = meta.corpus.chunking;
  return [meta.id, meta.corpus.hash, unit, size, overlap].join(' ');
};

export const refreshWorkspaces = async (): Promise<Outcome<WorkspaceMeta[]>> => {
  const outcome = await stored((store) => store.list());
  if (outcome.ok) {
    outcome.value.sort((a, b) => b.modified.localeCompare(a.modified));
    setWorkspaces(outcome.value);
  }
  return outcome;
};

/** What is shown of a workspace belongs together: read at once, set at once. */
const read = (id: string) => async (store: WorkspaceStore) => {
  const [meta, planned, judging] = await Promise.all([
    store.get(id),
    store.readPlan(id),
    store.readJudging(id),
  ]);
  return { meta, planned, judging };
};

type Shown = { meta: WorkspaceMeta; planned: PlannedRuns[]; judging: PlannedJudging[] };

const show = ({ meta, planned, judging }: Shown): void =>
  batch(() => {
    setPlan(planned);
    setJudgingPlan(judging);
    setWorkspace(meta);
  });

let opening = 0;
let release: (() => void) | null = null;

const takeLock = async (id: string, turn: number): Promise<void> => {
  const lease = await openForWriting(id, () => {
    if (turn !== opening) return;
    setReadOnly(false);
    void refreshMeta();
  });
  if (turn !== opening) {
    lease.release();
    return;
  }
  release = () => lease.release();
  setReadOnly(lease.role === 'reader');
};

export const closeWorkspace = (): void => {
  opening += 1;
  release?.();
  release = null;
  setWorkspace(null);
  setPlan([]);
  setJudgingPlan([]);
  setOpenFailure(null);
  setReadOnly(false);
};

/** Opens a workspace by id; a no-op when it is open already. */
export const openWorkspace = async (id: string): Promise<Outcome<WorkspaceMeta>> => {
  const current = workspace();
  if (current?.id === id) return ok(current);
  closeWorkspace();
  const turn = opening;
  const outcome = await stored(read(id));
  if (!outcome.ok) {
    if (turn === opening) setOpenFailure(outcome.error);
    return outcome;
  }
  if (turn === opening) {
    await takeLock(id, turn);
    if (turn === opening) show(outcome.value);
  }
  return ok(outcome.value.meta);
};

/** Reads the open workspace's metadata again: after an ingest, a run, an edit. */
export const refreshMeta = async (): Promise<void> => {
  const id = workspace()?.id;
  if (id === undefined) return;
  const turn = opening;
  const outcome = await stored(read(id));
  if (turn === opening && outcome.ok) show(outcome.value);
};

export const createWorkspace = async (name: string): Promise<Outcome<WorkspaceMeta>> => {
  const outcome = await stored((store) => store.create(name));
  if (outcome.ok) void refreshWorkspaces();
  return outcome;
};

export const renameWorkspace = async (id: string, name: string): Promise<Outcome<WorkspaceMeta>> => {
  const outcome = await stored((store) => store.rename(id, name));
  if (outcome.ok) {
    if (workspace()?.id === id) setWorkspace(outcome.value);
    void refreshWorkspaces();
  }
  return outcome;
};

/** Changes what is still to be made of a workspace's runs. */
export const changePlan = async (
  id: string,
  change: (planned: PlannedRuns[]) => PlannedRuns[],
): Promise<Outcome<PlannedRuns[]>> => {
  const outcome = await stored((store) => store.changePlan(id, change));
  if (outcome.ok && workspace()?.id === id) setPlan(outcome.value);
  return outcome;
};

/** Changes what is still to be judged of a workspace. */
export const changeJudging = async (
  id: string,
  change: (planned: PlannedJudging[]) => PlannedJudging[],
): Promise<Outcome<PlannedJudging[]>> => {
  const outcome = await stored((store) => store.changeJudging(id, change));
  if (outcome.ok && workspace()?.id === id) setJudgingPlan(outcome.value);
  return outcome;
};

/** Whether a workspace may be deleted now; the failure says who uses it. */
export const checkRemovable = (id: string): Promise<Outcome<void>> =>
  WORKING.some((kind) => jobsOf(id, kind).length > 0)
    ? Promise.resolve(
        fail('busy', 'This workspace is being worked on: stop what is running above, then delete it.', {
          retryable: true,
        }),
      )
    : stored((store) => store.checkRemovable(id));

export const removeWorkspace = async (id: string): Promise<Outcome<void>> => {
  const allowed = await checkRemovable(id);
  if (!allowed.ok) return allowed;
  if (workspace()?.id === id) closeWorkspace();
  const outcome = await stored((store) => store.remove(id));
  await refreshWorkspaces();
  return outcome;
};
