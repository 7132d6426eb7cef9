import { type JSX, Show } from 'solid-js';
import type { RunDiagnosis } from '../../../domain/diagnosis';
import { Panel } from '../../components/panel';
import { Rate } from '../../components/rate';
import { Term } from '../../components/term';
import { decimal, percent, plural } from '../../format';
import { type TermText, WORD } from '../../messages';
import type { Rightness } from './view';

type Answers = NonNullable<RunDiagnosis['answers']>;

/** How the answers of a run compare with the gold answers; right and wrong filter the list. */
export function AnswersPanel(props: {
  answers: Answers;
  unjudged: number;
  labelUse: string | null;
  chosen: Rightness;
  onPick: (rightness: Rightness) => void;
}) {
  const wrong = () => props.answers.accuracy.n - props.answers.accuracy.count;
  return (
    <Panel
      table="answers"
      title={`${percent(props.answers.accuracy.rate, 0)} of the answers are right`}
      why={
        <>
          {plural(props.answers.accuracy.n, 'answer')} compared with gold answers and their aliases
          {props.labelUse === null ? '' : `; this system ${props.labelUse}`}
          {props.unjudged > 0 ? `; ${plural(props.unjudged, 'answer')} could not be decided` : ''}
        </>
      }
    >
      <div class="flow tight">
        <table class="num answers">
          <tbody>
            <Line term={WORD.accuracy} value={<Rate rate={props.answers.accuracy} />} />
            <Line term={WORD.exactMatch} value={<Rate rate={props.answers.exactMatch} />} />
            <Line
              term={WORD.f1}
              value={
                <>
                  <b>{decimal(props.answers.f1.mean)}</b>{' '}
                  <span class="faint small">n {props.answers.f1.n}</span>
                </>
              }
            />
            <Line term={WORD.containMatch} value={<Rate rate={props.answers.containMatch} />} />
            <Line term={WORD.gaveUp} value={<Rate rate={props.answers.gaveUp} />} />
          </tbody>
        </table>
        <div class="row small">
          <Pick
            id="right"
            words={`Show ${plural(props.answers.accuracy.count, 'right answer')}`}
            chosen={props.chosen}
            onPick={props.onPick}
          />
          <Pick
            id="wrong"
            words={`Show ${plural(wrong(), 'wrong answer')}`}
            chosen={props.chosen}
            onPick={props.onPick}
          />
        </div>
        <Show when={props.answers.ungroundedCorrect > 0}>
          <p class="small muted">
            {plural(props.answers.ungroundedCorrect, 'answer')} right without all of the evidence: what was
            read elsewhere, or luck.
          </p>
        </Show>
      </div>
    </Panel>
  );
}

function Line(props: { term: TermText; value: JSX.Element }) {
  return (
    <tr>
      <th scope="row">
        <Term term={props.term} />
      </th>
      <td class="r nowrap">{props.value}</td>
    </tr>
  );
}

function Pick(props: {
  id: Rightness;
  words: string;
  chosen: Rightness;
  onPick: (rightness: Rightness) => void;
}) {
  return (
    <button
      type="button"
      class="btn tiny"
      aria-pressed={props.chosen === props.id}
      onClick={() => props.onPick(props.chosen === props.id ? '' : props.id)}
    >
      {props.words}
    </button>
  );
}
