import { For, Show } from 'solid-js';
import type { JudgeAgreement } from '../../../domain/judge-check';
import { Panel } from '../../components/panel';
import { Rate } from '../../components/rate';
import { Term } from '../../components/term';
import { count, decimal, percent, plural } from '../../format';
import { WORD } from '../../messages';
import { directionWords, fewWords, kappaWords, nextStep } from './labelling';

/** κ, agreement, direction and confusion table of two judges, with what is left out of them. */
export function AgreementPanels(props: {
  agreement: JudgeAgreement;
  /** What the other judge is called in a sentence: "you", "the other". */
  other: string;
  questionHref: (question: string) => string;
}) {
  const kappa = () => props.agreement.kappa;
  const left = () => {
    const { unsure, notScored } = props.agreement.left;
    return [
      ...(unsure > 0 ? [`${count(unsure)} unsure`] : []),
      ...(notScored > 0 ? [`${count(notScored)} without a score`] : []),
    ];
  };
  return (
    <div class="grid">
      <Panel
        title={
          kappa() === null
            ? `Agreement ${percent(props.agreement.agreement.rate)}`
            : `κ ${decimal(kappa()?.value ?? null)} [${decimal(kappa()?.low ?? null)}, ${decimal(kappa()?.high ?? null)}]`
        }
        why={`${plural(props.agreement.n, 'hop')} on which both have a word${left().length === 0 ? '' : `; left out: ${left().join(', ')}`}`}
        span={5}
      >
        <div class="flow tight num">
          <p>{kappaWords(props.agreement)}</p>
          <Show when={fewWords(props.agreement)}>{(words) => <p class="strong">{words()}</p>}</Show>
          <Show when={props.agreement.b === 'person' && nextStep(props.agreement)}>
            {(words) => <p>{words()}</p>}
          </Show>
          <p>
            <Term term={WORD.kappa} /> · agreement <Rate rate={props.agreement.agreement} />
          </p>
          <p>{directionWords(props.agreement, props.other)}</p>
          <p class="small muted">
            For comparison: the judge of arXiv 2609.17043 reaches κ = 0.840 on 200 labelled hops.
          </p>
        </div>
      </Panel>
      <Panel title="Who says what" why="Counts of hops" span={7} table="judge-agreement">
        <section class="group-box" tabindex="0" aria-label="Confusion table">
          <table class="num confusion">
            <thead>
              <tr>
                <td />
                <th scope="col" class="r">
                  {props.other}: present
                </th>
                <th scope="col" class="r">
                  {props.other}: absent
                </th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">judge: present</th>
                <td class="r agree">{count(props.agreement.table.bothPresent)}</td>
                <td class="r differ">{count(props.agreement.table.onlyA)}</td>
              </tr>
              <tr>
                <th scope="row">judge: absent</th>
                <td class="r differ">{count(props.agreement.table.onlyB)}</td>
                <td class="r agree">{count(props.agreement.table.bothAbsent)}</td>
              </tr>
            </tbody>
          </table>
        </section>
      </Panel>
      <Show when={props.agreement.disagreements.length > 0}>
        <Panel
          title={plural(props.agreement.disagreements.length, 'disagreement')}
          why="Read these first: each opens the question with its chain"
          table="judge-disagreements"
          span={12}
        >
          <section class="scroll-x" aria-label="Disagreements" tabindex="0">
            <table class="num">
              <thead>
                <tr>
                  <th scope="col">Sub-question</th>
                  <th scope="col">Judge</th>
                  <th scope="col">{props.other}</th>
                  <th scope="col" class="r">
                    Passages
                  </th>
                </tr>
              </thead>
              <tbody>
                <For each={props.agreement.disagreements}>
                  {(row) => (
                    <tr>
                      <td>
                        <a href={props.questionHref(row.question)}>{row.asked}</a>{' '}
                        <span class="faint small">hop {row.hop}</span>
                      </td>
                      <td class="nowrap">
                        {row.a ? 'present' : 'absent'}{' '}
                        <span class="faint small">{percent(row.probability.a, 0)}</span>
                      </td>
                      <td class="nowrap">
                        {row.b ? 'present' : 'absent'}{' '}
                        <Show when={row.probability.b !== null}>
                          <span class="faint small">{percent(row.probability.b, 0)}</span>
                        </Show>
                      </td>
                      <td class="r">{row.chunks.length}</td>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </section>
        </Panel>
      </Show>
    </div>
  );
}
