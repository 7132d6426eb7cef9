import { createEffect, createMemo, createSignal, on } from 'solid-js';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import type { RetrieverKind } from '../../../domain/retriever';
import type { RunMeta } from '../../../domain/workspace';
import { healing, healingWords } from '../../components/chain/healing';
import type { ChainView } from '../../components/chain/hop-view';
import { index } from '../../state/search-index';
import type { createChunkCache } from './chunk-cache';
import { createTrial } from './data';
import { AFTER, firstQuery } from './trial';
import type { QuestionView, SetView } from './view';

export type TrialState = ReturnType<typeof createTrialState>;

/**
 * A query that the user tries: prefilled with the first broken hop's sub-question and searched at once, but shown on
 * the chain only once it was touched, so that the page opens on what the run did. Nothing of it changes the run.
 */
export function createTrialState(props: {
  diagnosis: QuestionDiagnosis;
  chain: ChainView;
  run: RunMeta;
  chunks: ReturnType<typeof createChunkCache>;
  k: number;
  view: QuestionView;
  set: SetView;
}) {
  const hops = () => props.chain.hops;
  const inAddress = (): boolean => props.view.try !== '' || props.view.at !== 0 || props.view.by !== '';
  const [draft, setDraft] = createSignal<string | null>(null);
  const [touched, setTouched] = createSignal(inAddress());
  const prefill = createMemo(() => firstQuery(hops(), props.diagnosis.question.text));
  const query = (): string => draft() ?? (props.view.try === '' ? prefill() : props.view.try);
  const kind = (): RetrieverKind => {
    const own = props.run.header.retriever.kind;
    // What searched for an imported run cannot be asked again; what this app searches with by default can.
    const chosen = props.view.by !== '' ? props.view.by : own === 'external' ? 'hybrid' : own;
    // Until the vectors are known to be there BM25 answers; a search that waits for the model would hold up the rest.
    return index()?.vectors.ready === true ? chosen : 'bm25';
  };
  const k = (): number => (props.view.at === 0 ? props.k : props.view.at);
  const search = createTrial(() => (query().trim() === '' ? null : { query: query(), kind: kind() }));
  const result = () => (query().trim() === '' ? null : search.value());
  const heals = createMemo(() => {
    const found = result();
    return found === null || hops().length === 0
      ? null
      : healing(hops(), found.hits, k(), props.view.criterion);
  });
  const change = (next: Partial<QuestionView>): void => {
    setTouched(true);
    props.set(next, { replace: true });
  };
  createEffect(
    on(
      () => props.diagnosis.question.id,
      () => {
        setDraft(null);
        setTouched(inAddress());
      },
      { defer: true },
    ),
  );
  createEffect(() => {
    const found = result();
    if (found === null) return;
    const golds = new Set(hops().flatMap((hop) => hop.golds.flatMap((gold) => gold.chunks)));
    const shown = found.hits.filter((hit) => hit.rank <= k() + AFTER || golds.has(hit.chunk));
    void props.chunks.want(shown.map((hit) => hit.chunk));
  });
  return {
    query,
    kind,
    k,
    result,
    heals,
    touched,
    failure: search.failure,
    loading: search.loading,
    /** What it heals and what it does not; null while nothing has been searched. */
    words: () => {
      const found = heals();
      return found === null ? null : healingWords(hops(), found, k());
    },
    ask: (text: string): void => {
      setDraft(text);
      change({ try: text });
    },
    choose: (by: RetrieverKind): void => change({ by }),
    cut: (at: number): void => change({ at }),
    reset: (): void => {
      setDraft(null);
      props.set({ try: '', by: '', at: 0 }, { replace: true });
      setTouched(false);
    },
  };
}
