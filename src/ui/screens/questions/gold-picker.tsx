import { createSignal, For, onCleanup, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import { type Outcome, ok } from '../../../domain/outcome';
import type { Question } from '../../../domain/question';
import type { RetrieverKind } from '../../../domain/retriever';
import { FailureNotice } from '../../components/notice';
import { Segmented } from '../../components/segmented';
import { Words } from '../../components/words';
import { RETRIEVER } from '../../messages';
import { findPassages } from '../../state/corpus';
import { goldAt } from '../../state/labels';
import { createLoad } from '../../state/load';
import { index } from '../../state/search-index';

const DEPTH = 12;

const find = async (query: string, kind: RetrieverKind): Promise<Outcome<Chunk[]>> =>
  query.trim() === '' ? ok([]) : findPassages(query, DEPTH, kind);

/** Search results one can click to mark as gold. */
export const GoldPicker = (props: {
  query: string;
  question: Question;
  isMarked: (gold: string) => boolean;
  onMark: (chunk: Chunk) => void;
  onUnmark: (gold: string) => void;
}) => {
  const [typed, setTyped] = createSignal(props.query);
  const [query, setQuery] = createSignal(props.query);
  const [kind, setKind] = createSignal<RetrieverKind>('bm25');
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  const found = createLoad(
    () => ({ query: query(), kind: kind() }),
    (asked) => find(asked.query, asked.kind),
  );
  const chunks = () => {
    const outcome = found.value();
    return outcome?.ok ? outcome.value : [];
  };
  const failure = () => {
    const outcome = found.value();
    return outcome !== null && !outcome.ok ? outcome.error : null;
  };
  return (
    <div class="picker flow tight">
      <div class="row">
        <input
          class="field search"
          type="search"
          aria-label="Search for the passage"
          value={typed()}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            clearTimeout(timer);
            timer = setTimeout(() => setQuery(typed()), 250);
          }}
        />
        <Segmented
          label="Retriever"
          value={kind()}
          onChange={setKind}
          choices={(['bm25', 'vector', 'hybrid'] as const).map((value) => ({
            value,
            label: RETRIEVER[value].label,
            disabled: value !== 'bm25' && index()?.vectors.ready !== true,
          }))}
        />
      </div>
      <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
      <ol class="plain" aria-busy={found.loading()}>
        <For
          each={chunks()}
          fallback={
            <li class="muted small">{found.loading() ? 'Searching …' : 'No passage holds these words.'}</li>
          }
        >
          {(chunk) => {
            const gold = () => goldAt(props.question, chunk);
            const marked = () => {
              const known = gold();
              return known !== undefined && props.isMarked(known.id);
            };
            return (
              <li class="passage pick" classList={{ marked: marked() }}>
                <div>
                  <b class="t">
                    <Words text={chunk.title} />
                  </b>
                  <span class="excerpt" dir="auto">
                    {chunk.text}
                  </span>
                </div>
                <button
                  type="button"
                  class="btn tiny"
                  aria-pressed={marked()}
                  onClick={() => {
                    const known = gold();
                    if (marked() && known !== undefined) props.onUnmark(known.id);
                    else props.onMark(chunk);
                  }}
                >
                  {marked() ? '● Gold' : 'Mark as gold'}
                </button>
              </li>
            );
          }}
        </For>
      </ol>
    </div>
  );
};
