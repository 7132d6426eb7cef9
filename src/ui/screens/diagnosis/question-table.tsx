import { For, type JSX, Show } from 'solid-js';
import type { Criterion, LinkState, QuestionRow } from '../../../domain/diagnosis';
import { Chip, Sign } from '../../components/chip';
import { Panel } from '../../components/panel';
import { type TableCells, TableTools } from '../../components/table-tools';
import { type Column, VirtualTable } from '../../components/virtual-table';
import { count, decimal, plural } from '../../format';
import { CERTIFICATE, HOP, type TermText, VERDICT } from '../../messages';
import { CERTIFICATE_KEYS, type Sort } from './view';

const LINK: Record<LinkState, TermText> = {
  retrieved: HOP.retrieved,
  missed: HOP.missed,
  'not-in-corpus': HOP.notInCorpus,
  unknown: HOP.unlabelled,
};

/** The weakest certificate among the gold passages: the one that decides what can be said of the question. */
const weakest = (row: QuestionRow): TermText | null => {
  const key = CERTIFICATE_KEYS.toReversed().find((level) => row.certificates.includes(level));
  return key === undefined ? null : CERTIFICATE[key];
};

const chainOf = (row: QuestionRow, criterion: Criterion): LinkState[] => row.chain[criterion];

const errorTerm: TermText = {
  id: 'question-error',
  label: 'no data',
  sign: '!',
  tone: 'gaveup',
  definition: 'The run ended in an error for this question or recorded no retrieval; it is in no rate.',
};

export interface FilterChip {
  sign?: string;
  label: string;
  clear: () => void;
}

/** The questions of the run, filtered by everything that was clicked above; a row opens the chain. */
export function QuestionTable(props: {
  rows: QuestionRow[];
  total: number;
  criterion: Criterion;
  sort: Sort;
  desc: boolean;
  q: string;
  filters: FilterChip[];
  hrefOf: (row: QuestionRow) => string;
  onSort: (sort: Sort) => void;
  onSearch: (q: string) => void;
  onClear: () => void;
  onOpen: (row: QuestionRow) => void;
}) {
  const head = (sort: Sort, label: JSX.Element): JSX.Element => (
    <button type="button" class="sort" aria-pressed={props.sort === sort} onClick={() => props.onSort(sort)}>
      {label}
      <span aria-hidden="true">{props.sort === sort ? (props.desc ? ' ↓' : ' ↑') : ''}</span>
      <span class="visually-hidden">
        {props.sort === sort ? `, sorted ${props.desc ? 'descending' : 'ascending'}` : ', sort'}
      </span>
    </button>
  );
  const columns: Column<QuestionRow>[] = [
    {
      id: 'question',
      get head() {
        return head('question', 'Question');
      },
      width: 'minmax(16em, 1fr)',
      cell: (row) => (
        <a class="row-link" href={props.hrefOf(row)} title={row.text}>
          {row.text}
        </a>
      ),
    },
    {
      id: 'hops',
      get head() {
        return head('hops', 'Hops');
      },
      width: '4.2em',
      right: true,
      cell: (row) => row.hops,
    },
    {
      id: 'chain',
      head: 'Chain',
      width: '6em',
      cell: (row) => (
        <span class="chain-signs">
          <For each={chainOf(row, props.criterion)}>{(state) => <Sign term={LINK[state]} />}</For>
        </span>
      ),
    },
    {
      id: 'cause',
      get head() {
        return head('cause', 'Verdict');
      },
      width: '11.5em',
      cell: (row) => <Chip plain term={row.error === null ? VERDICT[row.verdict] : errorTerm} />,
    },
    {
      id: 'recall',
      get head() {
        return head('recall', 'Recall');
      },
      width: '5em',
      right: true,
      cell: (row) => decimal(row.evidenceRecall),
    },
    {
      id: 'last',
      get head() {
        return head('last', 'Last gold');
      },
      width: '6em',
      right: true,
      cell: (row) => row.lastGoldRank ?? '–',
    },
    {
      id: 'certificate',
      head: 'Certificate',
      width: '11em',
      cell: (row) => (
        <Show when={weakest(row)} fallback="–">
          {(term) => <Chip plain term={term()} />}
        </Show>
      ),
    },
  ];
  const exported = (): TableCells => [
    ['id', 'question', 'hops', 'chain', 'verdict', 'recall', 'rank of last gold', 'certificate'],
    ...props.rows.map((row) => [
      row.id,
      row.text,
      row.hops,
      chainOf(row, props.criterion)
        .map((state) => LINK[state].sign)
        .join(' '),
      row.error === null ? VERDICT[row.verdict].label : errorTerm.label,
      row.evidenceRecall === null ? '' : decimal(row.evidenceRecall),
      row.lastGoldRank,
      weakest(row)?.label ?? '',
    ]),
  ];
  return (
    <Panel
      title="Questions"
      span={12}
      id="questions"
      why={
        <span class="num" role="status">
          {props.rows.length === props.total
            ? plural(props.total, 'question')
            : `${count(props.rows.length)} of ${plural(props.total, 'question')}`}
          ; a row opens its chain
        </span>
      }
      actions={
        <>
          <input
            class="field filter-field"
            type="search"
            placeholder="Filter by text"
            aria-label="Filter questions by text"
            value={props.q}
            onInput={(event) => props.onSearch(event.currentTarget.value)}
          />
          <TableTools name="questions" rows={exported} done={`Copied ${plural(props.rows.length, 'row')}`} />
        </>
      }
    >
      <div class="flow tight">
        <Show when={props.filters.length > 0}>
          <div class="row filters">
            <For each={props.filters}>
              {(filter) => (
                <button
                  type="button"
                  class="btn tiny"
                  aria-label={`Remove filter: ${filter.label}`}
                  onClick={() => filter.clear()}
                >
                  <Show when={filter.sign}>
                    <span aria-hidden="true">{filter.sign}</span>
                  </Show>
                  {filter.label} <span aria-hidden="true">✕</span>
                </button>
              )}
            </For>
            <button type="button" class="btn quiet tiny" onClick={() => props.onClear()}>
              Clear all
            </button>
          </div>
        </Show>
        <Show when={props.rows.length > 0} fallback={<p class="muted">No question passes these filters.</p>}>
          <VirtualTable<QuestionRow>
            label="Questions of this run"
            count={props.rows.length}
            row={(index) => props.rows[index]}
            columns={columns}
            height={36}
            minWidth="880px"
            maxHeight="min(70vh, 640px)"
            onOpen={(_index, row) => props.onOpen(row)}
          />
        </Show>
      </div>
    </Panel>
  );
}
