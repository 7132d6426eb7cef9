import { describe, expect, it } from 'vitest';
import type { RunEstimate } from '../../src/domain/seam';
import { egressWords, modelLabel, sentByRuns } from '../../src/ui/messages/model';
import { estimateWords, money } from '../../src/ui/messages/planner';
import { addEstimates, NO_ESTIMATE } from '../../src/ui/state/estimate';

const LLM = 'https://api.openai.com';
const estimate = (cost: number | null): RunEstimate => ({
  searches: 10,
  questions: 5,
  runs: 1,
  model: { calls: 20, inputTokens: 30_000, outputTokens: 4000, cost, currency: 'USD' },
});

describe('what leaves the page', () => {
  it('is nothing, exactly as long as nothing was set that asks elsewhere', () => {
    expect(egressWords({ origin: null, hub: false }).more).toContain('nothing leaves');
    for (const to of [
      { origin: LLM, hub: false },
      { origin: null, hub: true },
      { origin: LLM, hub: true },
    ]) {
      const words = Object.values(egressWords(to)).join(' ');
      expect(words).not.toMatch(/nothing leaves/i);
      expect(words).not.toContain('on this device');
      expect(words.includes(LLM)).toBe(to.origin !== null);
      expect(words.includes('huggingface.co')).toBe(to.hub);
    }
  });

  it('is nothing at all while the offline switch is on, whatever is chosen', () => {
    const words = Object.values(egressWords({ origin: LLM, hub: true, offline: true })).join(' ');
    expect(words).toContain('nothing');
    expect(words).not.toContain('may ask');
  });

  it('is said of a run before it starts, with the address', () => {
    expect(sentByRuns(LLM, true)).toMatch(/passages found .* https:\/\/api\.openai\.com/);
    expect(sentByRuns(LLM, false)).toContain('no passage');
  });
});

describe('an estimate', () => {
  it('adds up, and is unknown in cost as soon as a part of it is', () => {
    const both = addEstimates(addEstimates(NO_ESTIMATE, estimate(0.5)), estimate(0.25));
    expect(both).toEqual({
      searches: 20,
      questions: 5,
      runs: 2,
      model: { calls: 40, inputTokens: 60_000, outputTokens: 8000, cost: 0.75, currency: 'USD' },
    });
    expect(addEstimates(both, estimate(null)).model?.cost).toBeNull();
    expect(addEstimates(both, { ...NO_ESTIMATE, runs: 1 }).model).toEqual(both.model);
    expect(addEstimates(NO_ESTIMATE, NO_ESTIMATE).model).toBeNull();
  });

  it('says that it is one, what it may cost, and where no price is known', () => {
    expect(estimateWords(estimate(1.5))).toBe(
      'At most 10 searches in 1 run of 5 questions; about 20 calls of the model with 30,000 tokens in and 4,000 out; about USD 1.50',
    );
    expect(estimateWords(estimate(0))).toMatch(/ out; no cost$/);
    expect(estimateWords(estimate(null))).toMatch(/no price known$/);
    expect(estimateWords({ ...estimate(1), model: null })).toMatch(/no key, no cost$/);
  });

  it.each([
    [0, 'no cost'],
    [12.345, 'USD 12.35'],
    [0.5, 'USD 0.50'],
    [0.0123, 'USD 0.012'],
    [0.00042, 'USD 0.00042'],
    [1e-9, '< USD 0.000001'],
  ])('shows %d as %s', (amount, words) => {
    expect(money(amount, 'USD')).toBe(words);
  });
});

describe('the name of a model', () => {
  it('is read from its id', () => {
    expect(modelLabel('openai|http://localhost:11434/v1|qwen3')).toBe('qwen3 at http://localhost:11434/v1');
    expect(modelLabel('openai|https://llm.example/v1|m|seed 7')).toBe('m at https://llm.example/v1, seed 7');
    expect(modelLabel('made elsewhere')).toBe('made elsewhere');
  });
});
