/**
 * Tokenising with our own truncation. The libraries cut the finished array, which loses the closing special token;
 * here the content is cut to what is left after the special tokens, so that [SEP] or end-of-text always survives.
 * Pure: works in the page, in any worker and in Node.
 */
import { Tokenizer } from '@huggingface/tokenizers';
import { HopscopeError } from '../domain/outcome';

export interface TextTokenizer {
  /** Token ids with special tokens, at most `maxTokens` long. */
  encode(text: string, maxTokens: number): number[];
  /** Content tokens of a text, special tokens excluded and nothing cut. */
  count(text: string): number;
  /** How many special tokens a single text gets. */
  readonly specials: number;
  /** Id to pad with. */
  readonly padId: number;
}

/** Lone surrogates have no UTF-8 form and NUL ends strings in native code: both become what models ignore. */
export const wellFormed = (text: string): string =>
  text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '\uFFFD');

/** What a text's head must have in tokens beyond the limit before the rest may be left unread. */
const SLACK = 8;
const CHARACTERS_PER_TOKEN = 12;

/**
 * Content ids of a text, at least `limit` of them if the text has that many; the end may be missing beyond that.
 * A long text is read up to a white space only, where no tokenizer here joins words, so the ids are those of the
 * whole text. Without this a 10 MB passage would be tokenised whole for its first 256 tokens.
 */
const head = (ids: (text: string) => number[], text: string, limit: number): number[] => {
  let window = (limit + SLACK) * CHARACTERS_PER_TOKEN;
  while (window < text.length) {
    const cut = text.slice(0, window).search(/\s\S*$/u);
    if (cut > 0) {
      const found = ids(text.slice(0, cut));
      if (found.length >= limit + SLACK) return found;
    }
    window *= 2;
  }
  return ids(text);
};

const padToken = (config: Record<string, unknown>): string | null => {
  const token = config.pad_token;
  if (typeof token === 'string') return token;
  if (typeof token === 'object' && token !== null && 'content' in token) return String(token.content);
  return null;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The library's tokenizer over the parsed files. Throws `bad-input` when they are not what they claim. */
export const openTokenizer = (
  tokenizerJson: unknown,
  tokenizerConfig: unknown,
): { tokenizer: Tokenizer; padId: number; content(text: string): number[] } => {
  if (!isRecord(tokenizerJson) || !isRecord(tokenizerJson.model)) {
    throw new HopscopeError(
      'bad-input',
      'tokenizer.json is not a tokenizer file: it has no "model". Take it from the model’s own folder.',
    );
  }
  const config = isRecord(tokenizerConfig) ? tokenizerConfig : {};
  let tokenizer: Tokenizer;
  try {
    tokenizer = new Tokenizer(tokenizerJson, config);
  } catch (cause) {
    throw new HopscopeError('bad-input', 'tokenizer.json is of a kind that cannot be read here.', { cause });
  }
  const pad = padToken(config);
  return {
    tokenizer,
    padId: (pad === null ? undefined : tokenizer.token_to_id(pad)) ?? 0,
    content: (text) => (text === '' ? [] : tokenizer.encode(text, { add_special_tokens: false }).ids),
  };
};

/** Where the tokens `part` stand in `whole`, at `from` or after it; -1 when they do not. */
export const findRun = (whole: readonly number[], part: readonly number[], from = 0): number =>
  whole.findIndex((_, i) => i >= from && part.every((id, j) => whole[i + j] === id));

/** From the parsed `tokenizer.json` and `tokenizer_config.json`. Throws `bad-input` when they are not what they claim. */
export const createTokenizer = (tokenizerJson: unknown, tokenizerConfig: unknown = {}): TextTokenizer => {
  const { tokenizer, padId, content } = openTokenizer(tokenizerJson, tokenizerConfig);

  // Which special tokens stand before and after: read off a probe, because templates differ between models.
  const probe = content('a');
  const framed = tokenizer.encode('a', { add_special_tokens: true }).ids;
  const at = findRun(framed, probe);
  const before = at < 0 ? [] : framed.slice(0, at);
  const after = at < 0 ? [] : framed.slice(at + probe.length);
  const specials = before.length + after.length;

  return {
    specials,
    padId,
    encode(text, maxTokens) {
      const room = Math.max(0, maxTokens - specials);
      return [...before, ...head(content, wellFormed(text), room).slice(0, room), ...after];
    },
    count: (text) => content(wellFormed(text)).length,
  };
};

export type TokenCounter = (text: string) => number;

/** Content tokens of a text (special tokens excluded), for the chunker's budget. */
export const createTokenCounter = (tokenizerJson: unknown): TokenCounter =>
  createTokenizer(tokenizerJson).count;
