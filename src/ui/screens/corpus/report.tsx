import { For, Show } from 'solid-js';
import type { Reject, Tally } from '../../../domain/corpus';
import { questionCount } from '../../../domain/workspace';
import { FailureNotice, Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { TableTools } from '../../components/table-tools';
import { VirtualTable } from '../../components/virtual-table';
import { count, plural } from '../../format';
import { readRejects } from '../../state/corpus';
import { download } from '../../state/files';
import { lastReport } from '../../state/ingestion';
import { createLoad } from '../../state/load';
import { corpusKey, workspace } from '../../state/session';
import { FILE_COLUMNS, REJECT_COLUMNS } from './report-columns';

const Sum = (props: { what: string; tally: Tally }) => (
  <tr>
    <th scope="row">{props.what}</th>
    <td class="r">{count(props.tally.read)}</td>
    <td class="r">{count(props.tally.kept)}</td>
    <td class="r">{count(props.tally.rejected)}</td>
    <td class="r">{count(props.tally.merged)}</td>
  </tr>
);

const saveRejects = async (rejects: readonly Reject[], name: string): Promise<void> => {
  const { unparse } = (await import('papaparse')).default;
  const rows = rejects.map(({ file, line, reason, excerpt }) => ({
    file,
    line: line ?? '',
    reason,
    excerpt,
  }));
  // A cell that begins like a formula must not run when the file is opened in a spreadsheet.
  download(`${name}-rejects.csv`, `\uFEFF${unparse(rows, { escapeFormulae: true })}`, 'text/csv');
};

/** What was read and what was not, with totals that add up. */
export const Report = () => {
  const load = createLoad(() => `${corpusKey()} ${workspace()?.questions?.hash}`, readRejects);
  const rejects = () => {
    const value = load.value();
    return value?.ok ? value.value : [];
  };
  const failure = () => {
    const value = load.value();
    return value !== null && !value.ok ? value.error : null;
  };
  const notices = () => {
    const report = lastReport();
    return report !== null && report.meta.id === workspace()?.id ? report.notices : [];
  };
  const files = () => workspace()?.corpus?.perFile ?? [];
  const next = () => {
    const meta = workspace();
    const isSearchable = (meta?.corpus?.documents ?? 0) > 0;
    return isSearchable && questionCount(meta?.questions ?? null) > 0 && meta?.runs.length === 0
      ? meta.id
      : null;
  };
  return (
    <div class="flow">
      <For each={notices()}>
        {(notice) => (
          <Notice tone="drift" sign="!">
            {notice}
          </Notice>
        )}
      </For>
      <Show when={next()}>
        {(id) => (
          <Notice
            tone="present"
            sign="●"
            actions={
              <a class="btn primary" href={`#/w/${id()}/runs`}>
                Run the probes
              </a>
            }
          >
            Documents and questions are in. Next: let the probes search, and see where the chains break. BM25
            can run now, while vectors are still being made.
          </Notice>
        )}
      </Show>
      <div class="grid">
        <Panel
          span={5}
          title="The totals add up"
          table="totals"
          why="read = kept + rejected; merged ones repeat the content of another and are kept once"
        >
          <table class="num">
            <thead>
              <tr>
                <td />
                <th scope="col" class="r">
                  read
                </th>
                <th scope="col" class="r">
                  kept
                </th>
                <th scope="col" class="r">
                  rejected
                </th>
                <th scope="col" class="r">
                  merged
                </th>
              </tr>
            </thead>
            <tbody>
              <Show when={workspace()?.corpus}>
                {(corpus) => <Sum what="Documents" tally={corpus().tally} />}
              </Show>
              <Show when={workspace()?.questions}>
                {(questions) => <Sum what="Questions" tally={questions().tally} />}
              </Show>
            </tbody>
          </table>
        </Panel>
        <Panel
          span={7}
          title={plural(new Set(files().map((file) => file.path)).size, 'file')}
          why="as they were read"
          actions={
            <TableTools
              name="files"
              rows={() => [
                ['file', 'reader', 'role', 'read', 'kept', 'rejected', 'merged'],
                ...files().map((file) => [
                  file.path,
                  file.reader,
                  file.role,
                  file.read,
                  file.kept,
                  file.rejected,
                  file.merged,
                ]),
              ]}
            />
          }
        >
          <VirtualTable
            label="Files"
            count={files().length}
            row={(index) => files()[index]}
            columns={FILE_COLUMNS}
            maxHeight="300px"
            minWidth="660px"
          />
        </Panel>
        <Panel
          span={12}
          title={
            rejects().length === 0 ? 'Nothing was rejected' : plural(rejects().length, 'rejected record')
          }
          why={
            rejects().length === 0
              ? 'Every record of every file was kept.'
              : 'Each with its file, line and reason; the rest of the file was kept.'
          }
          actions={
            <Show when={rejects().length > 0}>
              <button
                type="button"
                class="btn tiny"
                onClick={() => void saveRejects(rejects(), workspace()?.name ?? 'workspace')}
              >
                Download CSV
              </button>
            </Show>
          }
        >
          <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
          <Show when={rejects().length > 0}>
            <VirtualTable
              label="Rejected records"
              count={rejects().length}
              row={(index) => rejects()[index]}
              columns={REJECT_COLUMNS}
              maxHeight="420px"
              minWidth="760px"
            />
          </Show>
        </Panel>
      </div>
    </div>
  );
};
