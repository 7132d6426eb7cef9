/** Tokens of a pair of texts: the content of each, and the special tokens that a model puts around them. */
import { HopscopeError } from '../../domain/outcome';
import { findRun, openTokenizer, wellFormed } from '../tokenizer';
import { createWordOffsets, type MappedTokens } from '../word-offsets';

/** Special tokens with their segment (token type) ids. */
interface Frame {
  ids: number[];
  types: number[];
}

export interface PairTokenizer {
  padId: number;
  /** Nothing is cut. */
  ids(text: string): number[];
  /** With the place of each token in the text; null when the tokenizer is not of the BERT family. */
  mapped: ((text: string) => MappedTokens) | null;
  /** Before the question, between question and passage, after the passage. */
  frames: readonly [Frame, Frame, Frame];
  /** Segment ids of the question and of the passage. */
  types: readonly [number, number];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasSegments = (json: unknown): boolean =>
  !(isRecord(json) && isRecord(json.post_processor) && json.post_processor.type === 'RobertaProcessing');

type Opened = ReturnType<typeof openTokenizer>;

const mapping = (json: unknown, { tokenizer }: Opened): PairTokenizer['mapped'] => {
  if (!isRecord(json) || !isRecord(json.normalizer) || !isRecord(json.pre_tokenizer) || !isRecord(json.model))
    return null;
  const { normalizer, pre_tokenizer: cutter, model } = json;
  if (normalizer.type !== 'BertNormalizer' || cutter.type !== 'BertPreTokenizer') return null;
  const lowercase = normalizer.lowercase === true;
  const stripAccents = typeof normalizer.strip_accents === 'boolean' ? normalizer.strip_accents : lowercase;
  const offsets = createWordOffsets((word) => tokenizer.encode(word, { add_special_tokens: false }), {
    lowercase,
    stripAccents,
    separateHan: normalizer.handle_chinese_chars === true,
    continuation:
      typeof model.continuing_subword_prefix === 'string' ? model.continuing_subword_prefix : '##',
    unknown: typeof model.unk_token === 'string' ? model.unk_token : '[UNK]',
  });
  return (text) => offsets(wellFormed(text));
};

/**
 * `known`: how many segments the model tells apart, if it says. Throws `bad-input` when the files are no tokenizer, or
 * one that takes no pairs.
 */
export const createPairTokenizer = (
  tokenizerJson: unknown,
  tokenizerConfig: unknown = {},
  known: number | null = null,
): PairTokenizer => {
  const opened = openTokenizer(tokenizerJson, tokenizerConfig);
  const { tokenizer, content, padId } = opened;
  // Read off a probe, because templates differ: BERT puts one separator between the texts, RoBERTa two.
  const [first, second] = [content('one'), content('two')];
  const whole = tokenizer.encode('one', {
    text_pair: 'two',
    add_special_tokens: true,
    return_token_type_ids: true,
  });
  const at = findRun(whole.ids, first);
  const then = at < 0 ? -1 : findRun(whole.ids, second, at + first.length);
  const last = then + second.length;
  if (at < 0 || then <= at + first.length || last > whole.ids.length) {
    throw new HopscopeError(
      'bad-input',
      'The tokenizer of this model says nothing about pairs of texts: a classifier for (question, passage) is needed.',
    );
  }
  // The library counts segments for every kind; RoBERTa knows one, and a second would be out of its table.
  const several = hasSegments(tokenizerJson) && (known === null || known > 1);
  const segments = several ? whole.token_type_ids : undefined;
  const types = segments ?? whole.ids.map(() => 0);
  const frame = (from: number, to?: number): Frame => ({
    ids: whole.ids.slice(from, to),
    types: types.slice(from, to),
  });
  const mapped = mapping(tokenizerJson, opened);
  return {
    padId,
    ids: mapped === null ? (text) => content(wellFormed(text)) : (text) => mapped(text).ids,
    mapped,
    frames: [frame(0, at), frame(at + first.length, then), frame(last)],
    types: [types[at] ?? 0, types[then] ?? 0],
  };
};
