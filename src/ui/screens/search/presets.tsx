import { For } from 'solid-js';
import type { Question } from '../../../domain/question';
import { fillPlaceholders } from '../../../domain/question';

/** Queries that the labels of the question suggest. */
export function Presets(props: { question: Question; onQuery: (query: string) => void }) {
  const answerOf = (hop: number): string | undefined =>
    props.question.hops.find((candidate) => candidate.id === hop)?.answers[0];
  return (
    <div class="row small presets">
      <span class="muted">ask with</span>
      <button type="button" class="btn tiny" onClick={() => props.onQuery(props.question.text)}>
        the whole question
      </button>
      <For each={props.question.hops}>
        {(hop) => (
          <button
            type="button"
            class="btn tiny"
            title={fillPlaceholders(hop.question, answerOf)}
            onClick={() => props.onQuery(fillPlaceholders(hop.question, answerOf))}
          >
            hop {hop.id}
          </button>
        )}
      </For>
    </div>
  );
}
