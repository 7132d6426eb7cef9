import { createMemo, createSignal, createUniqueId, For, Show } from 'solid-js';
import { DEFAULT_K, type RetrieverKind } from '../../../../domain/retriever';
import { type Asked, answered, searched } from '../../../../lessons/events';
import { probeRun, probesOf } from '../../../../lessons/probes';
import { diagnoseCase, marksOf, type Stage, type StoryRun } from '../../../../lessons/stage';
import { KSlider } from '../../../components/kslider';
import { CATEGORY, CERTIFICATE } from '../../../messages';
import { createSearches } from '../bench';
import { In, RetrieverChoice } from '../controls';
import { Frame, type StoryProps } from '../frame';
import { Ranking } from '../ranking';
import { Links, Needed, Verdict } from '../says';

const CHOICES = [
  { id: 'can', label: 'it can: with another query the passage is among the first five' },
  { id: 'open', label: 'nothing that is tried brings it, so it stays open' },
];
/** What the scripted agent of this story asks after the question itself, and what it answers. */
const ASKED = ['How did Ludo Hallick die?', 'Linnet Rusk death'];
const SAID = 'in the fire of 377';

const WORDS: Partial<Record<Asked['purpose'], string>> = {
  oracle: 'the ideal query',
  keywords: 'its keywords',
  relation: 'the name and what is asked of it',
  title: 'the name alone',
  agent: 'my own query',
};

