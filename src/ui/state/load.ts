/**
 * Asynchronous values without Suspense: a screen is on at once, and what is slow fills in. (A resource would hold
 * back the whole navigation until its worker answers.) The last value stays while the next is on its way.
 */
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';

export interface Load<T> {
  /** Null: nothing has arrived yet, or the source is null. */
  value: Accessor<T | null>;
  loading: Accessor<boolean>;
  /** Loads again with the same source. */
  again: () => void;
  /** Puts a value in place of the loaded one. */
  set: (value: T) => void;
}

const isShallowEqual = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && Object.is(right.get(key), value))
  );
};

/** Loads whenever `source` changes (objects are compared one level deep); a null source clears the value. An answer that comes too late is dropped. */
export const createLoad = <S, T>(
  source: Accessor<S | null>,
  load: (source: S) => Promise<T>,
  options: { keep: boolean } = { keep: true },
): Load<T> => {
  const [value, setValue] = createSignal<T | null>(null);
  const [loading, setLoading] = createSignal(false);
  const [round, setRound] = createSignal(0);
  let turn = 0;
  const run = async (from: S | null): Promise<void> => {
    turn += 1;
    const mine = turn;
    if (from === null) {
      setValue(null);
      setLoading(false);
      return;
    }
    if (!options.keep) setValue(null);
    setLoading(true);
    const next = await load(from);
    if (mine !== turn) return;
    setValue(() => next);
    setLoading(false);
  };
  // Metadata is read again every second while a run goes on: an equal source must not load again.
  const settled = createMemo(source, undefined, { equals: isShallowEqual });
  createEffect(on([settled, round], ([from]) => void run(from ?? null)));
  onCleanup(() => {
    turn += 1;
  });
  return {
    value,
    loading,
    again: () => setRound((n) => n + 1),
    set: (next) => {
      turn += 1;
      setLoading(false);
      setValue(() => next);
    },
  };
};
