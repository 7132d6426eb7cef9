/**
 * MuSiQue, answerable and full (arXiv 2108.00573): a decomposition with one supporting paragraph a step. A null
 * `paragraph_support_idx` is a step whose paragraph was taken out of the context: its gold is not in the corpus.
 */
import { type Hop, placeholders } from '../../domain/question';
import { naturalise } from '../shorthand';
import { BadRecord, type Item, type Row } from '../types';
import {
  field,
  hasAll,
  isRow,
  listOf,
  questionId,
  required,
  requiredList,
  saysNo,
  textOf,
  textsOf,
  unique,
} from './fields';
import { createGoldList } from './gold';
import { jsonReader } from './json-format';
import { labelledPassages } from './labelled-passages';
import { linkHops, linkNotices } from './links';

/** `3hop1__…` → `3hop1`: the shape of the reasoning graph, which the id alone tells. */
const shapeOf = (id: string): string | undefined => /^(\dhop\d?)__/.exec(id)?.[1];

const items = (row: Row, line: number): Item[] => {
  const text = required(row, 'question', 'question');
  const id = questionId(row, text, 'id');
  const {
    labelled: paragraphs,
    documents,
    empty,
    rejects,
  } = labelledPassages(row.paragraphs, 'paragraph', line);
  const steps = row.question_decomposition === undefined ? [] : requiredList(row, 'question_decomposition');
  const gold = createGoldList();

  /** Null: the paragraph was taken out. Absent: nobody said which it is. */
  const goldOf = (support: unknown, step: number): string[] => {
    if (support === undefined) return [];
    if (support === null) return [gold.add({ notInCorpus: true })];
    const idx = textOf(support)?.trim() ?? '';
    const named = /^\d+$/.test(idx) ? paragraphs.filter((paragraph) => paragraph.idx === Number(idx)) : [];
    const [paragraph] = named;
    // A paragraph that is there and empty: its title is known, and the corpus lacks its text.
    const blank =
      paragraph === undefined ? empty.find((one) => idx !== '' && one.idx === Number(idx)) : undefined;
    if (blank !== undefined) return [gold.add({ title: blank.title, notInCorpus: true })];
    if (paragraph === undefined)
      throw new BadRecord(
        `step ${step} points to paragraph ${JSON.stringify(support)}, which is not in the record`,
      );
    if (named.length > 1)
      throw new BadRecord(`step ${step} points to paragraph ${idx}, and ${named.length} have that number`);
    return [gold.add({ title: paragraph.title, text: paragraph.text })];
  };

  const { dependsOn, broken } = linkHops(
    steps.map((step) => (isRow(step) ? placeholders(field(step, 'question') ?? '') : [])),
  );
  const hops = steps.map((step, index): Hop => {
    if (!isRow(step)) throw new BadRecord(`step ${index + 1} of “question_decomposition” is not an object`);
    const raw = required(step, `question in step ${index + 1}`, 'question');
    const question = naturalise(raw);
    const goldIds = goldOf(step.paragraph_support_idx, index + 1);
    return {
      id: index + 1,
      question,
      ...(question === raw ? {} : { shorthand: raw }),
      answers: textsOf([step.answer, ...listOf(step.answer_aliases)]),
      dependsOn: dependsOn[index] ?? [],
      gold: goldIds,
    };
  });
  if (hops.length === 0) {
    for (const { title, text: passage } of paragraphs.filter((p) => p.supporting))
      gold.add({ title, text: passage });
  }
  const type = shapeOf(id);
  return [
    ...rejects,
    ...linkNotices(broken, id),
    {
      type: 'question',
      line,
      passages: documents,
      question: {
        id,
        text,
        answers: unique([...textsOf(row.answer), ...textsOf(row.answer_aliases)]),
        answerable: !saysNo(row.answerable),
        ...(type === undefined ? {} : { type }),
        hops,
        gold: gold.list(),
      },
    },
  ];
};

export const musique = jsonReader({
  id: 'musique',
  label: 'MuSiQue questions',
  detect: (keys) =>
    hasAll(keys, 'question', 'paragraphs', 'question_decomposition')
      ? { confidence: 0.98, gives: 'both' }
      : hasAll(keys, 'question', 'paragraphs', 'answerable')
        ? { confidence: 0.7, gives: 'both' }
        : null,
  items,
});
