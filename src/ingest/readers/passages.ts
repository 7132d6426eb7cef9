/**
 * Lists of passages and documents in JSON or JSONL (docs/formats.md). What carries `id` is a document of its author
 * and may be cut; `{title, text}` and BEIR's `{_id, title, text}` are passages of a passage corpus and stay whole.
 */
import type { Item, Row } from '../types';
import { field, hasAny, required } from './fields';
import { jsonReader } from './json-format';

const TEXT = ['text', 'paragraph_text', 'passage', 'contents', 'content'] as const;

const document = (row: Row, line: number, kind: 'passage' | 'text', id: string | null): Item => ({
  type: 'document',
  document: {
    ...(id === null ? {} : { id }),
    title: field(row, 'title', 'name') ?? '',
    text: required(row, 'text', ...TEXT),
    kind,
    line,
  },
});

const holdsText = (keys: ReadonlySet<string>): boolean =>
  hasAny(keys, ...TEXT) && !hasAny(keys, 'question', 'query', 'question_text', 'answer');

export const beirCorpus = jsonReader({
  id: 'beir-corpus',
  label: 'BEIR corpus (_id, title, text)',
  // Without a title a file of `{_id, text}` may as well be BEIR's queries.
  detect: (keys, head) =>
    !holdsText(keys) || !keys.has('_id')
      ? null
      : {
          confidence: keys.has('title') ? 0.95 : /quer|question/i.test(head.name) ? 0.3 : 0.6,
          gives: 'documents',
        },
  items: (row, line) => [document(row, line, 'passage', field(row, '_id'))],
});

export const documentList = jsonReader({
  id: 'documents',
  label: 'Documents (id, title, text)',
  detect: (keys) =>
    holdsText(keys) && hasAny(keys, 'id', 'doc_id', 'docid') && !keys.has('_id')
      ? { confidence: 0.9, gives: 'documents' }
      : null,
  items: (row, line) => [document(row, line, 'text', field(row, 'id', 'doc_id', 'docid'))],
});

export const passageList = jsonReader({
  id: 'passages',
  label: 'Passages (title, text)',
  detect: (keys) =>
    holdsText(keys) && !hasAny(keys, 'id', '_id', 'doc_id', 'docid')
      ? { confidence: keys.has('title') ? 0.9 : 0.75, gives: 'documents' }
      : null,
  items: (row, line) => [document(row, line, 'passage', null)],
});
