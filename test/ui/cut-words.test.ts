import { expect, it } from 'vitest';
import { cutWords } from '../../src/ui/components/cut-words';

it('leaves what is short, and cuts what is long at the end of a word', () => {
  expect(cutWords('The mill at Orl', 20)).toBe('The mill at Orl');
  expect(cutWords('The mill at Orl was built in 1411', 18)).toBe('The mill at Orl …');
});

it('cuts a word of any length, and never between the halves of a character', () => {
  expect(cutWords('x'.repeat(10_000))).toHaveLength(242);
  expect(cutWords(`${'x'.repeat(9)}🜁🜁`, 10)).toBe(`${'x'.repeat(9)} …`);
  expect(cutWords(`${'漢'.repeat(300)}`).length).toBeLessThan(250);
});
