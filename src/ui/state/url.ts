/**
 * View-defining state lives in the address, so that reload, back, forward and a copied link come to the same place.
 */
import { useLocation, useSearchParams } from '@solidjs/router';
import { batch, createMemo, createSignal, onCleanup } from 'solid-js';
import { parseView, type Shape, type ViewOf } from './codecs';

export * from './codecs';

/** Browsers limit how often the address may change (Safari: 100 times in 30 s); a slider moves faster than that. */
const WRITE_AFTER_MS = 180;

/**
 * The view of the current address as reactive getters, and a setter that merges. With `replace` (sliders, typing)
 * the view changes at once, and the address follows shortly after without a history entry.
 */
export const useView = <S extends Shape>(
  shape: S,
): [view: ViewOf<S>, set: (change: Partial<ViewOf<S>>, options?: { replace?: boolean }) => void] => {
  const location = useLocation();
  const [, setParams] = useSearchParams();
  const [ahead, setAhead] = createSignal<Partial<ViewOf<S>>>({});
  const keys = Object.keys(shape) as (keyof S & string)[];
  const parsed = createMemo(() => parseView(shape, location.search));
  const view = {} as ViewOf<S>;
  for (const key of keys) {
    const value = createMemo(
      () => {
        const pending = ahead();
        return key in pending ? pending[key] : parsed()[key];
      },
      undefined,
      { equals: (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b) },
    );
    Object.defineProperty(view, key, { get: value, enumerable: true });
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (replace: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    const change = ahead();
    const params = Object.fromEntries(
      Object.entries(change).map(([key, value]) => [key, shape[key]?.format(value) ?? null]),
    );
    batch(() => {
      setParams(params, { replace });
      setAhead({});
    });
  };
  const set = (change: Partial<ViewOf<S>>, options?: { replace?: boolean }): void => {
    setAhead((pending) => ({ ...pending, ...change }));
    if (options?.replace === true) {
      clearTimeout(timer);
      timer = setTimeout(() => write(true), WRITE_AFTER_MS);
    } else write(false);
  };
  onCleanup(() => clearTimeout(timer));
  return [view, set];
};
