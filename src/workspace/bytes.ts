/** Checksums and the text form of bytes inside JSON lines. */

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/** CRC-32 (IEEE 802.3, as in zip): finds a torn or rotten block; not meant against an attacker. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let c = ~before;
  // An index loop: this runs over every byte that is stored.
  for (let i = 0; i < bytes.length; i++)
    c = (CRC_TABLE[(c ^ (bytes[i] as number)) & 255] as number) ^ (c >>> 8);
  return ~c >>> 0;
};

const encoder = new TextEncoder();
/** A BOM at the start of a text belongs to it, so it is kept. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** UTF-8. A lone surrogate becomes U+FFFD, which is also one UTF-16 unit, so offsets stay true. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Unpadded base64url. */
export const toBase64 = (bytes: Uint8Array): string => {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x2000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

export const fromBase64 = (text: string): Uint8Array => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
};

const LONG_HEX = /^(?:[0-9a-f]{2}){8,}$/;

export const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export const bytesHex = (bytes: Uint8Array): string => {
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return hex;
};

/**
 * Ids and hashes are often long hexadecimal strings: stored as `~` + base64url they take a third less.
 * A string that begins with `~` gets a second one, so every string comes back as it was.
 */
export const packId = (id: string): string => {
  if (LONG_HEX.test(id)) return `~${toBase64(hexBytes(id))}`;
  return id.startsWith('~') ? `~${id}` : id;
};

export const unpackId = (packed: string): string => {
  if (!packed.startsWith('~')) return packed;
  return packed.startsWith('~~') ? packed.slice(1) : bytesHex(fromBase64(packed.slice(1)));
};
