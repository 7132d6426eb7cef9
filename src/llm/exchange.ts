/** One request and its whole answer: within the time given, ended at once when called off, following no redirect. */
import type { EgressPurpose } from '../domain/egress';
import { allowEndpoint, noteReceived } from '../seam/egress';
import type { Answer } from './failures';
import { orAbort, type Sleep } from './waiting';

export interface ExchangeParts {
  fetch: typeof globalThis.fetch;
  sleep: Sleep;
  /** What the ledger says of it; absent: it is part of a run. */
  purpose?: EgressPurpose;
}

export interface Wanted {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

export type Exchanged =
  | { state: 'answered'; answer: Answer }
  /** `started`: the head of an answer had come, so the work was begun there. */
  | { state: 'lost'; thrown: unknown; started: boolean }
  | { state: 'late' };

/** Rejects with `cancelled` only. */
export const exchange = async (
  { fetch, sleep, purpose = 'run' }: ExchangeParts,
  url: string,
  { timeoutMs, ...init }: Wanted,
  signal: AbortSignal,
): Promise<Exchanged> => {
  const over = new AbortController();
  const stop = (): void => over.abort();
  signal.addEventListener('abort', stop, { once: true });
  let started = false;
  const forbid = allowEndpoint(url, { signal: over.signal, purpose });
  const ask = async (): Promise<Exchanged> => {
    try {
      const response = await fetch(url, {
        ...init,
        signal: over.signal,
        // A redirect would take the key and the documents to an address that the user did not choose.
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
      const { status, headers } = response;
      started = true;
      const text = await response.text();
      noteReceived(response, new TextEncoder().encode(text).length);
      return { state: 'answered', answer: { status, headers, text } };
    } catch (thrown) {
      return { state: 'lost', thrown, started };
    }
  };
  const late = async (): Promise<Exchanged> => {
    await sleep(timeoutMs, over.signal);
    return { state: 'late' };
  };
  try {
    return await orAbort(Promise.race([ask(), late()]), signal);
  } finally {
    signal.removeEventListener('abort', stop);
    over.abort();
    forbid();
  }
};
