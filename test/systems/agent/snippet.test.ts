import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SNIPPET, snippet } from '../../../src/systems/agent/snippet';

const FILLER = 'Nothing of note happened in that year. '.repeat(12);

describe('a snippet', () => {
  test('of a short text is the text on one line', () => {
    expect(snippet(' A bridge\n in  Kelm. ', 'bridge')).toBe('A bridge in Kelm.');
  });

  test('begins with the sentence that has most of the query’s words', () => {
    const text = `${FILLER}The bridge stands. Mira Tal designed the bridge in Kelm. ${FILLER}`;
    expect(snippet(text, 'Who designed the bridge?')).toMatch(
      /^…Mira Tal designed the bridge in Kelm\. .*…$/,
    );
  });

  test('of a text without the words is its beginning', () => {
    expect(snippet(FILLER, 'bridge')).toMatch(/^Nothing of note .*…$/);
  });

  test('shows the word in a sentence longer than a snippet, and in one without spaces', () => {
    const text = `${'a word and '.repeat(60)}harbour ${'and a word '.repeat(60)}`;
    expect(snippet(text, 'harbour')).toContain('harbour');
    expect(snippet(`${'橋'.repeat(600)}東京${'橋'.repeat(600)}`, '東京')).toContain('東京');
  });

  test('at the end of a text fills its room with what stands before', () => {
    const text = `${FILLER}Mira Tal.`;
    const shown = snippet(text, 'Mira Tal');
    expect(shown.endsWith('Mira Tal.')).toBe(true);
    expect(shown.length).toBeGreaterThan(SNIPPET * 0.8);
  });

  test('is a piece of the text, no longer than it may be, and never half a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('bridge', '🌉', ' ', '. ', 'Kelm', '橋', '!', '\n'), { maxLength: 300 }),
        fc.constantFrom('bridge', 'Kelm 🌉', '橋', '', '?!'),
        (pieces, query) => {
          const text = pieces.join('');
          const shown = snippet(text, query);
          expect(shown.length).toBeLessThanOrEqual(SNIPPET + 2);
          expect(/\p{Surrogate}/u.test(shown)).toBe(false);
          const whole = text.replace(/\s+/gu, ' ').trim();
          expect(whole).toContain(shown.replace(/^…|…$/g, ''));
        },
      ),
    );
  });
});
