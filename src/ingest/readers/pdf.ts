/** PDF files with a text layer. */
import type { Reader } from '../types';
import { parsedItems } from './parsed';

export const pdf: Reader = {
  id: 'pdf',
  label: 'PDF',
  detect: (head) => (head.container === 'pdf' ? { confidence: 1, gives: 'documents' } : null),
  async *read(context) {
    const parsed = await context.parser.parse(context.job, (api, alive) => api.pdf(context.file, alive));
    yield* parsedItems(context, parsed, { name: 'a PDF file', extensions: ['pdf'] });
  },
};
