import { createEffect, createSignal, For, on, Show } from 'solid-js';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import type { Failure } from '../../../domain/outcome';
import type { QuestionEvent } from '../../../domain/trace';
import { Chip } from '../../components/chip';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { LongWords, Words } from '../../components/words';
import { ANSWER, SAID } from '../../messages/said-of-answers';
import { type PersonWord, sayOfAnswer } from '../../state/answers';
import { readOnly } from '../../state/session';
import { answerGiven, personSaid, type Voice } from './voices';

type Said = Exclude<PersonWord, null>;

// The same arrays each time: a button that is made anew would lose the focus of whoever has just pressed it.
const BUTTONS = Object.entries(ANSWER.buttons) as [Said, string][];
const NULL_BUTTONS = Object.entries(ANSWER.nullButtons) as [Said, string][];

/** Who says what of the answer, and a person's own word, which counts before all others. */
export function AnswerPanel(props: {
  workspace: string;
  diagnosis: QuestionDiagnosis;
  events: QuestionEvent[];
  voices: readonly Voice[];
}) {
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [told, setTold] = createSignal('');
  const mine = () => personSaid(props.voices);
  const buttons = () => (props.diagnosis.question.answerable ? BUTTONS : NULL_BUTTONS);
  createEffect(
    on(
      () => props.diagnosis.question.id,
      () => setTold(''),
      { defer: true },
    ),
  );
  const say = async (word: PersonWord, label: string): Promise<void> => {
    const given = answerGiven(props.diagnosis.question, props.events);
    if (given === null || busy()) return;
    setBusy(true);
    setFailure(null);
    const outcome = await sayOfAnswer(props.workspace, given.answer, word);
    setBusy(false);
    if (outcome.ok) setTold(word === null ? ANSWER.takenBack : ANSWER.saved(label));
    else setFailure(outcome.error);
  };
  return (
    <Panel title={ANSWER.title} why={ANSWER.why}>
      <div class="flow tight">
        <ul class="voices">
          <For each={props.voices}>
            {(voice) => (
              <li classList={{ counts: voice.counts }}>
                <Chip plain term={SAID[voice.verdict]} />
                <span>
                  <b>
                    <Words text={voice.name} />
                  </b>
                  <Show when={voice.counts}>
                    {' '}
                    <span class="small">({ANSWER.counts})</span>
                  </Show>
                  <Show when={voice.reason !== ''}>
                    <span class="small muted">
                      {' '}
                      <LongWords text={voice.reason} />
                    </span>
                  </Show>
                </span>
              </li>
            )}
          </For>
        </ul>
        <Show when={props.diagnosis.match === null}>
          <p class="small muted">{ANSWER.notCompared}</p>
        </Show>
        <fieldset class="row own-word" disabled={readOnly()}>
          <legend class="small muted">{ANSWER.say}</legend>
          <For each={buttons()}>
            {([word, label]) => (
              <button
                type="button"
                class="btn tiny"
                aria-pressed={mine() === word}
                onClick={() => void say(word, label)}
              >
                {label}
              </button>
            )}
          </For>
          <button
            type="button"
            class="btn quiet tiny"
            aria-disabled={mine() === null}
            onClick={() => {
              if (mine() !== null) void say(null, '');
            }}
          >
            {ANSWER.undo}
          </button>
        </fieldset>
        <p class="small muted" role="status">
          {told()}
        </p>
        <p class="small faint">{ANSWER.everywhere}</p>
        <Show when={failure()}>
          {(problem) => <FailureNotice failure={problem()} onDismiss={() => setFailure(null)} />}
        </Show>
      </div>
    </Panel>
  );
}
