import { halfToNumber } from '../../src/models/runtime';

/** Base64 of little-endian float16 → numbers. */
export const halves = (base64: string): Float32Array => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => halfToNumber(view.getUint16(2 * i, true)));
};
