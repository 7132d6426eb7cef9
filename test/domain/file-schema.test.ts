import { describe, expect, it } from 'vitest';
import { schemaProblem } from '../../src/domain/file-schema';

const problem = (schema: unknown): string | null => schemaProblem(schema, 'hopscope.things/3', 'things');

describe('the schema of a file of this app', () => {
  it.each(['hopscope.things/1', 'hopscope.things/2', 'hopscope.things/3'])('%s is read', (schema) => {
    expect(problem(schema)).toBeNull();
  });

  it.each(['hopscope.things/4', 'hopscope.things/10'])('%s is newer, and said to be', (schema) => {
    expect(problem(schema)).toContain(`"${schema}", from a newer Hopscope`);
  });

  it('another one is named', () => {
    expect(problem('hopscope.summary/1')).toBe(
      'This file is "hopscope.summary/1", and things are "hopscope.things/3": choose another file.',
    );
  });

  it.each([
    undefined,
    null,
    3,
    '',
    'things',
    'hopscope.things',
    'hopscope.things/0',
    'hopscope.things/03',
    'hopscope.things/1.5',
    'x hopscope.things/3',
  ])('%j says nothing', (schema) => {
    expect(problem(schema)).toContain('does not say that it holds things ("schema": "hopscope.things/3")');
  });
});
