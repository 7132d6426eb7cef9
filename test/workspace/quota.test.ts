import { describe, expect, test } from 'vitest';
import { estimateCorpusBytes, warnOfRoom } from '../../src/workspace/quota';

describe('room before a large job', () => {
  test('a corpus takes its text, 200 bytes a passage and four a number of its vectors', () => {
    expect(estimateCorpusBytes(1_000_000, 1000, 384)).toBe(1_000_000 + 1000 * (200 + 1536));
    expect(estimateCorpusBytes(1_000_000, 1000, null)).toBe(1_200_000);
  });

  test('is warned of only when it is known not to suffice', () => {
    const usage = { bytes: 70e6, quota: 100e6, persisted: true };
    expect(warnOfRoom(usage, 30e6)).toBeNull();
    expect(warnOfRoom(usage, 30e6 + 1)).toBe(
      'This needs about 31 MB, and the browser grants 30 MB more: free disk space or remove a workspace first.',
    );
    expect(warnOfRoom({ ...usage, bytes: 120e6 }, 1)).toContain('grants 0 MB more');
    expect(warnOfRoom({ ...usage, quota: null }, 1e12)).toBeNull();
  });
});
