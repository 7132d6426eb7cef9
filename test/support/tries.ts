/**
 * For a test in a browser that holds a promise in wall-clock time ("cancel returns within 200 ms") or in heap: another process may
 * take the core in just that moment, or the engine let garbage lie, so one of three tries has to keep it. Everything else in such a test holds at every try.
 */
export const ONE_OF_THREE = { retry: 2 };
