import { For, Show } from 'solid-js';
import type { CategoryOf } from '../../../domain/category';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import type { QuestionEvent } from '../../../domain/trace';
import { Notice } from '../../components/notice';
import { LongWords } from '../../components/words';
import { CATEGORY } from '../../messages';
import { CAUSE } from '../../messages/causes';
import { causeOf } from './cause';
import type { Voice } from './voices';

/** The failure category with what it means, and what of this question stands behind it. */
export function CauseNote(props: {
  category: CategoryOf;
  diagnosis: QuestionDiagnosis;
  events: QuestionEvent[];
  voices: readonly Voice[];
  k: number;
  titleOf: (gold: string) => string;
}) {
  const term = () => CATEGORY[props.category.paper];
  const blind = () => props.category['register-blind'];
  const sentences = () => causeOf(props.category.paper, props);
  return (
    <Notice tone={term().tone} sign={term().sign}>
      <b>{term().label}</b> {term().definition}
      <Show when={sentences().length > 0}>
        <ul class="causes">
          <For each={sentences()}>
            {(sentence) => (
              <li>
                <LongWords text={sentence} limit={500} />
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={blind() !== props.category.paper}>
        <p class="small muted">
          {CAUSE.otherReading(CATEGORY[blind()].label)} {CATEGORY[blind()].definition}
        </p>
      </Show>
    </Notice>
  );
}
