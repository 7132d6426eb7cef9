/** Formats that a parser turns into one text: one file is one document. */
import type { ParsedText } from '../parse/contract';
import type { Item, ReadContext } from '../types';
import { stem } from './text';

export const parsedItems = function* (
  { path, head }: ReadContext,
  parsed: ParsedText,
  format: { name: string; extensions: readonly string[] },
): Generator<Item> {
  const { title, text, kind, pages } = parsed;
  yield {
    type: 'document',
    document: { id: path, title: title ?? stem(path), text, kind, ...(pages === undefined ? {} : { pages }) },
  };
  const notices = parsed.notices.map((notice) => notice.replaceAll('{file}', () => path));
  if (!format.extensions.includes(head.extension))
    notices.push(`“${path}” is ${format.name} by its content, whatever its name says: it was read as one.`);
  for (const message of notices) yield { type: 'notice', message, count: 1 };
};
