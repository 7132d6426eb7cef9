import { createEffect, createMemo } from 'solid-js';
import { ok } from '../../../domain/outcome';
import type { RetrieverKind } from '../../../domain/retriever';
import { STORED_DEPTH } from '../../../domain/retriever';
import type { SearchEvent } from '../../../domain/trace';
import type { RunMeta, WorkspaceMeta } from '../../../domain/workspace';
import { chainView } from '../../components/chain/hop-view';
import { createLatest } from '../../state/latest';
import { searchCorpus } from '../../state/search-index';
import { diagnosis } from '../../state/workers';
import { judgeOf, versionOf } from '../diagnosis/data';
import { listOf } from '../diagnosis/rows';
import type { DiagnosisView } from '../diagnosis/view';
import { createChunkCache } from './chunk-cache';

/** The question's diagnosis, the chain drawn from it, the list it stands in, and the texts that it shows. */
export function createQuestionData(
  meta: () => WorkspaceMeta,
  run: () => RunMeta | null,
  question: () => string,
  k: () => number,
  view: DiagnosisView,
) {
  const version = (): string => {
    const current = run();
    return current === null ? '' : versionOf(meta(), current);
  };
  const base = () => {
    const current = run();
    const judge = judgeOf(view.threshold);
    return current === null
      ? null
      : {
          workspace: meta().id,
          run: current.header.run,
          k: k(),
          ...(judge === undefined ? {} : { judge }),
          version: version(),
        };
  };
  const one = createLatest(
    () => {
      const asked = base();
      return asked === null ? null : { ...asked, question: question() };
    },
    ({ version: _, ...asked }) => diagnosis.ask((api) => api.question(asked)),
  );
  /** What judges and persons have said of answers; read again whenever the diagnosis is. */
  const said = createLatest(
    () => (run() === null ? null : { workspace: meta().id, version: version() }),
    ({ workspace }) => diagnosis.ask((api) => api.answerJudgements(workspace)),
  );
  const list = createLatest(
    () => {
      const asked = base();
      return asked === null ? null : { ...asked, fix: view.fix };
    },
    async ({ version: _, fix, ...asked }) => {
      const table = await diagnosis.ask((api) => api.table(asked));
      if (!table.ok || fix === null) return table.ok ? ok({ rows: table.value, fix: null }) : table;
      const whole = await diagnosis.ask((api) => api.diagnose(asked));
      if (!whole.ok) return whole;
      const chosen = whole.value.fixes.find((candidate) => candidate.id === fix);
      return ok({ rows: table.value, fix: chosen === undefined ? null : chosen.questions });
    },
  );
  const rows = createMemo(() => {
    const found = list.value();
    return found === null ? [] : listOf(found.rows, view, found.fix === null ? null : new Set(found.fix));
  });
  /** Stays on the last question until the next one is there, so that stepping through a list does not flicker. */
  const current = createMemo(() => (one.failure() === null ? one.value() : null));
  const searches = createMemo((): SearchEvent[] =>
    (current()?.events ?? []).filter((event) => event.event === 'search'),
  );
  const chain = createMemo(() => {
    const value = current();
    return value === null ? null : chainView(value, searches(), view.criterion, k());
  });
  const chunks = createChunkCache();
  createEffect(() => {
    const value = current();
    if (value === null) return;
    const answerChunks = value.mappings.flatMap((mapping) => mapping.answerChunks.slice(0, 1));
    const goldChunks = value.golds.flatMap((gold) => gold.chunks.slice(0, 1));
    // What the run read, judged and took as support may lie outside R at this k.
    const judged = value.events.flatMap((event) =>
      event.event === 'judge' && event.chunk !== null
        ? [event.chunk]
        : event.event === 'read'
          ? event.spans.slice(0, 1).map((span) => span.chunk)
          : event.event === 'open'
            ? event.chunks
            : event.event === 'register'
              ? event.delta.flatMap((item) => item.support)
              : [],
    );
    const stated = value.hops.flatMap((hop) =>
      [hop.judgement?.chunk, hop.corpusGap?.chunk].filter((id) => typeof id === 'string'),
    );
    void chunks.want([...answerChunks, ...goldChunks, ...value.retrieved, ...judged, ...stated]);
  });
  return {
    current,
    chain,
    rows,
    chunks,
    said: () => said.value() ?? [],
    failure: () => one.failure() ?? said.failure(),
    /** The question in the address is being read; what is shown is still the last one. */
    stale: () => current() !== null && current()?.question.id !== question(),
    again: () => {
      one.again();
      said.again();
    },
    place: () => rows().findIndex((row) => row.id === question()),
  };
}

/** A search of the corpus as the user types; null asks nothing. */
export const createTrial = (asked: () => { query: string; kind: RetrieverKind } | null) =>
  createLatest(asked, ({ query, kind }) => searchCorpus(query, STORED_DEPTH, kind), 250);
