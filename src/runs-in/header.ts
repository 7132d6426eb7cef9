/** The header of an imported run. */
import { contentHash } from '../domain/hash';
import { STORED_DEPTH } from '../domain/retriever';
import { SYSTEM_IDS } from '../domain/seam';
import { type RunHeader, type RunSource, TRACE_VERSION } from '../domain/trace';
import type { WorkspaceMeta } from '../domain/workspace';
import { listsOf, type Skeleton } from './skeleton';

export interface HeaderParts {
  system: string;
  records: readonly Skeleton[];
  /** Ids of the questions it answered. */
  questions: string[];
  source: RunSource;
  meta: WorkspaceMeta;
  app: string;
  started: string;
  suffix: string;
}

/** A system of this app is known by its id, so a run made elsewhere must not bear one. */
export const systemNameOf = (name: string): string => {
  const taken: readonly string[] = SYSTEM_IDS;
  return taken.includes(name) ? `${name} (imported)` : name;
};

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);

/** The k of the run: as long as its longest list, for that is what the system took. */
const longest = (records: readonly Skeleton[]): number =>
  records.reduce((most, record) => listsOf(record).reduce((k, list) => Math.max(k, list.length), most), 1);

const modelOf = (records: readonly Skeleton[]): string | null => {
  const counts = new Map<string, number>();
  for (const { acts } of records)
    for (const act of acts)
      if (act.kind === 'model' && act.model !== null) counts.set(act.model, (counts.get(act.model) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
};

export const headerOf = (parts: HeaderParts): RunHeader => {
  const { system, records, questions, source, meta, app, started, suffix } = parts;
  const run = `imported-${slug(system)}-${suffix}`;
  const corpus = meta.corpus;
  const all =
    meta.questions === null
      ? 0
      : meta.questions.labelled + meta.questions.unlabelled + meta.questions.unanswerable;
  return {
    event: 'run',
    version: TRACE_VERSION,
    run,
    system,
    parameters: {
      k: Math.min(STORED_DEPTH, longest(records)),
      depth: STORED_DEPTH,
      ...(questions.length === all ? {} : { questions }),
    },
    retriever: {
      id: contentHash(`retriever of ${run}`).slice(0, 32),
      kind: 'external',
      corpus: corpus?.hash ?? '',
      chunking: corpus?.chunking ?? { unit: 'auto', size: 0, overlap: 0 },
      model: null,
    },
    model: modelOf(records),
    questionSet: meta.questions?.hash ?? '',
    app,
    started,
    imported: true,
    source,
  };
};
