import { createMemo, createSignal, For, Show } from 'solid-js';
import type { CorpusGap } from '../../../../domain/presence';
import { judgedSubQuestion } from '../../../../domain/presence';
import { DEFAULT_K } from '../../../../domain/retriever';
import { searched, subQuestion } from '../../../../lessons/events';
import { diagnoseCase, marksOf, type Scores, type Stage } from '../../../../lessons/stage';
import { PassageText } from '../../../components/chain/passage-text';
import { Chip } from '../../../components/chip';
import { KSlider } from '../../../components/kslider';
import { Segmented } from '../../../components/segmented';
import { percent, plural } from '../../../format';
import { CELL } from '../../../messages';
import { createScores, createSearches } from '../bench';
import { In, Threshold } from '../controls';
import { Frame, type StoryProps } from '../frame';
import { Ranking } from '../ranking';
import { Links, Needed } from '../says';

const CHOICES = [
  { id: 'here', label: 'what was found says it' },
  { id: 'elsewhere', label: 'what was found does not, but another passage of the corpus does' },
  { id: 'nowhere', label: 'no passage of the corpus says it' },
];
/** The hop that the story is about, and the largest k: each passage more is one that the judge has to read. */
const HOP = 2;
const MOST = 15;

const gapWords = (gap: CorpusGap | null): string => {
  if (gap === null) return '';
  const { verdict, candidates, judged } = gap;
  if (verdict === 'corpus-gap')
    return `Corpus gap: the answer’s words stand in ${plural(candidates, 'passage')} of the whole corpus, and the judge finds the fact in none.`;
  if (verdict === 'ranking-gap')
    return `Ranking gap: of ${plural(candidates, 'passage')} with the answer’s words, the judge finds one that states the fact. It was not ranked high enough.`;
  if (verdict === 'no-answer') return 'Cannot be checked: the hop has no gold answer to look for.';
  if (verdict === 'inconclusive')
    return `Inconclusive: the judge could not decide on ${candidates - judged} of ${plural(candidates, 'passage')}.`;
  return `Not checked: ${judged} of ${plural(candidates, 'passage')} have a score.`;
};

/** A case of the story: the searches for both hops, and the judge's scores of what they found for the second. */
function createCase(stage: Stage, id: () => string, k: () => number, ready: () => boolean = () => true) {
  const question = () => stage.question(id());
  const asks = () => question().hops.map((hop) => subQuestion(question(), hop.id));
  const searches = createSearches(asks);
  const results = createMemo(() => {
    const found = asks().map(({ query }) => searches.of({ query }));
    return found.includes(undefined) ? null : found.flatMap((result) => result ?? []);
  });
  const hop = () => question().hops.find((one) => one.id === HOP);
  const asked = () => {
    const own = hop();
    return own === undefined ? '' : judgedSubQuestion(question(), own);
  };
  const candidates = createMemo(() => [...stage.containing(hop()?.answers ?? [])]);
  const judging = createScores(
    () => stage,
    () => {
      const found = results();
      if (found === null || !ready()) return [];
      const read = found.flatMap(({ hits }) =>
        hits.filter(({ rank }) => rank <= k()).map(({ chunk }) => chunk),
      );
      return [...new Set([...read, ...candidates()])].map((chunk) => ({ asked: asked(), chunk }));
    },
  );
  const diagnose = (scores: Scores | null, at: number, threshold?: number) => {
    const found = results();
    const [first] = found ?? [];
    if (found === null || first === undefined || scores === null) return null;
    const events = found.flatMap(({ hits }, i) => {
      const ask = asks()[i];
      return ask === undefined ? [] : [searched(question(), ask, hits, i + 1)];
    });
    const run = { system: 'probe-hops', retriever: first.identity, events };
    return diagnoseCase(stage, { question: question(), run, scores }, at, threshold);
  };
  return { question, asked, hop, candidates, results, judging, diagnose, searches };
}

