import { expect, it } from 'vitest';
import { POLICY } from '../../scripts/vite/content-security-policy.mjs';

const directives = new Map(
  POLICY.split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources] as const;
  }),
);

it('the page itself may connect to its own origin alone, chat endpoints included: only the run worker asks them', () => {
  expect(directives.get('connect-src')).toEqual(["'self'", 'blob:']);
  expect(directives.get('default-src')).toEqual(["'none'"]);
  for (const [name, sources] of directives)
    for (const source of sources) expect(`${name} ${source}`).not.toMatch(/\*|https?:|'unsafe-/);
});
