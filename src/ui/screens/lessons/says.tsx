import { For, Show } from 'solid-js';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import { judgedSubQuestion } from '../../../domain/presence';
import type { Question } from '../../../domain/question';
import type { Stage } from '../../../lessons/stage';
import { Chip } from '../../components/chip';
import { CATEGORY, CELL, CERTIFICATE, HOP, VERDICT } from '../../messages';

/** The question of a story with what its labels say is needed. */
export function Needed(props: { stage: Stage; question: Question }) {
  return (
    <>
      <p class="lesson-question">“{props.question.text}”</p>
      <Show when={props.question.hops.length > 1}>
        <p class="small muted">What a reader needs, one step after the other:</p>
        <ol class="lesson-hops">
          <For each={props.question.hops}>
            {(hop) => (
              <li>
                {judgedSubQuestion(props.question, hop)} <span class="muted">→ {hop.answers[0]}</span>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </>
  );
}

/** What the diagnosis says of a run, in its own words. */
export function Verdict(props: { diagnosis: QuestionDiagnosis; category?: boolean }) {
  return (
    <div class="flow tight" role="status" aria-live="polite">
      <p class="row">
        <span class="muted small">Verdict</span>
        <Chip term={VERDICT[props.diagnosis.verdict]} />
        <Show when={props.category === true}>
          <span class="muted small">cause of the wrong answer</span>
          <Show when={props.diagnosis.category} fallback={<span>none: it is not called wrong</span>}>
            {(category) => (
              <>
                <Chip term={CATEGORY[category().paper]} />
                <Show when={category().paper !== category()['register-blind']}>
                  <span class="small muted">
                    register-blind: {CATEGORY[category()['register-blind']].label}
                  </span>
                </Show>
              </>
            )}
          </Show>
        </Show>
      </p>
      <p class="small">
        <span class="muted">The diagnosis says:</span> {props.diagnosis.explanation}
      </p>
    </div>
  );
}

/** The links of the chain: retrieved or not, and certified or not. */
export function Links(props: { diagnosis: QuestionDiagnosis; certificates?: boolean; cells?: boolean }) {
  return (
    <ol class="lesson-hops" aria-label="Hops">
      <For each={props.diagnosis.hops}>
        {(hop) => (
          <li>
            {hop.subQuestion} <Chip term={hop.retrieved.accumulated === true ? HOP.retrieved : HOP.missed} />{' '}
            <Show when={hop.rank.accumulated}>
              {(rank) => <span class="num small muted">rank {rank()}</span>}
            </Show>
            <Show when={props.cells === true && hop.cell.accumulated}>
              {(cell) => (
                <>
                  {' '}
                  <Chip term={CELL[cell()]} />
                </>
              )}
            </Show>
            <Show when={props.certificates === true}>
              {' '}
              <Chip term={CERTIFICATE[hop.certificate ?? 'none']} />
            </Show>
          </li>
        )}
      </For>
    </ol>
  );
}
