/** Which parameters an endpoint takes: begun with what is known of it, corrected by its own complaints. */
import type { ProviderId } from '../domain/chat-config';
import { type Answer, isTooLong, wordsOf } from './failures';
import type { Dialect } from './provider';

/** Corrections are no tries, but cannot go on for ever. */
export const MOST_CORRECTIONS = 4;

export const firstDialect = (provider: ProviderId, base: string): Dialect => {
  const { hostname } = new URL(base);
  return {
    // Reasoning models of OpenAI know only the newer name, most other servers only the older one.
    limit: provider === 'openai' && hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens',
    temperature: true,
    seed: hostname.endsWith('mistral.ai') ? 'random_seed' : 'seed',
  };
};

/** The dialect without what the endpoint complains of; null: it complains of something else. */
export const corrected = (dialect: Dialect, { status, text }: Answer): Dialect | null => {
  if (status !== 400 && status !== 422) return null;
  const { words, code } = wordsOf(text);
  const said = `${code} ${words}`;
  const other = dialect.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const names = (name: string): boolean => new RegExp(`(?<![\\w])${name}(?![\\w])`, 'i').test(said);
  // A limit that is too high names the parameter too; only a complaint about the name helps by another name.
  const unknown =
    /unsupported|not support|unrecognized|unknown|unexpected|extra|not permitted|not allowed|deprecated|instead/i;
  if (!unknown.test(said) || isTooLong(said)) return null;
  if (names(dialect.limit) && (names(other) || dialect.limit === 'max_completion_tokens'))
    return { ...dialect, limit: other };
  if (dialect.temperature && names('temperature')) return { ...dialect, temperature: false };
  if (dialect.seed !== null && (names('seed') || names(dialect.seed))) return { ...dialect, seed: null };
  return null;
};
