/** Settings of this browser, as key and value. Never keys of providers. */
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
