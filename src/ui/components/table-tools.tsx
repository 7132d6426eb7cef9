import { download } from '../state/files';
import { CopyButton, tsv } from './copy';
import { toast } from './toast';

/** The first row names the columns. */
export type TableCells = readonly (readonly (string | number | null)[])[];

/** A table to take away: as a CSV file, or on the clipboard. `name`: of the file, without extension. */
export const TableTools = (props: { name: string; rows: () => TableCells; done?: string }) => {
  const save = async (): Promise<void> => {
    const [head = [], ...rows] = props.rows();
    // On demand: most people never save a table.
    const part = await import('../../report/csv').catch(() => null);
    if (part === null) {
      toast('The part of the app that writes CSV could not be loaded; “Copy TSV” gives the same table.');
      return;
    }
    const text = part.csv(
      head.map((cell) => String(cell ?? '')),
      rows.map((row) => [...row]),
    );
    // Spreadsheets take UTF-8 for what it is only after a byte order mark.
    download(`${props.name}.csv`, `\uFEFF${text}`, 'text/csv');
    toast(`Saved ${props.name}.csv`);
  };
  return (
    <>
      <button
        type="button"
        class="btn quiet tiny"
        title="Save the table as a CSV file"
        onClick={() => void save()}
      >
        CSV
      </button>
      <CopyButton
        class="btn quiet tiny"
        label="Copy TSV"
        text={() => tsv(props.rows())}
        done={props.done ?? 'Copied the table'}
      />
    </>
  );
};
