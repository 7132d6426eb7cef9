/** A model's reply to a verdict: tolerant of dress (fences, reasoning, JSON), strict about the word itself. */
import { withoutReasoning } from '../domain/reply-text';

export type ReplyVerdict =
  | { state: 'scored'; answerable: boolean; reason: string; passage: number | null }
  | { state: 'inconclusive'; reason: string };

/**
 * The verdict as a whole word at the start of a line, or after "verdict:" or "answer:", in capitals or not. "Not answerable"
 * in any spelling is tried first, because the other word is part of it.
 */
const LINE =
  /^[\s>*_#`"'{[(-]*(?:(?:final\s+)?(?:verdict|answer|label|judge?ment)["'*_\s]*[:=-]\s*)?["'*_`([]*(not[\s_-]*answerable|un-?answerable|non-?answerable|answerable)\b["'*_`)\]]*[\s:,.–—-]*(.*)$/i;

const reasonOf = (rest: string): { reason: string; passage: number | null } => {
  const passage = /\[(\d+)\]/.exec(rest)?.[1];
  return {
    reason: rest
      .replace(/\[\d+\]/g, '')
      .replace(/^[\s:,.–—-]*(?:["']?reason["']?\s*[:=]\s*)?["']?/i, '')
      .replace(/["'`}\s]*$/, '')
      .trim(),
    passage: passage === undefined ? null : Number(passage),
  };
};

/** A JSON object, as some models insist on: `verdict` (or `answer`, `label`) with the word, or `answerable` true or false. */
const fromJson = (text: string): string | null => {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return null;
  try {
    const parsed: unknown = JSON.parse(text.slice(start, end + 1));
    if (typeof parsed !== 'object' || parsed === null) return null;
    const entries = Object.entries(parsed).map(([key, value]) => [key.toLowerCase(), value] as const);
    const read = (...keys: string[]): string =>
      entries.flatMap(([key, value]) =>
        keys.includes(key) && typeof value === 'string' ? [value] : [],
      )[0] ?? '';
    const flag = entries.find(([key, value]) => key === 'answerable' && typeof value === 'boolean')?.[1];
    const said = flag === undefined ? '' : flag === true ? 'answerable' : 'not-answerable';
    const verdict = said !== '' ? said : read('verdict', 'answer', 'label', 'judgement', 'judgment');
    return verdict === '' ? null : `${verdict} - ${read('reason', 'explanation', 'rationale')}`;
  } catch {
    return null;
  }
};

/**
 * Reads a reply. `truncated`: the server said that the token limit ended it. Two verdicts that contradict each other are
 * inconclusive, and so is a reply without one: neither is ever a "no".
 */
export const parseReply = (text: string, truncated = false): ReplyVerdict => {
  const said = withoutReasoning(text);
  if (said === null) return { state: 'inconclusive', reason: 'truncated: the reasoning never ended' };
  const bare = said.replace(/```[a-z]*\n?/gi, '').trim();
  const lines = bare.split('\n').filter((line) => line.trim() !== '');
  const json = fromJson(bare);
  if (json === null && bare.startsWith('{'))
    return { state: 'inconclusive', reason: 'truncated: the JSON of the reply never ended' };
  const found = (json === null ? lines : [json]).flatMap((line) => {
    const match = LINE.exec(line);
    if (match === null) return [];
    const [, word = '', rest = ''] = match;
    return [{ answerable: /^answerable$/i.test(word), ...reasonOf(rest) }];
  });
  const [first] = found;
  if (first === undefined)
    return {
      state: 'inconclusive',
      reason: truncated ? 'truncated: the reply was cut off before a verdict' : 'no verdict in the reply',
    };
  if (found.some(({ answerable }) => answerable !== first.answerable))
    return { state: 'inconclusive', reason: 'two verdicts that contradict each other' };
  return { state: 'scored', ...first };
};
