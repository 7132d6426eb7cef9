import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkSpans } from '../../src/ui/screens/corpus/chunk-spans';

const chunk = (ordinal: number, start: number, end: number) => ({
  id: `d#${ordinal}`,
  ordinal,
  start,
  end,
  heading: '',
});

it('tells repeated text from new text, and text between chunks from both', () => {
  const text = 'One. Two. Three.  Four.';
  const { spans, rest } = chunkSpans(text, [chunk(1, 5, 16), chunk(0, 0, 9)]);
  expect(spans.map(({ chunk: { ordinal }, ...parts }) => ({ ordinal, ...parts }))).toEqual([
    { ordinal: 0, gap: '', overlap: '', fresh: 'One. Two.' },
    { ordinal: 1, gap: '', overlap: 'Two.', fresh: ' Three.' },
  ]);
  expect(rest).toBe('  Four.');
  expect(chunkSpans(text, [chunk(0, 5, 9)]).spans[0]?.gap).toBe('One. ');
});

it('shows every character exactly once outside the repeats, and every chunk whole', () => {
  const cut = fc
    .tuple(
      fc.string({ maxLength: 60, unit: 'binary' }),
      fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 8 }),
    )
    .map(([text, cuts]) => ({
      text,
      chunks: cuts.map(([start, length], i) =>
        chunk(i, Math.min(start, text.length), Math.min(start + length, text.length)),
      ),
    }));
  fc.assert(
    fc.property(cut, ({ text, chunks }) => {
      const { spans, rest } = chunkSpans(text, chunks);
      expect(spans.map((span) => span.gap + span.fresh).join('') + rest).toBe(text);
      for (const span of spans) {
        expect(span.overlap + span.fresh).toBe(text.slice(span.chunk.start, span.chunk.end));
      }
    }),
  );
});
