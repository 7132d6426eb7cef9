import { createSignal, For, Index, Show } from 'solid-js';
import { percent } from '../format';
import type { Tone } from '../messages';
import { ShareRows } from './axis';
import { ChartFrame } from './frame';
import { invert, linear, nearest, spread } from './scale';

export interface Series {
  id: string;
  label: string;
  tone: Tone;
  /** Dash pattern, so that lines are told apart without colour. */
  dash: string;
  /** One value in [0, 1] a position of the axis, null where n is 0. */
  values: (number | null)[];
}

const HEIGHT = 310;
const TOP = 14;
const BASE = HEIGHT - 38;
const LEFT = 42;

/** The axis that the rates run over. */
export interface CurveAxis {
  /** Ascending. */
  at: number[];
  ticks: number[];
  /** With its unit. */
  label: string;
  /** A position in words: "k = 5". */
  name: (value: number) => string;
  /** A tick in words. */
  tick: (value: number) => string;
}

/** Rates along an axis with the value in view marked; pointing reads the values elsewhere, a click chooses. */
export function RateCurves(props: {
  title: string;
  note: string;
  name: string;
  axis: CurveAxis;
  series: Series[];
  value: number;
  onPick: (value: number) => void;
}) {
  const [pointed, setPointed] = createSignal<number | null>(null);
  const y = linear([0, 1], [BASE, TOP]);
  const last = () => props.axis.at[props.axis.at.length - 1] ?? 1;
  const first = () => props.axis.at[0] ?? 1;
  /** The value in view may lie between two that were computed. */
  const valueAt = (series: Series, at: number): number | null =>
    series.values[props.axis.at.indexOf(nearest(props.axis.at, at))] ?? null;
  const table = () => ({
    head: [props.axis.label, ...props.series.map((series) => series.label)],
    rows: props.axis.at.map((at) => [
      props.axis.tick(at),
      ...props.series.map((series) => percent(valueAt(series, at))),
    ]),
  });
  const shown = () => pointed() ?? props.value;
  return (
    <ChartFrame
      title={props.title}
      note={props.note}
      name={props.name}
      height={HEIGHT}
      table={table()}
      controls={
        <p class="small num readout">
          <b>{props.axis.name(shown())}</b>
          <Index each={props.series}>
            {(series) => (
              <span class={`tone-${series().tone}`}>
                <svg width="26" height="8" aria-hidden="true">
                  <line class="curve" x1="1" x2="25" y1="4" y2="4" stroke-dasharray={series().dash} />
                </svg>
                {series().label} <b>{percent(valueAt(series(), shown()))}</b>
              </span>
            )}
          </Index>
        </p>
      }
    >
      {(width) => {
        const right = () => width - Math.min(112, width * 0.24);
        const range = (): [number, number] => [LEFT, right()];
        const x = (at: number): number => linear([first(), last()], range())(at);
        const path = (series: Series): string =>
          props.axis.at
            .map((at) => ({ at, value: valueAt(series, at) }))
            .filter((point): point is { at: number; value: number } => point.value !== null)
            .map(
              (point, index) =>
                `${index === 0 ? 'M' : 'L'}${x(point.at).toFixed(1)} ${y(point.value).toFixed(1)}`,
            )
            .join('');
        const ends = () => props.series.map((series) => y(valueAt(series, last()) ?? 0));
        const labels = () => spread(ends(), 15, TOP, BASE);
        const valueUnder = (event: PointerEvent & { currentTarget: SVGRectElement }): number => {
          const box = event.currentTarget.getBoundingClientRect();
          return nearest(props.axis.at, invert([first(), last()], [0, box.width])(event.clientX - box.left));
        };
        return (
          <>
            <ShareRows left={LEFT} right={right()} y={y} />
            <For each={props.axis.ticks.filter((tick) => tick <= last())}>
              {(tick) => (
                <text class="tick" x={x(tick)} y={BASE + 16} text-anchor="middle">
                  {props.axis.tick(tick)}
                </text>
              )}
            </For>
            <text class="tick" x={(LEFT + right()) / 2} y={BASE + 32} text-anchor="middle">
              {props.axis.label}
            </text>
            <line class="k-line" x1={x(props.value)} x2={x(props.value)} y1={TOP - 6} y2={BASE} />
            <text class="label" x={x(props.value) + 5} y={TOP}>
              {props.axis.name(props.value)}
            </text>
            <Index each={props.series}>
              {(series, index) => (
                <g class={`tone-${series().tone}`}>
                  <path class="curve" d={path(series())} stroke-dasharray={series().dash} />
                  <circle class="dot" cx={x(props.value)} cy={y(valueAt(series(), props.value) ?? 0)} r="4" />
                  <text class="end-label" x={right() + 7} y={(labels()[index] ?? 0) + 4}>
                    {series().label}
                  </text>
                </g>
              )}
            </Index>
            <Show when={pointed()}>
              {(at) => (
                <line class="pointer-line" data-pointer x1={x(at())} x2={x(at())} y1={TOP} y2={BASE} />
              )}
            </Show>
            <rect
              class="hit"
              data-pointer
              x={LEFT}
              y={TOP}
              width={right() - LEFT}
              height={BASE - TOP}
              onPointerMove={(event) => setPointed(valueUnder(event))}
              onPointerLeave={() => setPointed(null)}
              onPointerUp={(event) => props.onPick(valueUnder(event))}
            />
          </>
        );
      }}
    </ChartFrame>
  );
}
