import { For, Show } from 'solid-js';
import type { ColumnMapping } from '../../domain/seam';
import type { Candidate } from './intake';
import { MapperTable } from './mapper-table';

type Part = Exclude<keyof ColumnMapping, 'goldAs'>;

const PARTS: { part: Part; label: string; for: 'corpus' | 'questions' | 'any' }[] = [
  { part: 'id', label: 'id', for: 'any' },
  { part: 'title', label: 'title', for: 'corpus' },
  { part: 'text', label: 'text', for: 'corpus' },
  { part: 'question', label: 'question', for: 'questions' },
  { part: 'answer', label: 'answer', for: 'questions' },
  { part: 'gold', label: 'gold passages', for: 'questions' },
  { part: 'goldQuote', label: 'gold quotes', for: 'questions' },
  { part: 'type', label: 'question type', for: 'questions' },
  { part: 'hops', label: 'hops', for: 'questions' },
];

const GOLD_AS: { value: NonNullable<ColumnMapping['goldAs']>; label: string }[] = [
  { value: 'document', label: 'names of documents' },
  { value: 'text', label: 'full passages' },
  { value: 'quote', label: 'quoted snippets' },
];

/** The columns of a table of documents or questions. */
export const ColumnMapper = (props: { entry: Candidate; onChange: (mapping: ColumnMapping) => void }) => {
  const mapping = (): ColumnMapping => props.entry.columns ?? {};
  const parts = () =>
    PARTS.filter(
      ({ for: side }) =>
        side === 'any' ||
        props.entry.role === 'both' ||
        props.entry.role === side ||
        props.entry.role === 'ignore',
    );
  const assign = (part: Part, column: string): void => {
    const next = { ...mapping() };
    if (column === '') delete next[part];
    else next[part] = column;
    props.onChange(next);
  };
  return (
    <Show when={props.entry.inspection.preview}>
      {(preview) => (
        <MapperTable
          path={props.entry.source.path}
          preview={preview()}
          parts={parts()}
          columnOf={(part) => mapping()[part]}
          assign={assign}
        >
          <Show when={mapping().gold !== undefined}>
            <label class="control">
              gold holds
              <select
                class="field"
                value={mapping().goldAs ?? 'document'}
                onChange={(event) =>
                  props.onChange({
                    ...mapping(),
                    goldAs: event.currentTarget.value as NonNullable<ColumnMapping['goldAs']>,
                  })
                }
              >
                <For each={GOLD_AS}>{({ value, label }) => <option value={value}>{label}</option>}</For>
              </select>
            </label>
          </Show>
        </MapperTable>
      )}
    </Show>
  );
};
