import { createEffect, createMemo, createSignal, Show } from 'solid-js';
import { type QuestionRow, VERDICTS } from '../../../domain/diagnosis';
import type { Failure } from '../../../domain/outcome';
import { hopCount, type Question } from '../../../domain/question';
import { DEFAULT_K, STORED_DEPTH } from '../../../domain/retriever';
import { questionCount } from '../../../domain/workspace';
import { Empty, FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { TableTools } from '../../components/table-tools';
import { toast, toastUndo } from '../../components/toast';
import { count, plural } from '../../format';
import { download } from '../../state/files';
import { createLoad } from '../../state/load';
import { changeQuestions, loadQuestions, questions } from '../../state/questions';
import { readOnly, workspace } from '../../state/session';
import { flag, integer, oneOf, optional, someOf, text, typed, useView } from '../../state/url';
import { diagnosis } from '../../state/workers';
import { runOf } from '../diagnosis/runs';
import { AddPanel } from './add-panel';
import { Desk } from './desk/desk';
import { LISTS, progressOf } from './desk/places';
import { emptyQuestion, questionsAsJsonl, trimmed, withSaved } from './draft';
import { Editor } from './editor';
import { FilterBar } from './filter-bar';
import { filterQuestions } from './filters';
import { QuestionList } from './question-list';
import { RunAges } from './run-ages';
import './questions.css';

export const QUESTIONS_VIEW = {
  q: text(),
  type: optional,
  hops: integer(0, 99, 0),
  verdict: someOf(VERDICTS),
  run: optional,
  k: integer(1, STORED_DEPTH, DEFAULT_K),
  edit: optional,
  tab: oneOf(['table', 'label'] as const, 'table'),
  at: optional,
  hop: integer(0, 99, 0),
  ask: typed,
  list: oneOf(LISTS, 'open'),
  nojudge: flag,
};

/** The question set: found by verdict, type, hops and words; added to, edited and labelled in place. */
const Questions = () => {
  const [view, set] = useView(QUESTIONS_VIEW);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [saving, setSaving] = createSignal(false);
  const [hidden, setHidden] = createSignal<readonly string[]>([]);
  createEffect(async () => {
    void workspace()?.questions?.hash;
    const outcome = await loadQuestions();
    if (!outcome.ok) setFailure(outcome.error);
  });
  const id = () => workspace()?.id ?? '';
  const run = () => runOf(workspace()?.runs ?? [], view.run);
  const table = createLoad(
    () => {
      const meta = run();
      return meta === null
        ? null
        : {
            workspace: id(),
            run: meta.header.run,
            k: view.k,
            done: meta.done,
            of: workspace()?.questions?.hash,
          };
    },
    ({ workspace: of, run: which, k }) => diagnosis.ask((api) => api.table({ workspace: of, run: which, k })),
  );
  const tableFailure = () => {
    const outcome = table.value();
    return outcome !== null && !outcome.ok ? outcome.error : null;
  };
  const rows = createMemo((): ReadonlyMap<string, QuestionRow> => {
    const outcome = table.value();
    return new Map(outcome?.ok === true ? outcome.value.map((row) => [row.id, row]) : []);
  });
  const all = createMemo(() => (questions() ?? []).filter((question) => !hidden().includes(question.id)));
  const shown = createMemo(() => filterQuestions(all(), rows(), view));
  const blank = createMemo(() =>
    view.edit === 'new' ? emptyQuestion(`typed-${crypto.randomUUID().slice(0, 8)}`) : null,
  );
  const edited = createMemo(
    (): Question | null => blank() ?? all().find((question) => question.id === view.edit) ?? null,
  );

  const open = createMemo(() => {
    const { places } = progressOf(all());
    return places.total - places.done;
  });

  const save = async (question: Question): Promise<void> => {
    setSaving(true);
    setFailure(null);
    const outcome = await changeQuestions((all) => withSaved(all, trimmed(question)));
    setSaving(false);
    if (!outcome.ok) {
      setFailure(outcome.error);
      return;
    }
    const unmapped = outcome.value.filter(
      (mapping) => mapping.question === question.id && mapping.status === 'unmapped',
    );
    toast(
      unmapped.length === 0
        ? 'Question saved.'
        : `Question saved. ${plural(unmapped.length, 'gold passage')} could not be found in the corpus.`,
    );
    // Whoever labels goes on with what was just saved.
    set({ edit: null, ...(view.tab === 'label' ? { at: question.id, hop: 0, ask: null } : {}) });
  };
  const remove = (question: Question): void => {
    set({ edit: null });
    setHidden((ids) => [...ids, question.id]);
    const show = (): void => {
      setHidden((ids) => ids.filter((other) => other !== question.id));
    };
    toastUndo(
      'The question is about to be deleted from the set.',
      async () => {
        const outcome = await changeQuestions((all) => all.filter((other) => other.id !== question.id));
        if (outcome.ok) toast('The question is deleted from the set.');
        else setFailure(outcome.error);
        show();
      },
      show,
    );
  };

  return (
    <main>
      <header class="spread">
        <div class="flow tight">
          <h1 class="title">Questions</h1>
          <p class="context num">
            <Show when={workspace()?.questions}>
              {(meta) => (
                <>
                  <span>{plural(questionCount(meta()), 'question')}</span>
                  <span>{count(meta().labelled)} with gold passages</span>
                  <span>{count(meta().unlabelled)} without</span>
                  <span>{count(meta().unanswerable)} unanswerable</span>
                </>
              )}
            </Show>
          </p>
        </div>
        <div class="row">
          <button
            type="button"
            class="btn"
            title="JSONL in Hopscope’s own format: read into another workspace of these documents it marks the same passages"
            disabled={all().length === 0}
            onClick={() =>
              download(
                `${workspace()?.name ?? 'workspace'}-questions.jsonl`,
                questionsAsJsonl(questions() ?? []),
                'application/x-ndjson',
              )
            }
          >
            Export questions and gold
          </button>
          <button
            type="button"
            class="btn primary"
            disabled={readOnly()}
            onClick={() => set({ edit: 'new' })}
          >
            Add a question
          </button>
        </div>
      </header>
      <Show when={failure()}>
        {(problem) => <FailureNotice failure={problem()} onDismiss={() => setFailure(null)} />}
      </Show>
      <RunAges />
      <div class="row">
        <Segmented
          label="Part"
          value={view.tab}
          onChange={(tab) => set({ tab })}
          choices={[
            { value: 'table', label: 'All questions' },
            { value: 'label', label: `Mark gold (${count(open())} open)` },
          ]}
        />
      </div>
      <Show when={edited()} keyed>
        {(question) => (
          <Editor
            question={question}
            isNew={view.edit === 'new'}
            saving={saving()}
            onSave={(draft) => void save(draft)}
            onCancel={() => set({ edit: null })}
            onRemove={() => remove(question)}
          />
        )}
      </Show>
      <Show when={view.tab === 'label' && questions() !== null}>
        <Desk questions={all()} view={view} set={set} onEdit={(question) => set({ edit: question })} />
      </Show>
      <Show when={view.tab === 'table'}>
        <Show
          when={all().length > 0}
          fallback={
            <Show when={questions() !== null}>
              <Empty title="No questions yet">
                Type one and mark the passages that answer it, paste a list, or drop a file of labelled
                questions below.
              </Empty>
            </Show>
          }
        >
          <Panel
            title={
              shown().length === all().length
                ? plural(all().length, 'question')
                : `${count(shown().length)} of ${plural(all().length, 'question')}`
            }
            why="A click opens the question’s chain once a run has asked it; the pencil edits it."
            actions={
              <TableTools
                name="questions"
                rows={() => [
                  ['id', 'question', 'hops', 'type', 'gold passages', 'verdict', 'evidence recall'],
                  ...shown().map((question) => {
                    const row = rows().get(question.id);
                    return [
                      question.id,
                      question.text,
                      hopCount(question),
                      question.type ?? '',
                      question.gold.length,
                      row?.verdict ?? '',
                      row?.evidenceRecall ?? '',
                    ];
                  }),
                ]}
              />
            }
          >
            <div class="flow">
              <FilterBar
                view={view}
                set={set}
                questions={all()}
                rows={rows()}
                runs={workspace()?.runs ?? []}
                run={run()}
              />
              <Show when={tableFailure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
              <QuestionList
                workspace={id()}
                questions={shown()}
                rows={rows()}
                run={run()?.header.run ?? null}
                k={view.k}
                editing={view.edit}
                onEdit={(question) => set({ edit: question })}
              />
            </div>
          </Panel>
        </Show>
      </Show>
      <AddPanel />
    </main>
  );
};

export default Questions;