/** A passage that an agent missed: a certificate tells drift from a passage that no query has found yet. */
export function SearchDrift(props: StoryProps & { stage: Stage }) {
  const question = props.stage.question('q13');
  const name = createUniqueId();
  const marks = marksOf(props.stage, question);
  const asked: Asked[] = [question.text, ...ASKED].map((query) => ({ query, purpose: 'agent', hop: null }));
  const probes = probesOf(question, 2);
  const [own, setOwn] = createSignal('Tilde Quennick fever');
  const [chosen, setChosen] = createSignal<number | null>(null);
  const [kind, setKind] = createSignal<RetrieverKind>('bm25');
  const [k, setK] = createSignal(DEFAULT_K);
  /** The probes, and a person's own query last. */
  const offered = (): Asked[] => [...probes, { query: own(), purpose: 'agent', hop: null }];
  const probe = () => {
    const at = chosen();
    return at === null ? undefined : offered()[at];
  };
  const searches = createSearches(() => [
    ...asked.map(({ query }) => ({ query })),
    ...probes.map(({ query }) => ({ query })),
    ...[probe()].flatMap((one) => (one === undefined ? [] : [{ query: one.query, kind: kind() }])),
  ]);
  const run = createMemo((): StoryRun | null => {
    const found = asked.map(({ query }) => searches.of({ query }));
    const [first] = found;
    if (first === undefined || found.includes(undefined)) return null;
    const events = found.flatMap((result, at) => {
      const one = asked[at];
      return result === undefined || one === undefined ? [] : [searched(question, one, result.hits, at + 1)];
    });
    return {
      system: 'a-rag',
      retriever: first.identity,
      events: [...events, answered(question, SAID, events.length + 1)],
    };
  });
  const diagnose = (others: StoryRun[], at: number) => {
    const own = run();
    return own === null ? null : diagnoseCase(props.stage, { question, run: own, others }, at);
  };
  const probed = (one: Asked | undefined, by: RetrieverKind): StoryRun[] => {
    const result = one === undefined ? undefined : searches.of({ query: one.query, kind: by });
    return one === undefined || result === undefined ? [] : [probeRun(question, one, result)];
  };
  const before = createMemo(() => diagnose([], DEFAULT_K));
  const all = createMemo(() =>
    probes.every(({ query }) => searches.of({ query }) !== undefined)
      ? diagnose(
          probes.flatMap((one) => probed(one, 'bm25')),
          DEFAULT_K,
        )
      : null,
  );
  const ideal = createMemo(() => diagnose(probed(probes[0], 'bm25'), DEFAULT_K));
  const tried = createMemo(() => diagnose(probed(probe(), kind()), k()));
  const outcome = () => {
    const diagnosis = all();
    return diagnosis === null ? null : diagnosis.golds[1]?.certificate == null ? 'open' : 'can';
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
            An agent searches three times and answers <b>“{SAID}”</b>, which is wrong. The agent of this story
            is scripted; its searches are really made.
          </p>
          <ol class="lesson-hops">
            <For each={asked}>
              {({ query }) => (
                <li>
                  <q>{query}</q>
                </li>
              )}
            </For>
          </ol>
          <p>None of them brings the passage about the composer.</p>
        </>
      }
      ask="Can this retriever find that passage at all?"
      choices={CHOICES}
      outcome={outcome()}
      failure={searches.failure()}
      onRetry={searches.again}
      parts={[
        {
          title: 'What the agent asked, and what it got',
          body: () => (
            <>
              <p>
                It read the play’s passage, which names an author and a composer, and went after the author
                and then the actress. It drifted.
              </p>
              <For each={asked}>
                {({ query }) => (
                  <details>
                    <summary>
                      <q>{query}</q>
                    </summary>
                    <Ranking
                      label={`Results of: ${query}`}
                      stage={props.stage}
                      hits={searches.of({ query })?.hits ?? []}
                      k={DEFAULT_K}
                      marks={marks}
                    />
                  </details>
                )}
              </For>
              <Show when={before()}>
                {(diagnosis) => (
                  <>
                    <Verdict diagnosis={diagnosis()} category />
                    <p>
                      So far the passage is <In term={CERTIFICATE.none}>unreached</In>. That proves nothing:
                      three queries are not all queries.
                    </p>
                  </>
                )}
              </Show>
            </>
          ),
        },
        {
          title: 'The same retriever, asked properly',
          body: () => (
            <>
              <p>
                Hopscope asks the second sub-question with the composer’s name filled in:{' '}
                <q>{probes[0]?.query}</q>.
              </p>
              <Ranking
                label="Results of the ideal query"
                stage={props.stage}
                hits={searches.of({ query: probes[0]?.query ?? '' })?.hits ?? []}
                k={DEFAULT_K}
                marks={marks}
                answers={question.answers}
              />
              <Show when={ideal()}>
                {(diagnosis) => (
                  <>
                    <Links diagnosis={diagnosis()} certificates />
                    <Verdict diagnosis={diagnosis()} category />
                  </>
                )}
              </Show>
            </>
          ),
        },
        {
          title: 'Change one thing',
          body: () => (
            <>
              <div class="lesson-change">
                <p>
                  Choose who asks, and watch the certificate. Another retriever is another matter: what it
                  finds certifies nothing for this run.
                </p>
                <fieldset class="flow tight">
                  <legend class="small muted">beside the agent’s own searches</legend>
                  <label class="check">
                    <input
                      type="radio"
                      name={name}
                      checked={chosen() === null}
                      onChange={() => setChosen(null)}
                    />
                    <span>nobody asks</span>
                  </label>
                  <For each={offered().map(({ purpose }) => purpose)}>
                    {(purpose, at) => (
                      <label class="check">
                        <input
                          type="radio"
                          name={name}
                          checked={chosen() === at()}
                          onChange={() => setChosen(at())}
                        />
                        <span>
                          {WORDS[purpose] ?? purpose}{' '}
                          <Show when={purpose !== 'agent'}>
                            <q class="muted">{probes[at()]?.query}</q>
                          </Show>
                        </span>
                      </label>
                    )}
                  </For>
                </fieldset>
                <label class="control">
                  <span>my own query, as another run would ask it</span>
                  <input
                    class="field"
                    type="search"
                    value={own()}
                    onInput={(event) => {
                      setOwn(event.currentTarget.value);
                      setChosen(probes.length);
                    }}
                  />
                </label>
                <RetrieverChoice label="Who answers the added query" value={kind()} onChange={setKind} />
                <KSlider k={k()} onChange={setK} />
              </div>
              <Show when={tried()}>
                {(diagnosis) => (
                  <>
                    <Links diagnosis={diagnosis()} certificates />
                    <Verdict diagnosis={diagnosis()} category />
                    <Show when={searches.of({ query: probe()?.query ?? '', kind: kind() })}>
                      {(result) => (
                        <Ranking
                          label="Results of the added query"
                          stage={props.stage}
                          hits={result().hits}
                          k={k()}
                          marks={marks}
                          answers={question.answers}
                        />
                      )}
                    </Show>
                  </>
                )}
              </Show>
            </>
          ),
        },
      ]}
      close={
        <p>
          <In term={CATEGORY['search-drift']}>Search drift</In> needs proof: some query found the passage
          under the same retriever, and the <In term={CERTIFICATE.C}>certificate</In> keeps which one, at what
          rank. Then help the agent to ask. Without a certificate the passage is called unreached, and nothing
          more.
        </p>
      }
    />
  );
}
