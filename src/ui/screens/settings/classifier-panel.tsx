import { createSignal, For, Show } from 'solid-js';
import type { Failure, Outcome } from '../../../domain/outcome';
import type { CatalogueClassifier, ClassifierCheck, SourceFile } from '../../../domain/seam';
import { ActionTable } from '../../components/action-table';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { toast } from '../../components/toast';
import { bytes } from '../../format';
import { tryChoice } from '../../state/choose-model';
import { classifierState, loadClassifier } from '../../state/judging';
import { createLoad } from '../../state/load';
import { type ClassifierChoice, preferences, setPreferences } from '../../state/preferences';
import { classifier } from '../../state/workers';
import { AddClassifier } from './add-classifier';
import { ClassifierFacts } from './classifier-facts';

const SHIPPED: ClassifierChoice = { model: null, mode: 'passage', present: null };

/** The judge of fact presence: which one, how it reads, on which device and why, and what three examples say of it. */
export const ClassifierPanel = () => {
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [loading, setLoading] = createSignal(false);
  const [checks, setChecks] = createSignal<ClassifierCheck[] | null>(null);
  const catalogue = createLoad(
    () => true,
    () => classifier.ask((api) => api.catalogue()),
  );
  const listed = (): CatalogueClassifier[] => {
    const outcome = catalogue.value();
    return outcome?.ok ? outcome.value : [];
  };
  const problem = (): Failure | null => {
    const outcome = catalogue.value();
    return failure() ?? (outcome !== null && !outcome.ok ? outcome.error : null);
  };
  const choice = () => preferences().classifier;
  const isChosen = (entry: CatalogueClassifier): boolean =>
    choice().model === null ? entry.source === 'bundled' : choice().model === entry.id;
  const check = async (): Promise<void> => {
    const outcome = await classifier.ask((api) => api.check());
    if (outcome.ok) setChecks(outcome.value);
    else setFailure(outcome.error);
  };
  const load = async (loader: () => Promise<Outcome<unknown>> = loadClassifier): Promise<void> => {
    setFailure(null);
    setChecks(null);
    setLoading(true);
    const outcome = await loader();
    setLoading(false);
    if (outcome.ok) return check();
    setFailure(outcome.error);
    // It may be named as unusable now.
    catalogue.again();
  };
  const choose = (next: ClassifierChoice): void => {
    void load(() =>
      tryChoice(next, {
        chosen: choice,
        set: (classifierChoice) => setPreferences({ classifier: classifierChoice }),
        load: loadClassifier,
      }),
    );
  };
  const remove = async (id: string): Promise<void> => {
    setFailure(null);
    const outcome = await classifier.ask((api) => api.removeModel(id));
    if (!outcome.ok) setFailure(outcome.error);
    else {
      toast(`${id} and its files are removed.`);
      catalogue.again();
      if (choice().model === id) choose({ ...SHIPPED, mode: choice().mode });
    }
  };
  const add = async (files: SourceFile[], present: number): Promise<Outcome<CatalogueClassifier>> => {
    const outcome = await classifier.ask((api) => api.addModel(files, { present }));
    if (outcome.ok) {
      catalogue.again();
      choose({ model: outcome.value.id, mode: choice().mode, present });
    }
    return outcome;
  };
  return (
    <Panel
      span={12}
      title="Classifier of fact presence"
      why="Reads a sub-question with one passage and says whether the passage states the fact. Scores of each classifier are kept apart, so another one starts afresh."
      actions={
        <Segmented
          label="How passages are read"
          value={choice().mode}
          choices={[
            { value: 'passage', label: 'one by one', title: 'Every passage is read on its own, in windows' },
            {
              value: 'paper',
              label: 'as in the paper',
              title: 'Passages joined and cut at 1,500 characters, as in arXiv 2609.17043; threshold 0.5',
            },
          ]}
          onChange={(mode) => choose({ ...choice(), mode })}
        />
      }
    >
      <div class="flow">
        <Show when={problem()}>
          {(what) => <FailureNotice failure={what()} onRetry={() => void load()} />}
        </Show>
        <ActionTable<CatalogueClassifier>
          label="Classifiers"
          rows={listed()}
          columns={[
            {
              head: 'Classifier',
              headClass: 'widest',
              cell: (entry) => (
                <>
                  <b>{entry.label}</b>
                  <Show when={entry.reader}>
                    <div class="small muted">reads answers as well</div>
                  </Show>
                  <Show when={entry.unusable}>{(why) => <div class="small">{why()}</div>}</Show>
                </>
              ),
            },
            {
              head: 'From',
              class: 'muted nowrap',
              cell: (entry) => (entry.source === 'hub' ? 'Hub (asks huggingface.co)' : entry.source),
            },
            { head: 'Tokens', right: true, cell: (entry) => (entry.maxTokens > 0 ? entry.maxTokens : '–') },
            {
              head: 'Size',
              right: true,
              class: 'nowrap',
              cell: (entry) => (entry.bytes > 0 ? bytes(entry.bytes) : '–'),
            },
            { head: 'Licence', class: 'nowrap', cell: (entry) => entry.licence },
          ]}
          actions={(entry) => (
            <>
              <Show when={isChosen(entry) && entry.labels.length > 1}>
                <label class="row small muted nowrap">
                  present is
                  <select
                    class="field"
                    onChange={(event) => choose({ ...choice(), present: Number(event.currentTarget.value) })}
                  >
                    <For each={entry.labels}>
                      {(name, index) => (
                        <option value={index()} selected={index() === (choice().present ?? 1)}>
                          {name}
                        </option>
                      )}
                    </For>
                  </select>
                </label>
              </Show>
              <button
                type="button"
                class="btn tiny"
                aria-pressed={isChosen(entry)}
                disabled={loading() || entry.unusable !== null}
                onClick={() =>
                  choose(
                    entry.source === 'bundled'
                      ? { ...SHIPPED, mode: choice().mode }
                      : { ...choice(), model: entry.id },
                  )
                }
              >
                {entry.unusable !== null
                  ? 'Unusable'
                  : loading() && isChosen(entry)
                    ? 'Loading …'
                    : !isChosen(entry)
                      ? 'Use'
                      : classifierState() === null
                        ? 'Load'
                        : 'In use'}
              </button>
              <Show when={entry.source === 'files'}>
                <button
                  type="button"
                  class="btn tiny"
                  aria-label={`Remove ${entry.id}`}
                  disabled={loading()}
                  onClick={() => void remove(entry.id)}
                >
                  Remove
                </button>
              </Show>
            </>
          )}
        />
        <Show
          when={classifierState()}
          fallback={
            <p class="muted">
              No classifier is loaded yet: it loads by itself when something is judged or read.
            </p>
          }
        >
          {(state) => <ClassifierFacts state={state()} checks={checks()} onCheck={() => void check()} />}
        </Show>
        <AddClassifier onAdd={add} />
      </div>
    </Panel>
  );
};
