/** Question files in IRCoT's structure (arXiv 2212.10509): `answers_objects` in DROP's form, `contexts` with labels. */
import type { Item, Row } from '../types';
import { field, hasAll, isRow, listOf, questionId, required, textOf, textsOf, unique } from './fields';
import { createGoldList } from './gold';
import { jsonReader } from './json-format';
import { labelledPassages } from './labelled-passages';

/** `{number, date: {day, month, year}, spans}`: one of the three is filled. */
const answersOf = (entry: unknown): string[] => {
  if (!isRow(entry)) return textsOf(entry);
  const spans = textsOf(entry.spans);
  if (spans.length > 0) return spans;
  const number = textOf(entry.number)?.trim() ?? '';
  if (number !== '') return [number];
  const date = isRow(entry.date) ? entry.date : {};
  const written = [date.day, date.month, date.year]
    .map((part) => textOf(part)?.trim() ?? '')
    .filter((part) => part !== '');
  return written.length > 0 ? [written.join(' ')] : [];
};

const items = (row: Row, line: number): Item[] => {
  const text = required(row, 'question', 'question_text');
  const { labelled, documents, rejects } = labelledPassages(row.contexts, 'context', line);
  const gold = createGoldList();
  for (const { title, text: passage, supporting } of labelled)
    if (supporting) gold.add({ title, text: passage });
  const type = field(row, 'type', 'level');
  return [
    ...rejects,
    {
      type: 'question',
      line,
      passages: documents,
      question: {
        id: questionId(row, text, 'question_id', 'id', '_id'),
        text,
        answers: unique(listOf(row.answers_objects).flatMap(answersOf)),
        answerable: true,
        ...(type === null ? {} : { type }),
        hops: [],
        gold: gold.list(),
      },
    },
  ];
};

export const ircot = jsonReader({
  id: 'ircot',
  label: 'Questions in IRCoT’s structure',
  detect: (keys) =>
    hasAll(keys, 'question_text', 'contexts')
      ? { confidence: 0.97, gives: 'both' }
      : hasAll(keys, 'question_text', 'answers_objects')
        ? { confidence: 0.9, gives: 'questions' }
        : null,
  items,
});
