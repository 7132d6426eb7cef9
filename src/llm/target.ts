/** The endpoint of a configuration, checked: where it is, how it is spoken to, and the key in its closure. */
import type { ChatConfig, ProviderId } from '../domain/chat-config';
import { HopscopeError } from '../domain/outcome';
import { normaliseAddress } from './address';
import type { Provider } from './provider';
import { anthropic } from './providers/anthropic';
import { gemini } from './providers/gemini';
import { openai } from './providers/openai';
import { createSecret, type Secret } from './secret';

const PROVIDER: Record<ProviderId, Provider> = { openai, anthropic, gemini };

export interface Target {
  secret: Secret;
  /** Normalised. */
  base: string;
  /** Empty: none is chosen. */
  model: string;
  provider: Provider;
}

/** An error as it may leave: redacted, and without a cause, which could hold anything. */
export const cleaned = (thrown: unknown, secret: Pick<Secret, 'redact'>): HopscopeError => {
  if (thrown instanceof HopscopeError)
    return new HopscopeError(thrown.code, secret.redact(thrown.message), {
      retryable: thrown.retryable,
      ...(thrown.detail === undefined ? {} : { detail: secret.redact(thrown.detail) }),
    });
  const words = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new HopscopeError('internal', 'Something in Hopscope went wrong while a model was asked.', {
    detail: secret.redact(words),
  });
};

/** What is checked before anything is sent; throws `bad-input` and `llm-key`, redacted. */
export const openTarget = (
  config: Pick<ChatConfig, 'provider' | 'baseUrl' | 'model'>,
  key: string,
): Target => {
  const secret = createSecret(key);
  try {
    const model = config.model.trim();
    // Before either is looked at: what is wrong with them is said in words that quote them.
    if (secret.holdsKey(config.baseUrl) || secret.holdsKey(model))
      throw new HopscopeError(
        'bad-input',
        'The key stands in the address or the model’s name, which are stored and shown: it belongs into its own field alone.',
      );
    const base = normaliseAddress(config.baseUrl, config.provider);
    return { secret, base, model, provider: PROVIDER[config.provider] };
  } catch (thrown) {
    throw cleaned(thrown, secret);
  }
};
