import { For, Show } from 'solid-js';
import { CATEGORIES, type Categories, type Category, COLUMNS, type Column } from '../../../domain/category';
import { Chip } from '../../components/chip';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { count, plural } from '../../format';
import { CATEGORY, COLUMN } from '../../messages';
import { prematureWords, scoreWords } from './premature';

/** Premature resolutions listed here; the export has them all. */
const SHOWN = 12;

/** Why answers are wrong, in both readings; a cause filters the list below. */
export function CategoriesPanel(props: {
  categories: Categories;
  chosen: readonly Category[];
  reading: Column;
  onPick: (category: Category) => void;
  onReading: (reading: Column) => void;
  questionHref: (question: string) => string;
}) {
  const shown = () =>
    CATEGORIES.filter((category) => COLUMNS.some((column) => props.categories.counts[column][category] > 0));
  const premature = () =>
    props.categories.premature.flatMap(({ question, resolutions }) =>
      resolutions.map((resolution) => ({ question, resolution })),
    );
  return (
    <Panel
      table="causes"
      title={`Why ${plural(props.categories.n, 'answer')} ${props.categories.n === 1 ? 'is' : 'are'} wrong`}
      why={`The first cause that holds${props.categories.forced > 0 ? `; a budget forced ${count(props.categories.forced)} of those given up` : ''}; click one to filter the list below`}
      actions={
        <Show when={props.categories.register}>
          <Segmented
            label="Reading of the causes"
            value={props.reading}
            choices={COLUMNS.map((column) => ({
              value: column,
              label: COLUMN[column].label,
              title: COLUMN[column].definition,
            }))}
            onChange={props.onReading}
          />
        </Show>
      }
    >
      <div class="flow tight">
        <table class="num">
          <tbody>
            <For each={shown()}>
              {(category) => (
                <tr>
                  <th scope="row">
                    <Chip term={CATEGORY[category]} />
                  </th>
                  <td class="r">
                    <button
                      type="button"
                      class="linklike"
                      aria-pressed={props.chosen.includes(category)}
                      aria-label={`${props.categories.counts[props.reading][category]} answers: ${CATEGORY[category].label}`}
                      onClick={() => props.onPick(category)}
                    >
                      {count(props.categories.counts[props.reading][category])}
                    </button>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
        <Show when={premature().length > 0}>
          <details>
            <summary class="small">{prematureWords(premature().map(({ resolution }) => resolution))}</summary>
            <ul class="plain-list small">
              <For each={premature().slice(0, SHOWN)}>
                {({ question, resolution }) => (
                  <li dir="auto">
                    <a href={props.questionHref(question)}>{resolution.text}</a>{' '}
                    <span class="muted">
                      support {resolution.support.join(', ')}; {scoreWords(resolution.score)}
                    </span>
                  </li>
                )}
              </For>
              <Show when={premature().length > SHOWN}>
                <li class="muted">and {count(premature().length - SHOWN)} more, in questions.jsonl</li>
              </Show>
            </ul>
          </details>
        </Show>
      </div>
    </Panel>
  );
}
