import { Index, Show } from 'solid-js';
import { percent } from '../format';
import { ShareColumns } from './axis';
import { type RateChart, RateFrame, type RateRow, rateName } from './frame';
import { Mark } from './mark';
import { linear } from './scale';

export interface DotRow extends RateRow {
  current: boolean;
}

const ROW = 34;
const TOP = 8;

/** One share with its 95% interval a row; a click opens that row. */
export function RateDots(props: RateChart & { rows: DotRow[]; onPick: (id: string) => void }) {
  const base = () => TOP + props.rows.length * ROW;
  return (
    <RateFrame
      title={props.title}
      note={props.note}
      name={props.name}
      controls={props.controls}
      height={base() + 26}
      rows={props.rows}
    >
      {(width) => {
        const left = () => Math.min(190, width * 0.4);
        const x = (share: number): number => linear([0, 1], [left(), width - 48])(share);
        return (
          <>
            <ShareColumns top={TOP} base={base()} x={x} />
            <Index each={props.rows}>
              {(row, index) => (
                <Line
                  row={row()}
                  y={TOP + ROW * (index + 0.5)}
                  x={x}
                  left={left()}
                  width={width}
                  onPick={() => props.onPick(row().id)}
                />
              )}
            </Index>
          </>
        );
      }}
    </RateFrame>
  );
}

function Line(props: {
  row: DotRow;
  y: number;
  x: (share: number) => number;
  left: number;
  width: number;
  onPick: () => void;
}) {
  const rate = () => props.row.rate;
  return (
    <Mark
      tone="extraction"
      name={`${rateName(props.row)} Show this run.`}
      pressed={props.row.current}
      onPick={props.onPick}
    >
      <rect class="hit" x="0" y={props.y - ROW / 2} width={props.width} height={ROW} data-pointer />
      <text
        class={props.row.current ? 'label current' : 'label'}
        x={props.left - 12}
        y={props.y + 4}
        text-anchor="end"
      >
        {props.row.label}
      </text>
      <Show when={rate().rate !== null}>
        <line
          class="range"
          x1={props.x(rate().low ?? 0)}
          x2={props.x(rate().high ?? 0)}
          y1={props.y}
          y2={props.y}
        />
        <circle class="fill" cx={props.x(rate().rate ?? 0)} cy={props.y} r={props.row.current ? 7 : 5} />
      </Show>
      <text class="label" x={props.width} y={props.y + 4} text-anchor="end">
        {percent(rate().rate, 0)}
      </text>
    </Mark>
  );
}
