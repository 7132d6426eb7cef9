import { For, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { Hit, RetrieverKind } from '../../../domain/retriever';
import { scoreText } from '../../components/chain/words';
import { RETRIEVER } from '../../messages';
import { type Bench, KINDS } from './data';
import { joinsOf, rowMiddle } from './joins';

export const ROW = 46;
export const CUT = 18;
const GAP = 44;
const SHORT: Record<RetrieverKind, string> = { bm25: 'B', vector: 'V', hybrid: 'H' };

/** Which gold a passage is, as a row shows it: "gold" or "gold, hop 2". */
export type GoldLabel = (chunk: string) => string | null;

interface ColumnsProps {
  bench: Bench;
  rows: number;
  k: number;
  wide: boolean;
  chunk: (id: string) => Chunk | undefined;
  goldLabel: GoldLabel;
  open: string | null;
  pointed: string | null;
  onOpen: (chunk: string) => void;
  onPoint: (chunk: string | null) => void;
  waiting: (kind: RetrieverKind) => string | null;
}

/** The retrievers side by side; lines join the same passage. */
export function Columns(props: ColumnsProps) {
  const hits = (kind: RetrieverKind): Hit[] =>
    (props.bench[kind]?.hits ?? []).filter((hit) => hit.rank <= props.rows);
  const rankIn = (kind: RetrieverKind, chunk: string): number | null =>
    props.bench[kind]?.hits.find((hit) => hit.chunk === chunk)?.rank ?? null;
  return (
    <div class="bench" classList={{ wide: props.wide }}>
      <For each={KINDS}>
        {(kind, at) => (
          <>
            <Show when={props.wide && at() > 0}>
              <Lines {...props} left={hits(KINDS[at() - 1] ?? kind)} right={hits(kind)} />
            </Show>
            <section class="bench-column" aria-label={RETRIEVER[kind].label}>
              <h2>
                {RETRIEVER[kind].label}
                <Show when={props.bench[kind]}>
                  {(result) => (
                    <span class="small faint num"> {Math.max(1, Math.round(result().ms))} ms</span>
                  )}
                </Show>
              </h2>
              <Show
                when={props.waiting(kind)}
                fallback={
                  <ol>
                    <For each={hits(kind)} fallback={<li class="muted small">No passage matches.</li>}>
                      {(hit) => (
                        <>
                          <Show when={hit.rank === props.k + 1}>
                            <li class="bench-cut" aria-label={`cut at k = ${props.k}`} />
                          </Show>
                          <Result
                            hit={hit}
                            k={props.k}
                            title={props.chunk(hit.chunk)?.title ?? hit.chunk}
                            excerpt={props.chunk(hit.chunk)?.text.slice(0, 90) ?? ''}
                            gold={props.goldLabel(hit.chunk)}
                            others={KINDS.filter(
                              (other) => other !== kind && props.bench[other] !== undefined,
                            )
                              .map((other) => `${SHORT[other]} ${rankIn(other, hit.chunk) ?? '–'}`)
                              .join(' · ')}
                            open={props.open === hit.chunk}
                            pointed={props.pointed === hit.chunk}
                            onOpen={() => props.onOpen(hit.chunk)}
                            onPoint={(on) => props.onPoint(on ? hit.chunk : null)}
                          />
                        </>
                      )}
                    </For>
                  </ol>
                }
              >
                {(why) => <p class="muted small waiting">{why()}</p>}
              </Show>
            </section>
          </>
        )}
      </For>
    </div>
  );
}

function Result(props: {
  hit: Hit;
  k: number;
  title: string;
  excerpt: string;
  gold: string | null;
  others: string;
  open: boolean;
  pointed: boolean;
  onOpen: () => void;
  onPoint: (on: boolean) => void;
}) {
  return (
    <li>
      <button
        type="button"
        class="bench-row"
        classList={{
          gold: props.gold !== null,
          beyond: props.hit.rank > props.k,
          open: props.open,
          pointed: props.pointed,
        }}
        aria-pressed={props.open}
        onClick={() => props.onOpen()}
        onMouseEnter={() => props.onPoint(true)}
        onMouseLeave={() => props.onPoint(false)}
        onFocus={() => props.onPoint(true)}
        onBlur={() => props.onPoint(false)}
        title={props.excerpt}
      >
        <span class="rank num">{props.hit.rank}</span>
        <span class="clip row-title">
          <bdi>{props.title}</bdi>
        </span>
        <span class="small faint num clip others">
          {scoreText(props.hit.score)}
          {props.others === '' ? '' : ` · ${props.others}`}
        </span>
        <Show when={props.gold}>
          {(gold) => (
            <span class="gold-mark tone-present">
              <span aria-hidden="true">●</span> {gold()}
            </span>
          )}
        </Show>
      </button>
    </li>
  );
}

function Lines(props: ColumnsProps & { left: Hit[]; right: Hit[] }) {
  const joins = () => joinsOf(props.left, props.right, props.rows);
  const y = (rank: number): number => rowMiddle(rank, props.k, ROW, CUT);
  const height = () => props.rows * ROW + CUT;
  return (
    <svg
      class="bench-lines"
      width={GAP}
      height={height()}
      viewBox={`0 0 ${GAP} ${height()}`}
      aria-hidden="true"
    >
      <For each={joins()}>
        {(join) => (
          <path
            classList={{
              gold: props.goldLabel(join.chunk) !== null,
              lit: props.pointed === join.chunk || props.open === join.chunk,
            }}
            d={`M0 ${y(join.left)}C${GAP / 2} ${y(join.left)} ${GAP / 2} ${y(join.right)} ${GAP} ${y(join.right)}`}
          />
        )}
      </For>
    </svg>
  );
}
