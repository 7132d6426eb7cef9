/** The models an endpoint offers, where it offers a list. */
import { type ExchangeParts, exchange } from './exchange';
import type { Answer } from './failures';
import type { Provider } from './provider';
import type { Secret } from './secret';

export type Listed =
  | { state: 'listed'; models: string[] }
  | { state: 'refused'; answer: Answer }
  | { state: 'lost' }
  | { state: 'late' };

export interface Listing {
  parts: ExchangeParts;
  /** Normalised. */
  base: string;
  provider: Provider;
  secret: Secret;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Sorted. Rejects with `cancelled` only. */
export const listModels = async ({
  parts,
  base,
  provider,
  secret,
  timeoutMs,
  signal,
}: Listing): Promise<Listed> => {
  // Nothing is sent, so there is no type of content to say; each header more must be allowed by the server.
  const { 'content-type': _, ...headers } = secret.headers(provider.headers);
  const result = await exchange(
    parts,
    provider.modelsUrl(base),
    { method: 'GET', headers, timeoutMs },
    signal,
  );
  if (result.state === 'late') return { state: 'late' };
  if (result.state === 'lost') return { state: 'lost' };
  const { answer } = result;
  if (answer.status < 200 || answer.status > 299) return { state: 'refused', answer };
  try {
    const models = provider.readModels(secret.redactDeep(JSON.parse(answer.text) as unknown));
    return { state: 'listed', models: [...new Set(models)].sort() };
  } catch {
    return { state: 'refused', answer };
  }
};
