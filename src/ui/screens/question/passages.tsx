import { createSignal, For, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { HopView } from '../../components/chain/hop-view';
import { PassageText } from '../../components/chain/passage-text';
import { Chip } from '../../components/chip';
import { Panel } from '../../components/panel';
import { LongWords } from '../../components/words';
import { plural } from '../../format';
import { HOP, VERDICT } from '../../messages';

const FIRST = 8;
/** Characters of a passage before it is opened; the chain above shows gold at length. */
const SHORT = 200;

/** R at k: everything the run retrieved, in order, with gold marked. */
export function Passages(props: {
  retrieved: string[];
  hops: HopView[];
  k: number;
  /** Documents that hold the gold: another chunk of them is near, and still a miss. */
  goldDocuments: ReadonlySet<string>;
  chunk: (id: string) => Chunk | undefined;
  /** What an imported run calls a passage that the corpus does not hold. */
  called: ReadonlyMap<string, string>;
}) {
  const [all, setAll] = createSignal(false);
  const shown = () => (all() ? props.retrieved : props.retrieved.slice(0, FIRST));
  const cardsOf = (id: string): HopView[] =>
    props.hops.filter((hop) => hop.golds.some((gold) => gold.chunks.includes(id)));
  const isNear = (id: string): boolean => props.goldDocuments.has(props.chunk(id)?.document ?? '');
  const answers = () => props.hops.flatMap((hop) => hop.answers);
  return (
    <Panel
      title="What it retrieved"
      why={`${plural(props.retrieved.length, 'passage')} within k = ${props.k}, in the order they arrived; answers of any hop are marked wherever they stand`}
    >
      <Show
        when={props.retrieved.length > 0}
        fallback={<p class="muted">The run retrieved nothing for this question.</p>}
      >
        <ol class="passages">
          <For each={shown()}>
            {(id, index) => (
              <li classList={{ gold: cardsOf(id).length > 0 }}>
                <span class="k num">{index() + 1}</span>
                <div>
                  <b>
                    <LongWords text={props.chunk(id)?.title ?? props.called.get(id) ?? id} />
                  </b>{' '}
                  <Show when={props.called.has(id)}>
                    <span class="small muted">in no document of the corpus</span>
                  </Show>
                  <For each={cardsOf(id)}>
                    {(card) => (
                      <Chip
                        plain
                        term={HOP.retrieved}
                        label={`gold, ${card.kind === 'hop' ? 'hop' : 'passage'} ${card.id}`}
                      />
                    )}
                  </For>
                  <Show when={cardsOf(id).length === 0 && isNear(id)}>
                    <Chip plain term={VERDICT['wrong-chunk']} label="gold’s document, another chunk" />
                  </Show>
                  <Show when={props.chunk(id)}>
                    {(chunk) => (
                      <p class="small muted">
                        <PassageText text={chunk().text} answers={answers()} limit={SHORT} />
                      </p>
                    )}
                  </Show>
                </div>
              </li>
            )}
          </For>
        </ol>
        <Show when={props.retrieved.length > FIRST}>
          <button type="button" class="btn tiny" onClick={() => setAll(!all())}>
            {all() ? 'Show fewer' : `Show all ${props.retrieved.length}`}
          </button>
        </Show>
      </Show>
    </Panel>
  );
}
