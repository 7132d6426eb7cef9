import { createEffect, createMemo, createSignal, For, onCleanup, Show } from 'solid-js';
import type { GoldMapping } from '../../../domain/mapping';
import type { Question } from '../../../domain/question';
import { DEFAULT_K, type RetrieverKind, STORED_DEPTH } from '../../../domain/retriever';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { KSlider } from '../../components/kslider';
import { Empty, FailureNotice } from '../../components/notice';
import { Words } from '../../components/words';
import { count, plural } from '../../format';
import { unmarkGold } from '../../state/labels';
import { questions } from '../../state/questions';
import { continueVectors, ensureIndex, index, indexFailure, vectorsStopped } from '../../state/search-index';
import { readOnly, workspace } from '../../state/session';
import { integer, optional, text, useView } from '../../state/url';
import { createChunkCache } from '../question/chunk-cache';
import { Columns } from './columns';
import { type Bench, createBench, createOpenQuestion, KINDS } from './data';
import { rowsFor } from './joins';
import { goldsOfChunk, markInPlaceOf } from './mark-gold';
import { QuestionPicker } from './question-picker';
import { Reader } from './reader';
import './search.css';
import { createMarking } from './marking';
import { Presets } from './presets';

const VIEW = {
  q: text(),
  k: integer(1, STORED_DEPTH, DEFAULT_K),
  question: optional,
  open: optional,
} as const;

/** Width of the bench from which its columns stand side by side. */
const SIDE_BY_SIDE = 640;

export default function SearchScreen() {
  return (
    <Show when={workspace()}>
      {(meta) => (
        <Show when={(meta().corpus?.chunks ?? 0) > 0} fallback={<NoCorpus meta={meta()} />}>
          <BenchScreen meta={meta()} />
        </Show>
      )}
    </Show>
  );
}

function NoCorpus(props: { meta: WorkspaceMeta }) {
  return (
    <main>
      <Empty
        title="No documents to search"
        actions={
          <a class="btn primary" href={`#/w/${props.meta.id}/corpus`}>
            Add documents
          </a>
        }
      >
        Add a folder, files or a passage list; BM25 answers as soon as they are read, vectors follow.
      </Empty>
    </main>
  );
}

