/** Settings of a model that came from outside: parsed, held to their schema, and refused in a sentence that says why. */
import * as v from 'valibot';
import { HopscopeError } from '../domain/outcome';
import { type ModelFiles, parseJson } from './files';

/** No settings file of a real model comes near it; tokenizers and weights are not read here. */
const MOST_BYTES = 1 << 20;
const SHOWN = 60;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a message may show it: short, and without characters that cannot be seen. */
const shown = (value: unknown): string => {
  const text =
    typeof value === 'number'
      ? String(value)
      : isRecord(value)
        ? '{…}'
        : (JSON.stringify(value) ?? 'nothing');
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '�');
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain;
};

/** What the schema allows at a path: a key that is missing is reported by the object around it, which cannot say. */
const allowedAt = (schema: unknown, keys: readonly unknown[]): string | null => {
  let at: unknown = schema;
  for (const key of keys) at = isRecord(at) && isRecord(at.entries) ? at.entries[String(key)] : null;
  return isRecord(at) && typeof at.message === 'string' ? at.message : null;
};

/** The refusal of one field: file, field, value, and what is allowed. */
export const refusedSetting = (
  path: string,
  field: string,
  value: unknown,
  allowed: string,
): HopscopeError => {
  const what = value === undefined ? 'is missing' : `is ${shown(value)}`;
  return new HopscopeError(
    'bad-input',
    `The model's "${path}" cannot be used: ${field === '' ? 'it' : `"${field}"`} ${what} and must be ${allowed}.`,
    { detail: field },
  );
};

/** Null when the model has no such file. Throws `bad-input`, with the name of the field as its detail. */
export const readSettings = async <T extends v.GenericSchema>(
  files: ModelFiles,
  path: string,
  schema: T,
): Promise<v.InferOutput<T> | null> => {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  if (bytes.length > MOST_BYTES) {
    throw new HopscopeError(
      'bad-input',
      `The model's "${path}" cannot be used: it has ${bytes.length} bytes, and settings have at most ${MOST_BYTES}.`,
    );
  }
  const value = parseJson(bytes, path);
  // Valibot takes a list for an object without entries.
  if ('entries' in schema && !isRecord(value)) throw refusedSetting(path, '', value, 'an object of settings');
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const keys = (issue.path ?? []).map(({ key }) => key);
  const missing = issue.path?.at(-1)?.value === undefined;
  const allowed = (missing ? allowedAt(schema, keys) : null) ?? issue.message;
  throw refusedSetting(path, v.getDotPath(issue) ?? '', missing ? undefined : issue.input, allowed);
};
