import { createSignal, For, Show } from 'solid-js';
import type { FileRole } from '../../domain/seam';
import { Notice } from '../components/notice';
import { type Column, VirtualTable } from '../components/virtual-table';
import { bytes, plural } from '../format';
import { ROLE } from '../messages';
import { ColumnMapper } from './column-mapper';
import { type Candidate, hasColumns, type Intake, needsColumns } from './intake';

/** The time tells namesakes apart for a person who does not know their numbers. */
const tooltip = ({ source: { path, file } }: Candidate): string =>
  file instanceof File ? `${path}, changed ${new Date(file.lastModified).toLocaleString('en')}` : path;

/** What was found: a row a file with the guess and its override; problems in words; columns of unknown tables. */
export const FoundTable = (props: { intake: Intake }) => {
  const entries = () => props.intake.entries;
  const [chosen, setChosen] = createSignal<string | null>(null);
  const mapped = () =>
    entries().find((entry) => entry.source.path === chosen() && hasColumns(entry)) ??
    entries().find(needsColumns);
  const problems = () => entries().filter((entry) => entry.inspection.problem !== null);
  const [allProblems, setAllProblems] = createSignal(false);
  const shownProblems = () => (allProblems() ? problems() : problems().slice(0, 5));

  const columns: Column<Candidate>[] = [
    {
      id: 'path',
      head: 'File',
      width: 'minmax(11em, 2fr)',
      cell: (entry) => <span title={tooltip(entry)}>{entry.source.path}</span>,
    },
    {
      id: 'size',
      head: 'Size',
      width: '5em',
      right: true,
      cell: (entry) => <span class="num muted">{bytes(entry.inspection.size)}</span>,
    },
    {
      id: 'reader',
      head: 'Looks like',
      width: 'minmax(10em, 1fr)',
      cell: (entry) => (
        <Show
          when={entry.inspection.guesses.length > 0}
          fallback={<span class="muted">cannot be read, see below</span>}
        >
          <select
            class="field"
            aria-label={`Format of ${entry.source.path}`}
            value={entry.reader}
            onChange={(event) => {
              const reader = event.currentTarget.value;
              const guess = entry.inspection.guesses.find((other) => other.reader === reader);
              props.intake.change(entry.source.path, {
                reader,
                ...(guess === undefined ? {} : { role: guess.role }),
              });
            }}
          >
            <For each={[...new Map(entry.inspection.guesses.map((guess) => [guess.reader, guess])).values()]}>
              {(guess) => <option value={guess.reader}>{guess.label}</option>}
            </For>
          </select>
        </Show>
      ),
    },
    {
      id: 'role',
      head: 'Use it as',
      width: '13em',
      cell: (entry) => (
        <Show when={entry.inspection.guesses.length > 0}>
          <select
            class="field"
            aria-label={`Use ${entry.source.path} as`}
            value={entry.role}
            onChange={(event) =>
              props.intake.change(entry.source.path, { role: event.currentTarget.value as FileRole })
            }
          >
            <For each={Object.entries(ROLE)}>{([role, label]) => <option value={role}>{label}</option>}</For>
          </select>
        </Show>
      ),
    },
    {
      id: 'more',
      head: <span class="visually-hidden">Actions</span>,
      width: '9.5em',
      right: true,
      cell: (entry) => (
        <>
          <Show when={hasColumns(entry)}>
            <button
              type="button"
              class="btn quiet tiny"
              aria-expanded={mapped()?.source.path === entry.source.path}
              onClick={() => setChosen(entry.source.path)}
            >
              Columns{needsColumns(entry) ? ' !' : ''}
            </button>
          </Show>
          <button
            type="button"
            class="btn quiet tiny"
            aria-label={`Take ${entry.source.path} off the list`}
            onClick={() => props.intake.remove(entry.source.path)}
          >
            ✕
          </button>
        </>
      ),
    },
  ];

  return (
    <div class="flow">
      <VirtualTable
        label="Files found"
        count={entries().length}
        row={(index) => entries()[index]}
        columns={columns}
        height={42}
        maxHeight="380px"
        minWidth="720px"
      />
      <For each={props.intake.repeated()}>
        {(path) => (
          <Notice>
            <b>{path}</b> is on the list already, with the same content: it was not added again.
          </Notice>
        )}
      </For>
      <For each={props.intake.shared()}>
        {({ called, as }) => (
          <Notice tone="drift" sign="!">
            {as.length} different files are called <b>{called}</b>. All are kept, as {as.join(', ')}; a label
            that names <b>{called}</b> fits each of them. Take off the list what you did not mean.
          </Notice>
        )}
      </For>
      <Show when={mapped()} keyed>
        {(entry) => (
          <ColumnMapper
            entry={entry}
            onChange={(mapping) => props.intake.change(entry.source.path, { columns: mapping })}
          />
        )}
      </Show>
      <Show when={problems().length > 0}>
        <Notice
          tone="total"
          sign="!"
          actions={
            <Show when={problems().length > 5}>
              <button type="button" class="btn tiny" onClick={() => setAllProblems((was) => !was)}>
                {allProblems() ? 'Show fewer' : `Show all ${problems().length}`}
              </button>
            </Show>
          }
        >
          <p>{plural(problems().length, 'file')} with a problem:</p>
          <ul class="plain">
            <For each={shownProblems()}>
              {(entry) => (
                <li>
                  {/* Most sentences name the file themselves. */}
                  <Show when={entry.inspection.problem?.includes(entry.source.path) !== true}>
                    <b>{entry.source.path}</b>{' '}
                  </Show>
                  {entry.inspection.problem}
                </li>
              )}
            </For>
          </ul>
        </Notice>
      </Show>
    </div>
  );
};
