import { createMemo } from 'solid-js';
import type { Question } from '../../../../domain/question';
import { CopyButton, tsv } from '../../../components/copy';
import { Panel } from '../../../components/panel';
import { Segmented } from '../../../components/segmented';
import { type Column, VirtualTable } from '../../../components/virtual-table';
import { count, plural } from '../../../format';
import { type List, listed, openPlaces, openRows, type Progress, placesOf } from './places';

/** How a question stands: "○ hop 2", "○ no gold", "● labelled". */
const stateOf = (question: Question): string => {
  const open = openPlaces(question);
  if (open.length === 0) return '● labelled';
  const hops = open.filter((hop) => hop !== null);
  return hops.length === 0 || (hops.length > 1 && hops.length === placesOf(question).length)
    ? '○ no gold'
    : `○ hop ${hops.join(', ')}`;
};

/** What is left to label, and how far it has come. */
export function WorkList(props: {
  questions: readonly Question[];
  progress: Progress;
  list: List;
  current: string | null;
  onList: (list: List) => void;
  onPick: (question: string) => void;
}) {
  const rows = createMemo(() => listed(props.questions, props.list, props.current));
  const done = () => props.progress.places;
  const columns: Column<Question>[] = [
    {
      id: 'question',
      head: 'Question',
      width: 'minmax(8em, 1fr)',
      cell: (question) => (
        <span title={question.text}>
          <bdi>{question.text}</bdi>
        </span>
      ),
    },
    {
      id: 'open',
      head: 'Without gold',
      width: '7.5em',
      cell: (question) => (
        <span class={openPlaces(question).length === 0 ? 'tone-present toned' : 'muted'}>
          {stateOf(question)}
        </span>
      ),
    },
  ];
  return (
    <Panel
      title="Work list"
      why={`${plural(props.progress.bare, 'question')} without gold, ${plural(props.progress.hops, 'hop')} without gold.`}
      actions={<CopyButton label="Copy what is open as TSV" text={() => tsv(openRows(props.questions))} />}
    >
      <div class="flow tight">
        <p class="small num" role="status">
          <b>{count(done().done)}</b> of {plural(done().total, 'place')} labelled (hops, and questions without
          hops); {count(props.progress.questions.done)} of{' '}
          {plural(props.progress.questions.total, 'question')} complete
        </p>
        <div class="desk-track" aria-hidden="true">
          <div style={{ transform: `scaleX(${done().done / Math.max(1, done().total)})` }} />
        </div>
        <div class="row">
          <Segmented
            label="Questions in the work list"
            value={props.list}
            onChange={props.onList}
            choices={[
              { value: 'open', label: 'Open' },
              { value: 'bare', label: 'No gold' },
              { value: 'hops', label: 'Hops' },
              { value: 'all', label: 'All' },
            ]}
          />
        </div>
        <VirtualTable
          label="Work list"
          count={rows().length}
          row={(at) => rows()[at]}
          columns={columns}
          maxHeight="min(50vh, 300px)"
          selected={rows().findIndex(({ id }) => id === props.current)}
          onSelect={(_, question) => props.onPick(question.id)}
        />
      </div>
    </Panel>
  );
}
