import { For, Show } from 'solid-js';

const QUARTERS = [0, 0.25, 0.5, 0.75, 1] as const;

/** Share axis up the left side: a line a quarter, a number a half. `y` maps a share to pixels. */
export function ShareRows(props: { left: number; right: number; y: (share: number) => number }) {
  return (
    <For each={QUARTERS}>
      {(tick) => (
        <>
          <line class="grid-line" x1={props.left} x2={props.right} y1={props.y(tick)} y2={props.y(tick)} />
          <Show when={tick % 0.5 === 0}>
            <text class="tick" x={props.left - 6} y={props.y(tick) + 4} text-anchor="end">
              {tick * 100}%
            </text>
          </Show>
        </>
      )}
    </For>
  );
}

/** Share axis along the bottom: a line and a number a quarter. `x` maps a share to pixels. */
export function ShareColumns(props: { top: number; base: number; x: (share: number) => number }) {
  return (
    <For each={QUARTERS}>
      {(tick) => (
        <>
          <line class="grid-line" x1={props.x(tick)} x2={props.x(tick)} y1={props.top} y2={props.base} />
          <text class="tick" x={props.x(tick)} y={props.base + 16} text-anchor="middle">
            {tick * 100}%
          </text>
        </>
      )}
    </For>
  );
}
