import { createMemo, createSignal, Show } from 'solid-js';
import type { AnswerJudgement } from '../../../../diagnosis';
import { DEFAULT_K } from '../../../../domain/retriever';
import { parseAnswerReply } from '../../../../judge/answer-reply';
import { answered, searched, subQuestion, wholeQuestion } from '../../../../lessons/events';
import { diagnoseCase, type Stage } from '../../../../lessons/stage';
import { Segmented } from '../../../components/segmented';
import { ANSWER_STATE, CATEGORY } from '../../../messages';
import { createSearches } from '../bench';
import { In } from '../controls';
import { Frame, type StoryProps } from '../frame';
import { Links, Needed, Verdict } from '../says';

const CHOICES = [
  { id: 'answer', label: 'the answer' },
  { id: 'judge', label: 'the judge' },
];
/** What the scripted model answers, and what the scripted judge replies. */
const SAID = 'She was received into the Glaziers’ Guild and was later its warden.';
const REPLY = 'INCORRECT: the answer speaks of a warden, the reference does not.';
type Person = 'nobody' | 'right' | 'wrong';

/** The judge's reply as the app reads it. */
const judgementOf = (reply: string, person: Person): AnswerJudgement => {
  const { verdict } = parseAnswerReply(reply);
  const said: AnswerJudgement =
    verdict === 'abstained'
      ? { abstained: true }
      : { correct: verdict === 'unjudged' ? null : verdict === 'correct', abstained: false };
  return person === 'nobody' ? said : { ...said, person: person === 'right' };
};

/** A judge is a measuring instrument: it can be off, and what it says is compared with the words and with people. */
export function JudgeError(props: StoryProps & { stage: Stage }) {
  const question = props.stage.question('q10');
  const asks = [wholeQuestion(question), subQuestion(question, 2)];
  const searches = createSearches(() => asks);
  const [said, setSaid] = createSignal(SAID);
  const [reply, setReply] = createSignal(REPLY);
  const [person, setPerson] = createSignal<Person>('nobody');
  const diagnose = (answer: string, judgement: AnswerJudgement) => {
    const found = asks.map((ask) => searches.of(ask));
    const [first] = found;
    if (first === undefined || found.includes(undefined)) return null;
    const events = asks.flatMap((ask, at) => {
      const result = found[at];
      return result === undefined ? [] : [searched(question, ask, result.hits, at + 1)];
    });
    const run = {
      system: 'decompose',
      retriever: first.identity,
      events: [...events, answered(question, answer, 3)],
    };
    return diagnoseCase(props.stage, { question, run, judgement }, DEFAULT_K);
  };
  const told = createMemo(() => diagnose(SAID, judgementOf(REPLY, 'nobody')));
  const wordless = createMemo(() => diagnose(SAID, {}));
  const tried = createMemo(() => diagnose(said(), judgementOf(reply(), person())));
  const outcome = () => {
    const category = told()?.category?.paper;
    return category === undefined ? null : category === 'judge-error' ? 'judge' : 'answer';
  };
  const state = () => {
    const diagnosis = tried();
    if (diagnosis === null) return null;
    if (diagnosis.correct === true) return ANSWER_STATE.right;
    if (diagnosis.category !== null) return CATEGORY[diagnosis.category.paper];
    return ANSWER_STATE.unjudged;
  };
  return (
    <Frame
      view={props.view}
      set={props.set}
      onDone={props.onDone}
      scene={
        <>
          <Needed stage={props.stage} question={question} />
          <p>
            The right answer is “{question.answers[0]}”. A system that asks twice answers: <b>“{SAID}”</b>
          </p>
          <p>
            A language model is asked to judge, and replies: <q>{REPLY}</q> Both are scripted in this story;
            how a reply is read and counted is the app’s own.
          </p>
        </>
      }
      ask="Which of the two is wrong?"
      choices={CHOICES}
      outcome={outcome()}
      failure={searches.failure()}
      onRetry={searches.again}
      parts={[
        {
          title: 'Two opinions on one answer',
          body: () => (
            <>
              <p>
                Comparing words needs no model: does the answer contain a gold answer?{' '}
                <b>{told()?.match?.contain === true ? 'It does.' : 'It does not.'}</b> The judge says:{' '}
                <b>{parseAnswerReply(REPLY).verdict}</b>.
              </p>
              <Show when={told()}>{(diagnosis) => <Verdict diagnosis={diagnosis()} category />}</Show>
              <p>
                The verdict takes the judge at its word. The cause does not: words and judge contradict each
                other, so it names the judge.
              </p>
            </>
          ),
        },
        {
          title: 'Why it matters',
          body: () => (
            <>
              <p>
                Without the judge, this question counts as{' '}
                {wordless()?.correct === true ? 'answered rightly' : 'answered wrongly'}. With it, the system
                looks worse than it is, and somebody would look for a fault in the search. Both passages are
                there:
              </p>
              <Show when={told()}>{(diagnosis) => <Links diagnosis={diagnosis()} />}</Show>
              <p>So this cause is tried first, before any other.</p>
            </>
          ),
        },
        {
          title: 'Change one thing',
          body: () => (
            <>
              <div class="lesson-change">
                <p>
                  Let the judge say “correct”, or something that holds no verdict. Or keep its reply, and make
                  the answer really wrong.
                </p>
                <label class="control">
                  <span>the answer</span>
                  <input
                    class="field"
                    type="text"
                    value={said()}
                    onInput={(event) => setSaid(event.currentTarget.value)}
                  />
                </label>
                <label class="control">
                  <span>what the judge replies</span>
                  <textarea
                    class="field"
                    rows="2"
                    value={reply()}
                    onInput={(event) => setReply(event.currentTarget.value)}
                  />
                </label>
                <Segmented
                  label="What a person says"
                  value={person()}
                  choices={[
                    { value: 'nobody', label: 'nobody has looked' },
                    { value: 'right', label: 'a person: right' },
                    { value: 'wrong', label: 'a person: wrong' },
                  ]}
                  onChange={setPerson}
                />
              </div>
              <p role="status" aria-live="polite">
                The reply is read as <b>{parseAnswerReply(reply()).verdict}</b>; the answer{' '}
                {tried()?.match?.contain === true ? 'contains' : 'does not contain'} a gold answer; the
                question counts as <b>{state()?.label ?? '…'}</b>.
              </p>
              <Show when={tried()}>{(diagnosis) => <Verdict diagnosis={diagnosis()} category />}</Show>
            </>
          ),
        },
      ]}
      close={
        <p>
          A <In term={CATEGORY['judge-error']}>judge error</In> is a fault of the measurement. A judge that
          gives no verdict leaves the answer unjudged, never wrong. And a person’s word stands above both:
          check a judge on your own questions before you believe its percentages.
        </p>
      }
    />
  );
}
