import { For, type JSX, Show } from 'solid-js';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import type { RunMeta } from '../../../domain/workspace';
import { Chip } from '../../components/chip';
import { CriterionSwitch } from '../../components/criterion-switch';
import { KSlider } from '../../components/kslider';
import { Notice } from '../../components/notice';
import { LongWords } from '../../components/words';
import { CATEGORY, VERDICT } from '../../messages';
import { scoreWords } from '../diagnosis/premature';
import { labelUse, runLabel } from '../diagnosis/runs';
import { SINCE } from '../questions/age-words';
import type { QuestionView, SetView } from './view';

/** The question, its verdict and what it was measured with. */
export function Header(props: {
  diagnosis: QuestionDiagnosis;
  run: RunMeta;
  k: number;
  view: QuestionView;
  set: SetView;
  /** What stands behind the failure category; nothing for an answer that is not called wrong. */
  cause: JSX.Element;
}) {
  const use = () => labelUse(props.run.header.system);
  return (
    <section class="flow tight">
      <h1 class="finding question-title">
        <LongWords text={props.diagnosis.question.text} limit={320} />
      </h1>
      <div class="context num">
        <Chip term={VERDICT[props.diagnosis.verdict]} />
        <Show when={props.diagnosis.category}>
          {(category) => (
            <>
              <Chip term={CATEGORY[category().paper]} />
              <Show when={category().paper !== category()['register-blind']}>
                <span class="muted">register-blind: {CATEGORY[category()['register-blind']].label}</span>
              </Show>
            </>
          )}
        </Show>
        <Show when={props.diagnosis.ungroundedCorrect}>
          <span class="chip tone-drift" title="Right, although not every gold passage was retrieved">
            <span aria-hidden="true">≈</span> right without its evidence
          </span>
        </Show>
        <Show when={props.diagnosis.question.answers[0]}>
          {(answer) => (
            <span>
              gold answer{' '}
              <b>
                “<LongWords text={answer()} />”
              </b>
            </span>
          )}
        </Show>
        <Show when={props.diagnosis.answer}>
          {(answer) => (
            <span>
              answered{' '}
              <b>
                “<LongWords text={answer()} />”
              </b>
            </span>
          )}
        </Show>
        <span>{runLabel(props.run)}</span>
        <Show when={use()}>{(label) => <span>{label()}</span>}</Show>
        <Show when={props.diagnosis.question.type}>{(type) => <span>type {type()}</span>}</Show>
      </div>
      <p class="lede explanation">
        <LongWords text={props.diagnosis.explanation} limit={900} />
      </p>
      {props.cause}
      <For each={props.diagnosis.premature}>
        {(resolution) => (
          <Notice tone="extraction" sign="✗">
            <b>Resolved without gold evidence</b> <LongWords text={resolution.text} />; support{' '}
            {resolution.support.join(', ')}; {scoreWords(resolution.score)}.
          </Notice>
        )}
      </For>
      <Show when={props.diagnosis.error}>
        {(error) => (
          <Notice tone="total" sign="!" role="alert">
            The run has no data for this question: {error()}
          </Notice>
        )}
      </Show>
      <Show when={props.diagnosis.since}>
        {(since) => (
          <Notice tone="drift" sign="!">
            {SINCE[since()]}
          </Notice>
        )}
      </Show>
      <Show when={props.diagnosis.question.note}>
        {(note) => (
          <Notice tone="neutral" sign="✎">
            <b>What this question shows</b> {note()}
          </Notice>
        )}
      </Show>
      <div class="row controls">
        <KSlider k={props.k} onChange={(k) => props.set({ k }, { replace: true })} />
        <CriterionSwitch
          value={props.view.criterion}
          onChange={(criterion) => props.set({ criterion }, { replace: true })}
        />
      </div>
    </section>
  );
}
