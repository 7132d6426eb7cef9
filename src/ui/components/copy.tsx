import { toast } from './toast';

/** Copies text (a link, a table as TSV) and says so. */
export const CopyButton = (props: { text: () => string; label: string; done?: string; class?: string }) => (
  <button
    type="button"
    class={props.class ?? 'btn tiny'}
    onClick={async () => {
      try {
        await navigator.clipboard.writeText(props.text());
        toast(props.done ?? 'Copied');
      } catch {
        toast('The browser did not allow copying. Select the text and copy it by hand.');
      }
    }}
  >
    {props.label}
  </button>
);

/** Rows as tab-separated values; tabs and line ends inside a cell become blanks, so that columns stay columns. */
export const tsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => row.map((cell) => String(cell ?? '').replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
