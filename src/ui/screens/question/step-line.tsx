import { type JSX, Match, Show, Switch } from 'solid-js';
import type { HopView } from '../../components/chain/hop-view';
import { LongWords } from '../../components/words';
import { BUDGET, UNKNOWN_EVENT } from '../../messages/trace';
import { JudgeLine, ReadLine } from './judge-lines';
import { ModelLine, OpenLine } from './model-line';
import { RegisterLine } from './register-line';
import { SearchLine } from './search-line';
import type { Step, StepOf } from './steps';

interface LineProps {
  step: Step;
  hops: HopView[];
  k: number;
  titleOf: (chunk: string) => string;
  onTry: (query: string) => void;
}

const Said = (props: { children: JSX.Element }) => (
  <div class="what">
    <span>{props.children}</span>
  </div>
);

/** One step of the run's timeline, with what it brought at its right. */
export function StepLine(props: LineProps) {
  const as = <K extends Step['kind']>(kind: K): StepOf<K> | null =>
    props.step.kind === kind ? (props.step as StepOf<K>) : null;
  return (
    <Switch fallback={<Said>{UNKNOWN_EVENT(props.step.kind)}</Said>}>
      <Match when={as('search')}>
        {(step) => <SearchLine step={step()} hops={props.hops} k={props.k} onTry={props.onTry} />}
      </Match>
      <Match when={as('read')}>{(step) => <ReadLine step={step()} titleOf={props.titleOf} />}</Match>
      <Match when={as('judge')}>{(step) => <JudgeLine step={step()} titleOf={props.titleOf} />}</Match>
      <Match when={as('llm')}>{(step) => <ModelLine step={step()} />}</Match>
      <Match when={as('open')}>{(step) => <OpenLine step={step()} titleOf={props.titleOf} />}</Match>
      <Match when={as('register')}>
        {(step) => <RegisterLine state={step().state} titleOf={props.titleOf} />}
      </Match>
      <Match when={as('nudge')}>{(step) => <Said>{BUDGET.nudge(step().loops)}</Said>}</Match>
      <Match when={as('limit')}>
        {(step) => (
          <Said>
            <b class="open">{BUDGET.limit(step())}</b>
          </Said>
        )}
      </Match>
      <Match when={as('answer')}>
        {(step) => (
          <div class="what">
            <span>
              <Show when={!step().abstained} fallback={<b>abstained</b>}>
                answer{' '}
                <b>
                  “<LongWords text={step().text} />”
                </b>
              </Show>
            </span>
            <Show when={step().forced}>
              <span class="small muted">{BUDGET.forced}</span>
            </Show>
          </div>
        )}
      </Match>
      <Match when={as('note')}>
        {(step) => (
          <Said>
            note: <LongWords text={step().text} limit={600} />
          </Said>
        )}
      </Match>
      <Match when={as('error')}>
        {(step) => (
          <Said>
            error: <LongWords text={step().text} limit={600} /> <code class="small muted">{step().code}</code>
          </Said>
        )}
      </Match>
      <Match when={as('unknown')}>{(step) => <Said>{UNKNOWN_EVENT(step().name)}</Said>}</Match>
    </Switch>
  );
}
