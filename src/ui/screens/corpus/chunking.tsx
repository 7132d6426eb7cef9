import { createSignal, Show } from 'solid-js';
import { type ChunkingSettings, DEFAULT_CHUNKING } from '../../../domain/corpus';
import type { Failure } from '../../../domain/outcome';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { plural } from '../../format';
import { ChunkingFields } from '../../intake/chunking-fields';
import { readDocument } from '../../state/corpus';
import { rechunk } from '../../state/ingestion';
import { jobsOf } from '../../state/jobs';
import { createLoad } from '../../state/load';
import { ensureIndex } from '../../state/search-index';
import { corpusKey, readOnly, workspace } from '../../state/session';
import { optional, useView } from '../../state/url';
import { ingest, search } from '../../state/workers';
import { DocumentText } from './document-text';

const same = (a: ChunkingSettings, b: ChunkingSettings | undefined): boolean =>
  b !== undefined && a.unit === b.unit && a.size === b.size && a.overlap === b.overlap;

/** The chosen document, else the first of the corpus. */
const previewDocument = async (id: string | null) => {
  if (id !== null) return readDocument(id);
  const opened = await ensureIndex();
  if (!opened.ok) return opened;
  const page = await search.ask((api) => api.page(opened.value.workspace, 0, 200, ''));
  if (!page.ok) return page;
  // The longest of the first documents shows most of what the settings do.
  const longest = page.value.documents.reduce<(typeof page.value.documents)[number] | null>(
    (best, row) => (best === null || row.characters > best.characters ? row : best),
    null,
  );
  return readDocument(longest?.id ?? '');
};

/** Other chunk borders: tried on one document first, then applied to all. */
export const Chunking = () => {
  const [view] = useView({ doc: optional });
  const current = () => workspace()?.corpus?.chunking;
  const [draft, setDraft] = createSignal<ChunkingSettings | null>(null);
  const settings = (): ChunkingSettings => draft() ?? current() ?? DEFAULT_CHUNKING;
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const source = createLoad(
    () => ({ id: view.doc, of: corpusKey() }),
    ({ id }) => previewDocument(id),
  );
  const document = () => {
    const outcome = source.value();
    return outcome?.ok ? outcome.value.document : null;
  };
  const preview = createLoad(
    () => {
      const value = document();
      return value === null ? null : { value, settings: settings() };
    },
    ({ value, settings: chosen }) => ingest.ask((api) => api.previewChunks(value, chosen)),
  );
  const chunks = () => {
    const outcome = preview.value();
    return outcome?.ok ? outcome.value : null;
  };
  const problem = () => {
    const outcomes = [source.value(), preview.value()];
    for (const outcome of outcomes) if (outcome !== null && !outcome.ok) return outcome.error;
    return failure();
  };
  const before = () => {
    const outcome = source.value();
    return outcome?.ok ? outcome.value.chunks.length : 0;
  };
  const busy = () => jobsOf(workspace()?.id ?? '', 'ingest').length > 0;
  const apply = async (): Promise<void> => {
    const id = workspace()?.id;
    if (id === undefined) return;
    setFailure(null);
    const outcome = await rechunk(id, settings());
    if (outcome.ok) setDraft(null);
    else if (outcome.error.code !== 'cancelled') setFailure(outcome.error);
  };
  return (
    <div class="flow">
      <Panel
        title="Cut the documents into chunks"
        why="Cutting anew maps the gold again and makes vectors only for chunks that changed. Runs on the old chunks keep their searches and are marked as such."
      >
        <div class="spread">
          <ChunkingFields value={settings()} onChange={setDraft} />
          <div class="row">
            <Show when={!same(settings(), current())}>
              <button type="button" class="btn quiet" onClick={() => setDraft(null)}>
                Back to what is stored
              </button>
            </Show>
            <button
              type="button"
              class="btn primary"
              disabled={same(settings(), current()) || busy() || readOnly()}
              onClick={() => void apply()}
            >
              {busy() ? 'Cutting …' : 'Cut all documents anew'}
            </button>
          </div>
        </div>
      </Panel>
      <Show when={problem()}>
        {(what) => <FailureNotice failure={what()} onRetry={() => void apply()} />}
      </Show>
      <Show when={document()}>
        {(value) => (
          <DocumentText
            document={value()}
            chunks={chunks() ?? []}
            preview
            title={`Preview on “${value().title}”: ${plural(chunks()?.length ?? 0, 'chunk')}, stored ${before()}`}
          />
        )}
      </Show>
    </div>
  );
};
