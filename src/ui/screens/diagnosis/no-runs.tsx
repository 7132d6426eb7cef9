import { Show } from 'solid-js';
import { questionCount, type WorkspaceMeta } from '../../../domain/workspace';
import { Empty } from '../../components/notice';
import { plural } from '../../format';

/** Nothing to diagnose yet: what is missing, and where to get it. */
export function NoRuns(props: { meta: WorkspaceMeta }) {
  const to = (screen: string): string => `#/w/${props.meta.id}/${screen}`;
  const questions = () => props.meta.questions;
  return (
    <main>
      <Show
        when={questionCount(questions()) > 0}
        fallback={
          <Empty
            title="No questions yet"
            actions={
              <a class="btn primary" href={to('questions')}>
                Add questions
              </a>
            }
          >
            A diagnosis needs questions whose gold passages are labelled. Import a set, or type a question and
            mark its gold passages by clicking.
          </Empty>
        }
      >
        <Show
          when={questions()?.labelled !== 0}
          fallback={
            <Empty
              title="No question is labelled yet"
              actions={
                <a class="btn primary" href={to('questions?tab=label')}>
                  Label questions
                </a>
              }
            >
              Without gold passages nothing can be judged. Look through what the retrievers suggest, search,
              and mark the passages that a reader needs.
            </Empty>
          }
        >
          <Empty
            title="Nothing has been run yet"
            actions={
              <a class="btn primary" href={to('runs')}>
                Go to Runs
              </a>
            }
          >
            {plural(questionCount(questions()), 'question')} wait. The three probes need no key and no
            network: they search with the whole question, hop by hop, and with the gold bridge answers filled
            in.
          </Empty>
        </Show>
      </Show>
    </main>
  );
}
