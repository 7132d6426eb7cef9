import { For, Show } from 'solid-js';
import type { PairScore } from '../../../../domain/presence';
import { PassageText } from '../../../components/chain/passage-text';
import { Chip } from '../../../components/chip';
import { Words } from '../../../components/words';
import { percent } from '../../../format';
import { PRESENCE, RETRIEVER } from '../../../messages';
import type { Suggested } from './data';
import type { Mark } from './marks';
import { DEPTH, LEGS, type Word } from './suggest';

/** Characters of a passage that is not read in full. */
const EXCERPT = 260;

/** A passage that may be gold: where the retrievers have it, what the judge thinks, and the button that makes it gold. */
export function SuggestionItem(props: {
  suggestion: Suggested;
  place: string;
  mark: Mark | null;
  word: { word: Word; score: PairScore | undefined };
  answers: readonly string[];
  full: boolean;
  disabled: boolean;
  onRead: () => void;
  onMark: () => void;
}) {
  const passage = () => props.suggestion.passage;
  const marked = () => props.mark?.itself === true;
  const shown = () =>
    props.full || passage().text.length <= EXCERPT
      ? passage().text
      : `${passage()
          .text.slice(0, EXCERPT)
          .replace(/\s+\S*$/, '')} …`;
  const said = () => {
    const { score } = props.word;
    return score === undefined || score.probability === null ? null : percent(score.probability, 0);
  };
  return (
    <li
      data-chunk={props.suggestion.chunk}
      class="suggestion"
      classList={{ marked: marked(), shares: props.mark !== null && !marked() }}
    >
      <div class="flow tight">
        <div class="spread">
          <b class="t">
            <Words text={passage().title === '' ? passage().document : passage().title} />
          </b>
          <span class="row small num">
            <For each={LEGS.filter((leg) => props.suggestion.ranks[leg] !== undefined)}>
              {(leg) => (
                <span class="muted nowrap">
                  {RETRIEVER[leg].label}{' '}
                  {props.suggestion.ranks[leg] ?? <span title={`not among its first ${DEPTH}`}>–</span>}
                </span>
              )}
            </For>
          </span>
        </div>
        <p class="passage-text" dir="auto">
          <PassageText text={shown()} answers={[...props.answers]} />
        </p>
        <div class="row small">
          <span class="muted">judge:</span>
          <Chip term={PRESENCE[props.word.word]} plain />
          <Show when={said()}>{(probability) => <span class="num muted">{probability()}</span>}</Show>
          <Show when={props.word.word === 'errored' && props.word.score?.message}>
            {(message) => (
              <span class="muted">
                <Words text={message()} />
              </span>
            )}
          </Show>
          <Show when={passage().text.length > EXCERPT}>
            <button
              type="button"
              class="btn quiet tiny"
              aria-expanded={props.full}
              onClick={() => props.onRead()}
            >
              {props.full ? 'Less' : 'Read in full'}
            </button>
          </Show>
        </div>
        <Show when={props.mark !== null && !marked()}>
          <p class="small muted">Shares text with a passage that is marked, so it counts as gold as well.</p>
        </Show>
      </div>
      <button
        type="button"
        class="btn mark"
        aria-pressed={marked()}
        disabled={props.disabled}
        onClick={() => props.onMark()}
      >
        {marked() ? '● Gold' : 'Mark as gold'}
        <span class="visually-hidden">
          {' '}
          of {props.place}: {passage().title}
        </span>
      </button>
    </li>
  );
}
