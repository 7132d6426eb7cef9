import { For, type JSX, Show } from 'solid-js';
import type { Rate as RateValue, RunDiagnosis } from '../../../domain/diagnosis';
import { type CurveAxis, RateCurves } from '../../charts/curves';
import { Panel } from '../../components/panel';
import { Rate } from '../../components/rate';
import { Term } from '../../components/term';
import { decimal, percent } from '../../format';
import { WORD } from '../../messages';
import { completeWords, coverageWords, type Presence, type Thresholds, thresholdAt } from './presence';

/** In place of charts that would be empty: what they need, and how many hops are still without it. */
export function NothingJudged(props: { presence: Presence; offer: JSX.Element }) {
  return (
    <Panel
      title="No hop is judged in full yet"
      why="Calibration, threshold and baselines are measured on hops whose every passage the judge has scored"
    >
      <div class="flow tight">
        <p class="muted">{coverageWords(props.presence)}</p>
        {props.offer}
      </div>
    </Panel>
  );
}

/** In percent, as the address and the slider count. */
const asPercent = (threshold: number): number => Math.round(threshold * 100);

/** Where the judge's threshold lies, and what moving it does. */
export function ThresholdPanel(props: {
  rows: Thresholds;
  current: number;
  presence: Presence;
  /** Hops whose every passage is scored. */
  judged: number;
  moved: boolean;
  name: string;
  judgeLine: JSX.Element;
  onThreshold: (threshold: number) => void;
}) {
  const here = () => thresholdAt(props.rows, props.current);
  const axis = (): CurveAxis => ({
    at: props.rows.map((row) => row.threshold),
    ticks: [0, 0.25, 0.5, 0.75, 1],
    label: 'threshold on the probability',
    name: (value) => `threshold ${percent(value, 0)}`,
    tick: (value) => percent(value, 0),
  });
  return (
    <section class="panel flow tight">
      <RateCurves
        title={`At ${percent(props.current, 0)} the judge flags ${percent(here()?.flagged ?? null, 0)} of ${completeWords(props.judged, props.presence)}`}
        note="Precision and recall of “fact present” against “gold retrieved”, and the share of hops it flags as lacking their fact; click or slide to choose"
        name={props.name}
        axis={axis()}
        series={[
          {
            id: 'precision',
            label: 'precision',
            tone: 'present',
            dash: '',
            values: props.rows.map((row) => row.precision),
          },
          {
            id: 'recall',
            label: 'recall',
            tone: 'extraction',
            dash: '8 4',
            values: props.rows.map((row) => row.recall),
          },
          {
            id: 'flagged',
            label: 'flagged',
            tone: 'retrieval',
            dash: '2 4',
            values: props.rows.map((row) => row.flagged),
          },
        ]}
        value={props.current}
        onPick={(value) => props.onThreshold(asPercent(value))}
      />
      <div class="kslider">
        <output class="num nowrap">
          <Term term={WORD.threshold}>threshold {percent(props.current, 0)}</Term>
        </output>
        <input
          type="range"
          min="0"
          max="100"
          step="5"
          value={asPercent(props.current)}
          aria-label="Threshold from which a fact counts as present, in percent"
          onInput={(event) => props.onThreshold(event.currentTarget.valueAsNumber)}
        />
        <Show when={props.moved}>
          <button type="button" class="btn tiny" onClick={() => props.onThreshold(-1)}>
            The judge’s own
          </button>
        </Show>
      </div>
      <Show when={here()}>
        {(row) => (
          <p class="visually-hidden" role="status">
            precision <b>{percent(row().precision)}</b> · recall <b>{percent(row().recall)}</b> · flagged{' '}
            <b>{percent(row().flagged)}</b>
          </p>
        )}
      </Show>
      {props.judgeLine}
    </section>
  );
}

/** What costs nothing and may do as well. */
export function Baselines(props: {
  rows: NonNullable<RunDiagnosis['hops']['baselines']>;
  /** Of the judge itself. */
  present: RateValue;
}) {
  return (
    <Panel
      title="Judges that cost nothing, on the same hops"
      table="baselines"
      why="A judge that only repeats one of them is not worth its time: κ near 1 is agreement, near 0 is chance."
    >
      <section class="group-box" tabindex="0" aria-label="Baselines beside the judge">
        <table class="num">
          <thead>
            <tr>
              <th scope="col">Judge</th>
              <th scope="col" class="r">
                calls present
              </th>
              <th scope="col" class="r">
                <Term term={WORD.kappa}>κ with the judge</Term>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">the judge</th>
              <td class="r nowrap">
                <Rate rate={props.present} hideInterval />
              </td>
              <td class="r faint">–</td>
            </tr>
            <For each={props.rows}>
              {(row) => (
                <tr>
                  <th scope="row">{row.label}</th>
                  <td class="r nowrap">
                    <Rate rate={row.present} hideInterval />
                  </td>
                  <td class="r">
                    {decimal(row.kappa)} <span class="faint small">n {row.n}</span>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
