/**
 * The key as it may lie on a disk: encrypted by a passphrase that is kept nowhere, and bound to the one endpoint it
 * belongs to. PBKDF2 (RFC 8018) with SHA-256 makes the cipher's key, AES-GCM (NIST SP 800-38D) encrypts; all of it by
 * Web Crypto, whose work happens beside the thread.
 */
import * as v from 'valibot';
import { PROVIDERS, type ProviderId } from '../domain/chat-config';
import { HopscopeError } from '../domain/outcome';

export const KEY_SCHEMA = 'hopscope.llm-key/1';

/** OWASP's figure for PBKDF2-HMAC-SHA-256 (2023). */
export const ITERATIONS = 600_000;
/** A record that asks for more was not written by this app, and would only keep the device busy. */
const MOST_ITERATIONS = 10_000_000;
const SALT_BYTES = 16;
/** What AES-GCM is specified for without hashing the nonce. */
const IV_BYTES = 12;
export const SHORTEST_PASSPHRASE = 8;

/** Which endpoint a key belongs to. */
export interface KeyPlace {
  provider: ProviderId;
  /** Normalised base address. */
  base: string;
}

const bytes = v.instance(Uint8Array<ArrayBuffer>);
const RecordSchema = v.object({
  schema: v.literal(KEY_SCHEMA),
  provider: v.picklist(PROVIDERS),
  base: v.string(),
  iterations: v.pipe(v.number(), v.integer(), v.minValue(ITERATIONS), v.maxValue(MOST_ITERATIONS)),
  salt: bytes,
  iv: bytes,
  /** Ciphertext with its tag of 16 bytes. */
  data: bytes,
});
export type KeyRecord = v.InferOutput<typeof RecordSchema>;

type Random = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** The same words from every keyboard: an accent may come as one character or as two. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text.normalize('NFC'));

/** What is authenticated though it lies in the clear: a record that was moved to another endpoint does not open. */
const boundTo = ({ provider, base }: KeyPlace, iterations: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify([KEY_SCHEMA, provider, base, iterations]));

const cipherKey = async (
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> => {
  const { subtle } = crypto;
  const material = await subtle.importKey('raw', bytesOf(passphrase), 'PBKDF2', false, ['deriveKey']);
  return subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
};

/** Throws `bad-input` when the passphrase is too short. `random` fills an array, as `crypto.getRandomValues` does. */
export const sealKey = async (
  key: string,
  passphrase: string,
  place: KeyPlace,
  random: Random,
): Promise<KeyRecord> => {
  if ([...passphrase].length < SHORTEST_PASSPHRASE)
    throw new HopscopeError(
      'bad-input',
      `The passphrase is too short: take at least ${SHORTEST_PASSPHRASE} characters, better several words.`,
    );
  const salt = random(new Uint8Array(SALT_BYTES));
  const iv = random(new Uint8Array(IV_BYTES));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: boundTo(place, ITERATIONS) },
    await cipherKey(passphrase, salt, ITERATIONS),
    new TextEncoder().encode(key),
  );
  const { provider, base } = place;
  return { schema: KEY_SCHEMA, provider, base, iterations: ITERATIONS, salt, iv, data: new Uint8Array(data) };
};

/** What is kept, of whatever age; null: nothing is. Throws `newer-version` and `damaged`. */
export const readKeyRecord = (stored: unknown): KeyRecord | null => {
  if (stored === undefined || stored === null) return null;
  const parsed = v.safeParse(RecordSchema, stored);
  if (parsed.success) return parsed.output;
  const schema = (stored as { schema?: unknown }).schema;
  if (typeof schema === 'string' && schema.startsWith('hopscope.llm-key/') && schema !== KEY_SCHEMA)
    throw new HopscopeError(
      'newer-version',
      'A newer Hopscope has remembered the key on this device: open that one, or forget the remembered key and type it again.',
    );
  throw new HopscopeError(
    'damaged',
    'The remembered key cannot be read any more: forget it, and type the key again.',
  );
};

/** Throws `bad-input`: another endpoint, or not this passphrase. The record is as good as before. */
export const unsealKey = async (record: KeyRecord, passphrase: string, place: KeyPlace): Promise<string> => {
  if (record.provider !== place.provider || record.base !== place.base)
    throw new HopscopeError(
      'bad-input',
      `The remembered key belongs to ${record.base} and is sent to no other address: choose that one, or type the key of this one.`,
    );
  const { salt, iv, data, iterations } = record;
  const key = await cipherKey(passphrase, salt, iterations);
  try {
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: boundTo(place, iterations) },
      key,
      data,
    );
    return new TextDecoder().decode(text);
  } catch {
    // Web Crypto says no more than that the tag does not match; what it was given must not stand in an error anyway.
    throw new HopscopeError(
      'bad-input',
      'That is not the passphrase that the key was remembered with. The key is still kept: try again, or forget it and type the key.',
      { retryable: true },
    );
  }
};
