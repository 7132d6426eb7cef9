/** Sends one request once and says what came of it; learns which parameters the endpoint takes. */
import type { ChatRequest } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import { Barred } from '../seam/egress';
import { corrected, firstDialect } from './dialect';
import { type ExchangeParts, exchange } from './exchange';
import { connectionLost, type Failed, failureOf, garbled, tooSlow } from './failures';
import type { Answered } from './provider';
import type { Target } from './target';

export type Tried =
  | { state: 'replied'; answered: Answered }
  /** `reached`: the endpoint answered something that the page may read. */
  | { state: 'failed'; failed: Failed; reached: boolean }
  /** It did not like a parameter, which is left out from now on. */
  | { state: 'corrected' };

export interface SenderParts extends ExchangeParts {
  clock: () => Date;
  seed: number | null;
  timeoutMs: number;
}

/** Some gateways answer with HTTP 200 and an error inside: its status; null: there is none. */
const hiddenFailure = (value: unknown): number | null => {
  if (typeof value !== 'object' || value === null || !('error' in value)) return null;
  if (value.error === null || ['choices', 'content', 'candidates'].some((name) => name in value)) return null;
  const code = (value.error as { code?: unknown }).code;
  return typeof code === 'number' && code >= 400 && code < 600 ? code : 502;
};

/** Rejects with `cancelled` only. */
export const createSender = ({ secret, base, model, provider }: Target, parts: SenderParts) => {
  const place = { model, base, keyGiven: secret.given, redact: secret.redact };
  let dialect = firstDialect(provider.id, base);

  const read = (text: string, request: ChatRequest, headers: Headers): Tried => {
    const failed = (why: Failed): Tried => ({ state: 'failed', failed: why, reached: true });
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return failed(garbled(place, text));
    }
    const hidden = hiddenFailure(value);
    if (hidden !== null)
      return failed(failureOf({ text, headers, status: hidden }, place, parts.clock().getTime()));
    try {
      const answered = provider.read(secret.redactDeep(value), request.messages.length);
      return { state: 'replied', answered };
    } catch (thrown) {
      if (!(thrown instanceof HopscopeError)) throw thrown;
      return failed({ error: thrown, again: false, afterMs: null, limited: false, billed: true });
    }
  };

  return async (request: ChatRequest, signal: AbortSignal): Promise<Tried> => {
    const spoken = dialect;
    const result = await exchange(
      parts,
      provider.url(base, model),
      {
        method: 'POST',
        headers: secret.headers(provider.headers),
        body: JSON.stringify(provider.body({ base, model, request, seed: parts.seed, dialect: spoken })),
        timeoutMs: parts.timeoutMs,
      },
      signal,
    );
    if (result.state === 'late')
      return { state: 'failed', failed: tooSlow(place, parts.timeoutMs), reached: true };
    if (result.state === 'lost') {
      const { thrown, started } = result;
      return {
        state: 'failed',
        failed: connectionLost(place, thrown, started),
        reached: started || thrown instanceof Barred,
      };
    }
    const { status, headers, text } = result.answer;
    if (status >= 200 && status <= 299) return read(text, request, headers);
    const better = corrected(spoken, result.answer);
    if (better === null)
      return {
        state: 'failed',
        failed: failureOf(result.answer, place, parts.clock().getTime()),
        reached: true,
      };
    // Another call may have been quicker to find it out, or something else.
    if (dialect === spoken) dialect = better;
    return { state: 'corrected' };
  };
};
