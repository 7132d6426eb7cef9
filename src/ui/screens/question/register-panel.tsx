import { Show } from 'solid-js';
import type { PrematureResolution } from '../../../domain/category';
import type { RunMeta } from '../../../domain/workspace';
import { Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { REGISTER } from '../../messages/register';
import { RegisterItems } from './register-items';
import { registerCost } from './register-states';
import { registerAt, type Step } from './steps';

/** The register of the question at the step that is replayed, and what telling it as changes has saved. */
export function RegisterPanel(props: {
  steps: Step[];
  at: number;
  run: RunMeta;
  premature: readonly PrematureResolution[];
  titleOf: (chunk: string) => string;
  hrefOf: (chunk: string) => string | null;
  isGold: (chunk: string) => boolean;
}) {
  const state = () => registerAt(props.steps, props.at);
  const atEnd = () => props.at === props.steps.length;
  const cost = () =>
    registerCost(props.steps.flatMap((step) => (step.kind === 'register' ? [step.state] : [])));
  const ablation = () => props.run.header.parameters.ablation;
  return (
    <Panel title={REGISTER.title} why={atEnd() ? REGISTER.end : REGISTER.at(props.at, props.steps.length)}>
      <div class="flow tight">
        <Show when={props.run.state === 'running'}>
          <Notice tone="extraction" sign="◔" role="status">
            {REGISTER.running}
          </Notice>
        </Show>
        <Show when={state()} fallback={<p class="muted">{REGISTER.notYet}</p>}>
          {(shown) => (
            <RegisterItems
              items={shown().items}
              titleOf={props.titleOf}
              hrefOf={props.hrefOf}
              isGold={props.isGold}
              // A resolution is called premature by the register's last state.
              premature={atEnd() ? props.premature : []}
            />
          )}
        </Show>
        <p class="small muted num">
          {ablation() === 'full-replay' ? REGISTER.replayed : REGISTER.saving(cost())}
          <Show when={ablation() === 'no-updates'}> {REGISTER.fixed}</Show>
        </p>
      </div>
    </Panel>
  );
}
