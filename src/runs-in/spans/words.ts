/** The words in the input or output of a span, which tools write as plain text, as JSON or as a list of messages. */
import { isRow, textOf } from '../../ingest/readers/fields';
import { jsonIn } from './documents';

const ASKED = [
  'query',
  'question',
  'user_input',
  'input',
  'prompt',
  'text',
  'str_or_query_bundle',
  'query_str',
  'messages',
  'content',
];
const SAID = [
  'answer',
  'response',
  'output',
  'result',
  'content',
  'text',
  'message',
  'choices',
  'messages',
  'output_text',
];
const DEEPEST = 6;

const within = (value: unknown, names: readonly string[], depth: number): string | null => {
  const text = textOf(value);
  if (text !== null) return text.trim() === '' ? null : text.trim();
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) {
    // The last message of a dialogue is what was asked, or said, last.
    for (const entry of value.toReversed()) {
      const found = within(entry, names, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isRow(value)) return null;
  for (const name of names) {
    const found = name in value ? within(value[name], names, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
};

const wordsIn = (value: unknown, names: readonly string[]): string | null => {
  const text = textOf(value);
  const parsed = text === null ? value : jsonIn(text);
  return (parsed === null ? null : within(parsed, names, 0)) ?? (text?.trim() || null);
};

export const askedIn = (value: unknown): string | null => wordsIn(value, ASKED);
export const saidIn = (value: unknown): string | null => wordsIn(value, SAID);
