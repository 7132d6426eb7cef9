/** HTML files: what a reader of the page would read, as Markdown-like text. */
import { BadRecord, type Reader } from '../types';
import { stem, wholeText } from './text';

export const html: Reader = {
  id: 'html',
  label: 'HTML',
  detect: (head) => {
    if (['html', 'htm', 'xhtml'].includes(head.extension)) return { confidence: 0.95, gives: 'documents' };
    return /^\s*<(?:!doctype html|html)\b/i.test(head.text.slice(0, 1000))
      ? { confidence: 0.7, gives: 'documents' }
      : null;
  },
  async *read(context) {
    const page = await wholeText(context.text);
    const { title, heading, text } = await context.parser.parse(context.job, (api) => api.html(page));
    if (text === '') throw new BadRecord('the page holds no text outside of scripts, styles and navigation');
    yield {
      type: 'document',
      document: { id: context.path, title: title ?? heading ?? stem(context.path), text, kind: 'markdown' },
    };
  },
};
