/** The canary: a known text must come out as its known vector before a device is trusted (design 03). */
import type { Canary } from './catalogue';
import { cosine } from './pooling';

/** Base64 of int8 → components; only the direction means something. */
export const decodeInt8 = (base64: string): Float32Array => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return Float32Array.from(new Int8Array(bytes.buffer));
};

export const knownVector = (canary: Canary): Float32Array => decodeInt8(canary.vector);

/** Used where no vector is known: the WASM result of this text is the reference for the GPU. */
export const NEUTRAL_TEXT =
  'The lighthouse keeper of the northern harbour wrote down every ship that passed before the storm.';

/** 0 for anything that is no direction at all (NaN, zero, wrong length): a broken device must fail, not throw. */
export const canaryCosine = (reference: ArrayLike<number>, vector: ArrayLike<number>): number => {
  const value = cosine(reference, vector);
  return Number.isFinite(value) ? value : 0;
};
