import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexText } from '../../../src/domain/corpus';
import { excerpt, highlight, sentences } from '../../../src/ui/components/chain/highlight';
import { bestSentence, sentencePairs, spanInText } from '../../../src/ui/components/chain/stating';

const chunk = { heading: 'Lantern Bridge', text: 'It crosses the Orrin.  Ilse Maren built it in 1871.' };

describe('sentencePairs', () => {
  it('cuts the passage into sentences, each under the heading of the passage', () => {
    const { ranges, pairs } = sentencePairs('Who built it?', chunk);
    expect(ranges.map(({ start, end }) => chunk.text.slice(start, end))).toEqual([
      'It crosses the Orrin.',
      'Ilse Maren built it in 1871.',
    ]);
    expect(pairs[1]).toEqual({
      question: 'Who built it?',
      passage: 'Lantern Bridge\nIlse Maren built it in 1871.',
    });
  });
  it('gives ranges in order that leave out nothing but white space', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        let at = 0;
        for (const { start, end } of sentences(text)) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });
});

describe('bestSentence', () => {
  const ranges = [
    { start: 0, end: 5 },
    { start: 6, end: 9 },
    { start: 10, end: 12 },
  ];
  it('takes the highest score, the first of equals, and passes over what could not be scored', () => {
    const scores = [
      { state: 'inconclusive', probability: null } as const,
      { state: 'scored', probability: 0.7 } as const,
      { state: 'scored', probability: 0.7 } as const,
    ];
    expect(bestSentence(ranges, scores)).toEqual({ range: { start: 6, end: 9 }, probability: 0.7 });
    expect(bestSentence(ranges, [])).toBeNull();
  });
});

describe('spanInText', () => {
  it('takes the heading off a span of heading and text', () => {
    const whole = indexText(chunk);
    const start = whole.indexOf('Ilse Maren');
    const range = spanInText({ start, end: start + 10 }, chunk);
    expect(range === null ? null : chunk.text.slice(range.start, range.end)).toBe('Ilse Maren');
  });
  it('has no range for a span of the heading, and the rest of one that reaches into the text', () => {
    expect(spanInText({ start: 0, end: 7 }, chunk)).toBeNull();
    expect(spanInText({ start: 8, end: 17 }, chunk)).toEqual({ start: 0, end: 2 });
  });
});

describe('highlight with given ranges', () => {
  const marks = [{ start: 23, end: 51 }];
  it('marks the given sentence and the given words, whatever the answers say', () => {
    const parts = highlight(chunk.text, ['Orrin'], undefined, { marks, hits: [{ start: 23, end: 33 }] });
    expect(parts.filter((part) => part.hit).map((part) => part.text)).toEqual(['Ilse Maren']);
    expect(
      parts
        .filter((part) => part.mark)
        .map((part) => part.text)
        .join(''),
    ).toBe('Ilse Maren built it in 1871.');
    expect(parts.map((part) => part.text).join('')).toBe(chunk.text);
  });
  it('keeps the answers underlined where only the sentence is given', () => {
    const parts = highlight(chunk.text, ['1871'], undefined, { marks });
    expect(parts.filter((part) => part.hit).map((part) => part.text)).toEqual(['1871']);
  });
  it('shows the given sentence when only a part of a long passage is shown', () => {
    const long = `${'Nothing is said here. '.repeat(60)}Ilse Maren built it.`;
    const start = long.length - 20;
    const window = excerpt(highlight(long, [], undefined, { marks: [{ start, end: long.length }] }), 200);
    expect(window.parts.map((part) => part.text).join('')).toContain('Ilse Maren built it.');
  });
});
