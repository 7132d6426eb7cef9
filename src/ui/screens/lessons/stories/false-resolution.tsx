import { createMemo, createSignal, For, Show } from 'solid-js';
import { DEFAULT_K } from '../../../../domain/retriever';
import { FALSE_RESOLUTION, mottoQuery, playRegister } from '../../../../lessons/register';
import { diagnoseCase, marksOf, type Stage } from '../../../../lessons/stage';
import { Chip } from '../../../components/chip';
import { Segmented } from '../../../components/segmented';
import { percent } from '../../../format';
import { CATEGORY } from '../../../messages';
import { PREMATURE, REGISTER_STATUS } from '../../../messages/register';
import { createScores, createSearches } from '../bench';
import { In, Threshold } from '../controls';
import { Frame, type StoryProps } from '../frame';
import { Ranking } from '../ranking';
import { Needed, Verdict } from '../says';

const { requirements, queries, taken } = FALSE_RESOLUTION;
const CHOICES = requirements.map(({ id, text }) => ({ id, label: text }));
const [, SECOND] = requirements;

/** A register is only as good as what its items rest on. */
export function FalseResolution(props: StoryProps & { stage: Stage }) {
  const question = props.stage.question(FALSE_RESOLUTION.question);
  const marks = marksOf(props.stage, question);
  const [query, setQuery] = createSignal<string>(queries[0]);
  const [chunk, setChunk] = createSignal<string>(taken[0].chunk);
  const [checked, setChecked] = createSignal<'no' | 'yes'>('no');
  const [threshold, setThreshold] = createSignal<number | null>(null);
  const searches = createSearches(() =>
    [question.text, ...queries, ...taken.map(mottoQuery)].map((one) => ({ query: one })),
  );
  // The judge is asked only when somebody wants the check.
  const judging = createScores(
    () => props.stage,
    () => (checked() === 'yes' ? taken.map((one) => ({ asked: SECOND.text, chunk: one.chunk })) : []),
  );
  const set = () => threshold() ?? judging.scores()?.threshold ?? 0.5;
  const play = (asked: string, from: string, check: boolean) => {
    const one = taken.find((other) => other.chunk === from) ?? taken[0];
    const [seed, second, third] = [question.text, asked, mottoQuery(one)].map((text) =>
      searches.of({ query: text }),
    );
    const scores = judging.scores();
    if (seed === undefined || second === undefined || third === undefined || (check && scores === null))
      return null;
    const played = playRegister(question, {
      seed,
      second: { query: asked, result: second },
      third,
      taken: one,
      k: DEFAULT_K,
      check:
        check && scores !== null
          ? {
              judge: scores.space,
              threshold: set(),
              probability: scores.of(SECOND.text, one.chunk) ?? null,
            }
          : null,
    });
    const run = { system: 'execution-rag', retriever: seed.identity, events: played.events };
    return { ...played, diagnosis: diagnoseCase(props.stage, { question, run }, DEFAULT_K) };
  };
  const told = createMemo(() => play(queries[0], taken[0].chunk, false));
  const tried = createMemo(() => play(query(), chunk(), checked() === 'yes'));
  const outcome = () => told()?.diagnosis.premature[0]?.id ?? null;
  const title = (id: string): string => props.stage.chunk(id)?.title ?? id;
  const score = () => {
    const found = judging.scores()?.of(SECOND.text, chunk());
    return found == null ? null : percent(found, 0);
  };

  const Register = (of: { played: NonNullable<ReturnType<typeof told>> }) => (
    <ol class="lesson-hops" aria-label="The register at the end">
      <For each={of.played.register}>
        {(item) => (
          <li>
            {item.text} <Chip term={REGISTER_STATUS[item.status]} />{' '}
            <Show when={of.played.diagnosis.premature.some(({ id }) => id === item.id)}>
              <Chip term={PREMATURE} />
            </Show>
            <Show when={item.support.length > 0}>
              <br />
              <span class="small muted">
                “{item.note}”, from the passage {item.support.map(title).join(', ')}
              </span>
            </Show>
          </li>
        )}
      </For>
    </ol>
  );
  const Answer = (of: { played: NonNullable<ReturnType<typeof told>> }) => (
    <p>
      It answers <b>“{of.played.diagnosis.answer}”</b>. The right answer is “{question.answers[0]}”.
    </p>
  );

  return (
    <Frame
      view={props.view}
      set={props.set}
      onDone={props.onDone}
      scene={
        <>
          <Needed stage={props.stage} question={question} />
          <p>
            An agent keeps a register of what it needs to know, and may answer when every item is resolved.
            The model of this story is scripted; its searches are really made, and the rules of the register
            are the app’s own. At the end all three items are resolved, and it answers{' '}
            <b>“{taken[0].motto}”</b>, which is wrong.
          </p>
        </>
      }
      ask="Which item was the first to be ticked off wrongly?"
      choices={CHOICES}
      outcome={outcome()}
      failure={searches.failure()}
      onRetry={searches.again}
      parts={[
        {
          title: 'The register, and what it rests on',
          body: () => (
            <>
              <Show when={told()}>{(played) => <Register played={played()} />}</Show>
              <p>For the second item it searched for:</p>
              <Ranking
                label="Results of the second search"
                stage={props.stage}
                hits={searches.of({ query: queries[0] })?.hits ?? []}
                k={DEFAULT_K}
                marks={marks}
              />
              <p>
                The first passage names a guild, and speaks of her father’s shop. But it is <i>her</i> guild.
                His passage stands just past the cut.
              </p>
            </>
          ),
        },
        {
          title: 'One mistake, counted in two ways',
          body: () => (
            <>
              <p>
                From there everything follows: the wrong guild has a motto too, so the third item was resolved
                as well, and the list looked complete.
              </p>
              <Show when={told()}>{(played) => <Verdict diagnosis={played().diagnosis} category />}</Show>
              <p class="small muted">
                Only systems with a register can have a false resolution. To compare them with others, look at
                the register-blind reading, which names what was missing.
              </p>
            </>
          ),
        },
        {
          title: 'Change one thing',
          body: () => (
            <>
              <div class="lesson-change">
                <p>
                  Let the item rest on the father’s passage. It is refused at first: find out why, and change
                  the search.
                </p>
                <Segmented
                  label="The second search"
                  value={query()}
                  choices={queries.map((value) => ({ value, label: value }))}
                  onChange={setQuery}
                />
                <Segmented
                  label="The passage that the second item rests on"
                  value={chunk()}
                  choices={taken.map((one) => ({ value: one.chunk, label: `passage: ${title(one.chunk)}` }))}
                  onChange={setChunk}
                />
                <Segmented
                  label="Check by the classifier"
                  value={checked()}
                  choices={[
                    { value: 'no', label: 'taken at its word' },
                    { value: 'yes', label: 'checked by the judge' },
                  ]}
                  onChange={setChecked}
                />
                <Show when={checked() === 'yes' && judging.scores()}>
                  <Threshold value={set()} onChange={setThreshold} />
                  <p class="small muted num">
                    The judge gives this passage {score() ?? 'no score'} for <q>{SECOND.text}</q>
                  </p>
                </Show>
              </div>
              <Show when={judging.failure()}>{(failure) => <p role="alert">{failure().message}</p>}</Show>
              <Show when={tried()} fallback={<p role="status">The judge is reading …</p>}>
                {(played) => (
                  <>
                    <Register played={played()} />
                    <For each={played().refused}>
                      {(message) => <p class="small">Not applied: {message}</p>}
                    </For>
                    <Answer played={played()} />
                    <Verdict diagnosis={played().diagnosis} category />
                  </>
                )}
              </Show>
            </>
          ),
        },
      ]}
      close={
        <p>
          In a <In term={CATEGORY['false-resolution']}>false resolution</In> the agent stops because it
          believes that it is done. Rules can demand a passage for each item; whether the passage says it is
          for a judge to decide, and a judge has to be checked too.
        </p>
      }
    />
  );
}
