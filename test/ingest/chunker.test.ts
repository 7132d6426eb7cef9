/** Design 03: at most `size` tokens, sentence ends, overlap, offsets, coverage; properties on any text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Chunk,
  type ChunkingSettings,
  DEFAULT_CHUNKING,
  type Document,
  indexText,
} from '../../src/domain/corpus';
import { chunkHash } from '../../src/domain/hash';
import { chunkDocument } from '../../src/ingest/chunking/chunker';
import { sentences } from '../../src/ingest/chunking/sentences';
import type { TokenCounter } from '../../src/ingest/types';
import { countWords } from './support';

const document = (text: string, kind: Document['kind'] = 'text', title = ''): Document => ({
  id: 'd',
  title,
  text,
  source: 'd.txt',
  ...(kind === undefined ? {} : { kind }),
});
const cut = (
  doc: Document,
  settings: Partial<ChunkingSettings> = {},
  count: TokenCounter = countWords,
): Chunk[] => [...chunkDocument(doc, { ...DEFAULT_CHUNKING, ...settings }, count)];
const split = (text: string): string[] =>
  [...sentences(text, 0, text.length)].map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it.each([
    ['Mr. Venn met Dr. Orl. He left.', ['Mr. Venn met Dr. Orl.', 'He left.']],
    ['It weighs e.g. 5 kg. Heavy.', ['It weighs e.g. 5 kg.', 'Heavy.']],
    ['He moved to the U.S. Navy base. It closed.', ['He moved to the U.S. Navy base.', 'It closed.']],
    ['J. R. Venn wrote it. K. Orl did not.', ['J. R. Venn wrote it.', 'K. Orl did not.']],
    ['See vol. 2, pp. 3–4. Then stop!', ['See vol. 2, pp. 3–4.', 'Then stop!']],
    ['Really? Yes! “No.” He said so.', ['Really?', 'Yes!', '“No.”', 'He said so.']],
    ['So did I. He left.', ['So did I.', 'He left.']],
    ['A line that is\nwrapped goes on. Next.', ['A line that is\nwrapped goes on.', 'Next.']],
    ['漢字です。次の文。', ['漢字です。', '次の文。']],
    ['Pi is 3.14 and no more. Yes.', ['Pi is 3.14 and no more.', 'Yes.']],
  ])('%s', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });
});

describe('chunks', () => {
  const long = Array.from(
    { length: 30 },
    (_, i) => `Sentence number ${i} has exactly eight words here.`,
  ).join(' ');

  it('cuts at sentence ends, repeats one sentence, numbers from 0', () => {
    const chunks = cut(document(long), { size: 30 });
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.map(({ id }) => id)).toEqual(chunks.map((_, i) => `d#${i}`));
    for (const [i, chunk] of chunks.entries()) {
      expect(chunk.text).toMatch(/^Sentence number/);
      expect(chunk.text).toMatch(/here\.$/);
      expect(countWords(chunk.text)).toBeLessThanOrEqual(30);
      const next = chunks[i + 1];
      if (next !== undefined) expect(chunk.text.endsWith(split(next.text)[0] ?? '?')).toBe(true);
    }
    expect(
      cut(document(long), { size: 30, overlap: 0 })
        .map(({ text }) => text)
        .join(' '),
    ).toBe(long);
  });

  it('a passage of a passage corpus stays whole unless the unit says otherwise', () => {
    expect(cut(document(long, 'passage'))).toHaveLength(1);
    expect(cut(document(long, 'passage'), { size: 30 })).toHaveLength(1);
    expect(cut(document(long, 'passage'), { size: 30, unit: 'tokens' }).length).toBeGreaterThan(5);
    expect(cut(document(long), { size: 30, unit: 'passage' })).toHaveLength(1);
    expect(cut(document(long, undefined), { size: 30 }).length).toBeGreaterThan(5);
  });

  it('the heading has its place in the budget and is kept apart from the text', () => {
    const title = 'The mills of the Orl valley in their time';
    const chunks = cut(document(long, 'text', title), { size: 40 });
    for (const chunk of chunks) {
      expect(chunk).toMatchObject({ heading: title, title });
      expect(countWords(indexText(chunk))).toBeLessThanOrEqual(40);
      expect(chunk.hash).toBe(chunkHash(indexText(chunk)));
    }
  });

  it('Markdown: sections apart with their heading path, rows and code blocks never cut, lists cut between items', () => {
    const table = [
      '| Year | Event in the valley |',
      '|---|---|',
      ...Array.from({ length: 12 }, (_, i) => `| ${1400 + i} | The mill burned again that year |`),
    ].join('\n');
    const code = ['```', 'first = 1', 'second = 2. Not a sentence end', 'third = 3', '```'].join('\n');
    const text = `# Orl\n\n## Fires\n\nThe fires. They came often.\n\n${table}\n\n## Code\n\n${code}\n\n- one item here\n- two items here\n`;
    const chunks = cut(document(text, 'markdown', 'Orl'), { size: 32 });
    const rows = table.split('\n');
    for (const chunk of chunks) {
      for (const line of chunk.text.split('\n').filter((l) => l.startsWith('|')))
        expect(rows).toContain(line);
      if (chunk.text.includes('first = 1')) expect(chunk.text).toContain(code);
    }
    expect(new Set(chunks.map(({ heading }) => heading))).toEqual(new Set(['Orl › Fires', 'Orl › Code']));
    // A heading with nothing below it opens the chunk of the section under it.
    expect(chunks[0]?.text.startsWith('# Orl\n\n## Fires')).toBe(true);
  });

  it('a code block longer than a chunk is cut between lines, an over-long row at words', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `call(${i}, "x")`);
    const chunks = cut(document(['```', ...lines, '```'].join('\n'), 'markdown'), { size: 40 });
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks)
      expect(chunk.text.split('\n').every((line) => ['```', ...lines].includes(line))).toBe(true);
    const row = `| ${'word '.repeat(100)}|`;
    expect(cut(document(row, 'markdown'), { size: 32 }).every(({ text }) => countWords(text) <= 32)).toBe(
      true,
    );
  });

  it('a sentence longer than a chunk is cut at words; a megabyte without a space at characters', () => {
    const words = 'word '.repeat(500).trim();
    const chunks = cut(document(words), { size: 64 });
    expect(chunks.map(({ text }) => text).join(' ')).toBe(words);
    const run = `${'x'.repeat(500_000)}😀${'y'.repeat(500_000)}`;
    for (const count of [countWords, (t: string) => t.length]) {
      const parts = cut(document(run), { size: 256 }, count);
      expect(parts.map(({ text }) => text).join('')).toBe(run);
      for (const { text } of parts) {
        expect(count(text)).toBeLessThanOrEqual(256);
        expect(text.length).toBeLessThan(7000);
        expect(text).not.toMatch(/\p{Surrogate}/u);
      }
    }
  });

  it('nothing to see gives no chunk', () => {
    expect(cut(document(' \n\t'))).toEqual([]);
    expect(cut(document(''))).toEqual([]);
  });

  it('re-chunking leaves the hash of a chunk with the same heading and text as it was', () => {
    const text = `${long}\n\nA paragraph of its own.`;
    const before = cut(document(text), { size: 40 });
    const after = cut({ ...document(text), id: 'other' }, { size: 40 });
    expect(after.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
    const edited = cut(document(text.replace('number 29', 'number 99')), { size: 40 });
    const kept = edited.filter(({ hash }) => before.some((chunk) => chunk.hash === hash));
    expect(kept.length).toBeGreaterThanOrEqual(before.length - 3);
  });
});

describe('properties of chunks', () => {
  const inline = fc.constantFrom(
    'word',
    'Mr.',
    'e.g.',
    'It ends.',
    'Why?',
    '漢字。',
    '😀',
    'é',
    'x'.repeat(300),
    '1.5',
    '“q”',
    '\u00a0',
    '  ',
    '#',
    '|',
  );
  const line = fc.oneof(
    fc.array(inline, { maxLength: 30 }).map((parts) => parts.join(' ')),
    fc.constantFrom('# Head', '## Sub', '```', '~~~', '| a | b |', '- item', '---', '', '\t', '1. one'),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  );
  const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));
  const counters: TokenCounter[] = [
    countWords,
    (t) => [...t].length,
    // Not additive: parts cost more or less than the whole.
    (t) => Math.ceil(t.trim().length / 3),
  ];

  it('cover the document, slice back exactly, stay within size, advance', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('text' as const, 'markdown' as const, 'passage' as const),
        fc.constantFrom('auto' as const, 'tokens' as const, 'passage' as const),
        fc.integer({ min: 8, max: 60 }),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom(...counters),
        fc.constantFrom('', 'Title', 'A title of several words that is rather long for its budget'),
        (body, kind, unit, size, overlap, count, title) => {
          const doc = document(body, kind, title);
          const chunks = cut(doc, { unit, size, overlap }, count);
          const covered = new Uint8Array(body.length);
          let end = -1;
          for (const [i, chunk] of chunks.entries()) {
            expect(body.slice(chunk.start, chunk.end)).toBe(chunk.text);
            expect(chunk).toMatchObject({ id: `d#${i}`, ordinal: i, document: 'd', title });
            expect(chunk.end).toBeGreaterThan(end);
            end = chunk.end;
            covered.fill(1, chunk.start, chunk.end);
            const whole = unit === 'passage' || (unit === 'auto' && kind === 'passage');
            if (!whole && [...chunk.text].length > 1) expect(count(chunk.text)).toBeLessThanOrEqual(size);
          }
          for (let i = 0; i < body.length; i++) if (!/\s/.test(body[i] ?? '')) expect(covered[i]).toBe(1);
        },
      ),
      { numRuns: 400 },
    );
  });
});
