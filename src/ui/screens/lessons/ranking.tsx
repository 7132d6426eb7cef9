import { For, Show } from 'solid-js';
import type { Hit } from '../../../domain/retriever';
import type { Stage } from '../../../lessons/stage';
import { PassageText } from '../../components/chain/passage-text';
import { trialRows } from './rows';

/** A ranking as the run has it: the first k, the next one past the cut, and every labelled passage however far down. */
export function Ranking(props: {
  /** What is searched for, for a screen reader. */
  label: string;
  stage: Stage;
  hits: readonly Hit[];
  k: number;
  /** Chunk → what it is, e.g. "hop 2". */
  marks: ReadonlyMap<string, string>;
  answers?: string[];
  /** Written behind a title: a judge's score. */
  note?: (chunk: string) => string | null;
}) {
  const rows = () => trialRows(props.hits, props.k, props.marks);
  return (
    <div class="lesson-ranking">
      <ol aria-label={props.label}>
        <For each={rows().shown}>
          {(row) => (
            <li classList={{ beyond: row.beyond, gold: row.mark !== null, cut: row.firstBeyond }}>
              <span class="num rank">
                <span class="visually-hidden">rank </span>
                {row.hit.rank}
              </span>
              <details>
                <summary>
                  <span>{props.stage.chunk(row.hit.chunk)?.title ?? row.hit.chunk}</span>
                  <Show when={row.piece}>{(piece) => <span class="faint small"> piece {piece()}</span>}</Show>
                  <Show when={row.mark}>
                    {(mark) => (
                      <span class={`chip ${row.beyond ? 'tone-retrieval' : 'tone-present'}`}>
                        <span class="sign" aria-hidden="true">
                          {row.beyond ? '○' : '●'}
                        </span>
                        {mark()}
                      </span>
                    )}
                  </Show>
                  <Show when={props.note?.(row.hit.chunk)}>
                    {(note) => <span class="num small muted"> {note()}</span>}
                  </Show>
                </summary>
                <p class="small">
                  <PassageText
                    text={props.stage.chunk(row.hit.chunk)?.text ?? ''}
                    answers={props.answers ?? []}
                    limit={700}
                  />
                </p>
              </details>
            </li>
          )}
        </For>
      </ol>
      <p class="small muted">
        Retrieved: ranks 1 to {props.k}.{' '}
        <Show when={rows().absent.length > 0}>
          Not among the first 50:{' '}
          {rows()
            .absent.map(({ chunk, mark }) => `${props.stage.chunk(chunk)?.title ?? chunk} (${mark})`)
            .join(', ')}
          .
        </Show>
      </p>
    </div>
  );
}
