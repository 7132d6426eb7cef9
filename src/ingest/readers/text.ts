/** Plain text and Markdown files: one file is one document. */
import { unifyLineEnds } from '../input/lines';
import { BadRecord, RECORD_LIMIT, type ReadContext, type Reader } from '../types';

/** The whole text of a file. Throws `BadRecord` for an empty file and for one over the limit. */
export const wholeText = async (text: AsyncIterable<string>): Promise<string> => {
  const parts: string[] = [];
  let length = 0;
  for await (const piece of unifyLineEnds(text)) {
    parts.push(piece);
    length += piece.length;
    if (length > RECORD_LIMIT) {
      throw new BadRecord(
        `longer than the limit of ${RECORD_LIMIT / 1024 / 1024} MB for one document: split the file`,
      );
    }
  }
  const whole = parts.join('');
  // Marks without a width (U+200B, U+FEFF …) are no text: a passage of them could never be read or found.
  if (!/[^\s\p{Cf}\p{Cc}]/u.test(whole)) throw new BadRecord('the file holds no text');
  return whole;
};

export const stem = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.[^.]+$/, '') || name;
};

/** Longer lines are no headings; the patterns for headings cost time by the square of a line's length. */
export const LONGEST_HEADING = 2000;

/** Title of a Markdown text: `title:` of its front matter, else its first heading. */
export const markdownTitle = (text: string): string | null => {
  const front = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text.slice(0, 20_000));
  const named = /^title:[ \t]*(.+)$/m
    .exec(front?.[1] ?? '')?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  if (named) return named;
  let fenced = false;
  let previous = '';
  for (const line of text.slice(front?.[0].length ?? 0, 200_000).split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    if (fenced) continue;
    if (line.length > LONGEST_HEADING) {
      previous = '';
      continue;
    }
    const heading = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$/.exec(line)?.[1];
    if (heading !== undefined) return plainInline(heading);
    if (/^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && previous.trim() !== '') return plainInline(previous.trim());
    previous = line;
  }
  return null;
};

/** Inline marks off: `**bold**`, `` `code` ``, `[text](address)`. */
export const plainInline = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|\*|`)(.+?)\1/g, '$2')
    .trim();

const file = (kind: 'text' | 'markdown', titleOf: (text: string) => string | null) =>
  async function* (context: ReadContext): AsyncGenerator<{
    type: 'document';
    document: { id: string; title: string; text: string; kind: 'text' | 'markdown' };
  }> {
    const text = await wholeText(context.text);
    yield {
      type: 'document',
      document: { id: context.path, title: titleOf(text) ?? stem(context.path), text, kind },
    };
  };

export const plainText: Reader = {
  id: 'text',
  label: 'Plain text',
  // Any text file can be read as plain text: the last resort for names that say nothing.
  detect: (head) =>
    head.extension === 'txt' || head.extension === 'text'
      ? { confidence: head.json !== null && head.rows.length > 0 ? 0.3 : 0.9, gives: 'documents' }
      : head.table === null && head.json === null
        ? { confidence: 0.2, gives: 'documents' }
        : null,
  read: file('text', () => null),
};

export const markdown: Reader = {
  id: 'markdown',
  label: 'Markdown',
  detect: (head) =>
    ['md', 'markdown', 'mdown', 'mkd'].includes(head.extension)
      ? { confidence: 0.95, gives: 'documents' }
      : null,
  read: file('markdown', markdownTitle),
};
