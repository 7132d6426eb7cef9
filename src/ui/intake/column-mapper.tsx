import { For, Show } from 'solid-js';
import type { ColumnMapping } from '../../domain/seam';
import type { Candidate } from './intake';

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

/** Says which column of an unknown table plays which part, with its first rows in view. */
export const ColumnMapper = (props: { entry: Candidate; onChange: (mapping: ColumnMapping) => void }) => {
  const preview = () => props.entry.inspection.preview;
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
  const partOf = (column: string): string =>
    PARTS.filter(({ part }) => mapping()[part] === column)
      .map(({ label }) => label)
      .join(', ');
  return (
    <Show when={preview()}>
      {(table) => (
        <fieldset class="mapper">
          <legend>
            Columns of <b>{props.entry.source.path}</b>
          </legend>
          <div class="row">
            <For each={parts()}>
              {({ part, label }) => (
                <label class="control">
                  {label}
                  <select
                    class="field"
                    value={mapping()[part] ?? ''}
                    onChange={(event) => assign(part, event.currentTarget.value)}
                  >
                    <option value="">–</option>
                    <For each={[...new Set(table().columns)]}>
                      {(column) => <option value={column}>{column}</option>}
                    </For>
                  </select>
                </label>
              )}
            </For>
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
          </div>
          <section class="scroll-x" aria-label="First rows" tabindex="0">
            <table>
              <thead>
                <tr>
                  <For each={table().columns}>
                    {(column) => (
                      <th scope="col">
                        {column}
                        <Show when={partOf(column) !== ''}>
                          <span class="chip tone-extraction">{partOf(column)}</span>
                        </Show>
                      </th>
                    )}
                  </For>
                </tr>
              </thead>
              <tbody>
                <For each={table().rows.slice(0, 4)}>
                  {(row) => (
                    <tr>
                      <For each={row}>{(cell) => <td class="cellclip">{cell}</td>}</For>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </section>
        </fieldset>
      )}
    </Show>
  );
};
