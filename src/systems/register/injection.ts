/** What the model is told of the register, and what telling it costs (design 04: deltas against full replay). */
import type { RegisterEvent, Requirement } from '../../domain/trace';
import { queryKey } from '../query-key';
import type { Register } from './reduce';

/** One item a line, as JSON: whatever stands in a note or in a file's name stays inside its quotes. */
export const renderItems = (items: Register): string =>
  items
    .map(({ id, status, text, note, support, reason }) =>
      JSON.stringify({
        id,
        status,
        text,
        ...(note === '' ? {} : { note }),
        ...(support.length === 0 ? {} : { support }),
        ...(reason === '' ? {} : { reason }),
      }),
    )
    .join('\n');

/** A note in other spelling, case or punctuation is the same note; everything else that differs is material. */
export const isMaterial = (was: Requirement | undefined, now: Requirement): boolean =>
  was === undefined ||
  was.status !== now.status ||
  was.text !== now.text ||
  was.reason !== now.reason ||
  queryKey(was.note) !== queryKey(now.note) ||
  was.support.length !== now.support.length;

export interface Injection {
  /** Null: nothing changed that is worth a word. */
  text: string | null;
  tokens: RegisterEvent['tokens'];
}

/** `replay`: the whole register every time, as an experiment. */
export const createInjector = (options: { replay: boolean; countTokens: (text: string) => number }) => {
  const { replay, countTokens } = options;
  const told = new Map<string, Requirement>();
  return (register: Register): Injection => {
    const all = renderItems(register);
    const full = countTokens(all);
    const changed = register.filter((item) => isMaterial(told.get(item.id), item));
    for (const item of changed) told.set(item.id, item);
    if (replay) return { text: all, tokens: { delta: full, full } };
    if (changed.length === 0) return { text: null, tokens: { delta: 0, full } };
    const text = renderItems(changed);
    return { text, tokens: { delta: countTokens(text), full } };
  };
};
