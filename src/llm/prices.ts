/** What a call costs. Prices are the user's to edit; the table here is a beginning, and providers change theirs. */
import type { Price, PriceTable } from '../domain/chat-config';
import type { Usage } from '../domain/llm';
import { isLocal } from './address';

const row = (pattern: string, input: number, cachedInput: number, output: number): Price => ({
  pattern,
  input,
  cachedInput,
  output,
});

/** List prices in US dollars as of late 2025, of models that are often used; the app asks to check them. */
export const DEFAULT_PRICES: PriceTable = {
  currency: 'USD',
  rows: [
    row('*gpt-5-nano*', 0.05, 0.005, 0.4),
    row('*gpt-5-mini*', 0.25, 0.025, 2),
    row('*gpt-4.1-nano*', 0.1, 0.025, 0.4),
    row('*gpt-4.1-mini*', 0.4, 0.1, 1.6),
    row('*gpt-4.1*', 2, 0.5, 8),
    row('*gpt-4o-mini*', 0.15, 0.075, 0.6),
    row('*gpt-4o*', 2.5, 1.25, 10),
    row('*claude-haiku-4-5*', 1, 0.1, 5),
    row('*claude-sonnet-4*', 3, 0.3, 15),
    row('*gemini-2.5-flash-lite*', 0.1, 0.025, 0.4),
    row('*gemini-2.5-flash*', 0.3, 0.075, 2.5),
  ],
};

const FREE = row('*', 0, 0, 0);

const matches = (pattern: string, model: string): boolean =>
  new RegExp(
    `^${pattern
      .trim()
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  ).test(model);

/** Null: no row names the model. What runs on one's own machines bills nothing, unless a row says so. */
export const priceOf = (table: PriceTable, model: string, base: string): Price | null =>
  table.rows.find(({ pattern }) => matches(pattern, model)) ?? (isLocal(new URL(base)) ? FREE : null);

/** In the table's currency. */
export const costOf = (
  price: Price,
  { input, output, cachedInput }: Pick<Usage, 'input' | 'output' | 'cachedInput'>,
): number =>
  ((input - cachedInput) * price.input + cachedInput * price.cachedInput + output * price.output) / 1e6;
