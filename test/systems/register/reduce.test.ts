import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeItem, openItems, reduce, startRegister } from '../../../src/systems/register/reduce';
import { factPresent, RULES } from '../../../src/systems/register/rules';
import { anyProposal, anyStart, brokenPromise, item, RETRIEVED } from './proposals';

const START = startRegister([
  { id: 'r1', text: 'Who designed the bridge?' },
  { id: 'r2', text: 'Who taught the designer?' },
  { id: 'r3', text: 'Where was the teacher born?' },
]);
const statuses = (state: readonly { status: string }[]): string[] => state.map(({ status }) => status);
const rulesOf = (violations: readonly { rule: string; item: string | null }[]) =>
  violations.map(({ rule, item: of }) => [rule, of]);

describe('the register', () => {
  test('starts with the first requirement active and the rest pending', () => {
    expect(statuses(START)).toEqual(['active', 'pending', 'pending']);
    expect(START[0]).toEqual({
      id: 'r1',
      text: 'Who designed the bridge?',
      status: 'active',
      note: '',
      support: [],
      reason: '',
    });
    expect(startRegister([])).toEqual([]);
  });

  test('a supported resolution is applied, and the first pending item becomes active', () => {
    const { state, violations, delta } = reduce(
      START,
      { changes: [{ id: 'r1', status: 'resolved', note: 'Mira Tal', support: ['a#0'] }] },
      RETRIEVED,
    );
    expect(violations).toEqual([]);
    expect(statuses(state)).toEqual(['resolved', 'active', 'pending']);
    expect(state[0]).toMatchObject({ note: 'Mira Tal', support: ['a#0'] });
    expect(delta.map(({ id }) => id)).toEqual(['r1', 'r2']);
    expect(activeItem(state)?.id).toBe('r2');
    expect(openItems(state).map(({ id }) => id)).toEqual(['r2', 'r3']);
  });

  test.each([
    ['an unknown id', [{ id: 'r7', status: 'resolved', support: ['a#0'] }], [['unknown-id', 'r7']]],
    ['a deletion', [{ id: 'r2', remove: true as const }], [['deletion', 'r2']]],
    ['a second active item', [{ id: 'r2', status: 'active' }], [['second-active', 'r2']]],
    ['a resolution without support', [{ id: 'r1', status: 'resolved' }], [['unsupported', 'r1']]],
    [
      'a resolution on a chunk that was never retrieved',
      [{ id: 'r1', status: 'resolved', support: ['never#0'] }],
      [
        ['foreign-support', 'r1'],
        ['unsupported', 'r1'],
      ],
    ],
    ['retiring without a reason', [{ id: 'r3', status: 'retired', reason: ' ' }], [['no-reason', 'r3']]],
    ['a status of its own', [{ id: 'r1', status: 'done' }], [['unknown-status', 'r1']]],
  ])('%s is rejected and recorded, and nothing changes', (_, changes, expected) => {
    const { state, violations, delta } = reduce(START, { changes }, RETRIEVED);
    expect(state).toEqual(START);
    expect(delta).toEqual([]);
    expect(rulesOf(violations)).toEqual(expected);
    expect(violations.every(({ message }) => message.endsWith('.'))).toBe(true);
  });

  test('what is refused of one item does not stop the others', () => {
    const { state, violations } = reduce(
      START,
      {
        changes: [
          { id: 'r9', status: 'resolved' },
          { id: 'r1', status: 'resolved', support: ['a#0', 'never#0'] },
          { id: 'r3', status: 'retired', reason: 'r2 answers it' },
        ],
      },
      RETRIEVED,
    );
    expect(statuses(state)).toEqual(['resolved', 'active', 'retired']);
    expect(state[0]?.support).toEqual(['a#0']);
    expect(state[2]?.reason).toBe('r2 answers it');
    expect(rulesOf(violations)).toEqual([
      ['unknown-id', 'r9'],
      ['foreign-support', 'r1'],
    ]);
  });

  test('support is added, never replaced, and an update without any keeps it', () => {
    const before = [item('r1', { status: 'active', support: ['a#0'] })];
    const once = reduce(before, { changes: [{ id: 'r1', support: ['b#0', 'a#0'] }] }, RETRIEVED);
    expect(once.state[0]?.support).toEqual(['a#0', 'b#0']);
    const again = reduce(once.state, { changes: [{ id: 'r1', support: [], note: 'x' }] }, RETRIEVED);
    expect(again.state[0]).toMatchObject({ support: ['a#0', 'b#0'], note: 'x', status: 'active' });
  });

  test.each([
    ['closed first', ['r1', 'r3']],
    ['closed last', ['r3', 'r1']],
  ])('an item may be closed and another made active in one proposal: %s', (_, order) => {
    const of = {
      r1: { id: 'r1', status: 'resolved', support: ['a#0'] },
      r3: { id: 'r3', status: 'active' },
    };
    const changes = order.map((id) => of[id as keyof typeof of]);
    const { state, violations } = reduce(START, { changes }, RETRIEVED);
    expect(violations).toEqual([]);
    expect(statuses(state)).toEqual(['resolved', 'pending', 'active']);
  });

  test('when the closing is refused, the other item does not become active', () => {
    const { state, violations } = reduce(
      START,
      {
        changes: [
          { id: 'r2', status: 'active' },
          { id: 'r1', status: 'resolved' },
        ],
      },
      RETRIEVED,
    );
    expect(statuses(state)).toEqual(['active', 'pending', 'pending']);
    expect(rulesOf(violations)).toEqual([
      ['unsupported', 'r1'],
      ['second-active', 'r2'],
    ]);
  });

  test('an item that was closed too early can be opened again, with its support and without its reason', () => {
    const closed = [
      item('r1', { status: 'resolved', support: ['a#0'] }),
      item('r2', { status: 'retired', reason: 'not needed' }),
    ];
    const { state } = reduce(
      closed,
      {
        changes: [
          { id: 'r1', status: 'pending' },
          { id: 'r2', status: 'active' },
        ],
      },
      RETRIEVED,
    );
    expect(state).toEqual([
      item('r1', { status: 'pending', support: ['a#0'] }),
      item('r2', { status: 'active' }),
    ]);
    const retired = reduce(state, { changes: [{ id: 'r2', status: 'retired' }] }, RETRIEVED);
    expect(rulesOf(retired.violations)).toEqual([['no-reason', 'r2']]);
  });

  test('a verified register refuses what the classifier does not bear out, and says so', () => {
    const rules = [...RULES, factPresent(new Map([['r1', 'Its support does not state it.']]))];
    const changes = [{ id: 'r1', status: 'resolved', support: ['a#0'], note: 'Kelm' }];
    const refused = reduce(START, { changes }, RETRIEVED, rules);
    expect(refused.state).toEqual(START);
    expect(refused.violations).toEqual([
      { rule: 'fact-not-present', item: 'r1', message: 'Its support does not state it.' },
    ]);
    expect(statuses(reduce(START, { changes }, RETRIEVED, [...RULES, factPresent(new Map())]).state)).toEqual(
      ['resolved', 'active', 'pending'],
    );
  });

  test('is not changed by reducing it', () => {
    fc.assert(
      fc.property(anyStart, anyProposal, (start, proposal) => {
        const copy = structuredClone({ start, proposal });
        const { state, delta } = reduce(start, proposal, RETRIEVED);
        expect({ start, proposal }).toEqual(copy);
        expect(reduce(start, proposal, RETRIEVED).state).toEqual(state);
        const changed = state.filter((now, at) => JSON.stringify(now) !== JSON.stringify(start[at]));
        expect(delta).toEqual(changed);
      }),
    );
  });
});

