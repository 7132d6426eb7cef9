/** Messages of browsers and of Vite when a script, or the style that belongs to it, cannot be loaded. */
const MISSING = /\bimport(ed|ing)?\b.*\b(module|script)|\bmodule script\b|unable to preload css/i;

/** A chunk that is gone: the host has a newer build than the page, or the network is cut before it was kept. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && MISSING.test(error.message);
