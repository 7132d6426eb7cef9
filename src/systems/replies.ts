/** What a reply says in the protocol of the prompts: tolerant of dress, strict about what counts. Null: neither. */
import type { ChatReply } from '../domain/llm';
import { valuesIn } from '../domain/reply-json';
import { withoutFences, withoutReasoning } from '../domain/reply-text';
import { NO_ANSWER } from './prompts/words';

type Said = Pick<ChatReply, 'text' | 'truncated'>;

/** The text of an answer, null: the model says that it has none. */
export interface AnswerReply {
  kind: 'answer';
  text: string | null;
}
export type StepReply = AnswerReply | { kind: 'ask'; text: string };

const DRESS = '[\\s>*_#`"\'“”«»\\[({\\-–—•]*';
const AFTER = '[\\s*_`"\'”»\\])]*[:：=][\\s*_`]*';
const ASK = 'sub[\\s_-]*question|follow[\\s_-]*up(?:[\\s_-]*question)?|next[\\s_-]*question|search|query';
const ANSWER =
  '(?:(?:so|thus|therefore|hence)[,，]?\\s+)?(?:the\\s+)?(?:final[\\s_-]*)?answer(?:\\s+is)?|final';
const LABEL = new RegExp(
  `^${DRESS}(?:\\d+[.)]\\s*)?(?:(${ASK})|(${ANSWER}))(?:\\s*\\d+)?${AFTER}(.*)$`,
  'iu',
);

const JSON_KEY = /^[\s{[]*"[^"]*"\s*:/;

/** A pair of quotes, bold or code around the whole, as some models put; one inside belongs to the words. */
const PAIRS =
  /^(?:"([^"]*)"|'([^']*)'|“([^“”]*)”|«([^«»]*)»|「([^「」]*)」|『([^『』]*)』|`([^`]*)`|\*\*([^*]*)\*\*|\*([^*]*)\*|__([^_]*)__|<([^<>]*)>)[.。]?$/su;

const bare = (text: string): string => {
  let rest = text.replace(/<\/?(?:answer|final|sub-?question)>/gi, '').trim();
  for (;;) {
    const inner = PAIRS.exec(rest)
      ?.slice(1)
      .find((part) => part !== undefined);
    if (inner === undefined || inner.trim() === '') break;
    rest = inner.trim();
  }
  return rest.replace(/^\*\*\s*|\s*\*\*$/g, '').trim();
};

const SOMETHING = /[\p{L}\p{N}\p{S}]/u;
const NOTHING = /^(?:none|null|n\/?a|nothing|no more|-)[.。!]?$/i;
const key = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}_]+/gu, ' ')
    .trim();

const answer = (text: string): AnswerReply => ({
  kind: 'answer',
  text: key(text) === key(NO_ANSWER) ? null : text,
});

