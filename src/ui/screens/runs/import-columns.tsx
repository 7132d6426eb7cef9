import { For } from 'solid-js';
import type { RetrievedAs, RunColumns, RunInspection } from '../../../domain/seam-runs-in';
import { type MapperPart, MapperTable } from '../../intake/mapper-table';

type Part = Exclude<keyof RunColumns, 'retrievedAs'>;

const PARTS: readonly MapperPart<Part>[] = [
  { part: 'question', label: 'question' },
  { part: 'id', label: 'id of the question' },
  { part: 'answer', label: 'answer' },
  { part: 'retrieved', label: 'retrieved, in rank order' },
  { part: 'scores', label: 'scores' },
  { part: 'steps', label: 'steps' },
  { part: 'run', label: 'system' },
  { part: 'goldAnswer', label: 'right answer' },
  { part: 'gold', label: 'gold passages' },
];

const AS: { value: RetrievedAs; label: string }[] = [
  { value: 'auto', label: 'whatever is found' },
  { value: 'id', label: 'ids of chunks or documents' },
  { value: 'title', label: 'titles' },
  { value: 'text', label: 'texts' },
];

/** The columns of a run that no other reader knows. */
export const ImportColumns = (props: {
  inspection: RunInspection;
  columns: RunColumns;
  onChange: (columns: RunColumns) => void;
}) => {
  const assign = (part: Part, column: string): void => {
    const next = { ...props.columns };
    if (column === '') delete next[part];
    else next[part] = column;
    props.onChange(next);
  };
  return (
    <MapperTable
      path={props.inspection.path}
      preview={props.inspection.preview ?? { columns: [], rows: [] }}
      parts={PARTS}
      columnOf={(part) => props.columns[part]}
      assign={assign}
    >
      <label class="control">
        retrieved are
        <select
          class="field"
          value={props.columns.retrievedAs ?? 'auto'}
          onChange={(event) => {
            const as = event.currentTarget.value as RetrievedAs;
            const { retrievedAs: _, ...rest } = props.columns;
            props.onChange(as === 'auto' ? rest : { ...rest, retrievedAs: as });
          }}
        >
          <For each={AS}>{({ value, label }) => <option value={value}>{label}</option>}</For>
        </select>
      </label>
    </MapperTable>
  );
};