/** Found and not stated: does the corpus state it at all? */
export function Extraction(props: StoryProps & { stage: Stage }) {
  const told = createCase(
    props.stage,
    () => 'q19',
    () => DEFAULT_K,
  );
  const [id, setId] = createSignal<'q19' | 'q39'>('q19');
  const [k, setK] = createSignal(DEFAULT_K);
  // What the story needs is judged first.
  const tried = createCase(props.stage, id, k, () => told.judging.scores() !== null);
  const [threshold, setThreshold] = createSignal<number | null>(null);
  const set = () => threshold() ?? tried.judging.scores()?.threshold ?? 0.5;

  const shown = createMemo(() => told.diagnose(told.judging.scores(), DEFAULT_K));
  const now = createMemo(() => tried.diagnose(tried.judging.scores(), k(), set()));
  const outcome = () => {
    const hop = shown()?.hops.find((one) => one.hop === HOP);
    if (hop === undefined) return null;
    if (hop.judgement?.present === true) return 'here';
    return hop.corpusGap?.verdict === 'ranking-gap' ? 'elsewhere' : 'nowhere';
  };
  const scoreOf = (one: typeof told) => (chunk: string) => {
    const score = one.judging.scores()?.of(one.asked(), chunk);
    return score == null ? null : `judge: ${percent(score, 0)}`;
  };
  const hopOf = (diagnosis: NonNullable<ReturnType<typeof shown>>) =>
    diagnosis.hops.find((one) => one.hop === HOP);
  const labelled = () => [...props.stage.goldChunks('q19', HOP)][0] ?? '';

  const Candidates = (of: { story: typeof told }) => (
    <ul class="lesson-hops">
      <For each={of.story.candidates()}>
        {(chunk) => (
          <li>
            <details>
              <summary>
                {props.stage.chunk(chunk)?.title}{' '}
                <span class="num small muted">{scoreOf(of.story)(chunk)}</span>
              </summary>
              <p class="small">
                <PassageText
                  text={props.stage.chunk(chunk)?.text ?? ''}
                  answers={of.story.hop()?.answers ?? []}
                  limit={500}
                />
              </p>
            </details>
          </li>
        )}
      </For>
    </ul>
  );

  return (
    <Frame
      view={props.view}
      set={props.set}
      onDone={props.onDone}
      scene={
        <>
          <Needed stage={props.stage} question={told.question()} />
          <p>Both labelled passages are found. This is the second one:</p>
          <p class="lesson-quote">{props.stage.chunk(labelled())?.text}</p>
        </>
      }
      ask={`“${told.asked()}” Where does it stand?`}
      choices={CHOICES}
      outcome={outcome()}
      failure={told.searches.failure() ?? told.judging.failure()}
      onRetry={() => {
        told.searches.again();
        told.judging.again();
      }}
      parts={[
        {
          title: 'What the judge finds in what was retrieved',
          body: () => (
            <>
              <p>
                The judge is a small model of this page. It reads <q>{told.asked()}</q> beside each passage
                and gives a probability that the passage states it. It does not know the answer.
              </p>
              <Ranking
                label="Results for the second hop, with the judge’s scores"
                stage={props.stage}
                hits={told.results()?.[1]?.hits ?? []}
                k={DEFAULT_K}
                marks={marksOf(props.stage, told.question())}
                note={scoreOf(told)}
              />
              <Show when={shown()}>{(diagnosis) => <Links diagnosis={diagnosis()} cells />}</Show>
            </>
          ),
        },
        {
          title: 'Does the corpus say it at all?',
          body: () => (
            <>
              <p>
                The label says “{told.hop()?.answers[0]}”. These are all the passages in which that stands:
              </p>
              <Candidates story={told} />
              <Show when={shown()}>
                {(diagnosis) => <p class="strong">{gapWords(hopOf(diagnosis())?.corpusGap ?? null)}</p>}
              </Show>
              <p>
                Read them: the year is there, but about other things. A check of words alone would be fooled.
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
                  Take the other question, where the fact stands somewhere. Then raise k, or move the
                  threshold and see how a judge can be made to agree with anything.
                </p>
                <Segmented
                  label="Question"
                  value={id()}
                  choices={[
                    { value: 'q19', label: 'the painter’s year of birth' },
                    { value: 'q39', label: 'what cost her the sight' },
                  ]}
                  onChange={setId}
                />
                <KSlider k={k()} onChange={setK} max={MOST} />
                <Threshold value={set()} onChange={setThreshold} />
              </div>
              <Show when={now()} fallback={<p role="status">The judge is reading …</p>}>
                {(diagnosis) => (
                  <>
                    <p class="lesson-question">“{tried.question().text}”</p>
                    <div role="status" aria-live="polite" class="flow tight">
                      <Show when={hopOf(diagnosis())?.cell.accumulated}>
                        {(cell) => (
                          <p>
                            Hop {HOP}: <Chip term={CELL[cell()]} />
                          </p>
                        )}
                      </Show>
                      <p>{gapWords(hopOf(diagnosis())?.corpusGap ?? null)}</p>
                    </div>
                    <Ranking
                      label="Results for the second hop"
                      stage={props.stage}
                      hits={tried.results()?.[1]?.hits ?? []}
                      k={k()}
                      marks={marksOf(props.stage, tried.question())}
                      answers={tried.hop()?.answers ?? []}
                      note={scoreOf(tried)}
                    />
                    <p class="small muted">Passages of the whole corpus with the answer’s words:</p>
                    <Candidates story={tried} />
                  </>
                )}
              </Show>
              <Show when={tried.judging.failure()}>
                {(failure) => <p role="alert">{failure().message}</p>}
              </Show>
            </>
          ),
        },
      ]}
      close={
        <p>
          In an <In term={CELL['extraction-failure']}>extraction failure</In> the passage is there and the
          fact is not. If no passage states it, no retriever can help: the documents have a gap, or the label
          is wrong. If another one does, it has to be ranked higher.
        </p>
      }
    />
  );
}
