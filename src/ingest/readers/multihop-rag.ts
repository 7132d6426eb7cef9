/** MultiHop-RAG (arXiv 2401.15391): questions with quoted facts, and its corpus of news articles. */
import type { Item, Row } from '../types';
import { field, hasAll, hasAny, isRow, listOf, questionId, required, textsOf } from './fields';
import { createGoldList } from './gold';
import { jsonReader } from './json-format';

export const multihopRagQuestions = jsonReader({
  id: 'multihop-rag',
  label: 'MultiHop-RAG questions',
  detect: (keys) =>
    hasAll(keys, 'query', 'evidence_list') ? { confidence: 0.97, gives: 'questions' } : null,
  items: (row: Row, line: number): Item[] => {
    const text = required(row, 'question', 'query', 'question');
    const type = field(row, 'question_type');
    const gold = createGoldList();
    for (const entry of listOf(row.evidence_list)) {
      const quote = isRow(entry) ? field(entry, 'fact') : null;
      const title = isRow(entry) ? field(entry, 'title') : null;
      if (quote === null && title === null) continue;
      gold.add({ ...(title === null ? {} : { title }), ...(quote === null ? {} : { quote }) });
    }
    return [
      {
        type: 'question',
        line,
        passages: [],
        question: {
          id: questionId(row, text, 'id', '_id'),
          text,
          answers: textsOf(row.answer),
          answerable: type !== 'null_query',
          ...(type === null ? {} : { type }),
          hops: [],
          gold: gold.list(),
        },
      },
    ];
  },
});

export const multihopRagCorpus = jsonReader({
  id: 'multihop-rag-corpus',
  label: 'Articles (title, body)',
  detect: (keys) =>
    hasAll(keys, 'title', 'body') && !hasAny(keys, 'question', 'query')
      ? { confidence: 0.9, gives: 'documents' }
      : null,
  items: (row: Row, line: number): Item[] => [
    {
      type: 'document',
      document: { title: field(row, 'title') ?? '', text: required(row, 'text', 'body'), kind: 'text', line },
    },
  ],
});
