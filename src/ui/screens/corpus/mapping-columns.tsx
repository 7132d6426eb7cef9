import { Show } from 'solid-js';
import type { GoldMapping } from '../../../domain/mapping';
import type { GoldPassage, Question } from '../../../domain/question';
import type { Column } from '../../components/virtual-table';
import { plural } from '../../format';
import { METHOD } from '../../messages';

/** A gold passage with its mapping and the question it belongs to. */
export interface MappingRow {
  mapping: GoldMapping;
  question: Question | undefined;
  gold: GoldPassage | undefined;
}

export const nameOf = (row: MappingRow): string => {
  const gold = row.gold;
  return gold?.title ?? gold?.document ?? gold?.quote ?? gold?.text?.slice(0, 120) ?? row.mapping.gold;
};

export const MAPPING_COLUMNS: Column<MappingRow>[] = [
  {
    id: 'question',
    head: 'Question',
    width: 'minmax(12em, 1.4fr)',
    cell: (row) => (
      <span title={row.question?.text}>
        <bdi>{row.question?.text ?? row.mapping.question}</bdi>
      </span>
    ),
  },
  {
    id: 'gold',
    head: 'Gold passage',
    width: 'minmax(8em, 1fr)',
    cell: (row) => (
      <b title={nameOf(row)}>
        <bdi>{nameOf(row)}</bdi>
      </b>
    ),
  },
  {
    id: 'method',
    head: 'Method',
    width: '7em',
    cell: (row) => (
      <Show when={row.mapping.method} fallback={<span class="faint">–</span>}>
        {(method) => <span class="muted">{METHOD[method()].label}</span>}
      </Show>
    ),
  },
  {
    id: 'why',
    head: 'Why',
    width: 'minmax(12em, 1.6fr)',
    cell: (row) => (
      <span class="muted" title={row.mapping.note}>
        {row.mapping.note || plural(row.mapping.chunks.length, 'chunk')}
      </span>
    ),
  },
];
