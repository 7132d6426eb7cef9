import { createMemo, createSignal, Show } from 'solid-js';
import { DEFAULT_K } from '../../../../domain/retriever';
import { answered, searched, wholeQuestion } from '../../../../lessons/events';
import { diagnoseCase, marksOf, type Stage } from '../../../../lessons/stage';
import { KSlider } from '../../../components/kslider';
import { CATEGORY, VERDICT } from '../../../messages';
import { createSearches } from '../bench';
import { In } from '../controls';
import { Frame, type StoryProps } from '../frame';
import { Ranking } from '../ranking';
import { Links, Needed, Verdict } from '../says';

const CHOICES = [
  { id: 'search', label: 'the search: a passage is missing' },
  { id: 'reasoning', label: 'the reasoning: everything was there' },
  { id: 'corpus', label: 'the documents: they do not say it' },
];
/** What the scripted model of this story answers. */
const SAID = 'the Candle Fell Observatory';

/** All evidence retrieved, the answer wrong: nothing about retrieval can help. */
export function CompositionMiss(props: StoryProps & { stage: Stage }) {
  const question = props.stage.question('q30');
  const whole = wholeQuestion(question);
  const searches = createSearches(() => [{ query: whole.query }]);
  const result = () => searches.of({ query: whole.query });
  const marks = marksOf(props.stage, question);
  const [k, setK] = createSignal(DEFAULT_K);
  const [said, setSaid] = createSignal(SAID);
  const diagnose = (answer: string, at: number) => {
    const found = result();
    if (found === undefined) return null;
    const events = [searched(question, whole, found.hits, 1), answered(question, answer, 2)];
    const run = { system: 'single-shot', retriever: found.identity, events };
    return diagnoseCase(props.stage, { question, run }, at);
  };
  const told = createMemo(() => diagnose(SAID, DEFAULT_K));
  const tried = createMemo(() => diagnose(said(), k()));
  const outcome = () => {
    const category = told()?.category?.paper;
    if (category === undefined) return null;
    return category === 'reasoning-error' ? 'reasoning' : category === 'not-in-corpus' ? 'corpus' : 'search';
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
            One search is made, and a model reads the five best passages. The model of this story is scripted.
            It answers: <b>“{SAID}”</b>. The right answer is “{question.answers[0]}”.
          </p>
        </>
      }
      ask="What is at fault?"
      choices={CHOICES}
      outcome={outcome()}
      failure={searches.failure()}
      onRetry={searches.again}
      parts={[
        {
          title: 'What the model had before it',
          body: () => (
            <>
              <Ranking
                label="Results of one search with the whole question"
                stage={props.stage}
                hits={result()?.hits ?? []}
                k={DEFAULT_K}
                marks={marks}
                answers={question.hops.flatMap(({ answers }) => answers)}
              />
              <p class="small muted">Open the two labelled passages: each gives a year.</p>
            </>
          ),
        },
        {
          title: 'Nobody says it, one has to work it out',
          body: () => (
            <>
              <p>
                One passage gives the year {question.hops[0]?.answers[0]}, the other{' '}
                {question.hops[1]?.answers[0]}. Neither says which observatory is older: the two have to be
                put side by side. The model named one that it had read about, with the same confidence.
              </p>
              <Show when={told()}>{(diagnosis) => <Verdict diagnosis={diagnosis()} category />}</Show>
            </>
          ),
        },
        {
          title: 'Change one thing',
          body: () => (
            <>
              <div class="lesson-change">
                <p>
                  Give the right answer. Then put the wrong one back, and lower k until the fault is another
                  one.
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
                <KSlider k={k()} onChange={setK} />
              </div>
              <Show when={tried()}>
                {(diagnosis) => (
                  <>
                    <Verdict diagnosis={diagnosis()} category />
                    <Links diagnosis={diagnosis()} />
                  </>
                )}
              </Show>
            </>
          ),
        },
      ]}
      close={
        <p>
          In a <In term={VERDICT['composition-miss']}>composition miss</In> a better retriever changes
          nothing; its cause is a <In term={CATEGORY['reasoning-error']}>reasoning error</In>. Let the answer
          be worked out step by step, and checked against what was read.
        </p>
      }
    />
  );
}
