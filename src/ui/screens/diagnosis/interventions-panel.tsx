import { createSignal, For, Show } from 'solid-js';
import type {
  InterventionComparison,
  InterventionEffect,
  InterventionReport,
  PairedEffect,
} from '../../../domain/intervention';
import type { RunMeta } from '../../../domain/workspace';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { type TableCells, TableTools } from '../../components/table-tools';
import { Term } from '../../components/term';
import { count, decimal, percent, plural } from '../../format';
import { CELL, INTERVENTION, POLICY, RETRIEVER, systemLabel } from '../../messages';
import { workspace } from '../../state/session';
import { effectWords, factOf, pValue, SPLITS, type Split, splitOf, waitingWords } from './interventions';
import { JudgeOffer } from './judge-offer';

/** What each intervention changed, hop by hop, against the same run without it. */
export function InterventionsPanel(props: {
  report: InterventionReport;
  k: number;
  onRun: (run: string) => void;
}) {
  const [split, setSplit] = createSignal<Split>('none');
  /** Probes give no answers: then there is nothing to say of them. */
  const answering = (): boolean => props.report.comparisons.some(({ all }) => all.answers !== null);
  /** Both runs of every comparison that is not fully judged. */
  const waiting = (): RunMeta[] => {
    const of = new Set(
      props.report.comparisons
        .filter(({ all }) => all.notJudged > 0)
        .flatMap(({ base, other }) => [base, other]),
    );
    return (workspace()?.runs ?? []).filter(({ header }) => of.has(header.run));
  };
  return (
    <Panel
      title="What an intervention changes"
      why="The same system on the same retriever with and without it, hop by hop; gained and lost against each other by McNemar’s exact test"
      span={12}
      actions={
        <>
          <Segmented
            label="Split the effect"
            value={split()}
            choices={SPLITS.map(({ id, label }) => ({ value: id, label }))}
            onChange={setSplit}
          />
          <TableTools
            name="interventions"
            rows={() => cellsOf(props.report)}
            done="Copied the interventions"
          />
        </>
      }
    >
      <div class="flow tight">
        <section class="scroll-x" aria-label="Interventions" tabindex="0">
          <table class="num interventions">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">Intervention</th>
                <th scope="col" class="r">
                  Hops treated
                </th>
                <th scope="col" class="r">
                  Extra searches
                </th>
                <th scope="col" class="r">
                  Gold retrieved
                </th>
                <th scope="col" class="r">
                  p, gold
                </th>
                <th scope="col" class="r">
                  Fact present
                </th>
                <th scope="col" class="r">
                  p, fact
                </th>
                <Show when={answering()}>
                  <th scope="col" class="r">
                    Right answers
                  </th>
                  <th scope="col" class="r">
                    p, answers
                  </th>
                </Show>
              </tr>
            </thead>
            <tbody>
              <For each={props.report.comparisons}>
                {(comparison) => (
                  <Rows comparison={comparison} split={split()} answering={answering()} onRun={props.onRun} />
                )}
              </For>
            </tbody>
          </table>
        </section>
        <Show when={waiting().length > 0}>
          <div class="row small">
            <p class="muted">
              Where hops are not judged, no effect on the fact is stated: what an intervention gains is just
              what is new and has no score yet.
            </p>
            <JudgeOffer runs={waiting()} depth={props.k} label={`Judge ${plural(waiting().length, 'run')}`} />
          </div>
        </Show>
        <Show when={props.report.unpaired.length > 0}>
          <ul class="plain-list small muted">
            <For each={props.report.unpaired}>{(alone) => <li>{alone.reason}</li>}</For>
          </ul>
        </Show>
      </div>
    </Panel>
  );
}

