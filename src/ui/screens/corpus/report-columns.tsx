import type { Reject } from '../../../domain/corpus';
import type { FileTally } from '../../../domain/workspace';
import type { Column } from '../../components/virtual-table';
import { count } from '../../format';

const ROLE_UNIT: Record<FileTally['role'], string> = {
  corpus: 'documents',
  questions: 'questions',
  both: 'documents and questions',
  qrels: 'relevance labels',
};

export const FILE_COLUMNS: Column<FileTally>[] = [
  {
    id: 'path',
    head: 'File',
    width: 'minmax(10em, 1fr)',
    cell: (row) => <span title={row.path}>{row.path}</span>,
  },
  { id: 'reader', head: 'Read as', width: '8em', cell: (row) => <span class="muted">{row.reader}</span> },
  {
    id: 'role',
    head: 'Used as',
    width: '9em',
    cell: (row) => <span class="muted">{ROLE_UNIT[row.role]}</span>,
  },
  ...(['read', 'kept', 'rejected', 'merged'] as const).map(
    (key): Column<FileTally> => ({
      id: key,
      head: key,
      width: '4.6em',
      right: true,
      cell: (row) => (
        <span classList={{ num: true, faint: row[key] === 0, strong: key === 'rejected' && row[key] > 0 }}>
          {count(row[key])}
        </span>
      ),
    }),
  ),
];

export const REJECT_COLUMNS: Column<Reject>[] = [
  {
    id: 'file',
    head: 'File',
    width: 'minmax(8em, 14em)',
    cell: (row) => <span title={row.file}>{row.file}</span>,
  },
  {
    id: 'line',
    head: 'Line',
    width: '5em',
    right: true,
    cell: (row) => <span class="num">{row.line === null ? 'whole' : count(row.line)}</span>,
  },
  {
    id: 'reason',
    head: 'Reason',
    width: 'minmax(14em, 2fr)',
    cell: (row) => <span title={row.reason}>{row.reason}</span>,
  },
  {
    id: 'excerpt',
    head: 'As read',
    width: 'minmax(8em, 1fr)',
    cell: (row) => (
      <code class="faint" title={row.excerpt}>
        {row.excerpt}
      </code>
    ),
  },
];
