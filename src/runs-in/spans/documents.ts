/** Retrieved documents in the attributes or the output of a span. */
import { parseLenient } from '../../ingest/input/lenient-json';
import { field, isRow, textOf } from '../../ingest/readers/fields';
import { BadRecord, type Row } from '../../ingest/types';
import { numberOf, rankedOf } from '../passages';
import type { Ranked } from '../types';
import type { Attributes } from './attributes';

/** JSON in a string, as attributes carry what is nested; null: it is none. */
export const jsonIn = (text: string | null): unknown => {
  if (text === null || !/^\s*[[{]/.test(text)) return null;
  try {
    return parseLenient(text).value;
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return null;
  }
};

const metadataOf = (of: Row): Row => {
  const written = jsonIn(textOf(of.metadata));
  if (isRow(written)) return written;
  const nested: Row = {};
  for (const [key, value] of Object.entries(of))
    if (key.startsWith('metadata.')) nested[key.slice('metadata.'.length)] = value;
  return nested;
};

/** `<prefix>.<i>.document.content | id | score | metadata`, in the order of i (OpenInference). */
export const openInferenceDocuments = (attributes: Attributes, prefix: string): Ranked[] | null => {
  const found = new Map<number, Row>();
  const name = new RegExp(`^${prefix.replaceAll('.', '\\.')}\\.(\\d+)\\.document\\.(.+)$`);
  for (const [key, value] of attributes) {
    const match = name.exec(key);
    if (match?.[1] === undefined || match[2] === undefined) continue;
    const at = Number(match[1]);
    const document = found.get(at) ?? {};
    document[match[2]] = value;
    found.set(at, document);
  }
  if (found.size === 0) return null;
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([, document]) => ({
      passage: {
        id: field(document, 'id'),
        title: field(metadataOf(document), 'title', 'name'),
        text: field(document, 'content'),
      },
      score: numberOf(document.score),
    }));
};

const LISTS = [
  'documents',
  'docs',
  'results',
  'source_documents',
  'context',
  'contexts',
  'output',
  'chunks',
  'hits',
];

/** A list of documents that is the value, or stands under one of the usual names in it. */
export const documentsIn = (value: unknown): Ranked[] | null => {
  const parsed = typeof value === 'string' ? jsonIn(value) : value;
  if (Array.isArray(parsed)) return rankedOf(parsed);
  if (!isRow(parsed)) return null;
  for (const name of LISTS) if (Array.isArray(parsed[name])) return rankedOf(parsed[name]);
  return null;
};
