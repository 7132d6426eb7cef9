import { createMemo, For, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { GoldMapping } from '../../../domain/mapping';
import type { Question } from '../../../domain/question';
import { PassageText } from '../../components/chain/passage-text';
import { Panel } from '../../components/panel';
import { LongWords, Words } from '../../components/words';
import { goldsOfChunk, lostGolds } from './mark-gold';

export interface ReaderProps {
  chunk: Chunk;
  query: string;
  question: Question | null;
  mappings: GoldMapping[];
  busy: boolean;
  readOnly: boolean;
  onMark: (hop: number | null, replaced: string[]) => void;
  onUnmark: (hop: number | null, gold: string) => void;
  onClose: () => void;
}

/** The passage that was clicked, and what it is gold for. */
export function Reader(props: ReaderProps) {
  const answers = createMemo(() => {
    const { question } = props;
    return question === null ? [] : [...question.answers, ...question.hops.flatMap((hop) => hop.answers)];
  });
  return (
    <Panel
      title={<LongWords text={props.chunk.title} />}
      why={
        <>
          <Words text={props.chunk.document} />, characters {props.chunk.start}–{props.chunk.end}
        </>
      }
      actions={
        <button
          type="button"
          class="btn quiet tiny"
          aria-label="Close the passage"
          onClick={() => props.onClose()}
        >
          ✕
        </button>
      }
    >
      <div class="flow tight">
        <p class="passage">
          <PassageText text={props.chunk.text} answers={answers()} />
        </p>
        <Show
          when={props.question}
          fallback={<p class="small muted">Choose a question above to mark this passage as its gold.</p>}
        >
          {(question) => <Marks {...props} question={question()} />}
        </Show>
      </div>
    </Panel>
  );
}

function Marks(props: ReaderProps & { question: Question }) {
  const golds = () => goldsOfChunk(props.question, props.mappings, props.chunk.id);
  const goldFor = (hop: number): string | null =>
    golds().find((gold) => gold.hops.includes(hop))?.gold ?? null;
  const disabled = () => props.busy || props.readOnly;
  return (
    <Show
      when={props.question.answerable}
      fallback={
        <p class="small muted">This question is marked unanswerable; it has no gold passage to mark.</p>
      }
    >
      <Show
        when={props.question.hops.length > 0}
        fallback={
          <Show
            when={golds()[0]}
            fallback={
              <button
                type="button"
                class="btn primary"
                disabled={disabled()}
                onClick={() => props.onMark(null, [])}
              >
                Mark as gold
              </button>
            }
          >
            {(gold) => (
              <div class="spread">
                <span class="chip tone-present">
                  <span aria-hidden="true">●</span> gold of this question
                </span>
                <button
                  type="button"
                  class="btn tiny"
                  disabled={disabled()}
                  onClick={() => props.onUnmark(null, gold().gold)}
                >
                  Remove
                </button>
              </div>
            )}
          </Show>
        }
      >
        <ul class="mark-list">
          <For each={props.question.hops}>
            {(hop) => (
              <li classList={{ gold: goldFor(hop.id) !== null }}>
                <span class="grow">
                  <b>Hop {hop.id}</b>{' '}
                  <span class="muted">
                    <LongWords text={hop.question} />
                  </span>
                  <Show
                    when={
                      goldFor(hop.id) === null && lostGolds(props.question, hop.id, props.mappings).length > 0
                    }
                  >
                    <span class="small lost">
                      {' '}
                      ∅ its labelled passage is not in the corpus; a mark takes its place
                    </span>
                  </Show>
                </span>
                <Show
                  when={goldFor(hop.id)}
                  fallback={
                    <button
                      type="button"
                      class="btn tiny"
                      disabled={disabled()}
                      onClick={() => props.onMark(hop.id, lostGolds(props.question, hop.id, props.mappings))}
                    >
                      Mark as gold<span class="visually-hidden"> of hop {hop.id}</span>
                    </button>
                  }
                >
                  {(gold) => (
                    <button
                      type="button"
                      class="btn tiny"
                      disabled={disabled()}
                      onClick={() => props.onUnmark(hop.id, gold())}
                    >
                      <span aria-hidden="true">●</span> gold, remove
                      <span class="visually-hidden"> from hop {hop.id}</span>
                    </button>
                  )}
                </Show>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={props.readOnly}>
        <p class="small muted">
          Another tab does the writing in this workspace, so nothing can be marked here.
        </p>
      </Show>
    </Show>
  );
}
