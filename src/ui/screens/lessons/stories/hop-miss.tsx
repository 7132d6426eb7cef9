import { createMemo, createSignal, Show } from 'solid-js';
import { DEFAULT_K, type RetrieverKind } from '../../../../domain/retriever';
import { searched, subQuestion, wholeQuestion } from '../../../../lessons/events';
import { diagnoseCase, marksOf, type Stage } from '../../../../lessons/stage';
import { KSlider } from '../../../components/kslider';
import { Segmented } from '../../../components/segmented';
import { VERDICT } from '../../../messages';
import { createSearches } from '../bench';
import { In, RetrieverChoice } from '../controls';
import { Frame, type StoryProps } from '../frame';
import { Ranking } from '../ranking';
import { Links, Needed, Verdict } from '../says';

const CHOICES = [
  { id: 'both', label: 'both passages' },
  { id: 'first', label: 'only the one about the bridge' },
  { id: 'second', label: 'only the one about its architect' },
  { id: 'none', label: 'neither' },
];

/** One search brings the first link of a chain; the second hides behind a name that the question does not hold. */
export function HopMiss(props: StoryProps & { stage: Stage }) {
  const question = props.stage.question('q10');
  const whole = wholeQuestion(question);
  const [k, setK] = createSignal(DEFAULT_K);
  const [kind, setKind] = createSignal<RetrieverKind>('bm25');
  const [times, setTimes] = createSignal<'once' | 'twice'>('once');
  const [second, setSecond] = createSignal(subQuestion(question, 2).query);
  const searches = createSearches(() => [
    { query: whole.query },
    { query: whole.query, kind: kind() },
    ...(times() === 'twice' ? [{ query: second(), kind: kind() }] : []),
  ]);
  const marks = marksOf(props.stage, question);
  const first = () => searches.of({ query: whole.query });

  const told = createMemo(() => {
    const result = first();
    if (result === undefined) return null;
    const run = {
      system: 'probe-single',
      retriever: result.identity,
      events: [searched(question, whole, result.hits, 1)],
    };
    return diagnoseCase(props.stage, { question, run }, DEFAULT_K);
  });
  const outcome = () => {
    const found = told()?.golds.map(({ retrieved }) => retrieved);
    if (found === undefined) return null;
    return found[0] ? (found[1] ? 'both' : 'first') : found[1] ? 'second' : 'none';
  };
  const tried = createMemo(() => {
    const one = searches.of({ query: whole.query, kind: kind() });
    const two = times() === 'twice' ? searches.of({ query: second(), kind: kind() }) : undefined;
    if (one === undefined || (times() === 'twice' && two === undefined)) return null;
    const events = [searched(question, whole, one.hits, 1)];
    if (two !== undefined)
      events.push(searched(question, { ...subQuestion(question, 2), query: second() }, two.hits, 2));
    const run = { system: 'decompose', retriever: one.identity, events };
    return { diagnosis: diagnoseCase(props.stage, { question, run }, k()), hits: (two ?? one).hits };
  });
  const rankOfSecond = () => told()?.golds[1]?.bestRank ?? null;

  return (
    <Frame
      view={props.view}
      set={props.set}
      onDone={props.onDone}
      scene={
        <>
          <Needed stage={props.stage} question={question} />
          <p>One search is made, with the whole question. The five best passages count as found.</p>
        </>
      }
      ask="Which of the two passages that are needed will be among the five?"
      choices={CHOICES}
      outcome={outcome()}
      failure={searches.failure()}
      onRetry={searches.again}
      parts={[
        {
          title: 'What one search brings',
          body: () => (
            <>
              <Ranking
                label="Results of one search with the whole question"
                stage={props.stage}
                hits={first()?.hits ?? []}
                k={DEFAULT_K}
                marks={marks}
                answers={question.answers}
              />
              <p class="small muted">Open a title to read its passage.</p>
            </>
          ),
        },
        {
          title: 'Why the second one is missing',
          body: () => (
            <>
              <p>
                The passage about Ilse Maren never names the Lantern Bridge, and the question never names her.
                They hardly share a word
                <Show when={rankOfSecond()} fallback={<>, so it is not among the first fifty.</>}>
                  {(rank) => <>, so it comes at rank {rank()}.</>}
                </Show>{' '}
                Nobody can know her name before the first passage has been read.
              </p>
              <Show when={told()}>{(diagnosis) => <Verdict diagnosis={diagnosis()} />}</Show>
            </>
          ),
        },
        {
          title: 'Change one thing',
          body: () => (
            <>
              <div class="lesson-change">
                <p>Raise k until the chain heals. Then set it back to 5, and ask a second time instead.</p>
                <KSlider k={k()} onChange={setK} />
                <Segmented
                  label="How often the run asks"
                  value={times()}
                  choices={[
                    { value: 'once', label: 'ask once' },
                    { value: 'twice', label: 'ask a second time' },
                  ]}
                  onChange={setTimes}
                />
                <Show when={times() === 'twice'}>
                  <label class="control">
                    <span>the second query</span>
                    <input
                      class="field"
                      type="search"
                      value={second()}
                      onInput={(event) => setSecond(event.currentTarget.value)}
                    />
                  </label>
                </Show>
                <RetrieverChoice label="Retriever" value={kind()} onChange={setKind} />
              </div>
              <Show when={tried()}>
                {(now) => (
                  <>
                    <Verdict diagnosis={now().diagnosis} />
                    <Links diagnosis={now().diagnosis} />
                    <Ranking
                      label="Results of the last search"
                      stage={props.stage}
                      hits={now().hits}
                      k={k()}
                      marks={marks}
                      answers={question.answers}
                    />
                  </>
                )}
              </Show>
            </>
          ),
        },
      ]}
      close={
        <p>
          In a <In term={VERDICT['hop-miss']}>hop miss</In> the retriever works and the chain breaks all the
          same. A larger k reads ever more passages for the one that is missing; a second question, asked with
          the name that the first answer gave, goes straight to it.
        </p>
      }
    />
  );
}
