/** A question to a model that must be answered in JSON: one repair is asked for, then it is this question's error (04). */
import type * as v from 'valibot';
import type { ChatMessage } from './llm';
import { HopscopeError } from './outcome';
import { readJson, type Said } from './reply-json';

export interface JsonAsk<S extends v.GenericSchema, R extends Said> {
  messages: readonly ChatMessage[];
  schema: S;
  /** What is asked for, in the words the repair uses: `an object {"verdict": "yes" or "no"}`. */
  shape: string;
  /** Sends the messages. What it throws is thrown. */
  ask(messages: ChatMessage[], attempt: 'first' | 'repair'): Promise<R>;
}

const repairOf = (reason: string, shape: string): string =>
  `Your reply could not be read: ${reason}. Reply again with ${shape}, as one JSON value and nothing else: no reasoning, no comment, no second version.`;

/** A model's reply goes back to it only as far as it is needed to be mended. */
const LONGEST_ECHO = 4000;

/** The value and the replies that led to it. Throws `llm-reply` when the repair cannot be read either. */
export const askJson = async <S extends v.GenericSchema, R extends Said>({
  messages,
  schema,
  shape,
  ask,
}: JsonAsk<S, R>): Promise<{ value: v.InferOutput<S>; replies: R[] }> => {
  const first = await ask([...messages], 'first');
  const read = readJson(first, schema);
  if (read.state === 'read') return { value: read.value, replies: [first] };
  const said = first.text.trim() === '' ? '(nothing)' : first.text.slice(0, LONGEST_ECHO);
  const second = await ask(
    [
      ...messages,
      { role: 'assistant', content: said },
      { role: 'user', content: repairOf(read.reason, shape) },
    ],
    'repair',
  );
  const mended = readJson(second, schema);
  if (mended.state === 'read') return { value: mended.value, replies: [first, second] };
  throw new HopscopeError(
    'llm-reply',
    `The model’s reply could not be read, nor could its repair (${mended.reason}): this question has no result. ${
      mended.state === 'truncated'
        ? 'Allow longer replies, or choose a model that reasons less.'
        : 'A larger model keeps to the asked form more often.'
    }`,
    { detail: `first: ${first.text.slice(0, LONGEST_ECHO)}\nrepair: ${second.text.slice(0, LONGEST_ECHO)}` },
  );
};
