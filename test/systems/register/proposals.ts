import fc from 'fast-check';
import type { Requirement } from '../../../src/domain/trace';
import { type Change, type Proposal, readProposal } from '../../../src/systems/register/proposal';
import { reduce, startRegister } from '../../../src/systems/register/reduce';
import type { Rule } from '../../../src/systems/register/rules';

/** What a question has retrieved in these tests, and what it has not. */
export const RETRIEVED: ReadonlySet<string> = new Set(['a#0', 'b#0', 'c#1']);

export const item = (id: string, more: Partial<Requirement> = {}): Requirement => ({
  id,
  text: `requirement ${id}`,
  status: 'pending',
  note: '',
  support: [],
  reason: '',
  ...more,
});

const anyStatus = fc.constantFrom('pending', 'active', 'resolved', 'retired', 'done', '');
const anyChange: fc.Arbitrary<Change> = fc
  .record(
    {
      id: fc.constantFrom('r1', 'r2', 'r3', 'r9', ''),
      status: anyStatus,
      note: fc.constantFrom('', 'Mira Tal', 'mira tal.'),
      support: fc.uniqueArray(fc.constantFrom('a#0', 'b#0', 'c#1', 'never#0', ''), { maxLength: 3 }),
      reason: fc.constantFrom('', '  ', 'it follows from r1'),
      remove: fc.constant(true as const),
    },
    { requiredKeys: ['id'] },
  )
  // A wish to delete is rarer than a change, or little else would be seen.
  .chain((change) =>
    fc.integer({ min: 0, max: 4 }).map((n): Change => {
      const { remove: _, ...rest } = change;
      return n === 0 ? change : rest;
    }),
  );

/** A proposal as it could be read from a reply: well formed, and whatever JSON a model may come up with. */
export const anyProposal: fc.Arbitrary<Proposal> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ changes: fc.array(anyChange, { maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => readProposal(value) ?? { changes: [] }) },
);

export const anyStart = fc
  .integer({ min: 0, max: 3 })
  .map((n) => startRegister([1, 2, 3].slice(0, n).map((i) => ({ id: `r${i}`, text: `requirement ${i}` }))));

/** What must hold between a register and the one after a proposal; the name of each is what is promised. */
export const PROMISES: Record<
  string,
  (before: readonly Requirement[], after: readonly Requirement[], proposal: Proposal) => boolean
> = {
  'no item is lost, none is added, none changes its text': (before, after) =>
    JSON.stringify(after.map(({ id, text }) => [id, text])) ===
    JSON.stringify(before.map(({ id, text }) => [id, text])),
  'no support is lost': (before, after) =>
    before.every(({ id, support }) => {
      const now = after.find((other) => other.id === id)?.support ?? [];
      return support.every((chunk) => now.includes(chunk));
    }),
  'support was retrieved': (_, after) =>
    after.every(({ support }) => support.every((id) => RETRIEVED.has(id))),
  'at most one item is active': (_, after) => after.filter(({ status }) => status === 'active').length <= 1,
  'one item is active while something is open': (_, after) =>
    after.some(({ status }) => status === 'active') || after.every(({ status }) => status !== 'pending'),
  'what is resolved has support': (_, after) =>
    after.every(({ status, support }) => status !== 'resolved' || support.length > 0),
  'what is retired has a reason': (_, after) =>
    after.every(({ status, reason }) => status !== 'retired' || reason.trim() !== ''),
  'only what is retired has a reason': (_, after) =>
    after.every(({ status, reason }) => status === 'retired' || reason === ''),
  'a status is one of the four': (_, after) =>
    after.every(({ status }) => ['pending', 'active', 'resolved', 'retired'].includes(status)),
  'an item that is not named stays, but for becoming active': (before, after, { changes }) =>
    before
      .filter(({ id }) => !changes.some((change) => change.id === id))
      .every((was) => {
        const now = after.find(({ id }) => id === was.id);
        return (
          JSON.stringify(now) === JSON.stringify(was) ||
          (was.status === 'pending' && JSON.stringify(now) === JSON.stringify({ ...was, status: 'active' }))
        );
      }),
};

/** The promises that any sequence of proposals breaks under these rules; none: all hold. */
export const brokenPromise = (rules?: readonly Rule[], numRuns = 400): string | null => {
  let broken: string | null = null;
  const result = fc.check(
    fc.property(anyStart, fc.array(anyProposal, { maxLength: 6 }), (start, proposals) => {
      let before = start;
      for (const proposal of proposals) {
        const { state } = reduce(before, proposal, RETRIEVED, rules);
        for (const [name, holds] of Object.entries(PROMISES)) {
          if (holds(before, state, proposal)) continue;
          broken = name;
          return false;
        }
        before = state;
      }
      return true;
    }),
    { numRuns, seed: 5, endOnFailure: true },
  );
  return result.failed ? broken : null;
};
