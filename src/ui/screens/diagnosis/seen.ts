/**
 * Which runs were looked at in this visit, oldest first. A view without a run in its address shows the one looked at
 * last: a run that finishes meanwhile must not take the page away from under the reader's eyes.
 */
const seen = new Set<string>();

export const see = (run: string): void => {
  seen.delete(run);
  seen.add(run);
};

/** Place in the order of looking; −1: never looked at. */
export const seenAt = (run: string): number => [...seen].indexOf(run);
