import { describe, expect, test } from 'vitest';
import { contentHash } from '../../../src/domain/hash';
import { AGENT_PROMPTS } from '../../../src/systems/prompts/agents';

describe('the agents’ prompts', () => {
  // Whoever changes words raises the version: replies to two versions are not the same system's.
  test('have the version that goes with their words', () => {
    expect(
      AGENT_PROMPTS.map(({ id, system, later }) => [
        id,
        contentHash(JSON.stringify([system, later])).slice(0, 12),
      ]),
    ).toEqual([
      ['a-rag/1', '276fcaafcf71'],
      ['execution-rag/1', '90b5e8dd70f5'],
      ['text-tools/1', '97627963bcb7'],
    ]);
  });

  test('name each placeholder that is filled in, and no other', () => {
    const words = AGENT_PROMPTS.flatMap(({ system, later }) => [system, ...Object.values(later)]);
    const used = new Set(words.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1])));
    expect([...used].sort()).toEqual(
      ['example', 'id', 'loops', 'number', 'open', 'seed', 'tool', 'tools', 'used', 'why'].sort(),
    );
  });
});
