import { For, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { HopView } from '../../components/chain/hop-view';
import { FailureNotice } from '../../components/notice';
import { Words } from '../../components/words';
import { plural } from '../../format';
import type { TrialRow } from './trial';
import { askedOf, type TrialJudge } from './trial-judge';

/** Asks the judge whether what the trial found states the fact of one hop. */
export function JudgeTrial(props: {
  judge: TrialJudge;
  hops: HopView[];
  /** Hop to judge for; null: none can be. */
  hop: HopView | null;
  rows: TrialRow[];
  chunk: (id: string) => Chunk | undefined;
  onHop: (hop: number) => void;
}) {
  const within = (): Chunk[] =>
    props.rows
      .filter((row) => !row.beyond)
      .flatMap((row) => {
        const chunk = props.chunk(row.hit.chunk);
        return chunk === undefined ? [] : [chunk];
      });
  const read = (): void => {
    const { hop } = props;
    if (hop !== null) void props.judge.read(askedOf(hop), within());
  };
  return (
    <Show when={props.hop}>
      {(hop) => (
        <>
          <div class="row small">
            <button
              type="button"
              class="btn tiny"
              disabled={props.judge.busy() || within().length === 0}
              onClick={read}
            >
              {props.judge.busy() ? 'Reading …' : `Let the judge read ${plural(within().length, 'passage')}`}
            </button>
            <span class="muted">for</span>
            <Show when={props.hops.length > 1} fallback={<span>hop {hop().id}</span>}>
              <select
                class="field"
                aria-label="Hop that the judge reads for"
                onChange={(event) => props.onHop(Number(event.currentTarget.value))}
              >
                <For each={props.hops}>
                  {(other) => (
                    <option value={other.id} selected={other.id === hop().id}>
                      hop {other.id}
                    </option>
                  )}
                </For>
              </select>
            </Show>
            <q class="muted">
              <Words text={askedOf(hop())} />
            </q>
          </div>
          <Show when={props.judge.failure()}>
            {(failure) => <FailureNotice failure={failure()} onRetry={read} />}
          </Show>
        </>
      )}
    </Show>
  );
}
