import { For, Show } from 'solid-js';
import type { StripCell } from './strip-cells';

/** Ranks 1…k, the cut at k, and beyond; gold ranks filled. The caption beside it says the same in words. */
export function RankStrip(props: { cells: StripCell[] }) {
  return (
    <div class="ranks num" aria-hidden="true">
      <For each={props.cells}>
        {(cell) => (
          <i
            classList={{
              gold: cell.gold,
              beyond: cell.beyond,
              cutline: cell.cut,
              gap: cell.rank === null,
            }}
          >
            <Show when={cell.rank} fallback="…">
              {cell.rank}
            </Show>
          </i>
        )}
      </For>
    </div>
  );
}
