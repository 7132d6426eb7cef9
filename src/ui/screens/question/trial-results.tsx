import { createSignal, For, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { PairScore } from '../../../domain/presence';
import { STORED_DEPTH } from '../../../domain/retriever';
import { PassageText } from '../../components/chain/passage-text';
import { TONE_TERM } from '../../components/chain/words';
import { Chip } from '../../components/chip';
import { LongWords, Words } from '../../components/words';
import { count, percent } from '../../format';
import type { TrialRow } from './trial';

/** Ranked passages of a trial, with the cut, gold, and the judge's word where it has been asked. */
export function Results(props: {
  rows: TrialRow[];
  /** Of the hop that the judge reads for; undefined: not asked. */
  scoreOf: (chunk: string) => PairScore | undefined;
  threshold: number;
  k: number;
  total: number;
  chunk: (id: string) => Chunk | undefined;
  stale: boolean;
}) {
  const legs = () =>
    props.rows.some((row) => row.hit.parts?.bm25 !== undefined && row.hit.parts.vector !== undefined);
  const judged = () => props.rows.some((row) => props.scoreOf(row.hit.chunk) !== undefined);
  return (
    <Show when={props.rows.length > 0} fallback={<p class="muted">No passage matches this query.</p>}>
      <div class="trial-box">
        <table class="num trial" classList={{ stale: props.stale }}>
          <thead>
            <tr>
              <th scope="col" class="r">
                #
              </th>
              <th scope="col">Passage</th>
              <Show when={legs()}>
                <th scope="col" class="r">
                  BM25
                </th>
                <th scope="col" class="r">
                  vector
                </th>
              </Show>
              <Show when={judged()}>
                <th scope="col" class="r">
                  states the fact
                </th>
              </Show>
            </tr>
          </thead>
          <tbody>
            <For each={props.rows}>
              {(row, at) => (
                <ResultRow
                  row={row}
                  chunk={props.chunk(row.hit.chunk)}
                  legs={legs()}
                  judged={judged()}
                  score={props.scoreOf(row.hit.chunk)}
                  threshold={props.threshold}
                  cut={row.beyond && props.rows[at() - 1]?.beyond !== true}
                  k={props.k}
                />
              )}
            </For>
          </tbody>
        </table>
      </div>
      <p class="small faint">
        {count(props.total)} ranked, to depth {STORED_DEPTH}
      </p>
    </Show>
  );
}

/** Longest title in a row; the opened row has the whole of a longer one. */
const WHOLE_TITLE = 160;

function ResultRow(props: {
  row: TrialRow;
  chunk: Chunk | undefined;
  legs: boolean;
  judged: boolean;
  score: PairScore | undefined;
  threshold: number;
  cut: boolean;
  k: number;
}) {
  const [open, setOpen] = createSignal(false);
  const title = () => props.chunk?.title ?? props.row.hit.chunk;
  const answers = () => props.row.cards.flatMap((card) => card.answers);
  return (
    <>
      <Show when={props.cut}>
        <tr class="cut-row">
          <td colspan={(props.legs ? 4 : 2) + (props.judged ? 1 : 0)}>
            <span>cut at k = {props.k}</span>
          </td>
        </tr>
      </Show>
      <tr
        classList={{ beyond: props.row.beyond, gold: props.row.cards.length > 0, 'after-gap': props.row.gap }}
      >
        <td class="r">{props.row.hit.rank}</td>
        <td>
          <button
            type="button"
            class="linklike hit-title"
            aria-expanded={open()}
            onClick={() => setOpen(!open())}
          >
            <Words text={title()} limit={WHOLE_TITLE} />
          </button>{' '}
          <For each={props.row.cards}>
            {(card) => (
              <Chip
                plain
                term={TONE_TERM[props.row.beyond ? 'retrieval' : 'present']}
                label={`gold, ${card.kind === 'hop' ? 'hop' : 'passage'} ${card.id}`}
              />
            )}
          </For>
          <Show when={open() && props.chunk}>
            {(chunk) => (
              <p class="small muted opened">
                <Show when={title().length > WHOLE_TITLE}>
                  <b>
                    <LongWords text={title()} />
                  </b>{' '}
                </Show>
                <PassageText text={chunk().text} answers={answers()} />
              </p>
            )}
          </Show>
        </td>
        <Show when={props.legs}>
          <td class="r muted">{props.row.hit.parts?.bm25?.rank ?? '–'}</td>
          <td class="r muted">{props.row.hit.parts?.vector?.rank ?? '–'}</td>
        </Show>
        <Show when={props.judged}>
          <td class="r nowrap">
            <ScoreCell score={props.score} threshold={props.threshold} />
          </td>
        </Show>
      </tr>
    </>
  );
}

function ScoreCell(props: { score: PairScore | undefined; threshold: number }) {
  return (
    <Show when={props.score} fallback={<span class="faint">–</span>}>
      {(score) => (
        <Show
          when={score().probability !== null}
          fallback={<span title={score().message}>{score().state}</span>}
        >
          <span classList={{ 'states-it': (score().probability ?? 0) >= props.threshold }}>
            {percent(score().probability, 0)}
          </span>
        </Show>
      )}
    </Show>
  );
}
