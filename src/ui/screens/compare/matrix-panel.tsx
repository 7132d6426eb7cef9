import { For, Show } from 'solid-js';
import { COLUMNS } from '../../../domain/category';
import type { AnswerState, RunComparison } from '../../../domain/compare';
import { Chip } from '../../components/chip';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { type TableCells, TableTools } from '../../components/table-tools';
import { count } from '../../format';
import { ANSWER_STATE, COLUMN } from '../../messages';
import type { CompareView, SetCompareView } from './view';
import { matrixOf } from './words';

/** What became of the questions: rows are run A, columns run B; a cell lists its questions below. */
export function MatrixPanel(props: { comparison: RunComparison; view: CompareView; set: SetCompareView }) {
  const matrix = () => matrixOf(props.comparison.transitions[props.view.column]);
  const isPicked = (from: AnswerState, to: AnswerState): boolean =>
    props.view.from === from && props.view.to === to;
  const pick = (from: AnswerState, to: AnswerState): void =>
    props.set(isPicked(from, to) ? { from: null, to: null } : { from, to });
  const exported = (): TableCells => [
    ['from A \\ to B', ...matrix().states],
    ...matrix().rows.map(({ from, cells }) => [from, ...cells.map(({ n }) => n)]),
  ];
  return (
    <Panel
      title="From A to B"
      why={
        props.comparison.columnsDiffer
          ? 'The false-resolution clause exists only for systems with a register, so a register lowers missing evidence partly by definition: look at both readings.'
          : 'No question has a false resolution, so both readings are the same.'
      }
      span={8}
      actions={
        <>
          <Segmented
            label="Reading of the causes"
            value={props.view.column}
            choices={COLUMNS.map((column) => ({
              value: column,
              label: COLUMN[column].label,
              title: COLUMN[column].definition,
            }))}
            onChange={(column) => props.set({ column, from: null, to: null })}
          />
          <TableTools name="transitions" rows={exported} done="Copied the matrix" />
        </>
      }
    >
      <section class="scroll-x" aria-label="From A to B" tabindex="0">
        <table class="num matrix">
          <thead>
            <tr>
              <th scope="col">A ↓ B →</th>
              <For each={matrix().states}>
                {(state) => (
                  <th scope="col" class="r">
                    <Chip term={ANSWER_STATE[state]} />
                  </th>
                )}
              </For>
              <th scope="col" class="r">
                in A
              </th>
            </tr>
          </thead>
          <tbody>
            <For each={matrix().rows}>
              {(row) => (
                <tr>
                  <th scope="row">
                    <Chip term={ANSWER_STATE[row.from]} />
                  </th>
                  <For each={row.cells}>
                    {(cell) => (
                      <td classList={{ r: true, same: cell.to === row.from }}>
                        <Show when={cell.n > 0} fallback={<span class="faint">·</span>}>
                          <button
                            type="button"
                            class="linklike"
                            disabled={cell.to === row.from}
                            aria-pressed={isPicked(row.from, cell.to)}
                            aria-label={`${cell.n}: ${ANSWER_STATE[row.from].label} to ${ANSWER_STATE[cell.to].label}`}
                            onClick={() => pick(row.from, cell.to)}
                          >
                            {count(cell.n)}
                          </button>
                        </Show>
                      </td>
                    )}
                  </For>
                  <td class="r">{count(row.total)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
