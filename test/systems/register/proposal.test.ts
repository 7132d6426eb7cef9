import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ITEMS, readProposal, readRequirements } from '../../../src/systems/register/proposal';

describe('a proposal', () => {
  const change = { id: 'r1', status: 'resolved', note: 'Mira Tal', support: ['a#0'], reason: 'x' };
  test.each([
    ['as asked for', { updates: [change] }, [change]],
    ['a bare list', [change], [change]],
    ['one change alone', change, [change]],
    ['under another name', { items: [change] }, [change]],
    ['numbers as ids', { updates: [{ id: 1, status: 'active' }] }, [{ id: '1', status: 'active' }]],
    ['one chunk, no list', [{ id: 'r1', support: 'a#0' }], [{ id: 'r1', support: ['a#0'] }]],
    ['a chunk twice', [{ id: 'r1', chunk_ids: ['a#0', 'a#0', ''] }], [{ id: 'r1', support: ['a#0'] }]],
    ['a status in capitals', [{ id: 'r1', status: 'Resolved' }], [{ id: 'r1', status: 'resolved' }]],
    ['a note over lines', [{ id: 'r1', note: ' a\n b ' }], [{ id: 'r1', note: 'a b' }]],
    ['a deletion by status', [{ id: 'r1', status: 'deleted' }], [{ id: 'r1', remove: true }]],
    ['a deletion by list', { updates: [], remove: ['r2'] }, [{ id: 'r2', remove: true }]],
    ['an entry of nonsense among others', { updates: [7, change, null] }, [change]],
    ['nothing to change', { updates: [] }, []],
  ])('%s', (_, value, changes) => expect(readProposal(value)).toEqual({ changes }));

  test.each([[null], ['resolved'], [3], [{}], [{ updates: 'r1' }], [[1, 2]], [{ note: 'no id' }]])(
    'is not %j',
    (value) => expect(readProposal(value)).toBe(null),
  );

  test('of any JSON is a proposal or none, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const proposal = readProposal(value);
        expect(proposal === null || proposal.changes.every(({ id }) => id !== '')).toBe(true);
      }),
    );
  });

  test('a long note is cut between characters', () => {
    const { changes } = readProposal([{ id: 'r1', note: '🌉'.repeat(1000) }]) ?? { changes: [] };
    expect(changes[0]?.note).toMatch(/^🌉{190,200}…$/u);
  });
});

describe('the first requirements', () => {
  test.each([
    ['texts', { requirements: ['Who?', ' Where  now? '] }, ['Who?', 'Where now?']],
    ['objects', { requirements: [{ id: 'x', text: 'Who?' }, { question: 'Where?' }] }, ['Who?', 'Where?']],
    ['a bare list', ['Who?'], ['Who?']],
    ['doubled and empty ones', ['Who?', 'Who?', '', '?!', null], ['Who?']],
  ])('as %s', (_, value, texts) =>
    expect(readRequirements(value)).toEqual(texts.map((text, at) => ({ id: `r${at + 1}`, text }))),
  );
  test.each([[null], [{}], [[]], [{ requirements: [] }], ['Who?']])('are not in %j', (value) =>
    expect(readRequirements(value)).toBe(null),
  );
  test('are no more than can be followed', () => {
    expect(readRequirements(Array.from({ length: 99 }, (_, i) => `Question ${i}?`))).toHaveLength(MAX_ITEMS);
  });
});
