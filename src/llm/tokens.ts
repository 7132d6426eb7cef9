/**
 * Tokens of a text without the model's own tokenizer, for endpoints that give no usage and for estimates beforehand
 * (`counted: 'tokenizer'`). Cuts a text the way byte-level BPE does (words with their space, runs of up to three digits,
 * runs of signs), then counts pieces by length. Measured error: see `ESTIMATE_ERROR`.
 */

/**
 * Largest deviations, as a share, from the two tokenizers of `test/fixtures/llm/token-counts.json` over its texts:
 * English prose, names, JSON and code; and six other languages, where the older tokenizer makes up to two thirds more
 * tokens than the newer one and this counts like the newer. Other families of tokenizers can lie further off.
 */
export const ESTIMATE_ERROR = { english: 0.22, other: 0.4 };

const PIECES =
  /(?<cjk>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)|(?<latin> ?[A-Za-z]+)|(?<word> ?(?:\p{L}\p{M}*)+)|(?<digits>\d{1,3})|(?<space>\s+)|(?<signs> ?[^\s\p{L}\p{N}]+)|(?<rest>.)/gsu;

/** Messages cost a few tokens each for their role and borders. */
const PER_MESSAGE = 4;

export const estimateTokens = (text: string): number => {
  let tokens = 0;
  for (const { groups = {}, 0: piece } of text.matchAll(PIECES)) {
    const letters = piece.trimStart().length;
    if (groups.latin !== undefined) tokens += letters <= 7 ? 1 : 1 + (letters - 7) / 5;
    else if (groups.word !== undefined) tokens += Math.max(1, letters / 3.2);
    else if (groups.cjk !== undefined) tokens += letters * 0.8;
    else if (groups.signs !== undefined) tokens += Math.max(1, letters / 2.5);
    // One space belongs to the word behind it; a run of them is one piece.
    else if (groups.space !== undefined) tokens += piece === ' ' ? 0 : 1;
    else tokens += 1;
  }
  return Math.ceil(tokens);
};

/** No byte-level tokenizer makes more tokens than there are bytes: for limits that must hold. */
export const mostTokens = (text: string): number => new TextEncoder().encode(text).length;

interface Countable {
  messages: readonly { content: string }[];
  tools?: readonly unknown[];
}

const countAll = ({ messages, tools = [] }: Countable, count: (text: string) => number): number =>
  messages.reduce((sum, message) => sum + count(message.content) + PER_MESSAGE, 0) +
  messages.reduce((sum, { content: _, ...more }) => {
    const calls = (more as { toolCalls?: unknown[] }).toolCalls ?? [];
    return calls.length === 0 ? sum : sum + count(JSON.stringify(calls));
  }, 0) +
  (tools.length === 0 ? 0 : count(JSON.stringify(tools)));

export const estimateRequest = (request: Countable): number => countAll(request, estimateTokens);
/** An upper bound; four times the estimate and more. Templates and tool instructions of a server are allowed for. */
export const mostRequest = (request: Countable): number =>
  Math.ceil(countAll(request, mostTokens) * 1.1) + 64 * (request.messages.length + 4);
