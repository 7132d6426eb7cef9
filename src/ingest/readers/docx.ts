/** Word files (.docx): headings, lists, tables. */
import type { Reader } from '../types';
import { parsedItems } from './parsed';

export const docx: Reader = {
  id: 'docx',
  label: 'Word (.docx)',
  detect: (head) => (head.container === 'docx' ? { confidence: 1, gives: 'documents' } : null),
  async *read(context) {
    const parsed = await context.parser.parse(context.job, (api, alive) => api.docx(context.file, alive));
    yield* parsedItems(context, parsed, { name: 'a Word file', extensions: ['docx', 'docm', 'dotx'] });
  },
};
