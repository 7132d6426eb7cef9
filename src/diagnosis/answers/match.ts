import type { AnswerMatch } from '../../domain/diagnosis';
import { normalise } from '../../domain/text';
import { answerTokens } from './tokens';

const contains = (tokens: readonly string[], wanted: readonly string[]): boolean => {
  for (let at = 0; at + wanted.length <= tokens.length; at += 1)
    if (wanted.every((token, index) => tokens[at + index] === token)) return true;
  return false;
};

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((token, at) => token === b[at]);

/** Token F1 of the SQuAD v2 evaluation: two empty sides agree, one empty side does not. */
const tokenF1 = (answer: readonly string[], gold: readonly string[]): number => {
  if (answer.length === 0 || gold.length === 0) return answer.length === gold.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const token of gold) left.set(token, (left.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of answer) {
    const rest = left.get(token) ?? 0;
    if (rest === 0) continue;
    left.set(token, rest - 1);
    common += 1;
  }
  if (common === 0) return 0;
  const precision = common / answer.length;
  const recall = common / gold.length;
  return (2 * precision * recall) / (precision + recall);
};

/** Only then can two answers differ by a magnitude alone. */
const MAGNITUDE = /hundred|thousand|illion/i;

const YES = new Set(['yes', 'yeah', 'yep', 'true', 'correct', 'indeed']);
const NO = new Set(['no', 'nope', 'false', 'incorrect']);

/** What an answer says to a yes/no question: its first word, or the only one of the two it has; null: neither. */
const polarityOf = (tokens: readonly string[]): boolean | null => {
  const [first] = tokens;
  if (first !== undefined && YES.has(first)) return true;
  if (first !== undefined && NO.has(first)) return false;
  const yes = tokens.includes('yes');
  const no = tokens.includes('no');
  return yes === no ? null : yes;
};

const goldPolarity = (golds: readonly string[][]): boolean | null => {
  const said = golds.map((tokens) => {
    const [only] = tokens;
    if (tokens.length !== 1 || only === undefined) return null;
    return ['yes', 'true'].includes(only) ? true : ['no', 'false'].includes(only) ? false : null;
  });
  const [first = null] = said;
  return said.every((one) => one === first) ? first : null;
};

/**
 * Contain-match, exact match and token F1 of an answer, the best over gold answer and aliases; null without any.
 * Contain-match is the gold answer's tokens in a row within the answer. It is not decided (null) when the two differ by a
 * magnitude alone (1.4, 1.4 billion), or when a yes/no question gets neither.
 */
export const matchAnswer = (answer: string, golds: readonly string[]): AnswerMatch | null => {
  const wanted = golds.filter((gold) => gold.trim() !== '');
  if (wanted.length === 0) return null;
  const tokens = answerTokens(answer);
  const goldTokens = wanted.map((gold) => answerTokens(gold));
  // An answer of signs or an article alone has no tokens: it is compared as it stands.
  const literal = (at: number): boolean =>
    goldTokens[at]?.length === 0 && normalise(answer) === normalise(wanted[at] ?? '');
  const polar = goldPolarity(goldTokens);
  if (polar !== null) {
    const said = polarityOf(tokens);
    return {
      contain: said === null ? null : said === polar,
      exact: goldTokens.some((gold) => same(tokens, gold)),
      f1: said === polar ? 1 : 0,
    };
  }
  let exact = false;
  let contain: boolean | null = false;
  let f1 = 0;
  goldTokens.forEach((gold, at) => {
    if (gold.length === 0) {
      if (!literal(at)) return;
      exact = true;
      contain = true;
      f1 = 1;
      return;
    }
    if (same(tokens, gold)) exact = true;
    if (contains(tokens, gold)) contain = true;
    f1 = Math.max(f1, tokenF1(tokens, gold));
  });
  if (!contain && (MAGNITUDE.test(answer) || wanted.some((gold) => MAGNITUDE.test(gold)))) {
    const bare = answerTokens(answer, false);
    const differs = wanted.some((gold) => {
      const bareGold = answerTokens(gold, false);
      return bareGold.length > 0 && contains(bare, bareGold);
    });
    if (differs) contain = null;
  }
  return { contain, exact, f1 };
};
