/** The classifier's canary: a known pair must come out as its known probability and span margin (design 03, 06). */
import type { ClassifierEntry } from './catalogue';
import type { PairTokenizer } from './pair-tokenizer';
import type { ClassifierBatch, ClassifierResult } from './session';
import { longestQuestion, windowsOf } from './windows';

/** Used where nothing is known: the WASM result of this pair is the reference for the GPU. */
const NEUTRAL = {
  question: 'Who wrote down every ship that passed?',
  passage:
    'The lighthouse keeper of the northern harbour wrote down every ship that passed before the storm.',
};

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

export const probabilityOf = (logit: number, temperature: number): number => logistic(logit / temperature);

export const canaryBatch = (entry: ClassifierEntry, tokenizer: PairTokenizer): ClassifierBatch => {
  const { question, passage } = entry.canary ?? NEUTRAL;
  // A tiny vocabulary can make the question longer than the model reads; it is to run, not to be right.
  const asked = tokenizer.ids(question).slice(0, Math.max(1, longestQuestion(entry.maxTokens, tokenizer)));
  const [window] = windowsOf(asked, tokenizer.ids(passage), entry, tokenizer);
  const { ids = [], types = [] } = window ?? {};
  return { rows: [{ ids, types }], spans: entry.reader !== null };
};

/** By how much the best span wins over "no answer"; null for a model that does not read. */
const marginOf = ({ spans }: ClassifierResult, entry: ClassifierEntry): number | null => {
  if (spans === null || entry.reader === null) return null;
  const { start, end } = spans;
  let best = Number.NEGATIVE_INFINITY;
  // Positions outside the passage carry −10000, so they never win.
  for (let s = 1; s < start.length; s++)
    for (let e = s; e < Math.min(start.length, s + entry.reader.maxAnswerTokens); e++)
      best = Math.max(best, (start[s] ?? Number.NaN) + (end[e] ?? Number.NaN));
  return best - (start[0] ?? Number.NaN) - (end[0] ?? Number.NaN);
};

/**
 * 1 minus the larger difference, of the presence probabilities or of the span margins taken as probabilities; 0 for
 * anything that is no number: a broken device must fail, not throw.
 */
export const classifierAgreement =
  (entry: ClassifierEntry) =>
  (result: ClassifierResult, reference: ClassifierResult | null): number => {
    const known =
      reference === null
        ? { presence: entry.canary?.presence ?? Number.NaN, margin: entry.canary?.margin ?? null }
        : { presence: reference.presence[0] ?? Number.NaN, margin: marginOf(reference, entry) };
    const presence = Math.abs(
      probabilityOf(known.presence, entry.temperature) -
        probabilityOf(result.presence[0] ?? Number.NaN, entry.temperature),
    );
    const margin =
      known.margin === null
        ? 0
        : Math.abs(logistic(known.margin) - logistic(marginOf(result, entry) ?? Number.NaN));
    const agreement = 1 - Math.max(presence, margin);
    return Number.isFinite(agreement) ? agreement : 0;
  };
