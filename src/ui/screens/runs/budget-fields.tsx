import { type JSX, Show } from 'solid-js';
import { AGENT_LOOPS, CONTEXT_TOKENS, DEFAULT_LOOPS, type SystemId } from '../../../domain/seam';
import { count } from '../../format';
import { ABLATION, BUDGET } from '../../messages/planner';
import {
  ABLATABLE,
  ABLATIONS,
  type Ablation,
  asksModel,
  hasContext,
  USUAL_LOOPS,
} from '../../state/run-choice';
import { Picks } from './picks';

/** Of a run; null: as is usual, and for spending none. */
export interface Budgets {
  loops: number | null;
  contextTokens: number | null;
  spendingLimit: number | null;
  ablations: readonly Ablation[];
}

const Amount = (props: {
  label: string;
  value: number | null;
  usual: string;
  min: string;
  step: string;
  onChange: (value: number | null) => void;
  children?: JSX.Element;
}) => (
  <label class="control">
    {props.label}
    <input
      class="field amount num"
      type="number"
      min={props.min}
      step={props.step}
      placeholder={props.usual}
      value={props.value ?? ''}
      onChange={(event) => {
        const typed = event.currentTarget.valueAsNumber;
        props.onChange(Number.isFinite(typed) && typed > 0 ? typed : null);
      }}
    />
    {props.children}
  </label>
);

/** How far systems that go on by themselves may go, and what of a register is left out; only what concerns the chosen ones. */
export const BudgetFields = (props: {
  systems: readonly SystemId[];
  value: Budgets;
  /** Of the price table; null: no model is set. */
  currency: string | null;
  onChange: (change: Partial<Budgets>) => void;
}) => {
  const looping = () => props.systems.some((system) => USUAL_LOOPS[system] !== undefined);
  const context = () => props.systems.some(hasContext);
  const registers = () => props.systems.some((system) => ABLATABLE.includes(system));
  const usualLoops = () => {
    const usual = new Set(props.systems.flatMap((system) => USUAL_LOOPS[system] ?? []));
    return [DEFAULT_LOOPS, AGENT_LOOPS].filter((loops) => usual.has(loops)).join(' / ');
  };
  return (
    <Show when={looping() || props.systems.some(asksModel)}>
      <fieldset class="picks">
        <legend class="small muted">{BUDGET.title}</legend>
        <p class="small muted">{BUDGET.why}</p>
        <div class="row">
          <Show when={looping()}>
            <Amount
              label={BUDGET.loops}
              usual={usualLoops()}
              value={props.value.loops}
              min="1"
              step="1"
              onChange={(loops) => props.onChange({ loops: loops === null ? null : Math.round(loops) })}
            />
          </Show>
          <Show when={context()}>
            <Amount
              label={BUDGET.context}
              usual={count(CONTEXT_TOKENS)}
              value={props.value.contextTokens}
              min="1000"
              step="1000"
              onChange={(tokens) =>
                props.onChange({ contextTokens: tokens === null ? null : Math.round(tokens) })
              }
            />
          </Show>
          <Show when={props.systems.some(asksModel)}>
            <Amount
              label={BUDGET.spending(props.currency)}
              usual={BUDGET.none}
              value={props.value.spendingLimit}
              min="0"
              step="any"
              onChange={(spendingLimit) => props.onChange({ spendingLimit })}
            />
          </Show>
        </div>
      </fieldset>
      <Show when={registers()}>
        <Picks
          legend={BUDGET.ablations}
          why={BUDGET.ablationsWhy}
          values={ABLATIONS}
          terms={ABLATION}
          chosen={props.value.ablations}
          onChange={(ablations) => props.onChange({ ablations })}
        />
      </Show>
    </Show>
  );
};
