/** The one factory of a chat model: retries, limits, counts, caches, and lets no key out. */
import type { ChatConfig, ProviderId } from '../domain/chat-config';
import type { ChatPort, ChatReply, ChatRequest, Usage } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import { normaliseAddress } from './address';
import { corrected, firstDialect } from './dialect';
import { exchange } from './exchange';
import { type Failed, failureOf, garbled, tooSlow, unreachable } from './failures';
import { createLimiter } from './limiter';
import { costOf, priceOf } from './prices';
import type { Answered, Dialect, Provider } from './provider';
import { anthropic } from './providers/anthropic';
import { gemini } from './providers/gemini';
import { openai } from './providers/openai';
import { createReplyCache, type ReplyStore, requestHash } from './reply-cache';
import { delayBefore } from './retry';
import { createSecret, type Secret } from './secret';
import type { Spending } from './spending';
import { estimateRequest, estimateTokens, mostRequest } from './tokens';
import { orAbort, type Sleep, throwIfAborted } from './waiting';

export const PROVIDER: Record<ProviderId, Provider> = { openai, anthropic, gemini };

export interface ChatParts {
  /** Empty: none. Kept in a closure; the configuration never holds it. */
  key: string;
  fetch: typeof globalThis.fetch;
  sleep: Sleep;
  /** Milliseconds, monotonic. */
  now: () => number;
  clock: () => Date;
  /** In [0, 1). */
  random: () => number;
  /** Null: replies are not kept. */
  store: ReplyStore | null;
  spending: Spending;
  /** What costs nothing but time or money: a reply that could not be kept. Redacted. */
  warn: (message: string) => void;
}

/** Corrections of the dialect are no tries, but cannot go on for ever. */
const MOST_CORRECTIONS = 4;

type Tried =
  | { state: 'replied'; answered: Answered }
  | { state: 'failed'; failed: Failed }
  | { state: 'corrected' };

