import { createEffect, createMemo } from 'solid-js';
import type { GoldMapping } from '../../../domain/mapping';
import { type Failure, type Outcome, ok } from '../../../domain/outcome';
import { type RetrieverKind, STORED_DEPTH } from '../../../domain/retriever';
import type { SearchResult } from '../../../domain/seam';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { createLatest } from '../../state/latest';
import { loadQuestions, questions } from '../../state/questions';
import { index, searchCorpus } from '../../state/search-index';
import { stored } from '../../state/store';

export const KINDS: readonly RetrieverKind[] = ['bm25', 'vector', 'hybrid'];
export type Bench = Partial<Record<RetrieverKind, SearchResult>>;

/** One query on every retriever that is ready, to the depth that ranks are stored at; each column comes when it can. */
export function createBench(query: () => string) {
  const columns = KINDS.map((kind) => ({
    kind,
    latest: createLatest(
      () => {
        const text = query().trim();
        return text === '' || (kind !== 'bm25' && index()?.vectors.ready !== true) ? null : { text };
      },
      async ({ text }) => {
        const outcome = await searchCorpus(text, STORED_DEPTH, kind);
        return outcome.ok ? ok({ text, result: outcome.value }) : outcome;
      },
      200,
    ),
  }));
  return {
    /** Columns of one query only: the newest that BM25, the fastest, has answered. */
    value: (): Bench => {
      const text = columns[0]?.latest.value()?.text;
      const bench: Bench = {};
      for (const { kind, latest } of columns) {
        const value = latest.value();
        if (value !== null && value.text === text) bench[kind] = value.result;
      }
      return bench;
    },
    failure: (): Failure | null =>
      columns.map(({ latest }) => latest.failure()).find((one) => one !== null) ?? null,
    again: (): void => {
      for (const { latest } of columns) latest.again();
    },
  };
}

/** The open question with its mappings, re-read when the set is saved. */
export function createOpenQuestion(meta: () => WorkspaceMeta, id: () => string | null) {
  createEffect(() => {
    meta().questions?.hash;
    void loadQuestions();
  });
  const question = createMemo(() => questions()?.find((candidate) => candidate.id === id()) ?? null);
  const mappings = createLatest(
    () => {
      const { id: workspace, questions: set, corpus, mapping } = meta();
      // A saved label changes the set's hash, a re-chunking the corpus: either makes the mappings new.
      return question() === null || set === null
        ? null
        : { workspace, question: id(), set: set.hash, chunking: corpus?.chunking, mapping };
    },
    ({ workspace, question: wanted }): Promise<Outcome<GoldMapping[]>> =>
      stored(async (store) =>
        (await store.readMappings(workspace)).filter((mapping) => mapping.question === wanted),
      ),
  );
  return {
    question,
    mappings: (): GoldMapping[] => (mappings.value() ?? []).filter((mapping) => mapping.question === id()),
    failure: mappings.failure,
  };
}
