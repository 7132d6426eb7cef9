import { createMemo, For, type JSX, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import type { GoldMapping } from '../../../domain/mapping';
import { LongWords } from '../words';
import './chain.css';
import type { Heal } from './healing';
import { HopCard } from './hop-card';
import type { ChainView, HopView } from './hop-view';
import { Links } from './links';
import { createMeasure } from './measure';
import { CLEAR, type Direction, LANE, laneCount } from './routes';

/** Narrowest card that still reads, width of the answer, and the gap that holds a link with its label. */
const CARD = 214;
const ANSWER = 118;
const START = 14;
const gapOf = (layers: number): number => (layers <= 2 ? 84 : layers === 3 ? 62 : 48);

/** Width that a chain needs to run across; below it, it runs downwards. */
export const acrossWidth = (layers: number): number =>
  START + ANSWER + layers * CARD + (layers + 1) * gapOf(layers);

export interface ChainProps {
  diagnosis: QuestionDiagnosis;
  view: ChainView;
  k: number;
  chunk: (id: string) => Chunk | undefined;
  mapping: (gold: string) => GoldMapping | undefined;
  /** What a trial query would do; null: none is tried. */
  heals: Map<number, Heal> | null;
  threshold: number;
  documentHref: (document: string) => string;
  /** Hops whose gold was retrieved up to the step being replayed; null: no replay. */
  reached: ReadonlySet<number> | null;
  onTry: (hop: HopView) => void;
}

/** The chain of a question: hops as cards, lines for what each needs, the broken link visible at a glance. */
export function Chain(props: ChainProps) {
  const measure = createMeasure();
  const layers = () => props.view.layout.layers.length;
  const direction = createMemo<Direction>(() =>
    measure.width() >= acrossWidth(layers()) ? 'across' : 'down',
  );
  const byId = createMemo(() => new Map(props.view.hops.map((hop) => [hop.id, hop])));
  const lanes = createMemo(() => laneCount(props.view.layout, direction()));
  const room = (): JSX.CSSProperties => ({
    '--gap': `${gapOf(layers())}px`,
    '--card': `${CARD}px`,
    '--answer': `${ANSWER}px`,
    '--lanes': `${lanes() === 0 ? 0 : lanes() * LANE + CLEAR}px`,
  });
  const broken = () => props.view.hops.some((hop) => hop.cut !== null);
  return (
    <section class={`chain ${direction()}`} aria-label="Chain of hops" ref={measure.root} style={room()}>
      <h2 class="visually-hidden">Chain of hops</h2>
      <div class="chain-cells">
        <div class="chain-start" ref={(element) => measure.card('start', element)}>
          <span>question</span>
        </div>
        <For each={props.view.layout.layers}>
          {(ids) => (
            <div class="layer">
              <For each={ids}>
                {(id) => (
                  <Show when={byId().get(id)}>
                    {(view) => (
                      <div class="cell" ref={(element) => measure.card(id, element)}>
                        <HopCard
                          view={view()}
                          k={props.k}
                          chunk={props.chunk}
                          mapping={props.mapping}
                          threshold={props.threshold}
                          documentHref={props.documentHref}
                          heal={props.heals?.get(id)}
                          reached={props.reached === null ? null : props.reached.has(id)}
                          onTry={props.onTry}
                        />
                      </div>
                    )}
                  </Show>
                )}
              </For>
            </div>
          )}
        </For>
        <div
          class="chain-end"
          classList={{ broken: broken() }}
          ref={(element) => measure.card('end', element)}
        >
          <span class="small muted">gold answer</span>
          <b>
            <LongWords text={props.diagnosis.question.answers[0] ?? 'none labelled'} limit={120} />
          </b>
          <Show when={props.diagnosis.answer !== null}>
            <span class="small muted">answered</span>
            <b>
              <LongWords text={props.diagnosis.answer ?? ''} limit={120} />
            </b>
          </Show>
          <Show when={broken()}>
            <span class="small muted">evidence incomplete</span>
          </Show>
        </div>
      </div>
      <Show when={measure.boxes().size > 0}>
        <Links
          layout={props.view.layout}
          hops={props.view.hops}
          boxes={measure.boxes()}
          direction={direction()}
          heals={props.heals}
          reached={props.reached}
        />
      </Show>
    </section>
  );
}
