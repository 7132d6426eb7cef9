import { Index } from 'solid-js';
import { type TableCells, TableTools } from '../components/table-tools';
import { count, percent } from '../format';
import type { TermText } from '../messages';
import './charts.css';
import { linear } from './scale';
import { PictureTools } from './tools';

export interface Share {
  term: TermText;
  n: number;
}

const WIDTH = 720;
const TOP = 38;
const ROW = 26;
const LEFT = 190;
const RIGHT = WIDTH - 110;

const sumOf = (shares: readonly Share[]): number => shares.reduce((sum, { n }) => sum + n, 0);

const rowsOf = (shares: readonly Share[]): TableCells => {
  const total = sumOf(shares);
  return [
    ['kind', 'meaning', 'count', 'share', 'n'],
    ...shares.map(({ term, n }) => [
      term.label,
      term.definition,
      n,
      percent(total === 0 ? null : n / total),
      total,
    ]),
  ];
};

/**
 * Counts by kind to take away: the picture (a bar a kind, with its count and its share of all) as SVG and PNG, the
 * table as CSV and TSV. The picture is drawn for the files alone, since on the page the parts are buttons.
 */
export function ShareTools(props: { label: string; name: string; shares: Share[] }) {
  let svg: SVGSVGElement | undefined;
  const total = () => sumOf(props.shares);
  const most = () => Math.max(1, ...props.shares.map(({ n }) => n));
  const at = (n: number): number => linear([0, most()], [LEFT, RIGHT])(n);
  const height = () => TOP + ROW * props.shares.length + 6;
  return (
    <div class="chart chart-tools">
      <svg
        ref={svg}
        class="for-files"
        width={WIDTH}
        height={height()}
        viewBox={`0 0 ${WIDTH} ${height()}`}
        aria-hidden="true"
      >
        <text class="current" x="10" y="22">
          {props.label} (n {count(total())})
        </text>
        <Index each={props.shares}>
          {(share, index) => (
            <g class={`bar tone-${share().term.tone}`}>
              <text x={LEFT - 10} y={TOP + ROW * index + 15} text-anchor="end">
                {share().term.sign} {share().term.label}
              </text>
              <rect
                class="fill"
                x={LEFT}
                y={TOP + ROW * index + 3}
                width={at(share().n) - LEFT}
                height={16}
                rx="3"
              />
              <text x={at(share().n) + 8} y={TOP + ROW * index + 15}>
                {count(share().n)} · {percent(total() === 0 ? null : share().n / total())}
              </text>
            </g>
          )}
        </Index>
      </svg>
      <PictureTools name={props.name} svg={() => svg} />
      <TableTools name={props.name} rows={() => rowsOf(props.shares)} />
    </div>
  );
}
