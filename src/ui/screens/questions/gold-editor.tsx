import { createSignal, For, Show } from 'solid-js';
import { fillPlaceholders, type Hop, type Question } from '../../../domain/question';
import { Words } from '../../components/words';
import { goldName, markGold, unmarkGold } from '../../state/labels';
import { GoldPicker } from './gold-picker';

/** The gold passages of a hop (or of a question without hops), and a search to mark more. */
export const GoldEditor = (props: {
  question: Question;
  hop: Hop | null;
  onChange: (question: Question) => void;
}) => {
  const [searching, setSearching] = createSignal(false);
  const golds = () =>
    props.hop === null
      ? props.question.gold
      : props.question.gold.filter((gold) => props.hop?.gold.includes(gold.id));
  const query = () =>
    props.hop === null
      ? props.question.text
      : fillPlaceholders(
          props.hop.question,
          (id) => props.question.hops.find((other) => other.id === id)?.answers[0],
        );
  return (
    <div class="flow tight">
      <div class="row">
        <span class="small muted">Gold passages</span>
        <For each={golds()} fallback={<span class="small faint">none marked</span>}>
          {(gold) => (
            <span class="chip tone-present" title={gold.text ?? gold.quote ?? ''}>
              <span class="sign" aria-hidden="true">
                ●
              </span>
              <Words text={goldName(gold)} limit={80} />
              <button
                type="button"
                class="chipx"
                aria-label={`Take ${goldName(gold)} off`}
                onClick={() => props.onChange(unmarkGold(props.question, props.hop?.id ?? null, gold.id))}
              >
                ✕
              </button>
            </span>
          )}
        </For>
        <button
          type="button"
          class="btn tiny"
          aria-expanded={searching()}
          onClick={() => setSearching((was) => !was)}
        >
          {searching() ? 'Done searching' : 'Search and mark'}
        </button>
      </div>
      <Show when={searching()}>
        <GoldPicker
          query={query()}
          question={props.question}
          onMark={(chunk) => props.onChange(markGold(props.question, props.hop?.id ?? null, chunk))}
          onUnmark={(id) => props.onChange(unmarkGold(props.question, props.hop?.id ?? null, id))}
          isMarked={(id) => golds().some((gold) => gold.id === id)}
        />
      </Show>
    </div>
  );
};