/** An error as it may leave: redacted, and without a cause, which could hold anything. */
const cleaned = (thrown: unknown, secret: Pick<Secret, 'redact'>): HopscopeError => {
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
export const openTarget = (config: Pick<ChatConfig, 'provider' | 'baseUrl' | 'model'>, key: string) => {
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

/** Throws `bad-input` (address, model, a limit without a price) and `llm-key` (no header can carry it). */
export const createChatPort = (config: ChatConfig, parts: ChatParts): ChatPort => {
  const { sleep, now, random, spending } = parts;
  const { secret, base, model, provider } = openTarget(config, parts.key);
  if (model === '')
    throw new HopscopeError('bad-input', 'The model is missing: choose one from the list, or type its name.');
  const price = priceOf(config.prices, model, base);
  if (price === null && spending.limit !== null)
    throw new HopscopeError(
      'bad-input',
      `There is a spending limit, but no price for “${model}”: add a row for it to the price table, or remove the limit.`,
    );
  const place = { model, base, keyGiven: secret.given, redact: secret.redact };
  const limiter = createLimiter(config.concurrency);
  const cache = createReplyCache({
    store: parts.store,
    warn: (message, thrown) => parts.warn(`${message} (${cleaned(thrown, secret).detail ?? ''})`),
  });
  const id = `${config.provider}|${base}|${model}${config.seed === null ? '' : `|seed ${config.seed}`}`;
  let dialect = firstDialect(config.provider, base);
  /** All calls wait while the endpoint wants to be left alone. */
  let pause: Promise<void> = Promise.resolve();

  const send = async (request: ChatRequest, spoken: Dialect, signal: AbortSignal): Promise<Tried> => {
    const body = provider.body({ base, model, request, seed: config.seed, dialect: spoken });
    const wanted = {
      method: 'POST' as const,
      headers: secret.headers(provider.headers),
      body: JSON.stringify(body),
      timeoutMs: config.tryTimeoutMs,
    };
    const result = await exchange(parts, provider.url(base, model), wanted, signal);
    const failed = (why: Failed): Tried => ({ state: 'failed', failed: why });
    if (result.state === 'late') return failed(tooSlow(place, config.tryTimeoutMs));
    if (result.state === 'lost') return failed(unreachable(place, result.thrown, result.started));
    const { answer } = result;
    const nowEpochMs = parts.clock().getTime();
    if (answer.status < 200 || answer.status > 299) {
      const better = corrected(spoken, answer);
      if (better === null) return failed(failureOf(answer, place, nowEpochMs));
      if (dialect === spoken) dialect = better;
      return { state: 'corrected' };
    }
    let value: unknown;
    try {
      value = JSON.parse(answer.text);
    } catch {
      return failed(garbled(place, answer.text));
    }
    const hidden = hiddenFailure(value);
    if (hidden !== null) return failed(failureOf({ ...answer, status: hidden }, place, nowEpochMs));
    return {
      state: 'replied',
      answered: provider.read(secret.redactDeep(value), request.messages.length),
    };
  };

  /** One try with its slot and its money. */
  const attempt = async (request: ChatRequest, signal: AbortSignal): Promise<Tried> => {
    await orAbort(pause, signal);
    const slot = await limiter.acquire(signal);
    let outcome: 'good' | 'limited' | 'other' = 'other';
    try {
      const worst =
        price === null
          ? 0
          : costOf(price, { input: mostRequest(request), output: request.maxTokens, cachedInput: 0 });
      const held = await spending.reserve(worst, signal);
      // Whatever ends it otherwise (called off in the middle, a reply that cannot be read) may have been billed.
      let cost = worst;
      try {
        const tried = await send(request, dialect, signal);
        if (tried.state === 'replied') {
          outcome = 'good';
          // Without usage, thinking that is not in the reply cannot be counted.
          if (tried.answered.usage !== null && price !== null) cost = costOf(price, tried.answered.usage);
        } else if (tried.state === 'corrected' || !tried.failed.billed) cost = 0;
        if (tried.state === 'failed' && tried.failed.limited) outcome = 'limited';
        return tried;
      } finally {
        held.settle(cost);
      }
    } finally {
      slot.release(outcome);
    }
  };

  const usageOf = (request: ChatRequest, { usage, text, toolCalls }: Answered): Usage =>
    usage === null
      ? {
          input: estimateRequest(request),
          output: estimateTokens(`${text}${toolCalls.map(({ name, raw }) => name + raw).join('')}`),
          cachedInput: 0,
          counted: 'tokenizer',
        }
      : { ...usage, counted: 'endpoint' };

  const call = async (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    const asked = now();
    let corrections = 0;
    for (let tries = 0; ; ) {
      const tried = await attempt(request, signal);
      if (tried.state === 'replied') {
        const { answered } = tried;
        const usage = usageOf(request, answered);
        return {
          text: answered.text,
          toolCalls: answered.toolCalls,
          truncated: answered.truncated,
          usage,
          ms: now() - asked,
          retries: tries + corrections,
          cached: false,
          cost: price === null ? null : costOf(price, usage),
        };
      }
      if (tried.state === 'corrected') {
        if (++corrections <= MOST_CORRECTIONS) continue;
        throw new HopscopeError(
          'llm-reply',
          `“${model}” takes none of the parameters that are sent with it.`,
        );
      }
      const { failed } = tried;
      const wait = delayBefore(++tries, failed.afterMs, random);
      const fits = now() - asked + wait <= config.totalMs;
      if (!failed.again || tries >= config.maxTries || !fits)
        throw givenUp(failed, tries, fits ? null : wait);
      if (failed.limited && failed.afterMs !== null)
        pause = sleep(failed.afterMs, new AbortController().signal).catch(() => {});
      await orAbort(sleep(wait, signal), signal);
    }
  };

  return {
    id,
    tools: config.tools,
    async complete(request, signal) {
      throwIfAborted(signal);
      if (config.tools === 'text' && (request.tools?.length ?? 0) > 0)
        throw new HopscopeError('internal', 'Tools were sent to a model that is asked for them in text.');
      try {
        return await cache.reply(requestHash(id, request), (stop) => call(request, stop), signal);
      } catch (thrown) {
        throw cleaned(thrown, secret);
      }
    },
  };
};

/** Some gateways answer with HTTP 200 and an error inside: its status; null: there is none. */
const hiddenFailure = (value: unknown): number | null => {
  if (typeof value !== 'object' || value === null || !('error' in value)) return null;
  if (value.error === null || ['choices', 'content', 'candidates'].some((name) => name in value)) return null;
  const code = (value.error as { code?: unknown }).code;
  return typeof code === 'number' && code >= 400 && code < 600 ? code : 502;
};

/** The failure with what was tried; `tooLong`: milliseconds that it would have had to wait. */
const givenUp = ({ error, again }: Failed, tries: number, tooLong: number | null): HopscopeError => {
  if (!again) return error;
  const asked = tries === 1 ? 'Asked once.' : `Asked ${tries} times.`;
  const wait =
    tooLong === null
      ? ''
      : ` The next try would have to wait ${Math.ceil(tooLong / 1000)} s, which is too long.`;
  return new HopscopeError(error.code, `${error.message} ${asked}${wait}`, {
    retryable: error.retryable,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  });
};
