/**
 * PopQA rows with paragraphs (arXiv 2212.10511): one relation of one subject. Of the labelled paragraphs only the one
 * about the subject can state the fact, so it is the gold passage where its title says which it is.
 */
import { normalise } from '../../domain/text';
import { parseLenient } from '../input/lenient-json';
import { BadRecord, type Item, type Row } from '../types';
import { field, hasAll, hasAny, questionId, required, textsOf, unique } from './fields';
import { createGoldList } from './gold';
import { jsonReader } from './json-format';
import { labelledPassages } from './labelled-passages';

/** The answers are a JSON list inside a string. */
const possibleAnswers = (value: unknown): string[] => {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return textsOf(value);
  try {
    return textsOf(parseLenient(value).value);
  } catch (error) {
    if (error instanceof BadRecord)
      throw new BadRecord('the field “possible_answers” is not a readable list');
    throw error;
  }
};

const items = (row: Row, line: number): Item[] => {
  const text = required(row, 'question', 'question');
  const subject = field(row, 'subj') ?? '';
  const { labelled, documents, rejects } = labelledPassages(row.paragraphs, 'paragraph', line);
  const supporting = labelled.filter((passage) => passage.supporting);
  const about = supporting.filter((passage) => normalise(passage.title) === normalise(subject));
  const gold = createGoldList();
  for (const { title, text: passage } of about.length > 0 ? about : supporting)
    gold.add({ title, text: passage });
  const type = field(row, 'prop');
  return [
    ...rejects,
    {
      type: 'question',
      line,
      passages: documents,
      question: {
        id: questionId(row, text, 'id'),
        text,
        answers: unique([...textsOf(row.obj), ...possibleAnswers(row.possible_answers)]),
        answerable: true,
        ...(type === null ? {} : { type }),
        hops: [],
        gold: gold.list(),
      },
    },
  ];
};

export const popqa = jsonReader({
  id: 'popqa',
  label: 'PopQA questions',
  detect: (keys) =>
    hasAll(keys, 'question', 'possible_answers') && hasAny(keys, 'subj', 'prop')
      ? { confidence: 0.95, gives: keys.has('paragraphs') ? 'both' : 'questions' }
      : null,
  items,
});
