import { For, Show } from 'solid-js';
import type { RunImportReport } from '../../../domain/seam-runs-in';
import { rejectsToCsv } from '../../../ingest/rejects';
import { Notice } from '../../components/notice';
import { count, plural } from '../../format';
import { notTold, passagesFound, questionsFound } from '../../messages/imported-runs';
import { download } from '../../state/files';

/** What of a file of runs was found, what was not, and what cannot be known of it. */
export const ImportReport = (props: { report: RunImportReport; workspace: string }) => {
  const gaps = () => [...new Set(props.report.runs.flatMap(({ source }) => notTold(source)))];
  const save = (name: string, rows: RunImportReport['rejects']): void =>
    download(name, rejectsToCsv(rows), 'text/csv');
  return (
    <div class="flow">
      <p class="num">
        {plural(props.report.tally.read, 'record')} read, {count(props.report.tally.kept)} kept,{' '}
        {count(props.report.tally.rejected)} left out
        <Show when={props.report.added > 0}>; {plural(props.report.added, 'question')} added</Show>.
      </p>
      <section class="scroll-x" aria-label="Runs of the file" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">System</th>
              <th scope="col">Questions found</th>
              <th scope="col">Passages found</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.report.runs}>
              {({ system, source, meta }) => (
                <tr>
                  <th scope="row">
                    <Show when={meta} fallback={system}>
                      {(run) => (
                        <a
                          href={`#/w/${props.workspace}/diagnosis?run=${encodeURIComponent(run().header.run)}`}
                        >
                          {system}
                        </a>
                      )}
                    </Show>
                  </th>
                  <td>{questionsFound(source)}</td>
                  <td>{passagesFound(source)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
      <Show when={gaps().length > 0}>
        <ul class="small muted gaps">
          <For each={gaps()}>{(gap) => <li>{gap}</li>}</For>
        </ul>
      </Show>
      <For each={props.report.notices}>{(notice) => <Notice>{notice}</Notice>}</For>
      <Show when={props.report.rejects.length + props.report.unmatched.length > 0}>
        <div class="row">
          <Show when={props.report.rejects.length > 0}>
            <button
              type="button"
              class="btn tiny"
              onClick={() => save('run-records-left-out.csv', props.report.rejects)}
            >
              Download {plural(props.report.rejects.length, 'record')} left out
            </button>
          </Show>
          <Show when={props.report.unmatched.length > 0}>
            <button
              type="button"
              class="btn tiny"
              onClick={() => save('run-passages-not-found.csv', props.report.unmatched)}
            >
              Download {plural(props.report.unmatched.length, 'passage')} not found
            </button>
          </Show>
        </div>
      </Show>
    </div>
  );
};
