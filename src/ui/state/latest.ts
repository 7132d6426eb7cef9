import { createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import type { Failure, Outcome } from '../../domain/outcome';

/**
 * The newest answer of a worker to a question that changes faster than it can answer (a slider). One call is under
 * way at a time; of the questions asked meanwhile only the last is put. The old value stays until the new one is
 * there, so that nothing flickers. A null question keeps the value and asks nothing; an equal one is not put again.
 */
export function createLatest<Q, T>(
  question: () => Q | null,
  ask: (question: Q) => Promise<Outcome<T>>,
  wait = 0,
): { value: () => T | null; failure: () => Failure | null; loading: () => boolean; again: () => void } {
  const [value, setValue] = createSignal<T | null>(null);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [loading, setLoading] = createSignal(false);
  let next: { question: Q } | null = null;
  let busy = false;
  let alive = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => {
    alive = false;
    clearTimeout(timer);
  });
  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (alive && next !== null) {
      const { question: current } = next;
      next = null;
      setLoading(true);
      const outcome = await ask(current);
      if (!alive) return;
      if (outcome.ok) {
        setValue(() => outcome.value);
        setFailure(null);
      } else setFailure(outcome.error);
    }
    busy = false;
    setLoading(false);
  };
  const put = (current: Q): void => {
    next = { question: current };
    clearTimeout(timer);
    if (wait === 0) void work();
    else timer = setTimeout(() => void work(), wait);
  };
  const asked = createMemo(question, null, {
    equals: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  createEffect(
    on(asked, (current) => {
      if (current !== null) put(current);
    }),
  );
  return {
    value,
    failure,
    loading,
    again: () => {
      const current = asked();
      if (current !== null) put(current);
    },
  };
}
