import { For, Index, Show } from 'solid-js';
import type { Cell, Criterion } from '../../../domain/diagnosis';
import { Chip } from '../../components/chip';
import { Panel } from '../../components/panel';
import { type TableCells, TableTools } from '../../components/table-tools';
import { count, percent } from '../../format';
import { CELL, CRITERION } from '../../messages';
import { type DepthRow, shownCells, shownCounts } from './presence';

/** Outcome cells by hop depth; a number filters the list to the questions that have such a hop there. */
export function DepthPanel(props: {
  rows: DepthRow[];
  criterion: Criterion;
  three: boolean;
  cell: readonly Cell[];
  depth: number;
  onPick: (cell: Cell, depth: number) => void;
}) {
  const cells = () => shownCells(props.three);
  const known = () => props.rows.filter((row) => row.n + row.unknown > 0);
  const exported = (): TableCells => [
    ['hop', ...cells().map((cell) => CELL[cell].label), 'n', 'without a cell'],
    ...known().map((row) => {
      const counts = shownCounts(row.cells, props.three);
      return [row.hop, ...cells().map((cell) => counts[cell] ?? 0), row.n, row.unknown];
    }),
  ];
  return (
    <Show when={known().length > 0}>
      <Panel
        title="Outcome by hop depth"
        why={`${CRITERION[props.criterion].label} passages; a number filters the list below`}
        actions={<TableTools name="outcome-by-depth" rows={exported} done="Copied the table" />}
      >
        <section class="group-box" tabindex="0" aria-label="Hops by depth and outcome">
          <table class="num depth">
            <thead>
              <tr>
                <th scope="col">Hop</th>
                <For each={cells()}>
                  {(cell) => (
                    <th scope="col" class="r">
                      <Chip term={CELL[cell]} />
                    </th>
                  )}
                </For>
                <th scope="col" class="r">
                  n
                </th>
              </tr>
            </thead>
            <tbody>
              <Index each={known()}>
                {(row) => (
                  <tr>
                    <th scope="row">hop {row().hop}</th>
                    <For each={cells()}>
                      {(cell) => {
                        const n = () => shownCounts(row().cells, props.three)[cell] ?? 0;
                        return (
                          <td class="r nowrap">
                            <button
                              type="button"
                              class="linklike"
                              disabled={n() === 0}
                              aria-pressed={props.depth === row().hop && props.cell.includes(cell)}
                              aria-label={`${CELL[cell].label}, hop ${row().hop}: ${n()}, show them`}
                              onClick={() => props.onPick(cell, row().hop)}
                            >
                              {count(n())}
                            </button>{' '}
                            <span class="faint small">
                              {percent(row().n === 0 ? null : n() / row().n, 0)}
                            </span>
                          </td>
                        );
                      }}
                    </For>
                    <td class="r nowrap">
                      {count(row().n)}
                      <Show when={row().unknown > 0}>
                        {' '}
                        <span class="faint small" title="No gold in the corpus, or no word of the judge">
                          +{count(row().unknown)} without
                        </span>
                      </Show>
                    </td>
                  </tr>
                )}
              </Index>
            </tbody>
          </table>
        </section>
      </Panel>
    </Show>
  );
}
