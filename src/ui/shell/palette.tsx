import { useNavigate } from '@solidjs/router';
import { createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { GLOSSARY } from '../messages';
import { LESSONS } from '../messages/lessons';
import { setPreferences, type Theme } from '../state/preferences';
import { loadQuestions, questions } from '../state/questions';
import { refreshWorkspaces, workspace, workspaces } from '../state/session';
import { matchCommands } from './match-commands';

interface Command {
  label: string;
  kind: string;
  run: () => void;
}

const MOST = 40;

/** Everything one can go to or do, by typing a few letters of it. */
const Palette = (props: { onClose: () => void }) => {
  let dialog!: HTMLDialogElement;
  const navigate = useNavigate();
  const [typed, setTyped] = createSignal('');
  const [at, setAt] = createSignal(0);
  onMount(() => {
    dialog.showModal();
    void refreshWorkspaces();
    if (workspace() !== null) void loadQuestions();
  });

  const commands = createMemo((): Command[] => {
    const meta = workspace();
    const to = (label: string, path: string, kind = 'go to'): Command => ({
      label,
      kind,
      run: () => navigate(path),
    });
    const theme = (value: Theme): Command => ({
      label: `Theme: ${value}`,
      kind: 'do',
      run: () => setPreferences({ theme: value }),
    });
    const screens =
      meta === null
        ? []
        : ['Corpus', 'Search', 'Questions', 'Runs', 'Diagnosis'].map((label) =>
            to(label, `/w/${meta.id}/${label.toLowerCase()}`),
          );
    return [
      ...screens,
      ...(meta === null ? [] : [to('Compare', `/w/${meta.id}/compare`)]),
      ...(meta === null ? [] : [to('Judge check', `/w/${meta.id}/judge`)]),
      to('Start', '/'),
      to('Settings', '/settings'),
      to('Glossary of terms', '/terms'),
      to('Lessons', '/lessons'),
      ...(meta === null ? [] : [to('Add a question by hand', `/w/${meta.id}/questions?edit=new`, 'do')]),
      theme('system'),
      theme('light'),
      theme('dark'),
      ...(workspaces() ?? []).map((other) => to(other.name, `/w/${other.id}/diagnosis`, 'workspace')),
      ...(meta === null ? [] : (questions() ?? [])).map((question) =>
        to(question.text, `/w/${meta?.id}/question/${encodeURIComponent(question.id)}`, 'question'),
      ),
      ...LESSONS.map((lesson) => to(lesson.title, `/lessons?at=${lesson.id}`, 'lesson')),
      ...GLOSSARY.flatMap((group) => group.terms).map((term) =>
        to(term.label, `/terms?at=${term.id}`, 'term'),
      ),
    ];
  });
  const found = createMemo(() => matchCommands(commands(), typed(), MOST));
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    props.onClose();
    command.run();
  };
  const move = (to: number): void => {
    const length = found().length;
    if (length === 0) return;
    setAt((to + length) % length);
    document.querySelector(`#command-${at()}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(at() + 1);
    else if (event.key === 'ArrowUp') move(at() - 1);
    else if (event.key === 'Enter') run(found()[at()]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      class="palette"
      aria-label="Command palette"
      ref={dialog}
      onClose={() => props.onClose()}
      onClick={(event) => event.target === dialog && props.onClose()}
      onKeyDown={onKeyDown}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Type to find a screen, workspace, question or term"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={found().length > 0 ? `command-${at()}` : undefined}
        aria-autocomplete="list"
        placeholder="Go to a screen, workspace, question or term"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
      />
      <div id="commands" class="options" role="listbox" aria-label="Commands">
        <For each={found()}>
          {(command, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox (aria-activedescendant)
            <div
              id={`command-${i()}`}
              role="option"
              aria-selected={i() === at()}
              onMouseMove={() => setAt(i())}
              onClick={() => run(command)}
            >
              <span class="clip">{command.label}</span>
              <span class="faint small nowrap">{command.kind}</span>
            </div>
          )}
        </For>
        <Show when={found().length === 0}>
          <p class="muted" role="status">
            Nothing matches
          </p>
        </Show>
      </div>
    </dialog>
  );
};

export default Palette;
