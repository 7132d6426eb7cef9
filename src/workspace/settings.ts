/** Settings of this browser, as key and value. A key of a provider only as `src/llm/key-vault.ts` encrypts it. */
import type { Metadata } from './metadata';

export interface Settings {
  /** Undefined when never set; its shape is of unknown age, so check it. */
  get(key: string): Promise<unknown>;
  /** `undefined` removes it. */
  set(key: string, value: unknown): Promise<void>;
}

export const createSettings = (metadata: Metadata): Settings => ({
  get: (key) => metadata.get('settings', key),
  set: (key, value) => metadata.update('settings', key, () => value),
});

/** Where the key of a chat model lies, encrypted, once somebody had it remembered. */
export const KEY_RECORD = 'llm-key';
