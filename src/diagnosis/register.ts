/** What the register of a question came to, read back from the trace (04, "Requirement register"; 05.4). */
import type { JudgeEvent, QuestionEvent, RegisterEvent, Requirement } from '../domain/trace';
import type { MappedGold } from './golds';

/** A requirement as the last update left it, and the step at which it became what it is. */
export interface RegisterItem {
  item: Requirement;
  step: number;
}

/** Null: the system has no register. Items in the order in which they appeared. */
export const registerOf = (events: readonly QuestionEvent[]): RegisterItem[] | null => {
  const updates = events.filter((event): event is RegisterEvent => event.event === 'register');
  if (updates.length === 0) return null;
  const items = new Map<string, RegisterItem>();
  for (const { delta, step } of updates)
    for (const item of delta) {
      const known = items.get(item.id);
      // A later note or support does not move the step at which it was resolved.
      items.set(item.id, { item, step: known?.item.status === item.status ? known.step : step });
    }
  return [...items.values()];
};

/** A premature resolution before a judge is chosen. */
export interface Unsupported extends RegisterItem {
  /** What a classifier said of it while the run went on; null: none was asked. */
  judged: JudgeEvent | null;
}

/**
 * Items that stand resolved and whose support holds no chunk of any gold passage. Without labelled passages nothing can be
 * said, and the list is empty. Null: the system has no register.
 */
export const unsupportedOf = (
  events: readonly QuestionEvent[],
  golds: readonly MappedGold[],
): Unsupported[] | null => {
  const items = registerOf(events);
  if (items === null || golds.length === 0) return items === null ? null : [];
  const gold = new Set(golds.flatMap(({ chunks }) => chunks));
  const words = events.filter((event): event is JudgeEvent => event.event === 'judge');
  return items
    .filter(({ item }) => item.status === 'resolved' && !item.support.some((chunk) => gold.has(chunk)))
    .map((one) => ({ ...one, judged: words.findLast(({ asked }) => asked === one.item.text) ?? null }));
};
