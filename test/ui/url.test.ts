import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flag,
  formatView,
  integer,
  oneOf,
  optional,
  parseView,
  someOf,
  text,
} from '../../src/ui/state/codecs';

const shape = {
  run: optional,
  q: text(),
  k: integer(1, 50, 5),
  three: flag,
  retriever: oneOf(['bm25', 'vector', 'hybrid'] as const, 'bm25'),
  verdict: someOf(['pass', 'hop-miss', 'total-miss'] as const),
};

describe('the view in the address', () => {
  it('is the default where the address says nothing', () => {
    expect(parseView(shape, '')).toEqual({
      run: null,
      q: '',
      k: 5,
      three: false,
      retriever: 'bm25',
      verdict: [],
    });
  });

  it('leaves defaults out of a link', () => {
    expect(formatView(shape, { k: 5, q: '', retriever: 'bm25', verdict: [], run: null, three: false })).toBe(
      '',
    );
    expect(formatView(shape, { k: 7, verdict: ['total-miss', 'hop-miss'] })).toBe(
      '?k=7&verdict=hop-miss%2Ctotal-miss',
    );
  });

  it('takes an old, hand-made or broken link without failing', () => {
    const view = parseView(shape, '?k=9999&retriever=dense&verdict=hop-miss,nonsense,pass&three=yes&other=1');
    expect(view).toEqual({
      run: null,
      q: '',
      k: 50,
      three: false,
      retriever: 'bm25',
      verdict: ['pass', 'hop-miss'],
    });
    expect(parseView(shape, '?k=3.5').k).toBe(5);
    expect(parseView(shape, '?k=-4').k).toBe(1);
    expect(parseView(shape, '?k=1e3').k).toBe(5);
  });

  it('comes back as it was, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.record({
          run: fc.option(fc.string({ minLength: 1 }), { nil: null }),
          q: fc.string(),
          k: fc.integer({ min: 1, max: 50 }),
          three: fc.boolean(),
          retriever: fc.constantFrom('bm25', 'vector', 'hybrid'),
          verdict: fc.subarray(['pass', 'hop-miss', 'total-miss'] as const),
        }),
        (view) => {
          expect(parseView(shape, formatView(shape, view))).toEqual(view);
        },
      ),
    );
  });
});
