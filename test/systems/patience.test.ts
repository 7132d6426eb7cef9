/** How long a judge may take before its worker counts as stuck. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patienceFor } from '../../src/systems/open-classifier';

it('grows with the windows of the passages, not with their number alone', () => {
  expect(patienceFor([])).toBe(180_000);
  expect(patienceFor(['', 'short', 'x'.repeat(1000)])).toBe(189_000);
  // Four passages of 50,000 characters are 200 windows.
  expect(patienceFor(Array.from({ length: 4 }, () => 'x'.repeat(50_000)))).toBe(780_000);
});

it('never less for a passage that is cut in two', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(20_000), (a, b) => {
      expect(patienceFor(['x'.repeat(a), 'x'.repeat(b)])).toBeGreaterThanOrEqual(
        patienceFor(['x'.repeat(a + b)]),
      );
    }),
  );
});
