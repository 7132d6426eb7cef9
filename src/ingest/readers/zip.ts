/** ZIP archives. Their files are read one by one, each by its own reader (`read-all.ts`). */
import { BadRecord, type Reader } from '../types';

export const zip: Reader = {
  id: 'zip',
  label: 'ZIP archive',
  detect: (head) => (head.container === 'zip' ? { confidence: 1, gives: 'both' } : null),
  // biome-ignore lint/correctness/useYield: what an archive holds is never read here
  async *read() {
    throw new BadRecord('the file is no ZIP archive');
  },
};
