/** Choosing a model that may turn out unusable. Pure, so that it can be tried without a page. */
import type { Outcome } from '../../domain/outcome';

export interface Chooser<Choice, Loaded> {
  chosen(): Choice;
  set(choice: Choice): void;
  /** Loads what is chosen. */
  load(): Promise<Outcome<Loaded>>;
}

/**
 * A choice stands once it is loaded: when that fails, the one before is chosen again, unless another was made meanwhile.
 * Whoever needs a model next then loads the one that worked.
 */
export const tryChoice = async <Choice, Loaded>(
  next: Choice,
  { chosen, set, load }: Chooser<Choice, Loaded>,
): Promise<Outcome<Loaded>> => {
  const before = chosen();
  set(next);
  const outcome = await load();
  if (!outcome.ok && chosen() === next) set(before);
  return outcome;
};
