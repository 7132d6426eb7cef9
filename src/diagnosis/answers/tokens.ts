import { normalise, words } from '../../domain/text';
import { isoDate, joinDates } from './dates';
import { isNumberWord, joinNumbers, plainNumber } from './numbers';

const ARTICLES = new Set(['a', 'an', 'the']);
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const SIGNS = /[\p{P}\p{S}]/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A white-space-delimited piece with a digit in it, where punctuation may be part of a number; null: it is a word. */
const numeric = (piece: string): string[] | null => {
  const core = piece.replace(EDGES, '');
  const percent = piece.includes('%') ? ['percent'] : [];
  const date = isoDate(core);
  if (date !== null) return date;
  // A minus sign belongs to the number when nothing stands before it.
  const signed = piece.startsWith('-') ? `-${core}` : core;
  const number = plainNumber(signed);
  if (number !== null) return [number, ...percent];
  const range = core.split('-').map(plainNumber);
  if (range.length > 1 && range.every((part) => part !== null)) return [...range, ...percent];
  return null;
};

const pieceTokens = (piece: string): string[] => {
  if (/\d/.test(piece)) {
    const found = numeric(piece);
    if (found !== null) return found;
  }
  if (piece.includes('-')) {
    const parts = piece.replace(EDGES, '').split('-');
    if (parts.length > 1 && parts.every(isNumberWord)) return parts;
  }
  const word = piece.replace(SIGNS, '');
  if (word === '') return [];
  return UNSPACED.test(word) ? words(word) : [word];
};

const withPercent = (tokens: readonly string[]): string[] =>
  tokens.flatMap((token, at) => {
    if (token === 'per' && tokens[at + 1] === 'cent') return ['percent'];
    return token === 'cent' && tokens[at - 1] === 'per' ? [] : [token];
  });

/**
 * Tokens of an answer (05.8): SQuAD's normalisation (lower case, punctuation and articles removed), but numbers, number
 * words, percentages and dates come out in one form each, and scripts without spaces give one token a character.
 * `magnitudes: false` drops "billion" behind a number.
 */
export const answerTokens = (text: string, magnitudes = true): string[] => {
  const tokens = normalise(text)
    .split(' ')
    .flatMap(pieceTokens)
    .filter((token) => !ARTICLES.has(token));
  return joinDates(joinNumbers(withPercent(tokens), magnitudes));
};
