/** An answer judge's reply to a verdict: tolerant of dress, strict about the word, which is read as a whole and never within another. */
import type { AnswerVerdict } from '../domain/answer-judgement';
import { withoutFences, withoutReasoning } from '../domain/reply-text';

export interface AnswerWord {
  verdict: AnswerVerdict;
  /** The judge's reason; for `unjudged`, why there is no verdict. */
  reason: string;
}

const NEGATIVE =
  "(?:not|isn['’]t|wasn['’]t)[\\s_-]+(?:at all |quite |entirely |fully |really )?(?:correct|right|true)|in-?correct|wrong|false|untrue|no";
const ABSTAINED =
  'abstain(?:ed|s|ing)?|abstention|refus(?:ed|al|es)|declin(?:ed|es)|no[\\s_-]answer(?: (?:was )?given)?|not[\\s_-](?:answered|attempted)';
const POSITIVE = 'correct|right|true|yes';

/**
 * At the start of a line, or after a label, or in "the answer is …". Behind the word its line ends, or a sign follows:
 * "Correct answer: Bern" gives no verdict. The longer words are tried first, because the shorter are part of them.
 */
const LINE = new RegExp(
  `^[\\s>*_#\`"'{[(-]*(?:(?:final\\s+)?(?:verdict|grade|label|judge?ment|evaluation|result|answer)["'*_\`\\s]*[:：=-]\\s*|(?:the|this|that)\\s+(?:\\w+['’]?s?\\s+)?(?:answer|response)\\s+(?:is|was)\\s+)?["'*_\`([]*(?:(${ABSTAINED})|(${NEGATIVE})|(${POSITIVE}))(?![\\p{L}\\p{N}_])["'*_\`)\\]}]*(?:\\s*$|\\s*([-:：=.,;!?—–。，(/|])\\s*(.*)$)`,
  'iu',
);
const ALONE = /^["'*_`]*(yes|no|true|false)["'*_`]*[.!。]?$/i;

const verdictOf = (word: string): AnswerVerdict | null => {
  const match = LINE.exec(word);
  if (match === null) return null;
  return match[1] !== undefined ? 'abstained' : match[2] !== undefined ? 'incorrect' : 'correct';
};

const reasonOf = (rest: string): string =>
  rest
    .replace(/^[\s:：,.;–—-]*(?:["']?(?:reason|because)["']?\s*[:=]?\s*)?["']?/i, '')
    .replace(/["'`}\s]*$/, '')
    .trim();

/** The verdict of one line; null: it holds none. `Correct: no` is a label with its value. */
const lineWord = (line: string): AnswerWord | null => {
  const verdict = verdictOf(line);
  if (verdict === null) return null;
  const [, , , , sign = '', rest = ''] = LINE.exec(line) ?? [];
  // "Correct? Hard to say." asks, and says nothing.
  if (sign === '?') return null;
  const value = /[:：=]/.test(sign) ? ALONE.exec(rest.trim())?.[1] : undefined;
  if (value === undefined) return { verdict, reason: reasonOf(rest) };
  const holds = /^(?:yes|true)$/i.test(value);
  const opposite = { correct: 'incorrect', incorrect: 'correct' } as const;
  if (holds) return { verdict, reason: '' };
  return verdict === 'correct' || verdict === 'incorrect' ? { verdict: opposite[verdict], reason: '' } : null;
};

const KEYS = ['verdict', 'grade', 'label', 'judgement', 'judgment', 'result', 'answer'];

/** A JSON object: a verdict word under one of the usual keys, or `correct` true or false; null: it holds none. */
const objectWord = (object: object): AnswerWord | null => {
  const entries = new Map(
    Object.entries(object).map(([key, value]) => [key.toLowerCase(), value as unknown]),
  );
  const text = (keys: string[]): string =>
    keys.flatMap((key) => (typeof entries.get(key) === 'string' ? [String(entries.get(key))] : []))[0] ?? '';
  const reason = text(['reason', 'explanation', 'rationale']).trim();
  const flags = ['correct', 'is_correct', 'verdict'].map((key) => entries.get(key));
  const flag = flags.find((value) => typeof value === 'boolean');
  if (flag !== undefined) return { verdict: flag ? 'correct' : 'incorrect', reason };
  const word = text([...KEYS, 'correct']);
  const found = word === '' ? null : lineWord(word);
  return found === null ? null : { verdict: found.verdict, reason: reason === '' ? found.reason : reason };
};

const unjudged = (reason: string): AnswerWord => ({ verdict: 'unjudged', reason });

/** All objects of a text that can be read; `open`: one begins that never ends. */
const objectsIn = (text: string): { objects: object[]; open: boolean } => {
  const objects: object[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('{', at);
    if (start < 0) return { objects, open: false };
    let end = text.indexOf('}', start);
    let parsed: unknown = null;
    while (end >= 0 && parsed === null) {
      try {
        parsed = JSON.parse(text.slice(start, end + 1));
      } catch {
        end = text.indexOf('}', end + 1);
      }
    }
    if (typeof parsed === 'object' && parsed !== null) {
      objects.push(parsed);
      at = end + 1;
    } else if (/^\{\s*"/.test(text.slice(start))) return { objects, open: true };
    else at = start + 1;
  }
};

/**
 * Reads a reply. `truncated`: the server said that the token limit ended it. Two verdicts that contradict each other are
 * unjudged, and so is a reply without one: neither is ever a "wrong".
 */
export const parseAnswerReply = (text: string, truncated = false): AnswerWord => {
  const said = withoutReasoning(text);
  if (said === null) return unjudged('truncated: the reasoning never ended');
  const bare = withoutFences(said);
  const { objects, open } = objectsIn(bare);
  const inObjects = objects.flatMap((object) => objectWord(object) ?? []);
  if (inObjects.length === 0 && open) return unjudged('truncated: the JSON of the reply never ended');
  const lines = bare.split('\n').filter((line) => line.trim() !== '');
  const last = lines.at(-1);
  const found =
    inObjects.length > 0
      ? inObjects
      : lines.flatMap((line) => {
          const word = lineWord(line);
          // The word itself may be the beginning of another one.
          const isCut = truncated && line === last && word?.reason === '' && /[\p{L}]\s*$/u.test(line);
          return word === null || isCut ? [] : [word];
        });
  const [first] = found;
  if (first === undefined)
    return unjudged(
      truncated ? 'truncated: the reply was cut off before a verdict' : 'no verdict in the reply',
    );
  return found.some(({ verdict }) => verdict !== first.verdict)
    ? unjudged('two verdicts that contradict each other')
    : first;
};
