/** Keys of the labelling desk. Pure. */
export type DeskAction =
  | { kind: 'move'; step: 1 | -1 }
  | { kind: 'mark' }
  | { kind: 'read' }
  | { kind: 'open-place'; step: 1 | -1 }
  | { kind: 'hop'; at: number }
  | { kind: 'query' }
  | { kind: 'edit' };

export const DESK_KEYS: readonly { keys: string; words: string }[] = [
  { keys: 'j k', words: 'next, previous suggestion' },
  { keys: 'g', words: 'mark it as gold, or take the mark off' },
  { keys: 'o', words: 'read it in full' },
  { keys: 'n p', words: 'next, previous place without gold' },
  { keys: '1 … 9', words: 'a hop of this question' },
  { keys: '/', words: 'search in words of your own' },
  { keys: 'e', words: 'edit the question' },
];

const ACTIONS = new Map<string, DeskAction>([
  ['j', { kind: 'move', step: 1 }],
  ['k', { kind: 'move', step: -1 }],
  ['g', { kind: 'mark' }],
  ['o', { kind: 'read' }],
  ['n', { kind: 'open-place', step: 1 }],
  ['p', { kind: 'open-place', step: -1 }],
  ['/', { kind: 'query' }],
  ['e', { kind: 'edit' }],
]);

/** Null: the key means nothing here. */
export const actionOf = (key: string): DeskAction | null =>
  /^[1-9]$/.test(key) ? { kind: 'hop', at: Number(key) } : (ACTIONS.get(key.toLowerCase()) ?? null);
