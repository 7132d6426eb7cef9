import { Show } from 'solid-js';
import type { QuestionDiagnosis } from '../../../domain/diagnosis';
import { Empty } from '../../components/notice';

/** Why there is no chain, and what to do about it. */
export function NoChain(props: { diagnosis: QuestionDiagnosis; workspace: string }) {
  const desk = () =>
    `#/w/${props.workspace}/questions?tab=label&at=${encodeURIComponent(props.diagnosis.question.id)}`;
  return (
    <Show
      when={props.diagnosis.question.answerable}
      fallback={
        <>
          <h2 class="visually-hidden">Chain of hops</h2>
          <Empty title="No chain to draw">
            This question is marked unanswerable: there is no passage to find, so retrieval is not judged on
            it.
          </Empty>
        </>
      }
    >
      <h2 class="visually-hidden">Chain of hops</h2>
      <Empty
        title="No gold passage is labelled"
        actions={
          <a class="btn primary" href={desk()}>
            Mark its gold passages
          </a>
        }
      >
        Search for the passages that a reader needs and mark them; the chain and the verdict follow at once.
      </Empty>
    </Show>
  );
}
