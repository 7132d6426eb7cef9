/** The built-in demo: from one click to a finished diagnosis, through the same calls a user's own files go through. */
import { createSignal } from 'solid-js';
import { DEFAULT_CHUNKING } from '../../domain/corpus';
import type { Failure, Outcome } from '../../domain/outcome';
import { DEFAULT_K, type RetrieverKind } from '../../domain/retriever';
import { type IngestFile, PROBES, type SourceFile, type SystemId } from '../../domain/seam';
import type { WorkspaceMeta } from '../../domain/workspace';
import { appFile } from '../../models/app-files';
import { attempt, unwrap } from '../../seam/outcome';
import { count, plural } from '../format';
import { ingestFiles, inspectFiles } from './ingestion';
import { preferences, setPreferences } from './preferences';
import type { RunChoice } from './run-choice';
import { planRuns, startRuns, whileMaking } from './runs';
import { ensureIndex, ensureVectors } from './search-index';
import { createWorkspace, openWorkspace, removeWorkspace, workspace } from './session';
import { stored } from './store';

export type StepState = 'waiting' | 'running' | 'done' | 'failed';
export interface Step {
  label: string;
  state: StepState;
  note: string;
}

const [demoSteps, setSteps] = createSignal<Step[]>([]);
const [demoFailure, setDemoFailure] = createSignal<Failure | null>(null);

export { demoFailure, demoSteps };

const NAME = 'Demo';
const FILES = [
  { path: 'corpus.jsonl', role: 'corpus' },
  { path: 'questions.jsonl', role: 'questions' },
] as const;
const LABELS = [
  'Read documents and questions',
  'Index for BM25',
  'Probe with BM25',
  'Make vectors',
  'Probe with vector and hybrid',
  'Probe hop by hop, with the judge',
  'Read and answer',
];

interface Part {
  systems: readonly SystemId[];
  retrievers: readonly RetrieverKind[];
  k: number;
}
/** Probes that need no model but the retriever's: they are there within seconds. */
const QUICK = PROBES.filter((system) => system !== 'probe-hops');
const PROBE_BM25: Part = { systems: QUICK, retrievers: ['bm25'], k: DEFAULT_K };
const PROBE_VECTORS: Part = { systems: QUICK, retrievers: ['vector', 'hybrid'], k: DEFAULT_K };
const JUDGED: Part = { systems: ['probe-hops'], retrievers: ['bm25', 'vector', 'hybrid'], k: DEFAULT_K };
/**
 * Each passage read costs as much as one judged: few of them, on the retriever that finds most. The reader that goes on
 * by itself reads four times as much as the others, so it waits for who wants it.
 */
const READ: Part = { systems: ['reader-single', 'reader-hops'], retrievers: ['hybrid'], k: 3 };
const PARTS: readonly Part[] = [PROBE_BM25, PROBE_VECTORS, JUDGED, READ];

const mark = (at: number, change: Partial<Step>): void => {
  setSteps((steps) => steps.map((step, i) => (i === at ? { ...step, ...change } : step)));
};

/** Runs one step; a failed outcome ends the whole as a thrown failure, which `openDemo` shows. */
const step = async <T>(
  at: number,
  work: () => Promise<Outcome<T>>,
  note: (value: T) => string,
): Promise<T> => {
  mark(at, { state: 'running' });
  const outcome = await work();
  mark(at, outcome.ok ? { state: 'done', note: note(outcome.value) } : { state: 'failed' });
  return unwrap(outcome);
};

/** The two files of the demo; throws the failure. */
export const demoFiles = (): Promise<SourceFile[]> =>
  Promise.all(FILES.map(async ({ path }) => ({ path, file: await appFile(`demo/${path}`) })));

const demoToIngest = async (): Promise<IngestFile[]> => {
  const sources = await demoFiles();
  const inspections = unwrap(await inspectFiles(sources));
  return FILES.flatMap(({ path, role }) => {
    const file = sources.find((source) => source.path === path)?.file;
    const inspection = inspections.find((other) => other.path === path);
    const guess = inspection?.guesses.find((other) => other.role === role) ?? inspection?.guesses[0];
    return file === undefined || guess === undefined ? [] : [{ path, file, reader: guess.reader, role }];
  });
};

