import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionEvent, RegisterEvent, Requirement } from '../../../src/domain/trace';
import { changesOf, REGISTER } from '../../../src/ui/messages/register';
import { registerCost, registerStates } from '../../../src/ui/screens/question/register-states';
import { registerAt, stepsOf } from '../../../src/ui/screens/question/steps';

const need = (id: string, status: Requirement['status'], more: Partial<Requirement> = {}): Requirement => ({
  id,
  text: `need ${id}`,
  status,
  note: '',
  support: [],
  reason: '',
  ...more,
});
const update = (step: number, delta: Requirement[], more: Partial<RegisterEvent> = {}): RegisterEvent => ({
  event: 'register',
  question: 'q',
  step,
  delta,
  violations: [],
  active: null,
  open: 0,
  tokens: { delta: 10, full: 40 },
  ...more,
});

const resolved = need('r1', 'resolved', { note: 'Maren built it', support: ['d1#0'] });
const events: QuestionEvent[] = [
  update(1, [need('r1', 'active'), need('r2', 'pending')], {
    active: 'r1',
    open: 2,
    tokens: { delta: 40, full: 40 },
  }),
  { event: 'note', question: 'q', step: 2, message: 'a remark' },
  update(3, [resolved, need('r2', 'active')], { active: 'r2', open: 1, tokens: { delta: 30, full: 50 } }),
  update(4, [], {
    active: 'r2',
    open: 1,
    violations: [{ rule: 'support', item: 'r2', message: 'no chunk was named' }],
    tokens: { delta: 0, full: 50 },
  }),
];

describe('registerStates', () => {
  const states = registerStates(events);
  it('gives every state in full, with what changed in it', () => {
    expect(
      states.map(({ items }) => items.map(({ item, changed }) => [item.id, item.status, changed])),
    ).toEqual([
      [
        ['r1', 'active', true],
        ['r2', 'pending', true],
      ],
      [
        ['r1', 'resolved', true],
        ['r2', 'active', true],
      ],
      [
        ['r1', 'resolved', false],
        ['r2', 'active', false],
      ],
    ]);
    expect(states[2]).toMatchObject({ active: 'r2', open: 1, violations: [{ rule: 'support', item: 'r2' }] });
  });
  it('tells a new item from one that was something else before', () => {
    const [first, second] = states.map(({ items }) => items[0]);
    expect(changesOf(first?.before ?? null, need('r1', 'active'))).toEqual(['new, active']);
    expect(changesOf(second?.before ?? null, resolved)).toEqual([
      'active → resolved',
      'note “Maren built it”',
      '1 chunk of support added',
    ]);
    expect(changesOf(need('r1', 'active'), need('r1', 'retired', { reason: 'not asked for' }))).toEqual([
      'active → retired',
      'because “not asked for”',
    ]);
  });
  it('is the last delta of every item, whatever the updates are', () => {
    const item = fc.record({
      id: fc.constantFrom('r1', 'r2', 'r3'),
      status: fc.constantFrom('pending', 'active', 'resolved', 'retired'),
    });
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(item, { selector: ({ id }) => id }), { maxLength: 8 }),
        (updates) => {
          const written = updates.map((delta, at) =>
            update(
              at + 1,
              delta.map(({ id, status }) => need(id, status as Requirement['status'])),
            ),
          );
          const states = registerStates(written);
          expect(states).toHaveLength(updates.length);
          states.forEach(({ items }, at) => {
            const ids = new Set(written.slice(0, at + 1).flatMap(({ delta }) => delta.map(({ id }) => id)));
            expect(new Set(items.map(({ item: { id } }) => id))).toEqual(ids);
            for (const { item: now } of items)
              expect(now).toEqual(
                written
                  .slice(0, at + 1)
                  .flatMap(({ delta }) => delta)
                  .findLast(({ id }) => id === now.id),
              );
          });
        },
      ),
    );
  });
});

describe('what telling the register cost', () => {
  it('is the tokens of the changes against those of the whole register, summed', () => {
    const cost = registerCost(registerStates(events));
    expect(cost).toEqual({ updates: 3, delta: 70, full: 140, saved: 0.5 });
    expect(REGISTER.saving(cost)).toBe(
      'Over 3 updates the model was told 70 tokens of changes; the whole register each time would have been 140: 50% saved.',
    );
  });
  it('claims no saving where all of it was told, or nothing', () => {
    const all = registerCost([{ tokens: { delta: 40, full: 40 } }]);
    expect(REGISTER.saving(all)).toContain('nothing saved');
    expect(registerCost([]).saved).toBeNull();
    expect(REGISTER.saving(registerCost([]))).toBe('The model was told nothing of the register.');
  });
});

it('follows the replay: the register as it stood after so many steps', () => {
  const steps = stepsOf(events, [], 5);
  expect(registerAt(steps, 0)).toBeNull();
  expect(registerAt(steps, 2)?.items[0]?.item.status).toBe('active');
  expect(registerAt(steps, 3)?.items[0]?.item.status).toBe('resolved');
  expect(registerAt(steps, 4)?.violations).toHaveLength(1);
});
