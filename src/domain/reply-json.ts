/** JSON out of a model's reply: tolerant of dress (fences, reasoning, prose around it), strict about the schema. */
import * as v from 'valibot';
import { readLoose } from './loose-json';
import { withoutReasoning } from './reply-text';

export type ReadReply<T> =
  | { state: 'read'; value: T }
  /** The token limit, or the server, ended it: it says nothing, and above all not "no". */
  | { state: 'truncated'; reason: string }
  | { state: 'invalid'; reason: string };

export interface Said {
  text: string;
  truncated: boolean;
}

/** Objects and arrays of a text, none inside another; `cut`: the last one never ended. */
export const valuesIn = (text: string): { values: unknown[]; cut: boolean } => {
  const values: unknown[] = [];
  const starts = /[{[]/g;
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const read = readLoose(text, start.index);
    if (read.state === 'cut') return { values, cut: true };
    if (read.state === 'value') values.push(read.value);
    starts.lastIndex = read.state === 'value' ? read.end : read.next;
  }
  return { values, cut: false };
};

/** `at items.0.text: expected string, received null`, for a person and for the model that must mend it. */
const complaint = ([issue]: readonly v.BaseIssue<unknown>[]): string => {
  const path = issue === undefined ? null : v.getDotPath(issue);
  return `${path === null ? '' : `at ${path}: `}${issue?.message ?? 'another shape was asked for'}`;
};

/** The one value of the reply that has the shape asked for. Two that differ are none: which one is meant is not known. */
export const readJson = <S extends v.GenericSchema>(
  { text, truncated }: Said,
  schema: S,
): ReadReply<v.InferOutput<S>> => {
  const said = withoutReasoning(text);
  if (said === null) return { state: 'truncated', reason: 'truncated: the reasoning never ended' };
  const { values, cut } = valuesIn(said);
  if (cut) return { state: 'truncated', reason: 'truncated: the JSON of the reply never ended' };
  const results = values.map((value) => v.safeParse(schema, value));
  const fitting = new Map(
    results.flatMap((result) => (result.success ? [[JSON.stringify(result.output), result.output]] : [])),
  );
  const [first] = fitting.values();
  if (fitting.size === 1) return { state: 'read', value: first as v.InferOutput<S> };
  if (fitting.size > 1) return { state: 'invalid', reason: 'the reply holds two answers that differ' };
  if (truncated) return { state: 'truncated', reason: 'truncated: the reply was cut off before its JSON' };
  const failed = results.findLast((result) => !result.success);
  return {
    state: 'invalid',
    reason:
      failed?.issues === undefined
        ? 'there is no JSON in the reply'
        : `the JSON of the reply has another shape (${complaint(failed.issues)})`,
  };
};
