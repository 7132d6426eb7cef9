/** The requirement register of a question, read back from its trace: each state, and what changed. Pure. */
import type { QuestionEvent, RegisterEvent, Requirement } from '../../../domain/trace';

/** An item as it stands, and what it was before the update that is looked at; null: it is new, or it has not changed. */
export interface ItemView {
  item: Requirement;
  changed: boolean;
  before: Requirement | null;
}

/** The register after one update. Items in the order in which they appeared. */
export interface RegisterState extends Pick<RegisterEvent, 'violations' | 'active' | 'open' | 'tokens'> {
  items: ItemView[];
}

/** One state a `register` event, in order. */
export function registerStates(events: readonly QuestionEvent[]): RegisterState[] {
  const items = new Map<string, Requirement>();
  const states: RegisterState[] = [];
  for (const event of events) {
    if (event.event !== 'register') continue;
    const before = new Map(items);
    for (const item of event.delta) items.set(item.id, item);
    const changed = new Set(event.delta.map(({ id }) => id));
    const { violations, active, open, tokens } = event;
    states.push({
      items: [...items.values()].map((item) => ({
        item,
        changed: changed.has(item.id),
        before: changed.has(item.id) ? (before.get(item.id) ?? null) : null,
      })),
      violations,
      active,
      open,
      tokens,
    });
  }
  return states;
}

/** What telling the model of the register cost, summed over the updates, and what telling all of it would have cost. */
export interface RegisterCost {
  updates: number;
  delta: number;
  full: number;
  /** Share of `full` that was not told; null: there was nothing to tell. */
  saved: number | null;
}

export function registerCost(states: readonly Pick<RegisterState, 'tokens'>[]): RegisterCost {
  const delta = states.reduce((sum, { tokens }) => sum + tokens.delta, 0);
  const full = states.reduce((sum, { tokens }) => sum + tokens.full, 0);
  return { updates: states.length, delta, full, saved: full === 0 ? null : 1 - delta / full };
}
