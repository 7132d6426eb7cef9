import { createSignal, createUniqueId, For, type JSX, onCleanup, Show } from 'solid-js';
import type { Rate } from '../../domain/diagnosis';
import { TableTools } from '../components/table-tools';
import { interval, percent } from '../format';
import './charts.css';
import { PictureTools } from './tools';

export interface ChartTable {
  head: string[];
  rows: (string | number)[][];
}

/** A chart of shares: what is drawn, and where. */
export interface RateChart {
  title: string;
  note: JSX.Element;
  /** File name of the exports, without extension. */
  name: string;
  controls?: JSX.Element;
}

/** One share in [0, 1] with its interval. */
export interface RateRow {
  id: string;
  label: string;
  rate: Rate;
}

export const rateName = ({ label, rate }: RateRow): string =>
  `${label}: ${percent(rate.rate)}, interval ${interval(rate)}, n ${rate.n}.`;

/** The frame of a chart of shares; its table has one row a share. */
export function RateFrame(
  props: RateChart & { rows: RateRow[]; height: number; children: (width: number) => JSX.Element },
) {
  const table = (): ChartTable => ({
    head: ['', 'share', '95% interval', 'count', 'n'],
    rows: props.rows.map(({ label, rate }) => [
      label,
      percent(rate.rate),
      interval(rate),
      rate.count,
      rate.n,
    ]),
  });
  return (
    <ChartFrame
      interactive
      title={props.title}
      note={props.note}
      name={props.name}
      controls={props.controls}
      height={props.height}
      table={table()}
    >
      {props.children}
    </ChartFrame>
  );
}

/**
 * What every chart carries: a title that states its finding, a line with units, n and interval, the same numbers as
 * a table, and the picture as SVG and PNG. `children` draws into the width it is given, in pixels.
 */
export function ChartFrame(props: {
  title: string;
  /** What is drawn, in which unit, over how many. */
  note: JSX.Element;
  /** File name of the exports, without extension. */
  name: string;
  height: number;
  table: ChartTable;
  controls?: JSX.Element;
  /** Parts of it can be clicked and focused. */
  interactive?: boolean;
  children: (width: number) => JSX.Element;
}) {
  const [asTable, setAsTable] = createSignal(false);
  const [width, setWidth] = createSignal(0);
  const title = createUniqueId();
  let svg: SVGSVGElement | undefined;
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) setWidth(Math.round(entry.contentRect.width));
  });
  onCleanup(() => observer.disconnect());
  return (
    <figure class="chart" aria-labelledby={title}>
      <figcaption>
        <h3 id={title}>{props.title}</h3>
        <p class="small muted">{props.note}</p>
        <Show when={props.controls}>
          <div class="row">{props.controls}</div>
        </Show>
      </figcaption>
      <div class="chart-box" ref={(element) => observer.observe(element)}>
        <Show when={!asTable()} fallback={<DataTable table={props.table} label={props.title} />}>
          <Show when={width() > 0}>
            {/* biome-ignore lint/a11y/noSvgWithoutTitle: named by the figure's title; a title element would be a tooltip */}
            <svg
              ref={svg}
              width={width()}
              height={props.height}
              viewBox={`0 0 ${width()} ${props.height}`}
              role={props.interactive === true ? 'group' : 'img'}
              aria-labelledby={title}
            >
              {props.children(width())}
            </svg>
          </Show>
        </Show>
      </div>
      <div class="chart-tools">
        <button
          type="button"
          class="btn quiet tiny"
          aria-pressed={asTable()}
          onClick={() => setAsTable(!asTable())}
        >
          {asTable() ? 'Chart' : 'Table'}
        </button>
        <Show
          when={!asTable()}
          fallback={<TableTools name={props.name} rows={() => [props.table.head, ...props.table.rows]} />}
        >
          <PictureTools name={props.name} svg={() => svg} />
        </Show>
      </div>
    </figure>
  );
}

export function DataTable(props: { table: ChartTable; label: string }) {
  return (
    <section class="chart-table" tabindex="0" aria-label={props.label}>
      <table class="num">
        <thead>
          <tr>
            <For each={props.table.head}>
              {(cell, index) => (
                <th scope="col" classList={{ r: index() > 0 }}>
                  {cell}
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={props.table.rows}>
            {(row) => (
              <tr>
                <For each={row}>{(cell, index) => <td classList={{ r: index() > 0 }}>{cell}</td>}</For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </section>
  );
}
