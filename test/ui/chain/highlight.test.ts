import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt, findAll, highlight } from '../../../src/ui/components/chain/highlight';

const found = (text: string, needles: string[]): string[] =>
  findAll(text, needles).map((span) => text.slice(span.start, span.end));

describe('findAll', () => {
  it('ignores case, runs of white space, quotes and dashes of other kinds', () => {
    expect(found('The GLAZIERS’ \n Guild met.', ["glaziers' guild"])).toEqual(['GLAZIERS’ \n Guild']);
    expect(found('open 1871–1902', ['1871-1902'])).toEqual(['1871–1902']);
  });
  it('does not find a short answer inside a longer word', () => {
    expect(found('Edward met Ed.', ['Ed'])).toEqual(['Ed']);
    expect(found('11871 and 1871', ['1871'])).toEqual(['1871']);
  });
  it('finds words of scripts without spaces', () => {
    expect(found('作者は夏目漱石である', ['夏目漱石'])).toEqual(['夏目漱石']);
  });
  it('takes characters of patterns as they stand', () => {
    expect(found('costs $5 (net)', ['$5 (net)'])).toEqual(['$5 (net)']);
  });
  it('finds nothing for an empty answer', () => {
    expect(found('anything', ['', '  '])).toEqual([]);
  });
});

describe('highlight', () => {
  const text = 'A footbridge. It was designed by Ilse Maren in 1871. It is lit.';
  it('marks the sentence that holds the answer, and the answer in it', () => {
    const parts = highlight(text, ['Ilse Maren']);
    expect(
      parts
        .filter((part) => part.mark)
        .map((part) => part.text)
        .join(''),
    ).toBe('It was designed by Ilse Maren in 1871.');
    expect(parts.filter((part) => part.hit).map((part) => part.text)).toEqual(['Ilse Maren']);
  });
  it('marks the quote instead, where the labels give one that is found', () => {
    const parts = highlight(text, ['Ilse Maren'], 'It is lit.');
    expect(parts.filter((part) => part.mark && !part.hit).map((part) => part.text)).toEqual(['It is lit.']);
  });
  it('marks nothing when the answer is not there', () => {
    expect(highlight(text, ['Oda Brandt'])).toEqual([{ text, mark: false, hit: false }]);
  });
  it('gives the text back whole', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ maxLength: 6 }), { maxLength: 3 }), (any, needles) => {
        expect(
          highlight(any, needles)
            .map((part) => part.text)
            .join(''),
        ).toBe(any);
      }),
    );
  });
});

describe('excerpt', () => {
  const long = `${'before '.repeat(100)}Ilse Maren designed it. ${'after '.repeat(100)}`;
  it('keeps a short text whole', () => {
    expect(excerpt(highlight('short', []), 100)).toEqual({
      parts: [{ text: 'short', mark: false, hit: false }],
      before: false,
      after: false,
    });
  });
  it('cuts a long text around its first mark, and says on which sides', () => {
    const parts = highlight(long, ['Ilse Maren']);
    const cut = excerpt(parts, 200);
    const text = cut.parts.map((part) => part.text).join('');
    expect(text.length).toBeGreaterThan(180);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text.startsWith('before ')).toBe(true);
    expect(text.endsWith(' after')).toBe(true);
    expect(text).toContain('Ilse Maren');
    expect(long).toContain(text);
    expect(cut).toMatchObject({ before: true, after: true });
  });
  it('cuts around the first marked sentence when the answer is in reach', () => {
    const text = `${'Filler stands here. '.repeat(30)}It was, they say, designed by Ilse Maren. ${'More. '.repeat(60)}`;
    const cut = excerpt(highlight(text, ['Ilse Maren']), 300);
    const start = cut.parts.map((part) => part.text).join('');
    expect(start).toContain('It was, they say, designed by Ilse Maren.');
  });
  it('starts at the beginning when nothing is marked', () => {
    const cut = excerpt(highlight(long, []), 200);
    expect(cut.before).toBe(false);
    expect(cut.parts.map((part) => part.text).join('')).toBe(long.slice(0, 195));
  });
});
