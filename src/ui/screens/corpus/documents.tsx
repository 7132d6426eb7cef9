import { createEffect, createMemo, createSignal, on, onCleanup, Show } from 'solid-js';
import { cutWords } from '../../components/cut-words';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { type Column, VirtualTable } from '../../components/virtual-table';
import { count, plural } from '../../format';
import { createDocumentPages, type DocumentRow, readDocument } from '../../state/corpus';
import { createLoad } from '../../state/load';
import { corpusKey } from '../../state/session';
import { optional, text, useView } from '../../state/url';
import { DocumentText } from './document-text';

const COLUMNS: Column<DocumentRow>[] = [
  {
    id: 'title',
    head: 'Title',
    width: 'minmax(10em, 1fr)',
    cell: (row) => (
      <span title={row.excerpt}>
        <b>
          <bdi>{row.title}</bdi>
        </b>{' '}
        <span class="faint">
          <bdi>{row.excerpt}</bdi>
        </span>
      </span>
    ),
  },
  {
    id: 'chunks',
    head: 'Chunks',
    width: '4.5em',
    right: true,
    cell: (row) => <span class="num">{count(row.chunks)}</span>,
  },
  {
    id: 'characters',
    head: 'Characters',
    width: '6em',
    right: true,
    cell: (row) => <span class="num muted">{count(row.characters)}</span>,
  },
];

/** Why the list is empty: nothing was read, or nothing holds the words. */
const noneWords = (query: string): string =>
  query.trim() === ''
    ? 'No document was read: add some under “Add”.'
    : `No document holds “${cutWords(query, 100)}”.`;

/** All documents, filtered as one types, and the chosen one with its chunk borders. */
export const Documents = () => {
  const [view, set] = useView({ q: text(), doc: optional });
  const pages = createDocumentPages();
  const [at, setAt] = createSignal<number | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  createEffect(
    on([() => view.q, createMemo(corpusKey)], ([q], before) => {
      clearTimeout(timer);
      setAt(null);
      // The first look is at once; typing waits for a pause.
      timer = setTimeout(() => pages.reset(q), before === undefined ? 0 : 150);
    }),
  );
  const chosen = createLoad(
    () => (view.doc === null ? null : { id: view.doc, of: corpusKey() }),
    ({ id }) => readDocument(id),
  );
  const open = (index: number, row: DocumentRow): void => {
    setAt(index);
    set({ doc: row.id }, { replace: view.doc !== null });
  };
  return (
    <div class="grid">
      <Panel
        span={5}
        title={pages.total() === null ? 'Documents' : plural(pages.total() ?? 0, 'document')}
        why={
          view.q.trim() === ''
            ? pages.total() === 0
              ? undefined
              : 'Choose one to see how it was cut.'
            : 'that hold these words in title or text'
        }
      >
        <div class="flow">
          <input
            class="field"
            type="search"
            placeholder="Filter by title or text"
            aria-label="Filter documents by title or text"
            value={view.q}
            onInput={(event) => set({ q: event.currentTarget.value }, { replace: true })}
          />
          <Show when={pages.failure()}>
            {(failure) => <FailureNotice failure={failure()} onRetry={() => pages.reset(view.q)} />}
          </Show>
          <Show when={pages.total() !== 0} fallback={<p class="muted">{noneWords(view.q)}</p>}>
            <VirtualTable
              label="Documents"
              count={pages.total() ?? 0}
              row={pages.row}
              columns={COLUMNS}
              maxHeight="66vh"
              selected={at()}
              onSelect={open}
              onRange={pages.range}
            />
          </Show>
        </div>
      </Panel>
      <div class="c7">
        <Show
          when={chosen.value()}
          fallback={
            <Show
              when={view.doc === null}
              fallback={
                <div class="panel" aria-busy="true">
                  Reading …
                </div>
              }
            >
              <div class="empty">
                <h3>No document chosen</h3>
                <p>Choose one at the left: its text appears here with the borders of its chunks.</p>
              </div>
            </Show>
          }
        >
          {(outcome) => {
            const document = () => {
              const value = outcome();
              return value.ok ? value.value : null;
            };
            const failure = () => {
              const value = outcome();
              return value.ok ? null : value.error;
            };
            return (
              <>
                <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
                <Show when={document()}>
                  {(value) => <DocumentText document={value().document} chunks={value().chunks} />}
                </Show>
              </>
            );
          }}
        </Show>
      </div>
    </div>
  );
};