function BenchScreen(props: { meta: WorkspaceMeta }) {
  const [view, set] = useView(VIEW);
  const chunks = createChunkCache();
  const bench = createBench(() => view.q);
  const open = createOpenQuestion(
    () => props.meta,
    () => view.question,
  );
  const [pointed, setPointed] = createSignal<string | null>(null);
  const [width, setWidth] = createSignal(0);
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) setWidth(entry.contentRect.width);
  });
  onCleanup(() => observer.disconnect());
  void ensureIndex();

  const shown = createMemo((): Bench => (view.q.trim() === '' ? {} : bench.value()));
  const rows = createMemo(() => {
    const longest = Math.max(0, ...KINDS.map((kind) => shown()[kind]?.hits.length ?? 0));
    return rowsFor(view.k, longest);
  });
  createEffect(() => {
    const ids = KINDS.flatMap((kind) => (shown()[kind]?.hits ?? []).filter((hit) => hit.rank <= rows()));
    const golds = open.mappings().flatMap((mapping) => mapping.chunks.slice(0, 1));
    void chunks.want([...ids.map((hit) => hit.chunk), ...golds, ...(view.open === null ? [] : [view.open])]);
  });
  // A question that was just opened brings its own text as the first query.
  createEffect(() => {
    const question = open.question();
    if (question !== null && view.q === '') set({ q: question.text }, { replace: true });
  });
  const goldLabel = (chunk: string): string | null => {
    const question = open.question();
    const found = question === null ? [] : goldsOfChunk(question, open.mappings(), chunk);
    if (found.length === 0) return null;
    const hops = [...new Set(found.flatMap((gold) => gold.hops))].sort((a, b) => a - b);
    return hops.length === 0 ? 'gold' : `hop ${hops.join(', ')}`;
  };
  const titleOf = (question: Question, mapping: GoldMapping): string => {
    const gold = question.gold.find((candidate) => candidate.id === mapping.gold);
    return gold?.title ?? chunks.get(mapping.chunks[0] ?? '')?.title ?? gold?.document ?? mapping.gold;
  };
  const goldMissing = createMemo(() => {
    const question = open.question();
    if (question === null || view.q.trim() === '') return [];
    return open
      .mappings()
      .filter((mapping) => mapping.chunks.length > 0)
      .map((mapping) => ({
        hops: question.hops.filter((hop) => hop.gold.includes(mapping.gold)).map((hop) => hop.id),
        title: titleOf(question, mapping),
        ranks: KINDS.filter((kind) => shown()[kind] !== undefined).map((kind) => ({
          kind,
          rank: shown()[kind]?.hits.find((hit) => mapping.chunks.includes(hit.chunk))?.rank ?? null,
        })),
      }));
  });
  const waiting = (kind: RetrieverKind): string | null => {
    const state = index();
    if (shown()[kind] !== undefined) return null;
    if (state === null) return 'The index is being opened.';
    if (kind !== 'bm25' && !state.vectors.ready) {
      if (vectorsStopped()) {
        return `Vectors are stopped at ${count(state.vectors.done)} of ${plural(state.vectors.total, 'passage')}: continue them above. BM25 works meanwhile.`;
      }
      return `Vectors are being made: ${count(state.vectors.done)} of ${plural(state.vectors.total, 'passage')}. BM25 works meanwhile.`;
    }
    return view.q.trim() === '' ? 'Type a query above.' : 'Searching…';
  };

  const marking = createMarking(open.question);
  const openChunk = () => (view.open === null ? undefined : chunks.get(view.open));
  return (
    <main class="wide">
      <section class="flow tight">
        <h1 class="title">Search bench</h1>
        <div class="row">
          <input
            class="field grow bench-query"
            type="search"
            placeholder="One query, every retriever"
            aria-label="Query"
            value={view.q}
            onInput={(event) => set({ q: event.currentTarget.value }, { replace: true })}
          />
          <div class="bench-k">
            <KSlider k={view.k} onChange={(k) => set({ k }, { replace: true })} />
          </div>
        </div>
        <Show when={(questions()?.length ?? 0) > 0}>
          <QuestionPicker
            question={open.question()}
            onPick={(question) =>
              set({ question: question?.id ?? null, ...(question === null ? {} : { q: question.text }) })
            }
          />
        </Show>
        <Show when={open.question()}>
          {(question) => <Presets question={question()} onQuery={(q) => set({ q }, { replace: true })} />}
        </Show>
        <Show when={goldMissing().length > 0}>
          <ul class="gold-summary small num">
            <For each={goldMissing()}>
              {(gold) => (
                <li>
                  <b>
                    {gold.hops.length > 0 ? `hop ${gold.hops.join(', ')}: ` : ''}
                    <Words text={gold.title} />
                  </b>{' '}
                  <For each={gold.ranks}>
                    {(rank) => (
                      <span
                        class={`rank-in tone-${rank.rank !== null && rank.rank <= view.k ? 'present' : 'retrieval'}`}
                      >
                        <span aria-hidden="true">
                          {rank.rank !== null && rank.rank <= view.k ? '●' : '○'}
                        </span>{' '}
                        {rank.kind === 'bm25' ? 'BM25' : rank.kind}{' '}
                        {rank.rank ?? `not in the first ${STORED_DEPTH}`}
                      </span>
                    )}
                  </For>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <For
          each={[bench.failure(), indexFailure(), chunks.failure(), open.failure(), marking.failure()].filter(
            (failure) => failure !== null,
          )}
        >
          {(failure) => <FailureNotice failure={failure} onRetry={bench.again} />}
        </For>
        <Show when={index()?.vectors.ready === false && indexFailure() !== null}>
          <button type="button" class="btn tiny" onClick={() => void continueVectors()}>
            Make the vectors
          </button>
        </Show>
      </section>
      <div class="grid">
        <div class={openChunk() === undefined ? 'c12' : 'c8'} ref={(element) => observer.observe(element)}>
          <Columns
            bench={shown()}
            rows={rows()}
            k={view.k}
            wide={width() >= SIDE_BY_SIDE}
            chunk={chunks.get}
            goldLabel={goldLabel}
            open={view.open}
            pointed={pointed()}
            onOpen={(chunk) => set({ open: view.open === chunk ? null : chunk }, { replace: true })}
            onPoint={setPointed}
            waiting={waiting}
          />
        </div>
        <Show when={openChunk()}>
          {(chunk) => (
            <div
              class="c4 bench-reader"
              ref={(element) => {
                // Below long columns a passage that was just opened would be out of sight.
                if (width() < SIDE_BY_SIDE)
                  queueMicrotask(() => element.scrollIntoView({ block: 'nearest' }));
              }}
            >
              <Reader
                chunk={chunk()}
                query={view.q}
                question={open.question()}
                mappings={open.mappings()}
                busy={marking.busy()}
                readOnly={readOnly()}
                onMark={(hop, replaced) =>
                  marking.change(
                    (question) => markInPlaceOf(question, hop, chunk(), replaced),
                    'Marked as gold',
                  )
                }
                onUnmark={(hop, gold) =>
                  marking.change((question) => unmarkGold(question, hop, gold), 'No longer gold')
                }
                onClose={() => set({ open: null }, { replace: true })}
              />
            </div>
          )}
        </Show>
      </div>
    </main>
  );
}
