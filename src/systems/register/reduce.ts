/**
 * The register's reducer (design 04): the model proposes, this decides. Pure. Over any sequence of proposals no item and
 * no support is lost, at most one item is active, and one is as long as something is open.
 */
import type { RegisterEvent, Requirement } from '../../domain/trace';
import type { Change, Proposal } from './proposal';
import { type Draft, isOpen, RULES, type Rule, type Step } from './rules';

export type Register = readonly Requirement[];
export type Violation = RegisterEvent['violations'][number];

export interface Reduced {
  state: Requirement[];
  violations: Violation[];
  /** Items that changed, as they are now. */
  delta: Requirement[];
}

/** The requirements of a question, in the order in which they are to be met: the first is active, the rest wait. */
export const startRegister = (items: readonly { id: string; text: string }[]): Requirement[] =>
  items.map(({ id, text }, at) => ({
    id,
    text,
    status: at === 0 ? 'active' : 'pending',
    note: '',
    support: [],
    reason: '',
  }));

export const openItems = (register: Register): Requirement[] => register.filter(isOpen);
export const activeItem = (register: Register): Requirement | null =>
  register.find(({ status }) => status === 'active') ?? null;

export const sameItem = (a: Requirement, b: Requirement): boolean =>
  a.status === b.status &&
  a.note === b.note &&
  a.reason === b.reason &&
  a.text === b.text &&
  a.support.length === b.support.length &&
  a.support.every((id, at) => id === b.support[at]);

/** What a change says, taken at its word. The text of an item is no part of it: it stays what it was. */
const literally = (change: Change, before: Requirement | undefined): Draft | null =>
  change.remove === true
    ? null
    : {
        id: before?.id ?? change.id,
        text: before?.text ?? '',
        status: change.status ?? before?.status ?? 'pending',
        note: change.note ?? before?.note ?? '',
        support: change.support ?? before?.support ?? [],
        reason: change.reason ?? before?.reason ?? '',
      };

/** What the rules leave of a change; `before` again when they reject it. */
const judged = (given: Step, rules: readonly Rule[], violate: (rule: string, message: string) => void) => {
  let step = given;
  for (const rule of rules) {
    const why = rule.reject?.(step) ?? null;
    if (why !== null) {
      violate(rule.name, why);
      return given.before ?? null;
    }
    if (rule.amend === undefined || step.after === null) continue;
    const { after, message } = rule.amend(step.after, step);
    if (message !== null) violate(rule.name, message);
    step = { ...step, after };
  }
  return step.after;
};

/** In one proposal an item may be closed and the next made active, in either order: what makes active comes last. */
const inOrder = (changes: readonly Change[]): Change[] => [
  ...changes.filter(({ status }) => status !== 'active'),
  ...changes.filter(({ status }) => status === 'active'),
];

// The rule on statuses has let no other through.
const asRequirement = (draft: Draft): Requirement => ({
  ...draft,
  status: draft.status as Requirement['status'],
});

/** `retrieved`: the chunk ids that this question has retrieved so far. */
export const reduce = (
  before: Register,
  proposal: Proposal,
  retrieved: ReadonlySet<string>,
  rules: readonly Rule[] = RULES,
): Reduced => {
  const violations: Violation[] = [];
  const first = new Map(before.map((item) => [item.id, item]));
  /** What the proposal makes of the items it names; null: gone. */
  const drafts = new Map<string, Draft | null>();
  for (const change of inOrder(proposal.changes)) {
    const own = drafts.has(change.id) ? (drafts.get(change.id) ?? undefined) : first.get(change.id);
    const now = own === undefined ? undefined : asRequirement(own);
    const others = [...new Map<string, Draft | null>([...first, ...drafts]).values()].flatMap((item) =>
      item === null || item.id === change.id ? [] : [item],
    );
    const step = { change, before: now, after: literally(change, now), others, retrieved };
    const after = judged(step, rules, (rule, message) => violations.push({ rule, item: change.id, message }));
    if (after !== null || now !== undefined) drafts.set(change.id, after);
  }
  const named = new Set(drafts.keys());
  const settled = rules.reduce(
    (items, rule) => rule.settle?.(items, before, named) ?? items,
    [...drafts.values()].flatMap((draft) => draft ?? []),
  );
  const state = settled.map(asRequirement);
  const delta = state.filter((item) => {
    const was = first.get(item.id);
    return was === undefined || !sameItem(was, item);
  });
  return { state, violations, delta };
};
