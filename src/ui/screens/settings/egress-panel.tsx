import { unparse } from 'papaparse';
import { For, onCleanup, onMount, Show } from 'solid-js';
import { type EgressEntry, totalsByOrigin } from '../../../domain/egress';
import { FailureNotice, Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { bytes, count, plural } from '../../format';
import { OUTCOME, PURPOSE, EGRESS_WORDS as WORDS } from '../../messages/egress';
import { clearEgress, egress, egressFailure, offline, readEgress, setOffline } from '../../state/egress';
import { download } from '../../state/files';

/** The list is to be looked at; whoever counts takes the file. */
const MOST_SHOWN = 50;
const LOOK_AGAIN_MS = 2000;

const amount = (value: number | null): string => (value === null ? '–' : bytes(value));

const saveCsv = (entries: readonly EgressEntry[]): void =>
  download('hopscope-egress.csv', `\uFEFF${unparse([...entries], { escapeFormulae: true })}`, 'text/csv');

/** The offline switch, and the ledger of every request elsewhere: totals, the latest ones, all as a file. */
export const EgressPanel = () => {
  onMount(() => {
    void readEgress();
    const timer = setInterval(() => void readEgress(), LOOK_AGAIN_MS);
    onCleanup(() => clearInterval(timer));
  });
  const entries = () => egress()?.entries ?? [];
  const latest = () => entries().slice(-MOST_SHOWN).reverse();
  return (
    <Panel
      span={12}
      id="egress"
      title={WORDS.title}
      why={WORDS.why}
      actions={
        <Show when={entries().length > 0}>
          <button type="button" class="btn" onClick={() => saveCsv(entries())}>
            {WORDS.csv}
          </button>
          <button type="button" class="btn" onClick={() => void clearEgress()}>
            {WORDS.clear}
          </button>
        </Show>
      }
    >
      <div class="flow">
        <Show when={egressFailure()}>{(failure) => <FailureNotice failure={failure()} />}</Show>
        <label class="check">
          <input
            type="checkbox"
            checked={offline()}
            onChange={(event) => void setOffline(event.currentTarget.checked)}
          />
          <b>{WORDS.switch}</b>
        </label>
        <Show when={offline()} fallback={<p class="small muted">{WORDS.isOff}</p>}>
          <Notice tone="drift" sign="–" role="status">
            {WORDS.isOn}
          </Notice>
        </Show>
        <p class="small muted">{WORDS.own}</p>
        <Show when={entries().length > 0} fallback={<p role="status">{WORDS.none}</p>}>
          <ul class="tally num" aria-label={WORDS.totals}>
            <For each={totalsByOrigin(entries())}>
              {([origin, sum]) => (
                <li>
                  <b>{origin}</b> {plural(sum.requests, 'request')}, {count(sum.refused)} refused ·{' '}
                  {bytes(sum.sent)} sent · {bytes(sum.received)} received
                </li>
              )}
            </For>
          </ul>
          <Show when={(egress()?.dropped ?? 0) > 0}>
            <p class="small muted">{WORDS.dropped(count(egress()?.dropped ?? 0))}</p>
          </Show>
          <section class="scroll-x" aria-label={WORDS.list} tabindex="0">
            <table class="num">
              <thead>
                <tr>
                  <For each={['Time', 'Method', 'To', 'What for', 'Sent', 'Received', 'Outcome']}>
                    {(head) => <th scope="col">{head}</th>}
                  </For>
                </tr>
              </thead>
              <tbody>
                <For each={latest()}>
                  {(entry) => (
                    <tr>
                      <td class="num nowrap">{new Date(entry.time).toLocaleString()}</td>
                      <td>{entry.method}</td>
                      <td>{entry.origin}</td>
                      <td>{PURPOSE[entry.purpose]}</td>
                      <td class="num nowrap">{amount(entry.sent)}</td>
                      <td class="num nowrap">{amount(entry.received)}</td>
                      <td>
                        {OUTCOME[entry.outcome]}
                        <Show when={entry.status !== null}> ({entry.status})</Show>
                      </td>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </section>
          <Show when={entries().length > MOST_SHOWN}>
            <p class="small muted">{WORDS.shown(MOST_SHOWN, count(entries().length))}</p>
          </Show>
        </Show>
      </div>
    </Panel>
  );
};
