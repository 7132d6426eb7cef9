import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, DEFAULT_PRICES, priceOf } from '../../src/llm/prices';
import {
  ESTIMATE_ERROR,
  estimateRequest,
  estimateTokens,
  mostRequest,
  mostTokens,
} from '../../src/llm/tokens';

const FAR = 'https://llm.example/v1';

describe('prices', () => {
  it.each<[string, number | null]>([
    ['gpt-4o-mini-2024-07-18', 0.15],
    ['openai/gpt-4o', 2.5],
    ['GPT-4.1-nano', 0.1],
    ['claude-sonnet-4-5', 3],
    ['gemini-2.5-flash-lite', 0.1],
    ['gemini-2.5-flash', 0.3],
    ['somebody-else', null],
  ])('%s', (model, input) => {
    expect(priceOf(DEFAULT_PRICES, model, FAR)?.input ?? null).toBe(input);
  });

  it('a pattern is the whole name, its signs stand for themselves, and the first row counts', () => {
    const rows = [
      { pattern: 'a.b', input: 1, cachedInput: 1, output: 1 },
      { pattern: 'a*', input: 2, cachedInput: 2, output: 2 },
    ];
    const input = (model: string) => priceOf({ currency: 'EUR', rows }, model, FAR)?.input;
    expect([input('a.b'), input('axb'), input('xa.b'), input('a(')]).toEqual([1, 2, undefined, 2]);
  });

  it('a local model is free unless a row prices it', () => {
    expect(priceOf(DEFAULT_PRICES, 'llama3', 'http://localhost:11434/v1')?.output).toBe(0);
    expect(priceOf(DEFAULT_PRICES, 'gpt-4o', 'http://localhost:4000/v1')?.output).toBe(10);
  });

  it('a cost is per million, cached input at its own price', () => {
    const price = { pattern: '*', input: 3, cachedInput: 0.3, output: 15 };
    expect(costOf(price, { input: 1e6, output: 0, cachedInput: 0 })).toBe(3);
    expect(costOf(price, { input: 1e6, output: 1e6, cachedInput: 1e6 })).toBe(15.3);
  });
});

describe('tokens are estimated', () => {
  const { texts } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../fixtures/llm/token-counts.json'), 'utf8'),
  ) as { texts: { name: string; text: string; counts: Record<string, number> }[] };
  const ENGLISH = new Set(['prose', 'biography', 'passages', 'json', 'code', 'markdown']);

  it.each(texts.map(({ name, text, counts }) => [name, text, counts] as const))(
    '%s: within the stated error of real tokenizers, and below the bound',
    (name, text, counts) => {
      const error = ENGLISH.has(name) ? ESTIMATE_ERROR.english : ESTIMATE_ERROR.other;
      for (const count of Object.values(counts)) {
        expect(Math.abs(estimateTokens(text) / count - 1)).toBeLessThanOrEqual(error);
        expect(mostTokens(text)).toBeGreaterThanOrEqual(count);
      }
    },
  );

  it('never beyond the bound by more than what a text of signs makes of it, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(estimateTokens(text)).toBeLessThanOrEqual(mostTokens(text));
        expect(estimateTokens(text) > 0 || text.trim() === '').toBe(true);
      }),
    );
  });

  it('a request counts its messages, calls and tools', () => {
    const message = { role: 'user' as const, content: 'four words are here' };
    const one = estimateRequest({ messages: [message] });
    expect(one).toBe(4 + 4);
    const call = { id: '1', name: 'search', arguments: {}, raw: '{}' };
    const asked = { role: 'assistant' as const, content: '', toolCalls: [call] };
    expect(estimateRequest({ messages: [message, asked] })).toBeGreaterThan(one + 4);
    const tools = [{ name: 'search', description: 'finds', parameters: { type: 'object' } }];
    expect(estimateRequest({ messages: [message], tools })).toBeGreaterThan(one);
    expect(mostRequest({ messages: [message], tools })).toBeGreaterThan(
      estimateRequest({ messages: [message], tools }),
    );
  });
});