/** Lines of the reply without reasoning and fences; null: it never came to an end of its reasoning. */
const linesOf = ({ text }: Said): string[] | null => {
  const said = withoutReasoning(text);
  if (said === null) return null;
  return withoutFences(said)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

const field = (object: object, keys: RegExp): string | null => {
  for (const [name, value] of Object.entries(object))
    if (keys.test(name) && (typeof value === 'string' || typeof value === 'number')) return String(value);
  return null;
};

const fromJson = (text: string): StepReply | null => {
  const parsed = valuesIn(text).values[0] ?? null;
  if (typeof parsed !== 'object' || parsed === null) return null;
  const ask = field(parsed, new RegExp(`^(?:${ASK})$`, 'i'));
  if (ask !== null && SOMETHING.test(ask) && !NOTHING.test(ask.trim()))
    return { kind: 'ask', text: bare(ask) };
  const said = field(parsed, /^(?:final[\s_-]*)?answer$/i);
  return said !== null && SOMETHING.test(said) ? answer(bare(said)) : null;
};

/**
 * The first labelled line decides: what a model writes behind its own sub-question (passages, answers) is made up. A label
 * without words counts with the line below it. What the token limit may have cut short does not count.
 */
export const readStep = (reply: Said): StepReply | null => {
  const lines = linesOf(reply);
  if (lines === null) return null;
  const label = lines.findIndex((line) => LABEL.test(line) && !JSON_KEY.test(line));
  const object = lines.findIndex((line) => line.includes('{'));
  const json = label >= 0 && label < object ? null : fromJson(lines.join('\n'));
  if (json !== null) return json;
  for (const [at, line] of lines.entries()) {
    // A key of an object that is no whole one was cut, whatever the server says.
    const match = JSON_KEY.test(line) ? null : LABEL.exec(line);
    if (match === null) continue;
    const [, ask, , rest = ''] = match;
    const own = bare(rest);
    const from = SOMETHING.test(own) ? at : at + 1;
    const text = from === at ? own : bare(lines[from] ?? '');
    if (!SOMETHING.test(text) || (from > at && LABEL.test(lines[from] ?? ''))) continue;
    if (reply.truncated && from >= lines.length - 1) return null;
    if (ask === undefined) return answer(text);
    if (!NOTHING.test(text)) return { kind: 'ask', text };
  }
  return null;
};

/** Longer than any answer that was asked for; a longer line is an explanation. */
const MOST_ANSWER = 300;

/** Where only an answer can follow, one short line without a label is one. */
export const readAnswer = (reply: Said): AnswerReply | null => {
  const lines = linesOf(reply);
  if (lines === null) return null;
  const step = readStep(reply);
  if (step !== null) return step.kind === 'answer' ? step : null;
  const text = bare(lines[0] ?? '');
  const alone = lines.length === 1 && !reply.truncated && !LABEL.test(lines[0] ?? '');
  return alone && SOMETHING.test(text) && text.length <= MOST_ANSWER && !/^[{[]/.test(text)
    ? answer(text)
    : null;
};

/** A sub-question where only one can follow. */
export const readQuestion = (reply: Said): string | null => {
  const step = readStep(reply);
  return step?.kind === 'ask' ? step.text : null;
};

const CONCLUDES =
  /(?:\b(?:so|thus|therefore|hence)[,，]?\s+)?\b(?:the\s+)?(?:final\s+)?answer\s+is\b[\s*_`]*[:：]?[\s*_`]*(.+)$/iu;

/** The full stop of the sentence, not that of `U.S.A.` */
const withoutStop = (text: string): string => text.replace(/(?<=\p{L}{2}|\d)[.。]$/u, '');

export type ThoughtReply = AnswerReply | { kind: 'thought'; text: string };

/** The next thought is the first line; what follows it has seen no search. It concludes when it says "answer is". */
export const readThought = (reply: Said): ThoughtReply | null => {
  const lines = linesOf(reply);
  const [first] = lines ?? [];
  if (first === undefined || (reply.truncated && lines?.length === 1)) return null;
  const step = readStep({ text: first, truncated: false });
  if (step?.kind === 'answer') return step.text === null ? step : answer(withoutStop(step.text));
  const said = bare(CONCLUDES.exec(first)?.[1] ?? '');
  if (SOMETHING.test(said)) return answer(withoutStop(said));
  const text = bare(
    first.replace(
      /^(?:[-*•]\s+|\d+[.)]\s+)?(?:[*_]*(?:next\s+)?thought[*_]*\s*\d*[*_]*\s*[:：][*_]*\s*)?/iu,
      '',
    ),
  );
  return SOMETHING.test(text) ? { kind: 'thought', text } : null;
};

/** Where only a conclusion can follow: a bare line may as well be one more thought. */
export const readConclusion = (reply: Said): AnswerReply | null => {
  const thought = readThought(reply);
  return thought?.kind === 'answer' ? thought : null;
};

export interface ListItem {
  /** As the model numbered it; its place where it did not. */
  n: number;
  text: string;
}

const ITEM =
  /^[>*_`"'\s]*(?:(?:sub-?question|question|query|step|q)\s*)?[#([（【]?(\p{Nd}{1,2})[*_`]*(?:[.):：、．）\]】]|\s*[-–—])[*_`]*\s*(.+)$/iu;
const BULLET = /^(?:[-–—*•·・]|[（(][a-z][）)])\s+(.+)$/iu;

const inJson = (text: string): string[] => {
  const parsed = valuesIn(text).values[0] ?? null;
  const list = Array.isArray(parsed)
    ? parsed
    : typeof parsed === 'object' && parsed !== null
      ? Object.values(parsed).find((value): value is unknown[] => Array.isArray(value))
      : undefined;
  return (list ?? []).flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    if (typeof entry !== 'object' || entry === null) return [];
    return field(entry, /question|query|text/i) ?? [];
  });
};

const digits = (text: string): number => Number(text.normalize('NFKC'));

/** A numbered (or bulleted, or JSON) list; null: there is none. Entries of the same words are one. */
export const readList = (reply: Said): ListItem[] | null => {
  const lines = linesOf(reply);
  if (lines === null) return null;
  const json = inJson(lines.join('\n'));
  const numbered = lines.flatMap((line) => {
    const match = ITEM.exec(line);
    return match === null ? [] : [{ n: digits(match[1] ?? ''), text: match[2] ?? '', line }];
  });
  const found: (ListItem & { line?: string })[] =
    json.length > 0
      ? json.map((text, at) => ({ n: at + 1, text }))
      : numbered.length > 0
        ? numbered
        : lines.flatMap((line) => {
            const text = BULLET.exec(line)?.[1];
            return text === undefined ? [] : [{ n: 0, text, line }];
          });
  // A list that was cut has a last line that may not be whole.
  if (reply.truncated && found.at(-1)?.line === lines.at(-1)) found.pop();
  const seen = new Set<string>();
  const items = found
    .map(({ n, text }) => ({ n, text: bare(text) }))
    .filter(({ text }) => {
      const words = key(text);
      if (!SOMETHING.test(text) || seen.has(words)) return false;
      seen.add(words);
      return true;
    });
  const named = new Set(items.map(({ n }) => n));
  const usable = named.size === items.length && !named.has(0) && items.every(({ n }) => Number.isInteger(n));
  if (items.length === 0) return null;
  return usable ? items : items.map(({ text }, at) => ({ n: at + 1, text }));
};
