import { For, Show } from 'solid-js';
import type { GoldMapping } from '../../../../domain/mapping';
import type { Question } from '../../../../domain/question';
import { LongWords, Words } from '../../../components/words';
import { goldName } from '../../../state/labels';
import { isLabelled, placesOf } from './places';

/** The question in hand: its hops, which of them is being labelled, and the gold that each has. */
export function InHand(props: {
  question: Question;
  hop: number | null;
  mappings: readonly GoldMapping[];
  disabled: boolean;
  onHop: (hop: number) => void;
  onUnmark: (hop: number | null, gold: string) => void;
}) {
  const textOf = (hop: number | null): string =>
    hop === null ? props.question.text : (props.question.hops.find(({ id }) => id === hop)?.question ?? '');
  const goldsOf = (hop: number | null) =>
    hop === null
      ? props.question.gold
      : props.question.gold.filter(({ id }) =>
          props.question.hops.find((own) => own.id === hop)?.gold.includes(id),
        );
  const isLost = (gold: string): boolean => {
    const status = props.mappings.find((mapping) => mapping.gold === gold)?.status;
    return status === 'unmapped' || status === 'notInCorpus';
  };
  return (
    <ol class="desk-hops">
      <For each={placesOf(props.question)}>
        {(hop) => (
          <li classList={{ current: hop === props.hop }}>
            <Show
              when={hop !== null}
              fallback={<p class="small muted">No hops: gold of the whole question.</p>}
            >
              <button
                type="button"
                class="hop-pick"
                aria-current={hop === props.hop ? 'step' : undefined}
                onClick={() => hop !== null && props.onHop(hop)}
              >
                <span class="sign" aria-hidden="true">
                  {isLabelled(props.question, hop) ? '●' : '○'}
                </span>
                <b>Hop {hop}</b>
                <span>
                  <LongWords text={textOf(hop)} />
                </span>
                <span class="visually-hidden">
                  {isLabelled(props.question, hop) ? 'has gold' : 'without gold'}
                </span>
              </button>
            </Show>
            <Show when={goldsOf(hop).length > 0}>
              <div class="row golds">
                <For each={goldsOf(hop)}>
                  {(gold) => (
                    <span class={`chip ${isLost(gold.id) ? 'tone-absent' : 'tone-present'}`}>
                      <span class="sign" aria-hidden="true">
                        {isLost(gold.id) ? '∅' : '●'}
                      </span>
                      <Words text={goldName(gold)} limit={60} />
                      <Show when={isLost(gold.id)}>
                        <span class="small">in no passage of the corpus</span>
                      </Show>
                      <button
                        type="button"
                        class="chipx"
                        disabled={props.disabled}
                        aria-label={`Take ${goldName(gold)} off${hop === null ? '' : ` hop ${hop}`}`}
                        onClick={() => props.onUnmark(hop, gold.id)}
                      >
                        ✕
                      </button>
                    </span>
                  )}
                </For>
              </div>
            </Show>
          </li>
        )}
      </For>
    </ol>
  );
}
