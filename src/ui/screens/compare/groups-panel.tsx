import { For, Show } from 'solid-js';
import type { RunComparison } from '../../../domain/compare';
import { Panel } from '../../components/panel';
import { count, decimal, percent } from '../../format';
import { pValue } from '../diagnosis/interventions';
import { points, pointsInterval, usageRows } from './words';

/** By number of hops, and retrieval by depth of the hop. */
export function GroupsPanel(props: { comparison: RunComparison }) {
  return (
    <Panel
      title="By hops"
      table="compared-by-hops"
      why="Right answers and evidence recall by number of hops, and gold passages retrieved (accumulated) by the place of the hop in its chain"
      span={12}
    >
      <div class="flow tight">
        <section class="scroll-x" aria-label="By number of hops" tabindex="0">
          <table class="num">
            <thead>
              <tr>
                <th scope="col">Questions of</th>
                <th scope="col" class="r">
                  n
                </th>
                <th scope="col" class="r">
                  Right
                </th>
                <th scope="col" class="r">
                  B − A, points
                </th>
                <th scope="col" class="r">
                  p, exact
                </th>
                <th scope="col" class="r">
                  Evidence recall
                </th>
              </tr>
            </thead>
            <tbody>
              <For each={props.comparison.byHops}>
                {({ hops, accuracy, recall }) => (
                  <tr>
                    <th scope="row">{hops === 1 ? '1 hop' : `${hops} hops`}</th>
                    <td class="r">{count(accuracy.n)}</td>
                    <td class="r nowrap">
                      {percent(accuracy.base.rate, 0)} → <b>{percent(accuracy.other.rate, 0)}</b>
                    </td>
                    <td class="r nowrap">
                      {points(accuracy.difference)}{' '}
                      <span class="faint small">{pointsInterval(accuracy)}</span>
                    </td>
                    <td class="r">{pValue(accuracy)}</td>
                    <td class="r nowrap">
                      {decimal(recall.a)} → <b>{decimal(recall.b)}</b>{' '}
                      <span class="faint small">n {count(recall.n)}</span>
                    </td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </section>
        <Show when={props.comparison.byDepth.length > 0}>
          <section class="scroll-x" aria-label="By depth of the hop" tabindex="0">
            <table class="num">
              <thead>
                <tr>
                  <th scope="col">Hop</th>
                  <th scope="col" class="r">
                    n
                  </th>
                  <th scope="col" class="r">
                    Gold retrieved
                  </th>
                  <th scope="col" class="r">
                    gained, lost
                  </th>
                  <th scope="col" class="r">
                    p, exact
                  </th>
                </tr>
              </thead>
              <tbody>
                <For each={props.comparison.byDepth}>
                  {({ hop, goldRetrieved }) => (
                    <tr>
                      <th scope="row">{hop}</th>
                      <td class="r">{count(goldRetrieved.n)}</td>
                      <td class="r nowrap">
                        {percent(goldRetrieved.base.rate, 0)} → <b>{percent(goldRetrieved.other.rate, 0)}</b>
                      </td>
                      <td class="r nowrap">
                        +{goldRetrieved.gained} −{goldRetrieved.lost}
                      </td>
                      <td class="r">{pValue(goldRetrieved)}</td>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </section>
        </Show>
      </div>
    </Panel>
  );
}

/** What a question takes in each run. */
export function UsagePanel(props: { comparison: RunComparison }) {
  return (
    <Panel
      title="Per question"
      why="Means over the questions asked in both runs"
      span={4}
      table="compared-per-question"
    >
      <table class="num">
        <thead>
          <tr>
            <th scope="col">Uses</th>
            <th scope="col" class="r">
              A
            </th>
            <th scope="col" class="r">
              B
            </th>
          </tr>
        </thead>
        <tbody>
          <For each={usageRows(props.comparison)}>
            {(row) => (
              <tr>
                <th scope="row">{row.label}</th>
                <td class="r">{row.a}</td>
                <td class="r">{row.b}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </Panel>
  );
}
