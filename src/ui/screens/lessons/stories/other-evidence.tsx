import { createMemo, createSignal, Show } from 'solid-js';
import { threeWay } from '../../../../diagnosis/cells';
import { CELLS, type Cell } from '../../../../domain/diagnosis';
import { judgedSubQuestion } from '../../../../domain/presence';
import { DEFAULT_K } from '../../../../domain/retriever';
import { searched, subQuestion } from '../../../../lessons/events';
import { diagnoseCase, type Stage } from '../../../../lessons/stage';
import { Chip } from '../../../components/chip';
import { KSlider } from '../../../components/kslider';
import { Segmented } from '../../../components/segmented';
import { percent } from '../../../format';
import { CELL } from '../../../messages';
import { createScores, createSearches } from '../bench';
import { In, Threshold } from '../controls';
import { Frame, type StoryProps } from '../frame';
import { Ranking } from '../ranking';
import { Needed } from '../says';

const CHOICES = [
  { id: 'yes', label: 'yes, in another passage' },
  { id: 'no', label: 'no, it is missing with its passage' },
];
const HOP = 2;
const MOST = 35;

/** The cell in the three-way table of arXiv 2609.17043, by the app's own folding. */
const folded = (cell: Cell): Cell => {
  const one = Object.fromEntries(CELLS.map((other) => [other, other === cell ? 1 : 0])) as Record<
    Cell,
    number
  >;
  const table = threeWay(one);
  return (Object.keys(table) as (keyof typeof table)[]).find((other) => table[other] === 1) ?? cell;
};

/** The labelled passage is missed, and the fact is there: by labels alone this would be a failure. */
export function OtherEvidence(props: StoryProps & { stage: Stage }) {
  const question = props.stage.question('q16');
  const hop = question.hops.find(({ id }) => id === HOP);
  const ask = subQuestion(question, HOP);
  const asked = hop === undefined ? '' : judgedSubQuestion(question, hop);
  const marks = new Map([...props.stage.goldChunks(question.id, HOP)].map((chunk) => [chunk, 'labelled']));
  const [k, setK] = createSignal(DEFAULT_K);
  const [threshold, setThreshold] = createSignal<number | null>(null);
  const [table, setTable] = createSignal<'four' | 'three'>('four');
  const searches = createSearches(() => [ask]);
  const result = () => searches.of(ask);
  const judging = createScores(
    () => props.stage,
    () =>
      (result()?.hits ?? [])
        .filter(({ rank }) => rank <= Math.max(k(), DEFAULT_K))
        .map(({ chunk }) => ({ asked, chunk })),
  );
  const set = () => threshold() ?? judging.scores()?.threshold ?? 0.5;
  const diagnose = (at: number, from?: number) => {
    const found = result();
    const scores = judging.scores();
    if (found === undefined || scores === null) return null;
    const events = [searched(question, ask, found.hits, 1)];
    const run = { system: 'decompose', retriever: found.identity, events };
    const diagnosis = diagnoseCase(props.stage, { question, run, scores }, at, from);
    return diagnosis.hops.find((one) => one.hop === HOP) ?? null;
  };
  const told = createMemo(() => diagnose(DEFAULT_K));
  const tried = createMemo(() => diagnose(k(), set()));
  const outcome = () => {
    const present = told()?.judgement?.present;
    return present == null ? null : present ? 'yes' : 'no';
  };
  const note = (chunk: string): string | null => {
    const score = judging.scores()?.of(asked, chunk);
    return score == null ? null : `judge: ${percent(score, 0)}`;
  };
  const cellShown = (cell: Cell) => CELL[table() === 'four' ? cell : folded(cell)];
  return (
    <Frame
      view={props.view}
      set={props.set}
      onDone={props.onDone}
      scene={
        <>
          <Needed stage={props.stage} question={question} />
          <p>
            The first step is done: the year is {question.hops[0]?.answers[0]}. Now one search is made for the
            second: <q>{ask.query}</q>. The labelled passage, a line of the annals, is not among the first
            five.
          </p>
        </>
      }
      ask="Is the fact among the five all the same, by the judge’s word?"
      choices={CHOICES}
      outcome={outcome()}
      failure={searches.failure() ?? judging.failure()}
      onRetry={() => {
        searches.again();
        judging.again();
      }}
      parts={[
        {
          title: 'What the search brings',
          body: () => (
            <>
              <Ranking
                label="Results for the second hop, with the judge’s scores"
                stage={props.stage}
                hits={result()?.hits ?? []}
                k={DEFAULT_K}
                marks={marks}
                answers={['sixty-one days', 'two months']}
                note={note}
              />
              <p>
                Open the passages and judge for yourself. The article on the Great Frost says how long ice
                bore carts; the chronicle says that the river was shut for two months. Which of them states
                the fact is not always a matter of yes or no, and the judge may be wrong.
              </p>
            </>
          ),
        },
        {
          title: 'Four outcomes, not three',
          body: () => (
            <>
              <p>
                Was the labelled passage retrieved? Is the fact present? These are two questions, so there are
                four outcomes. Here:
              </p>
              <Show when={told()?.cell.accumulated}>
                {(cell) => (
                  <p class="row">
                    <Chip term={CELL[cell()]} />
                    <Show when={folded(cell()) !== cell()}>
                      <span class="muted">
                        in a table of three, as in arXiv 2609.17043: {CELL[folded(cell())].label}
                      </span>
                    </Show>
                  </p>
                )}
              </Show>
              <p>
                A table of three blames the retriever for every labelled passage that it misses, also where
                nothing was lost by it.
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
                  Lower k to 1 or 2, then raise it until the labelled passage comes in: three outcomes, one
                  search.
                </p>
                <KSlider k={k()} onChange={setK} max={MOST} />
                <Threshold value={set()} onChange={setThreshold} />
                <Segmented
                  label="Table"
                  value={table()}
                  choices={[
                    { value: 'four', label: 'four outcomes' },
                    { value: 'three', label: 'three, as in the paper' },
                  ]}
                  onChange={setTable}
                />
              </div>
              <div role="status" aria-live="polite">
                <Show when={tried()?.cell.accumulated} fallback={<p>The judge is reading …</p>}>
                  {(cell) => (
                    <p class="row">
                      <span class="num">k = {k()}</span>
                      <Chip term={cellShown(cell())} />
                      <span class="small muted num">
                        best score {percent(tried()?.judgement?.probability ?? null, 0)}
                      </span>
                    </p>
                  )}
                </Show>
              </div>
              <Ranking
                label="Results for the second hop at this k"
                stage={props.stage}
                hits={result()?.hits ?? []}
                k={k()}
                marks={marks}
                answers={['sixty-one days', 'two months']}
                note={note}
              />
            </>
          ),
        },
      ]}
      close={
        <p>
          <In term={CELL['alternate-evidence']}>Other evidence</In> is no failure of retrieval. Labels name
          one passage; a corpus may say a thing twice. Before you tune a retriever to reach the labelled one,
          look at how often this happens.
        </p>
      }
    />
  );
}
