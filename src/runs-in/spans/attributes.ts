/** Attributes of a span under dotted names, whether an export nests them, flattens them or lists them as OTLP does. */
import { isRow, listOf, textOf } from '../../ingest/readers/fields';
import type { Row } from '../../ingest/types';

export type Attributes = ReadonlyMap<string, unknown>;

const DEEPEST = 12;

const flatten = (value: unknown, path: string, into: Map<string, unknown>, depth: number): void => {
  if (depth > DEEPEST) return;
  if (Array.isArray(value))
    value.forEach((entry, index) => {
      flatten(entry, `${path}.${index}`, into, depth + 1);
    });
  else if (isRow(value))
    for (const [key, inside] of Object.entries(value))
      flatten(inside, path === '' ? key : `${path}.${key}`, into, depth + 1);
  else if (value !== null && value !== undefined && path !== '') into.set(path, value);
};

export const attributesOf = (value: unknown): Attributes => {
  const into = new Map<string, unknown>();
  flatten(value, '', into, 0);
  return into;
};

/** OTLP's `{stringValue | intValue | doubleValue | boolValue | arrayValue | kvlistValue}`. */
const otlpValue = (value: unknown): unknown => {
  if (!isRow(value)) return value;
  if (isRow(value.arrayValue)) return listOf(value.arrayValue.values).map(otlpValue);
  if (isRow(value.kvlistValue)) return otlpAttributes(value.kvlistValue.values);
  return value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue;
};

export const otlpAttributes = (value: unknown): Row =>
  Object.fromEntries(
    listOf(value).flatMap((entry) =>
      isRow(entry) && typeof entry.key === 'string' ? [[entry.key, otlpValue(entry.value)]] : [],
    ),
  );

export const textAt = (attributes: Attributes, ...names: string[]): string | null => {
  for (const name of names) {
    const text = textOf(attributes.get(name))?.trim();
    if (text !== undefined && text !== '') return text;
  }
  return null;
};
