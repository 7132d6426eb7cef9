import { For, Show } from 'solid-js';
import type { StepRecall } from '../../../domain/diagnosis';
import { Panel } from '../../components/panel';
import { type TableCells, TableTools } from '../../components/table-tools';
import { count, percent } from '../../format';

/** How the evidence came together, search by search. */
export function StepsPanel(props: { rows: readonly StepRecall[] | null | undefined; k: number }) {
  const rows = () => props.rows ?? [];
  const exported = (): TableCells => [
    ['search', 'made it', 'evidence recall', 'all evidence', 'some', 'none', 'n'],
    ...rows().map((row) => [row.step, row.made, row.recall ?? '', row.all, row.some, row.none, row.n]),
  ];
  return (
    <Show when={rows().length > 0}>
      <Panel
        title="Evidence after each search"
        why={`Within k = ${props.k}; a question that has stopped searching keeps what it had`}
        actions={<TableTools name="evidence-by-search" rows={exported} done="Copied the table" />}
      >
        <section class="group-box" tabindex="0" aria-label="Evidence after each search">
          <table class="num">
            <thead>
              <tr>
                <th scope="col">Search</th>
                <th scope="col" class="r">
                  made it
                </th>
                <th scope="col" class="r">
                  evidence recall
                </th>
                <th scope="col" class="r">
                  all
                </th>
                <th scope="col" class="r">
                  some
                </th>
                <th scope="col" class="r">
                  none
                </th>
                <th scope="col" class="r">
                  n
                </th>
              </tr>
            </thead>
            <tbody>
              <For each={rows()}>
                {(row) => (
                  <tr>
                    <th scope="row">{row.step}</th>
                    <td class="r">{count(row.made)}</td>
                    <td class="r">{percent(row.recall, 0)}</td>
                    <td class="r">{count(row.all)}</td>
                    <td class="r">{count(row.some)}</td>
                    <td class="r">{count(row.none)}</td>
                    <td class="r">{count(row.n)}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </section>
      </Panel>
    </Show>
  );
}
