import { createMemo, createSignal, For, Show } from 'solid-js';
import type { MappingMethod } from '../../../domain/mapping';
import { Chip } from '../../components/chip';
import { Empty, FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { TableTools } from '../../components/table-tools';
import { Term } from '../../components/term';
import { VirtualTable } from '../../components/virtual-table';
import { LongWords, Words } from '../../components/words';
import { count, percent } from '../../format';
import { MAPPING, METHOD, WORD } from '../../messages';
import { readMappings } from '../../state/corpus';
import { createLoad } from '../../state/load';
import { loadQuestions, questions } from '../../state/questions';
import { corpusKey, workspace } from '../../state/session';
import { oneOf, useView } from '../../state/url';
import { MAPPING_COLUMNS, type MappingRow, nameOf } from './mapping-columns';

const STATUSES = ['unmapped', 'ambiguous', 'notInCorpus', 'mapped'] as const;

/** Whether the passages the labels name are in the corpus, by which method each was found, and which were not. */
export const Mapping = () => {
  const [view, set] = useView({ status: oneOf(STATUSES, 'unmapped') });
  const load = createLoad(
    () => `${corpusKey()} ${workspace()?.questions?.hash}`,
    async () => {
      const [mappings] = await Promise.all([readMappings(), loadQuestions()]);
      return mappings;
    },
  );
  const [at, setAt] = createSignal<number | null>(null);
  const failure = () => {
    const value = load.value();
    return value !== null && !value.ok ? value.error : null;
  };
  const rows = createMemo((): MappingRow[] => {
    const value = load.value();
    if (value?.ok !== true) return [];
    const byId = new Map((questions() ?? []).map((question) => [question.id, question]));
    return value.value.map((mapping) => {
      const question = byId.get(mapping.question);
      return { mapping, question, gold: question?.gold.find((gold) => gold.id === mapping.gold) };
    });
  });
  const shown = createMemo(() => rows().filter((row) => row.mapping.status === view.status));
  const number = (status: (typeof STATUSES)[number]) =>
    rows().filter((row) => row.mapping.status === status).length;
  const chosen = () => {
    const index = at();
    return index === null ? null : (shown()[index] ?? null);
  };
  const summary = () => workspace()?.mapping ?? null;
  const methods = () => Object.entries(summary()?.byMethod ?? {}) as [MappingMethod, number][];

  return (
    <Show
      when={summary() !== null && (summary()?.passages ?? 0) + (summary()?.notInCorpus ?? 0) > 0}
      fallback={
        <Empty
          title="No gold passages to map"
          actions={
            <a class="btn" href={`#/w/${workspace()?.id}/questions`}>
              Label questions
            </a>
          }
        >
          No question of this workspace names its gold passages. Mark them by searching and clicking, and
          verdicts become possible.
        </Empty>
      }
    >
      <div class="grid">
        <Panel
          span={4}
          title={<Term term={WORD.coverage}>Mapping coverage</Term>}
          why="Share of the labels’ passages that were found in the corpus"
        >
          <p class="big num">{percent(summary()?.coverage ?? null)}</p>
          <p class="muted num">
            {count(summary()?.mapped ?? 0)} of {count(summary()?.passages ?? 0)} gold passages, of them{' '}
            {count(summary()?.ambiguous ?? 0)} ambiguous. {count(summary()?.unmapped ?? 0)} unmapped
            <Show when={(summary()?.notInCorpus ?? 0) > 0}>
              ; {count(summary()?.notInCorpus ?? 0)} more that the labels themselves call removed
            </Show>
            .
          </p>
        </Panel>
        <Panel
          span={8}
          title="How they were found"
          table="mapping-methods"
          why="Methods are tried in this order; the first that holds is kept with the mapping."
        >
          <table class="num">
            <tbody>
              <For
                each={methods()}
                fallback={
                  <tr>
                    <td class="muted">Nothing was found.</td>
                  </tr>
                }
              >
                {([method, n]) => (
                  <tr>
                    <th scope="row">
                      <Term term={METHOD[method]} />
                    </th>
                    <td class="muted small">{METHOD[method].definition}</td>
                    <td class="r">
                      <b>{count(n)}</b>
                    </td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </Panel>
        <Panel
          span={12}
          title="Gold passages"
          why={MAPPING[view.status].definition}
          actions={
            <>
              <Segmented
                label="Status"
                value={view.status}
                onChange={(status) => {
                  setAt(null);
                  set({ status });
                }}
                choices={STATUSES.map((status) => ({
                  value: status,
                  label: (
                    <span class="num">
                      {MAPPING[status].sign} {MAPPING[status].label} {count(number(status))}
                    </span>
                  ),
                }))}
              />
              <TableTools
                name="gold-mapping"
                rows={() => [
                  ['question', 'gold passage', 'status', 'method', 'why', 'chunks'],
                  ...shown().map((row) => [
                    row.question?.text ?? row.mapping.question,
                    nameOf(row),
                    row.mapping.status,
                    row.mapping.method,
                    row.mapping.note,
                    row.mapping.chunks.join(' '),
                  ]),
                ]}
              />
            </>
          }
        >
          <div class="flow">
            <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
            <Show
              when={shown().length > 0}
              fallback={
                <p class="muted" role="status">
                  {load.loading() ? 'Reading …' : `No gold passage is ${MAPPING[view.status].label}.`}
                </p>
              }
            >
              <VirtualTable
                label={`Gold passages, ${MAPPING[view.status].label}`}
                count={shown().length}
                row={(index) => shown()[index]}
                columns={MAPPING_COLUMNS}
                maxHeight="420px"
                minWidth="760px"
                selected={at()}
                onSelect={(index) => setAt(index)}
              />
              <Show when={chosen()}>
                {(row) => (
                  <div class="passage flow tight">
                    <div class="row">
                      <Chip term={MAPPING[row().mapping.status]} />
                      <a
                        href={`#/w/${workspace()?.id}/question/${encodeURIComponent(row().mapping.question)}`}
                      >
                        <Words text={row().question?.text ?? row().mapping.question} />
                      </a>
                    </div>
                    <p>
                      <LongWords text={row().mapping.note} />
                    </p>
                    <p>
                      <b class="t">
                        <LongWords text={nameOf(row())} />
                      </b>
                      <LongWords text={row().gold?.text ?? row().gold?.quote ?? ''} limit={1500} />
                    </p>
                    <Show when={row().mapping.documents.length > 0}>
                      <p class="row small">
                        <For each={row().mapping.documents}>
                          {(document) => (
                            <a href={`#/w/${workspace()?.id}/corpus?doc=${encodeURIComponent(document)}`}>
                              <Words text={document} />
                            </a>
                          )}
                        </For>
                      </p>
                    </Show>
                  </div>
                )}
              </Show>
            </Show>
          </div>
        </Panel>
      </div>
    </Show>
  );
};
