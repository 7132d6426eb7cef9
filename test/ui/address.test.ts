import { describe, expect, it } from 'vitest';
import { isAt, routable } from '../../src/ui/address';

describe('an address', () => {
  it.each(['/', '/w/a/question/%E2%82%AC', '/w/a/question/100%25', '/w/ä/corpus', '/terms'])(
    '%s goes to the router as it is',
    (path) => {
      expect(routable(path)).toBe(path);
    },
  );

  it.each(['/w/a/question/%E0%A4%A', '/w/a/question/%', '/%ZZ', '/w/%C3%28/corpus', '/w/a/question/100%'])(
    '%s, which cannot be decoded, is one that no screen has',
    (path) => {
      const given = routable(path);
      expect(() => decodeURIComponent(given)).not.toThrow();
      expect(given).toBe('/no-such-page');
    },
  );

  it('marks the screen it belongs to, and what is below it', () => {
    expect(isAt('/w/a/corpus', '/w/a/corpus')).toBe(true);
    expect(isAt('/w/a/corpus', '/w/a/corpus/')).toBe(true);
    expect(isAt('/w/a/corpus', '/w/a/corpus2')).toBe(false);
    expect(isAt('/w/a/corpus', '/w/a/question/%E0%A4%A')).toBe(false);
  });
});
