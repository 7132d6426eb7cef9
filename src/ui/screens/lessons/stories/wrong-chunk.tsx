import { createMemo, createSignal, Show } from 'solid-js';
import { type ChunkingSettings, DEFAULT_CHUNKING } from '../../../../domain/corpus';
import { DEFAULT_K } from '../../../../domain/retriever';
import type { SearchResult } from '../../../../domain/seam';
import { searched, wholeQuestion } from '../../../../lessons/events';
import { diagnoseCase, marksOf, type Stage } from '../../../../lessons/stage';
import { KSlider } from '../../../components/kslider';
import { FailureNotice } from '../../../components/notice';
import { Segmented } from '../../../components/segmented';
import { plural } from '../../../format';
import { VERDICT } from '../../../messages';
import { createLatest } from '../../../state/latest';
import { createSearches, openStage } from '../bench';
import { In } from '../controls';
import { Frame, type StoryProps } from '../frame';
import { Ranking } from '../ranking';
import { Needed, Verdict } from '../says';

const CHOICES = [
  { id: 'right', label: 'the piece with the answer' },
  { id: 'others', label: 'other pieces of the roll, but not that one' },
  { id: 'nothing', label: 'nothing of the roll' },
];
const DEFAULT_SIZE = String(DEFAULT_CHUNKING.size);
const SIZES = ['64', '128', DEFAULT_SIZE, '400'];

const cutting = (size: string): ChunkingSettings =>
  size === DEFAULT_SIZE ? DEFAULT_CHUNKING : { ...DEFAULT_CHUNKING, unit: 'tokens', size: Number(size) };

/** A long list, cut: which piece comes first is a matter of size, k and words. */
export function WrongChunk(props: StoryProps & { stage: Stage }) {
  const question = props.stage.question('q03');
  const whole = wholeQuestion(question);
  const [k, setK] = createSignal(DEFAULT_K);
  const [size, setSize] = createSignal(DEFAULT_SIZE);
  const stages = createLatest(
    () => ({ size: size() }),
    async (asked) => {
      const outcome = await openStage(cutting(asked.size));
      return outcome.ok ? { ok: true as const, value: { ...asked, stage: outcome.value } } : outcome;
    },
  );
  const searches = createSearches(() => [
    { query: whole.query },
    { query: whole.query, chunking: cutting(size()) },
  ]);
  const diagnose = (stage: Stage, result: SearchResult | undefined, at: number) => {
    if (result === undefined) return null;
    const run = {
      system: 'probe-single',
      retriever: result.identity,
      events: [searched(question, whole, result.hits, 1)],
    };
    return diagnoseCase(stage, { question, run }, at);
  };
  const first = () => searches.of({ query: whole.query });
  const told = createMemo(() => diagnose(props.stage, first(), DEFAULT_K));
  const tried = createMemo(() => {
    const opened = stages.value();
    const result = searches.of({ query: whole.query, chunking: cutting(size()) });
    if (opened === null || opened.size !== size() || result === undefined) return null;
    const diagnosis = diagnose(opened.stage, result, k());
    return diagnosis === null ? null : { diagnosis, result, stage: opened.stage };
  });
  const outcome = () => {
    const verdict = told()?.verdict;
    if (verdict === undefined) return null;
    return verdict === 'wrong-chunk' ? 'others' : verdict === 'missing-document' ? 'nothing' : 'right';
  };
  const pieces = (stage: Stage): number =>
    stage.demo.chunks.filter(({ document }) => document === 'regatta-roll').length;
  return (
    <Frame
      view={props.view}
      set={props.set}
      onDone={props.onDone}
      scene={
        <>
          <Needed stage={props.stage} question={question} />
          <p>
            The answer stands in one line of a long roll, year by year, of a boat race. For searching, it is
            cut into {pieces(props.stage)} pieces. Nearly every piece speaks of boats, the ham and who got it.
          </p>
        </>
      }
      ask="What of the roll will be among the first five results?"
      choices={CHOICES}
      outcome={outcome()}
      failure={searches.failure()}
      onRetry={searches.again}
      parts={[
        {
          title: 'What the search brings',
          body: () => (
            <Ranking
              label="Results of one search with the whole question"
              stage={props.stage}
              hits={first()?.hits ?? []}
              k={DEFAULT_K}
              marks={marksOf(props.stage, question)}
              answers={question.answers}
            />
          ),
        },
        {
          title: 'Why the right piece comes late',
          body: () => (
            <>
              <p>
                The question says that every boat <i>foundered</i>. The line says that “all nine went down
                together”. The other pieces share more of the question’s words, so they come first: the
                document is right, the piece is not.
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
                <p>Cut the documents into larger or smaller pieces, or read more of the results.</p>
                <Segmented
                  label="Size of a piece, in tokens"
                  value={size()}
                  choices={SIZES.map((value) => ({ value, label: `${value} tokens` }))}
                  onChange={setSize}
                />
                <KSlider k={k()} onChange={setK} />
              </div>
              <Show when={stages.failure()}>
                {(failure) => <FailureNotice failure={failure()} onRetry={stages.again} />}
              </Show>
              <Show when={tried()} fallback={<p role="status">The documents are being cut and indexed …</p>}>
                {(now) => (
                  <>
                    <Verdict diagnosis={now().diagnosis} />
                    <p class="small muted">
                      The roll has {plural(pieces(now().stage), 'piece')} now, all documents together{' '}
                      {now().stage.demo.chunks.length}. The piece with the answer is at rank{' '}
                      {now().diagnosis.golds[0]?.bestRank ?? 'none of the first 50'}.
                    </p>
                    <Ranking
                      label="Results with this size"
                      stage={now().stage}
                      hits={now().result.hits}
                      k={k()}
                      marks={marksOf(now().stage, question)}
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
          A <In term={VERDICT['wrong-chunk']}>wrong chunk</In> is a matter of cutting or ranking, not of a
          missing document. Smaller pieces are no cure by themselves: there are then more of them to stand in
          front. Measure a size on your own questions before you settle on it.
        </p>
      }
    />
  );
}
