/** A short piece of a chunk, chosen by the query: enough to see whether to read it. */
import { queryKey } from '../query-key';
import { keywords } from '../reformulate';

/** UTF-16 units. */
export const SNIPPET = 240;

/** Cut at a space where there is one near, and never within a character. */
const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const space = text.lastIndexOf(' ', limit);
  const end = space > limit * 0.7 ? space : limit;
  const half = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
  return `${text.slice(0, half).trimEnd()}…`;
};

/**
 * From the sentence with most of the query's words on (the first of equals). In a sentence that is too long by itself it
 * begins shortly before the first of those words.
 */
export const snippet = (text: string, query: string, limit = SNIPPET): string => {
  const whole = text.replace(/\s+/gu, ' ').trim();
  if (whole.length <= limit) return whole;
  const wanted = keywords(query)
    .map((word) => queryKey(word))
    .filter((word) => word !== '');
  const sentences = [...whole.matchAll(/[^.!?。！？]+(?:[.!?。！？]+|$)\s*/gu)].map((match) => ({
    start: match.index,
    hits: wanted.filter((word) => ` ${queryKey(match[0])} `.includes(word)).length,
    text: match[0],
  }));
  const best = sentences.reduce(
    (most, sentence) => (sentence.hits > most.hits ? sentence : most),
    sentences[0] ?? { start: 0, hits: 0, text: whole },
  );
  const lower = best.text.toLowerCase();
  const places = wanted.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const into = best.text.length > limit && places.length > 0 ? Math.max(0, Math.min(...places) - 40) : 0;
  const start = best.start + into;
  // Near the end of the text there is room for what stands before.
  const from = Math.min(start, whole.length - limit);
  const space = whole.indexOf(' ', from);
  const at = from === start ? from : space >= 0 && space < start ? space + 1 : from;
  const half = /[\uDC00-\uDFFF]/.test(whole[at] ?? '') ? at + 1 : at;
  return `${half > 0 ? '…' : ''}${cut(whole.slice(half), limit)}`;
};
