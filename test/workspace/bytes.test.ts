import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32, fromBase64, fromUtf8, packId, toBase64, unpackId, utf8 } from '../../src/workspace/bytes';

describe('checksum', () => {
  // Check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
  test('of the check string', () => expect(crc32(utf8('123456789'))).toBe(0xcbf43926));
  test('of nothing', () => expect(crc32(new Uint8Array())).toBe(0));
  test('goes on from a part', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(crc32(b, crc32(a))).toBe(crc32(Uint8Array.from([...a, ...b])));
      }),
    );
  });
});

describe('text forms', () => {
  test('base64url comes back, and is what Node makes of it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      }),
    );
    const long = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
    expect(fromBase64(toBase64(long))).toEqual(long);
  });

  test('any id comes back; a long hexadecimal one is stored in a third less', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `~${text}`),
          fc.uint8Array({ minLength: 8, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
        ),
        (id) => {
          expect(unpackId(packId(id))).toBe(id);
        },
      ),
    );
    expect(packId('ab'.repeat(32))).toHaveLength(44);
    expect(packId('AB'.repeat(32))).toBe('AB'.repeat(32));
  });

  test('a byte order mark stays, a lone surrogate becomes one replacement character', () => {
    expect(fromUtf8(utf8('\ufefftext'))).toBe('\ufefftext');
    expect(fromUtf8(utf8('a\ud800b'))).toBe('a\ufffdb');
  });
});
