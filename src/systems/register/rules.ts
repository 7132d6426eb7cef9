/**
 * The rules of the requirement register (design 04, "Requirement register"), each by itself. A proposal is applied as a
 * model wrote it, as if it were the whole new register; what makes that safe are these rules and nothing else, so
 * that a test can take any one of them out and see what it is for.
 */
import type { Requirement } from '../../domain/trace';
import type { Change } from './proposal';

export const STATUSES = ['pending', 'active', 'resolved', 'retired'] as const;
const isStatus = (status: string): boolean => STATUSES.some((known) => known === status);
export const isOpen = ({ status }: Pick<Requirement, 'status'>): boolean =>
  status === 'pending' || status === 'active';

/** An item as a proposal would have it: its status may be no status at all. */
export type Draft = Omit<Requirement, 'status'> & { status: string };

/** One proposed change of one item. */
export interface Step {
  change: Change;
  /** Undefined: the register has no such item. */
  before: Requirement | undefined;
  /** Null: the item would be gone. */
  after: Draft | null;
  /** The other items, as they are at this point. */
  others: readonly Draft[];
  /** Chunk ids that this question has retrieved. */
  retrieved: ReadonlySet<string>;
}

export interface Rule {
  name: string;
  /** Why the change is not applied at all; the item stays as it is. Null: it may be. */
  reject?(step: Step): string | null;
  /** What is left of the change, and what of it was not applied (null: all of it was, or nothing worth a word). */
  amend?(after: Draft, step: Step): { after: Draft; message: string | null };
  /** The register after all changes. `named`: ids that the proposal named. */
  settle?(items: Draft[], before: readonly Requirement[], named: ReadonlySet<string>): Draft[];
}

const knownId: Rule = {
  name: 'unknown-id',
  reject: ({ before, change }) => (before === undefined ? `There is no item "${change.id}".` : null),
};

const noDeletion: Rule = {
  name: 'deletion',
  reject: ({ before, after }) =>
    before !== undefined && after === null
      ? 'An item is never deleted; it can be retired with a reason.'
      : null,
};

const knownStatus: Rule = {
  name: 'unknown-status',
  reject: ({ after }) =>
    after === null || isStatus(after.status)
      ? null
      : `"${after.status}" is not one of ${STATUSES.join(', ')}.`,
};

const retrievedSupport: Rule = {
  name: 'foreign-support',
  amend(after, { change, before, retrieved }) {
    const foreign = (change.support ?? []).filter((id) => !retrieved.has(id));
    if (foreign.length === 0) return { after, message: null };
    const own = new Set([...(before?.support ?? []), ...retrieved]);
    return {
      after: { ...after, support: after.support.filter((id) => own.has(id)) },
      message: `Not retrieved for this question, so no support: ${foreign.join(', ')}.`,
    };
  },
};

const appendOnly: Rule = {
  name: 'support-kept',
  amend: (after, { before }) => ({
    after: { ...after, support: [...new Set([...(before?.support ?? []), ...after.support])] },
    message: null,
  }),
};

const supportToResolve: Rule = {
  name: 'unsupported',
  reject: ({ after }) =>
    after?.status === 'resolved' && after.support.length === 0
      ? 'A resolved item needs the id of a chunk that states its fact.'
      : null,
};

const reasonOnlyWhenRetired: Rule = {
  name: 'reason-kept-to-retired',
  amend: (after) => ({ after: after.status === 'retired' ? after : { ...after, reason: '' }, message: null }),
};

const reasonToRetire: Rule = {
  name: 'no-reason',
  reject: ({ after }) =>
    after?.status === 'retired' && after.reason.trim() === '' ? 'A retired item needs a reason.' : null,
};

const oneActive: Rule = {
  name: 'second-active',
  reject({ after, others }) {
    const active = others.find(({ status }) => status === 'active');
    return after?.status === 'active' && active !== undefined
      ? `"${active.id}" is active, and only one item can be.`
      : null;
  },
};

const untouchedStay: Rule = {
  name: 'untouched-stay',
  settle(items, before, named) {
    const now = new Map(items.map((item) => [item.id, item]));
    const added = items.filter(({ id }) => !before.some((item) => item.id === id));
    const kept = before.flatMap((item): Draft[] => {
      const left = named.has(item.id) ? now.get(item.id) : item;
      return left === undefined ? [] : [left];
    });
    return [...kept, ...added];
  },
};

const firstPendingActive: Rule = {
  name: 'one-active-while-open',
  settle(items) {
    if (items.some(({ status }) => status === 'active')) return items;
    const next = items.findIndex(({ status }) => status === 'pending');
    return items.map((item, at) => (at === next ? { ...item, status: 'active' } : item));
  },
};

/** In the order in which they are asked: what is left of a change is decided before whether it may be made. */
export const RULES: readonly Rule[] = [
  knownId,
  noDeletion,
  knownStatus,
  retrievedSupport,
  appendOnly,
  reasonOnlyWhenRetired,
  supportToResolve,
  reasonToRetire,
  oneActive,
  untouchedStay,
  firstPendingActive,
];

/** `execution-rag-verified`: resolutions that the classifier does not bear out. Key: item id; value: why not. */
export const factPresent = (refused: ReadonlyMap<string, string>): Rule => ({
  name: 'fact-not-present',
  reject: ({ before, after }) =>
    before !== undefined && after?.status === 'resolved' && before.status !== 'resolved'
      ? (refused.get(before.id) ?? null)
      : null,
});
