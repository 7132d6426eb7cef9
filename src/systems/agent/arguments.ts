/** The arguments of a call, checked. What is wrong is said so that a model can put it right. */
import type { ToolCall } from '../../domain/llm';

export const DEFAULT_TOP_K = 5;
export const MAX_TOP_K = 20;
export const MAX_QUERY = 500;
/** Chunks that one call may read: each comes whole, and counts against the context budget. */
export const MAX_READ = 10;

export type Checked<T> = { ok: true; value: T } | { ok: false; error: string };
const wrong = (error: string): Checked<never> => ({ ok: false, error });

/** Without halves of characters, which no index and no endpoint knows. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '');

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${wellFormed(text.slice(0, 60))}…` : text;
};

/** A whole number, also one written as text. */
const whole = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : null;
};

const NO_OBJECT = 'The arguments were no JSON object. Call the tool again with an object as its schema says.';

export const searchArguments = ({
  arguments: given,
}: Pick<ToolCall, 'arguments'>): Checked<{ query: string; topK: number }> => {
  if (given === null) return wrong(NO_OBJECT);
  const { query } = given;
  if (typeof query !== 'string') return wrong(`"query" must be a text, not ${shown(query)}.`);
  if (!/[\p{L}\p{N}\p{S}]/u.test(query)) return wrong('"query" must hold words.');
  if (query.length > MAX_QUERY)
    return wrong(`"query" must be no longer than ${MAX_QUERY} characters; it has ${query.length}.`);
  const topK = given.top_k ?? DEFAULT_TOP_K;
  const number = whole(topK);
  if (number === null || number < 1 || number > MAX_TOP_K)
    return wrong(`"top_k" must be a whole number from 1 to ${MAX_TOP_K}, not ${shown(topK)}.`);
  return { ok: true, value: { query: wellFormed(query).trim(), topK: number } };
};

export const readArguments = ({ arguments: given }: Pick<ToolCall, 'arguments'>): Checked<string[]> => {
  if (given === null) return wrong(NO_OBJECT);
  const asked = given.chunk_ids;
  const list: unknown[] = Array.isArray(asked) ? asked : typeof asked === 'string' ? [asked] : [];
  const ids = list.flatMap((id) => (typeof id === 'string' && id !== '' ? [id] : []));
  if (ids.length === 0 || ids.length < list.length)
    return wrong(`"chunk_ids" must be a list of chunk ids, not ${shown(asked)}.`);
  const distinct = [...new Set(ids)];
  return distinct.length > MAX_READ
    ? wrong(`"chunk_ids" must name no more than ${MAX_READ} chunks; it names ${distinct.length}.`)
    : { ok: true, value: distinct };
};
