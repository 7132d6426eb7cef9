import type { PairedAccuracy, RunComparison } from '../../../domain/compare';
import { Panel } from '../../components/panel';
import { count, interval, percent } from '../../format';
import { pValue } from '../diagnosis/interventions';
import { points, pointsInterval } from './words';

/** How many questions each run has right, over what both answered and over all that were asked. */
export function AccuracyPanel(props: { comparison: RunComparison }) {
  return (
    <Panel
      title="Answers"
      table="compared-answers"
      why="Right in A and in B; the difference with the 95% interval of a paired bootstrap, and McNemar’s test on the questions that one run alone has right"
      span={12}
    >
      <section class="scroll-x" aria-label="Answers" tabindex="0">
        <table class="num">
          <thead>
            <tr>
              <th scope="col">Over</th>
              <th scope="col" class="r">
                n
              </th>
              <th scope="col" class="r">
                A
              </th>
              <th scope="col" class="r">
                B
              </th>
              <th scope="col" class="r">
                B − A, points
              </th>
              <th scope="col" class="r">
                only B
              </th>
              <th scope="col" class="r">
                only A
              </th>
              <th scope="col" class="r">
                p, exact
              </th>
              <th scope="col" class="r">
                p, mid
              </th>
            </tr>
          </thead>
          <tbody>
            <Row label="answered by both" accuracy={props.comparison.accuracy} />
            <Row label="all asked; no judged answer counts as not right" accuracy={props.comparison.fixed} />
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

function Row(props: { label: string; accuracy: PairedAccuracy }) {
  const mid = () => ({ ...props.accuracy, exactP: props.accuracy.midP });
  return (
    <tr>
      <th scope="row">{props.label}</th>
      <td class="r">{count(props.accuracy.n)}</td>
      <td class="r nowrap">
        {percent(props.accuracy.base.rate)} <span class="faint small">{interval(props.accuracy.base)}</span>
      </td>
      <td class="r nowrap">
        {percent(props.accuracy.other.rate)} <span class="faint small">{interval(props.accuracy.other)}</span>
      </td>
      <td class="r nowrap">
        <b>{points(props.accuracy.difference)}</b>{' '}
        <span class="faint small">{pointsInterval(props.accuracy)}</span>
      </td>
      <td class="r">{count(props.accuracy.gained)}</td>
      <td class="r">{count(props.accuracy.lost)}</td>
      <td class="r">{pValue(props.accuracy)}</td>
      <td class="r">{pValue(mid())}</td>
    </tr>
  );
}
