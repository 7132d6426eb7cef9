/** Replies of chat models, by the hash of what was asked: a resumed or repeated run asks nothing twice. */
import type { Metadata } from './metadata';

export interface Replies {
  get(hash: string): Promise<unknown>;
  put(hash: string, reply: unknown): Promise<void>;
}

const keyOf = (hash: string): string => `llm-reply/${hash}`;

export const createReplies = (metadata: Metadata): Replies => ({
  get: (hash) => metadata.get('settings', keyOf(hash)),
  put: (hash, reply) => metadata.update('settings', keyOf(hash), () => reply),
});