function Rows(props: {
  comparison: InterventionComparison;
  split: Split;
  answering: boolean;
  onRun: (run: string) => void;
}) {
  const groups = () => splitOf(props.comparison, props.split);
  return (
    <>
      <tr>
        <td>
          <button type="button" class="linklike" onClick={() => props.onRun(props.comparison.other)}>
            {systemLabel(props.comparison.system)} ·{' '}
            {RETRIEVER[props.comparison.retriever as keyof typeof RETRIEVER]?.label ??
              props.comparison.retriever}
          </button>{' '}
          <span class="faint small">
            k {props.comparison.k}, {plural(props.comparison.questions, 'question')}
          </span>
        </td>
        <td class="nowrap">
          <Term term={INTERVENTION[props.comparison.intervention.kind]} />,{' '}
          <Term term={POLICY[props.comparison.intervention.policy]} />
        </td>
        <EffectCells
          effect={props.comparison.all}
          per={props.comparison.extraSearchesPerQuestion}
          answering={props.answering}
        />
      </tr>
      <Show when={groups() === null}>
        <tr>
          <td colspan={props.answering ? 10 : 8} class="muted small">
            No judge has scored the run without the intervention, so it cannot be split this way.
          </td>
        </tr>
      </Show>
      <For each={groups() ?? []}>
        {(group) => (
          <tr class="sub">
            <td colspan="2">{labelOf(group.label)}</td>
            <EffectCells effect={group.effect} per={null} answering={props.answering} />
          </tr>
        )}
      </For>
    </>
  );
}

const labelOf = (label: string): string => (label in CELL ? CELL[label as keyof typeof CELL].label : label);

function EffectCells(props: { effect: InterventionEffect; per: number | null; answering: boolean }) {
  return (
    <>
      <td class="r nowrap">
        {percent(props.effect.treated.rate, 0)} <span class="faint small">n {count(props.effect.hops)}</span>
      </td>
      <td class="r nowrap">
        {count(props.effect.extraSearches)}
        <Show when={props.per !== null}>
          {' '}
          <span class="faint small">{decimal(props.per)} a question</span>
        </Show>
      </td>
      <td class="r nowrap">
        <Effect effect={props.effect.goldRetrieved.accumulated} />
      </td>
      <td class="r nowrap">{pValue(props.effect.goldRetrieved.accumulated)}</td>
      <td class="r nowrap">
        <Show when={factOf(props.effect)} fallback={<span class="faint">{waitingWords(props.effect)}</span>}>
          {(effect) => <Effect effect={effect()} />}
        </Show>
      </td>
      <td class="r nowrap">
        <Show when={factOf(props.effect)} fallback="–">
          {(effect) => pValue(effect())}
        </Show>
      </td>
      <Show when={props.answering}>
        <td class="r nowrap">
          <Show when={props.effect.answers} fallback={<span class="faint">no answers</span>}>
            {(answers) => (
              <>
                <Effect effect={answers()} />
                <Show when={answers().unjudged > 0}>
                  {' '}
                  <span class="faint small">{count(answers().unjudged)} unjudged</span>
                </Show>
              </>
            )}
          </Show>
        </td>
        <td class="r nowrap">
          <Show when={props.effect.answers} fallback="–">
            {(answers) => pValue(answers())}
          </Show>
        </td>
      </Show>
    </>
  );
}

function Effect(props: { effect: PairedEffect }) {
  return (
    <span>
      {percent(props.effect.base.rate, 0)} → <b>{percent(props.effect.other.rate, 0)}</b>{' '}
      <span class="faint small">
        {effectWords(props.effect)} · n {count(props.effect.n)}
      </span>
    </span>
  );
}

const cellsOf = (report: InterventionReport): TableCells => [
  [
    'system',
    'retriever',
    'intervention',
    'policy',
    'k',
    'questions',
    'hops',
    'treated',
    'extra searches',
    'gold before',
    'gold after',
    'gold gained',
    'gold lost',
    'fact before',
    'fact after',
    'fact gained',
    'fact lost',
    'exact p, gold',
    'fact hops not judged',
    'exact p, fact',
    'answers n',
    'right before',
    'right after',
    'right gained',
    'right lost',
    'answers unjudged',
    'exact p, answers',
  ],
  ...report.comparisons.map(({ system, retriever, intervention, k, questions, all }) => {
    const gold = all.goldRetrieved.accumulated;
    const fact = factOf(all);
    return [
      system,
      retriever,
      intervention.kind,
      intervention.policy,
      k,
      questions,
      all.hops,
      all.treated.rate,
      all.extraSearches,
      gold.base.rate,
      gold.other.rate,
      gold.gained,
      gold.lost,
      fact?.base.rate ?? null,
      fact?.other.rate ?? null,
      fact?.gained ?? null,
      fact?.lost ?? null,
      gold.exactP,
      all.notJudged,
      fact?.exactP ?? null,
      all.answers?.n ?? null,
      all.answers?.base.rate ?? null,
      all.answers?.other.rate ?? null,
      all.answers?.gained ?? null,
      all.answers?.lost ?? null,
      all.answers?.unjudged ?? null,
      all.answers?.exactP ?? null,
    ];
  }),
];
