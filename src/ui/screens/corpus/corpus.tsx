import { createEffect, createMemo, For, Match, Show, Switch } from 'solid-js';
import { Empty } from '../../components/notice';
import { Term } from '../../components/term';
import { count, percent, plural } from '../../format';
import IntakePanel from '../../intake/intake-panel';
import { WORD } from '../../messages';
import { ensureIndex } from '../../state/search-index';
import { corpusKey, hasDocuments, workspace } from '../../state/session';
import { oneOf, useView } from '../../state/url';
import { Chunking } from './chunking';
import { Documents } from './documents';
import { Mapping } from './mapping';
import { Report } from './report';
import './corpus.css';

const TABS = ['documents', 'report', 'mapping', 'chunks', 'add'] as const;
const LABELS: Record<(typeof TABS)[number], string> = {
  documents: 'Documents',
  report: 'What was read',
  mapping: 'Gold mapping',
  chunks: 'Chunks',
  add: 'Add',
};

/** What was read, how it was cut, and whether the labels' passages are in it. */
const Corpus = () => {
  const [view, set] = useView({ tab: oneOf(TABS, 'documents') });
  const meta = () => workspace();
  const key = createMemo(corpusKey);
  createEffect(() => {
    if (key() !== '') void ensureIndex();
  });
  const link = (tab: (typeof TABS)[number]) =>
    `#/w/${meta()?.id}/corpus${tab === 'documents' ? '' : `?tab=${tab}`}`;
  const mapping = () => meta()?.mapping;
  return (
    <main>
      <header class="flow tight">
        <h1 class="title">Corpus</h1>
        <Show when={meta()?.corpus}>
          {(corpus) => (
            <p class="context num">
              <span>{plural(corpus().files, 'file')}</span>
              <span>{plural(corpus().documents, 'document')}</span>
              <span>
                {count(corpus().chunks)} <Term term={WORD.chunk}>chunks</Term>
              </span>
              <span>{count(corpus().characters)} characters</span>
              <Show when={mapping()?.coverage != null && mapping()}>
                {(summary) => (
                  <span>
                    <Term term={WORD.coverage}>gold mapped</Term> <b>{percent(summary().coverage)}</b>{' '}
                    <span class="faint">n {count(summary().passages)}</span>
                  </span>
                )}
              </Show>
            </p>
          )}
        </Show>
        <nav class="tabs" aria-label="Views of the corpus">
          <For each={TABS}>
            {(tab) => (
              <a href={link(tab)} aria-current={view.tab === tab ? 'page' : undefined}>
                {LABELS[tab]}
              </a>
            )}
          </For>
        </nav>
      </header>
      <Switch>
        <Match when={view.tab === 'add' && meta()}>
          {(target) => <IntakePanel first={[]} target={target()} onDone={() => set({ tab: 'report' })} />}
        </Match>
        <Match when={!meta()?.corpus || (!hasDocuments(meta()) && view.tab !== 'report')}>
          <Empty
            title="No documents yet"
            actions={
              <button type="button" class="btn primary" onClick={() => set({ tab: 'add' })}>
                Add documents
              </button>
            }
          >
            This workspace holds questions only. Add the documents they are about, and they can be searched.
          </Empty>
        </Match>
        <Match when={view.tab === 'documents'}>
          <Documents />
        </Match>
        <Match when={view.tab === 'report'}>
          <Report />
        </Match>
        <Match when={view.tab === 'mapping'}>
          <Mapping />
        </Match>
        <Match when={view.tab === 'chunks'}>
          <Chunking />
        </Match>
      </Switch>
    </main>
  );
};

export default Corpus;
