import { For, type JSX } from 'solid-js';

/** One part that a column may play. */
export interface MapperPart<Part extends string> {
  part: Part;
  label: string;
}

/** Says which column of an unknown table plays which part, with its first rows in view. */
export const MapperTable = <Part extends string>(props: {
  path: string;
  preview: { columns: string[]; rows: string[][] };
  parts: readonly MapperPart<Part>[];
  columnOf: (part: Part) => string | undefined;
  assign: (part: Part, column: string) => void;
  /** Further choices, beside those of the columns. */
  children?: JSX.Element;
}) => {
  const partsOf = (column: string): string =>
    props.parts
      .filter(({ part }) => props.columnOf(part) === column)
      .map(({ label }) => label)
      .join(', ');
  return (
    <fieldset class="mapper">
      <legend>
        Columns of <b>{props.path}</b>
      </legend>
      <div class="row">
        <For each={props.parts}>
          {({ part, label }) => (
            <label class="control">
              {label}
              <select
                class="field"
                value={props.columnOf(part) ?? ''}
                onChange={(event) => props.assign(part, event.currentTarget.value)}
              >
                <option value="">–</option>
                <For each={[...new Set(props.preview.columns)]}>
                  {(column) => <option value={column}>{column}</option>}
                </For>
              </select>
            </label>
          )}
        </For>
        {props.children}
      </div>
      <section class="scroll-x" aria-label="First rows" tabindex="0">
        <table>
          <thead>
            <tr>
              <For each={props.preview.columns}>
                {(column) => (
                  <th scope="col">
                    {column}
                    {partsOf(column) === '' ? null : (
                      <span class="chip tone-extraction">{partsOf(column)}</span>
                    )}
                  </th>
                )}
              </For>
            </tr>
          </thead>
          <tbody>
            <For each={props.preview.rows.slice(0, 4)}>
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
  );
};
