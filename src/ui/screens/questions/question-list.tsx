import { useNavigate } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import type { QuestionRow } from '../../../domain/diagnosis';
import { hopCount, type Question } from '../../../domain/question';
import { DEFAULT_K } from '../../../domain/retriever';
import { Chip } from '../../components/chip';
import { type Column, VirtualTable } from '../../components/virtual-table';
import { decimal } from '../../format';
import { VERDICT } from '../../messages';
import { SINCE } from './age-words';

/** The table; a row leads to the question's chain when a run has asked it, else to the editor. */
export const QuestionList = (props: {
  workspace: string;
  questions: readonly Question[];
  rows: ReadonlyMap<string, QuestionRow>;
  run: string | null;
  k: number;
  editing: string | null;
  onEdit: (id: string) => void;
}) => {
  const navigate = useNavigate();
  const [at, setAt] = createSignal<number | null>(null);
  const target = (question: Question): string => {
    const params = new URLSearchParams();
    if (props.run !== null) params.set('run', props.run);
    if (props.k !== DEFAULT_K) params.set('k', String(props.k));
    return `/w/${props.workspace}/question/${encodeURIComponent(question.id)}?${params}`;
  };
  const columns: Column<Question>[] = [
    {
      id: 'question',
      head: 'Question',
      width: 'minmax(16em, 1fr)',
      cell: (question) => (
        <Show
          when={props.rows.has(question.id)}
          fallback={
            <span title={question.text}>
              <bdi>{question.text}</bdi>
            </span>
          }
        >
          <a href={`#${target(question)}`} title={question.text}>
            <bdi>{question.text}</bdi>
          </a>
        </Show>
      ),
    },
    {
      id: 'hops',
      head: 'Hops',
      width: '3.5em',
      right: true,
      cell: (question) => <span class="num">{hopCount(question) || '–'}</span>,
    },
    {
      id: 'type',
      head: 'Type',
      width: '8em',
      cell: (question) => <span class="muted">{question.type ?? ''}</span>,
    },
    {
      id: 'gold',
      head: 'Gold',
      width: '3.5em',
      right: true,
      cell: (question) => (
        <span class="num" classList={{ faint: question.gold.length === 0 }}>
          {question.answerable ? question.gold.length : '–'}
        </span>
      ),
    },
    {
      id: 'verdict',
      head: 'Verdict',
      width: '13em',
      cell: (question) => (
        <Show
          when={props.rows.get(question.id)}
          fallback={<span class="faint">{question.answerable ? 'not asked' : 'unanswerable'}</span>}
        >
          {(row) => (
            <>
              <Chip term={VERDICT[row().verdict]} />
              <Show when={row().since}>
                {(since) => (
                  <span class="small muted" title={SINCE[since()]}>
                    {' '}
                    older
                  </span>
                )}
              </Show>
            </>
          )}
        </Show>
      ),
    },
    {
      id: 'recall',
      head: 'Recall',
      width: '4em',
      right: true,
      cell: (question) => (
        <span class="num">{decimal(props.rows.get(question.id)?.evidenceRecall ?? null)}</span>
      ),
    },
    {
      id: 'edit',
      head: <span class="visually-hidden">Edit</span>,
      width: '3.5em',
      right: true,
      cell: (question) => (
        <button
          type="button"
          class="btn quiet tiny"
          aria-label={`Edit “${question.text}”`}
          aria-pressed={props.editing === question.id}
          onClick={() => props.onEdit(question.id)}
        >
          ✎
        </button>
      ),
    },
  ];
  return (
    <VirtualTable
      label="Questions"
      count={props.questions.length}
      row={(index) => props.questions[index]}
      columns={columns}
      maxHeight="62vh"
      minWidth="820px"
      clickOpens
      selected={at()}
      onSelect={(index) => setAt(index)}
      onOpen={(_, question) =>
        props.rows.has(question.id) ? navigate(target(question)) : props.onEdit(question.id)
      }
    />
  );
};