const readDemo = async (id: string): Promise<Outcome<WorkspaceMeta>> => {
  const files = await attempt(demoToIngest);
  if (!files.ok) return files;
  const report = await ingestFiles(id, files.value, DEFAULT_CHUNKING, 'replace');
  return report.ok ? { ok: true, value: report.value.meta } : report;
};

/** The demo workspace of an earlier click, or a new one. */
const demoWorkspace = async (): Promise<WorkspaceMeta> => {
  const known = preferences().demo;
  if (known !== null) {
    const found = await stored((store) => store.get(known));
    if (found.ok) return found.value;
  }
  const made = unwrap(await createWorkspace(NAME));
  setPreferences({ demo: made.id });
  return made;
};

const hasRuns = (meta: WorkspaceMeta | null, { systems, retrievers, k }: Part): boolean =>
  retrievers.every((kind) =>
    systems.every((system) =>
      meta?.runs.some(
        ({ state, header }) =>
          state === 'finished' &&
          header.system === system &&
          header.retriever.kind === kind &&
          header.parameters.k === k &&
          header.parameters.intervention === undefined,
      ),
    ),
  );

const choiceOf = ({ systems, retrievers, k }: Part): RunChoice => ({
  systems: [...systems],
  retrievers: [...retrievers],
  k,
  questions: null,
});

/**
 * Opens the demo. `go` is called as soon as the BM25 diagnosis is there; vectors, the other probes, judging and the
 * readers follow while it can be read already. What an earlier click has finished is not done again.
 */
export const openDemo = async (go: (path: string) => void): Promise<void> => {
  setDemoFailure(null);
  setSteps(LABELS.map((label) => ({ label, state: 'waiting', note: '' })));
  const outcome = await attempt(async () => {
    const made = await demoWorkspace();
    const id = made.id;
    const here = `/w/${id}/diagnosis`;
    if (made.corpus === null || made.questions === null) {
      try {
        await step(
          0,
          () => readDemo(id),
          (meta) => `${count(meta.corpus?.documents ?? 0)} and ${count(meta.questions?.tally.kept ?? 0)}`,
        );
      } catch (thrown) {
        await removeWorkspace(id);
        setPreferences({ demo: null });
        throw thrown;
      }
    } else mark(0, { state: 'done' });
    const open = unwrap(await openWorkspace(id));
    if (PARTS.every((part) => hasRuns(open, part))) {
      setSteps([]);
      go(here);
      return;
    }
    const makePart = async (at: number, part: Part): Promise<void> => {
      if (hasRuns(open, part)) mark(at, { state: 'done' });
      else
        await step(
          at,
          () => startRuns(choiceOf(part)),
          (runs) => plural(runs.length, 'run'),
        );
    };
    await whileMaking(id, async () => {
      // All of it before the first: a page that is closed in the middle finds out what is missing. A tab that may not
      // write plans nothing, and hears of it from the first step that writes.
      await planRuns(id, PARTS.filter((part) => !hasRuns(open, part)).map(choiceOf));
      await step(
        1,
        () => ensureIndex({ thenVectors: false }),
        (state) => plural(state.chunks, 'chunk'),
      );
      await makePart(2, PROBE_BM25);
      go(here);
      await step(3, ensureVectors, (state) => plural(state.vectors.done, 'vector'));
      for (const [i, part] of [PROBE_VECTORS, JUDGED, READ].entries()) {
        // Somebody who went to another workspace meanwhile is not pulled back: the strip there offers the rest.
        if (workspace()?.id !== id) return;
        await makePart(4 + i, part);
      }
      setSteps([]);
    });
  });
  if (!outcome.ok && outcome.error.code !== 'cancelled') setDemoFailure(outcome.error);
  if (!outcome.ok && outcome.error.code === 'cancelled') setSteps([]);
};