describe('over any sequence of proposals', () => {
  test('every promise holds', () => {
    expect(brokenPromise(RULES, 3000)).toBe(null);
  });

  // Mutation check: each rule is there for a promise that breaks without it.
  test.each([
    ['unknown-id', 'no item is lost, none is added, none changes its text'],
    ['deletion', 'no item is lost, none is added, none changes its text'],
    ['unknown-status', 'a status is one of the four'],
    ['foreign-support', 'support was retrieved'],
    ['support-kept', 'no support is lost'],
    ['reason-kept-to-retired', 'only what is retired has a reason'],
    ['unsupported', 'what is resolved has support'],
    ['no-reason', 'what is retired has a reason'],
    ['second-active', 'at most one item is active'],
    ['untouched-stay', 'no item is lost, none is added, none changes its text'],
    ['one-active-while-open', 'one item is active while something is open'],
  ])('without the rule "%s" it is not true that %s', (name, promise) => {
    const rules = RULES.filter((rule) => rule.name !== name);
    expect(rules).toHaveLength(RULES.length - 1);
    expect(brokenPromise(rules)).toBe(promise);
  });

  test('no rule is without such a check', () => {
    expect(RULES.map(({ name }) => name).sort()).toEqual(
      [
        'unknown-id',
        'deletion',
        'unknown-status',
        'foreign-support',
        'support-kept',
        'reason-kept-to-retired',
        'unsupported',
        'no-reason',
        'second-active',
        'untouched-stay',
        'one-active-while-open',
      ].sort(),
    );
  });
});
