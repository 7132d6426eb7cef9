/** What a turn of the agent says: calls of tools, an answer, or nothing that can be read. */
import type { ChatReply, ToolCall } from '../../domain/llm';
import { valuesIn } from '../../domain/reply-json';
import { withoutReasoning } from '../../domain/reply-text';
import { NO_ANSWER } from '../prompts/words';

export type Turn =
  /** `native`: by the endpoint's protocol, so that each must get its result by it. */
  | { kind: 'calls'; calls: ToolCall[]; native: boolean }
  /** Null: it says that it has none. */
  | { kind: 'answer'; text: string | null }
  /** Words without the form of an answer: asked once more, they are taken for one. */
  | { kind: 'prose'; text: string }
  | { kind: 'broken'; why: string };

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ARGUMENTS = ['arguments', 'args', 'parameters', 'input', 'action_input'];
const NAMES = ['tool', 'name', 'tool_name', 'function', 'action'];
const LISTS = ['calls', 'tool_calls', 'tools'];

const argumentsOf = (fields: Fields): Fields | null => {
  const key = ARGUMENTS.find((name) => name in fields);
  // Without a place of their own the arguments stand beside the name.
  if (key === undefined)
    return Object.fromEntries(
      Object.entries(fields).filter(([name]) => !NAMES.includes(name) && name !== 'id'),
    );
  const given = fields[key];
  // Some write the object as a string, as it goes over the wire.
  const value = typeof given === 'string' ? valuesIn(given).values[0] : given;
  return isFields(value) ? value : null;
};

/** `meant`: it can be nothing but a call, also when no tool has its name. */
type Written = Pick<ToolCall, 'name' | 'arguments' | 'raw'> & { meant: boolean };

const callsIn = (value: unknown, depth = 0): Written[] => {
  if (depth > 3) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => callsIn(entry, depth + 1));
  if (!isFields(value)) return [];
  const list = LISTS.map((key) => value[key]).find(Array.isArray);
  if (list !== undefined) return callsIn(list, depth + 1);
  if (isFields(value.function)) return callsIn(value.function, depth + 1);
  const name = NAMES.map((key) => value[key]).find((given) => typeof given === 'string');
  if (typeof name !== 'string' || name.trim() === '') return [];
  const meant = 'tool' in value || ARGUMENTS.some((key) => key in value);
  return [{ name: name.trim(), arguments: argumentsOf(value), raw: JSON.stringify(value), meant }];
};

const LABEL = /^[\s>*_#`-]*(?:final[ \t]+)?answer[*_ \t]*[:：]/i;
const NONE = new RegExp(`^${NO_ANSWER.replace(' ', '[\\s_-]*')}\\b`, 'i');
/** Longest answer that is kept: what is longer is an essay, and is cut. */
const MAX_ANSWER = 2000;

const bare = (text: string): string =>
  text
    .replace(/^[\s*_`"“”]+/, '')
    .slice(0, MAX_ANSWER)
    .replace(/[\s*_`"“”\p{Surrogate}]+$/u, '');

/** Undefined: no answer stands there. */
const answerFrom = (text: string): string | null | undefined => {
  const said = bare(text);
  return said === '' ? undefined : NONE.test(said) ? null : said;
};

/** The lines from the last "ANSWER:" on, without it; null: there is none. */
const afterLabel = (text: string): string[] | null => {
  const lines = text.split('\n');
  const at = lines.findLastIndex((line) => LABEL.test(line));
  const line = lines[at];
  return line === undefined ? null : [line.replace(LABEL, ''), ...lines.slice(at + 1)];
};

const inJson = (values: readonly unknown[]): string | null | undefined => {
  for (const value of values) {
    if (!isFields(value)) continue;
    const given = 'answer' in value ? value.answer : value.final_answer;
    if (given === null) return null;
    if (typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean')
      return answerFrom(String(given));
  }
  return undefined;
};

/** An answer, words that could be one, or neither. */
export const readAnswer = ({
  text,
  truncated,
}: Pick<ChatReply, 'text' | 'truncated'>): Exclude<Turn, { kind: 'calls' }> => {
  const said = withoutReasoning(text);
  if (said === null) return { kind: 'broken', why: 'its reasoning never ended.' };
  const values = valuesIn(said).values;
  const label = afterLabel(said);
  // On its line, or on the next that holds something.
  const answer = label === null ? undefined : answerFrom(label.find((line) => bare(line) !== '') ?? '');
  const found = answer === undefined ? inJson(values) : answer;
  if (found !== undefined) return { kind: 'answer', text: found };
  if (said === '') return { kind: 'broken', why: 'it was empty.' };
  if (values.length > 0 || /^[\s`a-z]*[{[]/i.test(said))
    return {
      kind: 'broken',
      why: truncated ? 'it was cut off.' : 'it holds JSON of another form.',
    };
  const prose = label === null ? answerFrom(said) : undefined;
  if (prose === undefined) return { kind: 'broken', why: 'it holds no words.' };
  return prose === null ? { kind: 'answer', text: null } : { kind: 'prose', text: prose };
};

/**
 * `tools`: names of the tools that were offered. Calls come before an answer in the same reply: one that was written
 * before the results cannot rest on them. Where tools are native, a call written as text counts when it names a tool.
 */
export const readTurn = (reply: ChatReply, tools: readonly string[], native: boolean): Turn => {
  if (native && reply.toolCalls.length > 0) return { kind: 'calls', calls: reply.toolCalls, native: true };
  const said = withoutReasoning(reply.text) ?? '';
  const calls = valuesIn(said)
    .values.flatMap((value) => callsIn(value))
    .filter(({ name, meant }) => tools.includes(name) || (meant && !native))
    .map(({ meant: _, ...call }, at) => ({ ...call, id: `text-${at + 1}` }));
  return calls.length > 0 ? { kind: 'calls', calls, native: false } : readAnswer(reply);
};
