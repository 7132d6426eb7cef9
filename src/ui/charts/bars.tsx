import { Index, Show } from 'solid-js';
import { count, percent } from '../format';
import type { Tone } from '../messages';
import { ShareRows } from './axis';
import { type RateChart, RateFrame, type RateRow, rateName } from './frame';
import { Mark } from './mark';
import { linear } from './scale';

export interface Bar extends RateRow {
  tone: Tone;
  /** What a click would do, for the accessible name: "show the 12 questions that miss hop 2". */
  action?: string;
}

const HEIGHT = 208;
const TOP = 14;
const BASE = HEIGHT - 40;
const LEFT = 42;

/** Shares in [0, 1] as bars with their 95% intervals. A click on a bar filters. */
export function RateBars(
  props: RateChart & { bars: Bar[]; pressed: string | null; onPick?: (id: string) => void },
) {
  const y = linear([0, 1], [BASE, TOP]);
  return (
    <RateFrame
      title={props.title}
      note={props.note}
      name={props.name}
      controls={props.controls}
      height={HEIGHT}
      rows={props.bars}
    >
      {(width) => {
        const slot = () => (width - LEFT) / Math.max(1, props.bars.length);
        return (
          <>
            <ShareRows left={LEFT} right={width} y={y} />
            <Index each={props.bars}>
              {(bar, index) => (
                <Column
                  bar={bar()}
                  middle={LEFT + slot() * (index + 0.5)}
                  slot={slot()}
                  y={y}
                  pressed={props.pressed === bar().id}
                  onPick={props.onPick === undefined ? undefined : () => props.onPick?.(bar().id)}
                />
              )}
            </Index>
          </>
        );
      }}
    </RateFrame>
  );
}

function Column(props: {
  bar: Bar;
  middle: number;
  slot: number;
  y: (share: number) => number;
  pressed: boolean;
  onPick: (() => void) | undefined;
}) {
  const width = () => Math.min(72, props.slot * 0.6);
  const rate = () => props.bar.rate;
  const low = () => props.y(rate().low ?? 0);
  const high = () => props.y(rate().high ?? 0);
  return (
    <Mark
      tone={props.bar.tone}
      name={`${rateName(props.bar)} ${props.bar.action ?? ''}`}
      pressed={props.pressed}
      onPick={props.onPick}
    >
      <rect
        class="hit"
        x={props.middle - props.slot / 2}
        y={TOP}
        width={props.slot}
        height={HEIGHT - TOP}
        data-pointer
      />
      <Show when={rate().rate !== null}>
        <rect
          class="fill"
          x={props.middle - width() / 2}
          y={props.y(rate().rate ?? 0)}
          width={width()}
          height={BASE - props.y(rate().rate ?? 0)}
          rx="3"
        />
        <line class="whisker" x1={props.middle} x2={props.middle} y1={low()} y2={high()} />
        <line class="whisker" x1={props.middle - 5} x2={props.middle + 5} y1={low()} y2={low()} />
        <line class="whisker" x1={props.middle - 5} x2={props.middle + 5} y1={high()} y2={high()} />
      </Show>
      <text class="label" x={props.middle} y={BASE + 17} text-anchor="middle">
        {props.bar.label} · {percent(rate().rate, 0)}
      </text>
      <text class="tick" x={props.middle} y={BASE + 33} text-anchor="middle">
        n {count(rate().n)}
      </text>
    </Mark>
  );
}
