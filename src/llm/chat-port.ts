/** The one factory of a chat model: retries, limits, counts, caches, and lets no key out. */
import type { ChatConfig } from '../domain/chat-config';
import type { EgressPurpose } from '../domain/egress';
import type { ChatPort, ChatReply, ChatRequest, Usage } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import { MOST_CORRECTIONS } from './dialect';
import type { Failed } from './failures';
import { createLimiter } from './limiter';
import { costOf, priceOf } from './prices';
import type { Answered } from './provider';
import { createReplyCache, type ReplyStore, requestHash } from './reply-cache';
import { delayBefore } from './retry';
import { createSender, type Tried } from './sender';
import type { Spending } from './spending';
import { cleaned, openTarget } from './target';
import { estimateRequest, estimateTokens, mostRequest } from './tokens';
import { orAbort, type Sleep, throwIfAborted } from './waiting';

export interface ChatParts {
  /** Empty: none. Kept in a closure; the configuration never holds it. */
  key: string;
  fetch: typeof globalThis.fetch;
  sleep: Sleep;
  /** What the ledger says of the calls; absent: they are part of a run. */
  purpose?: EgressPurpose;
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

/** Throws `bad-input` (address, model, a limit without a price) and `llm-key` (no header can carry it). */
export const createChatPort = (config: ChatConfig, parts: ChatParts): ChatPort => {
  const { sleep, now, random, spending } = parts;
  const target = openTarget(config, parts.key);
  const { secret, base, model } = target;
  if (model === '')
    throw new HopscopeError('bad-input', 'The model is missing: choose one from the list, or type its name.');
  const price = priceOf(config.prices, model, base);
  if (price === null && spending.limit !== null)
    throw new HopscopeError(
      'bad-input',
      `There is a spending limit, but no price for “${model}”: add a row for it to the price table, or remove the limit.`,
    );
  const send = createSender(target, { ...parts, seed: config.seed, timeoutMs: config.tryTimeoutMs });
  const limiter = createLimiter(config.concurrency);
  const cache = createReplyCache({
    store: parts.store,
    warn: (message, thrown) => parts.warn(`${message} (${cleaned(thrown, secret).detail ?? ''})`),
  });
  const id = `${config.provider}|${base}|${model}${config.seed === null ? '' : `|seed ${config.seed}`}`;
  /** All calls wait while the endpoint wants to be left alone. */
  let pause: Promise<void> = Promise.resolve();

  /** One try with its slot and its money. */
  const attempt = async (request: ChatRequest, signal: AbortSignal, onBegin: () => void): Promise<Tried> => {
    await orAbort(pause, signal);
    const slot = await limiter.acquire(signal);
    onBegin();
    let outcome: 'good' | 'limited' | 'other' = 'other';
    try {
      const worst =
        price === null
          ? 0
          : costOf(price, { input: mostRequest(request), output: request.maxTokens, cachedInput: 0 });
      const held = await spending.reserve(worst, signal);
      // Whatever ends it otherwise (called off in the middle) may have been billed.
      let cost = worst;
      try {
        const tried = await send(request, signal);
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
    /** Waiting for a slot is no time that the endpoint took. */
    let begun: number | null = null;
    let corrections = 0;
    for (let tries = 0; ; ) {
      const tried = await attempt(request, signal, () => {
        begun ??= now();
      });
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
      const fits = now() - (begun ?? asked) + wait <= config.totalMs;
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
