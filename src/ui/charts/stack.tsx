import { Index, Show } from 'solid-js';
import { Chip } from '../components/chip';
import { count, percent } from '../format';
import type { TermText } from '../messages';
import './charts.css';
import { ShareTools } from './shares';

export interface Segment<T extends string> {
  id: T;
  term: TermText;
  n: number;
}

/** One bar for a whole, cut by kind, with its legend: every part a button that filters. */
export function StackBar<T extends string>(props: {
  label: string;
  /** File name of the exports, without extension. */
  name: string;
  segments: Segment<T>[];
  pressed: readonly T[];
  onPick: (id: T) => void;
}) {
  const total = () => props.segments.reduce((sum, segment) => sum + segment.n, 0);
  const present = () => props.segments.filter((segment) => segment.n > 0);
  const dim = (id: T): boolean => props.pressed.length > 0 && !props.pressed.includes(id);
  const name = (segment: Segment<T>): string =>
    `${segment.term.label}: ${count(segment.n)} of ${count(total())}`;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own layout */}
      <div class="stack" role="group" aria-label={props.label}>
        <Index each={present()}>
          {(segment) => (
            <button
              type="button"
              class={`tone-${segment().term.tone}`}
              classList={{ dim: dim(segment().id) }}
              style={{ 'flex-grow': segment().n }}
              aria-pressed={props.pressed.includes(segment().id)}
              title={name(segment())}
              onClick={() => props.onPick(segment().id)}
            >
              <span aria-hidden="true">{segment().term.sign}</span>
              <span class="name">{segment().term.label}</span>
              <b class="num">{count(segment().n)}</b>
            </button>
          )}
        </Index>
      </div>
      <table class="legend num">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Meaning</th>
            <th scope="col">Count</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          <Index each={present()}>
            {(segment) => (
              <tr classList={{ dim: dim(segment().id) }}>
                <td>
                  <Chip term={segment().term} />
                </td>
                <td class="meaning muted">{segment().term.definition}</td>
                <td class="r">
                  <button type="button" class="linklike" onClick={() => props.onPick(segment().id)}>
                    <b>{count(segment().n)}</b>
                    <span class="visually-hidden"> {segment().term.label}, show them</span>
                  </button>
                </td>
                <td class="r faint">{percent(total() === 0 ? null : segment().n / total(), 0)}</td>
              </tr>
            )}
          </Index>
        </tbody>
      </table>
      <Show when={present().length > 0}>
        <ShareTools label={props.label} name={props.name} shares={present()} />
      </Show>
      <Show when={present().length === 0}>
        <p class="muted">Nothing to show.</p>
      </Show>
    </>
  );
}
