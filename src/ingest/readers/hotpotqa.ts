/**
 * HotpotQA (arXiv 1809.09600) and 2WikiMultihopQA: `context` of titles with sentences, `supporting_facts` of
 * (title, sentence). Several sentences of one paragraph are one gold passage.
 */
import type { GoldPassage } from '../../domain/question';
import { containsAnswer, normalise } from '../../domain/text';
import { BadRecord, excerptOf, type Item, type Row } from '../types';
import { hopsOfEvidences } from './evidences';
import { field, hasAll, listOf, questionId, required, textOf, textsOf, unique } from './fields';
import { createGoldList } from './gold';
import { jsonReader } from './json-format';

interface Context {
  title: string;
  sentences: string[];
  text: string;
}

/** HotpotQA's sentences bring their own space, 2Wiki's do not. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.join(sentences.slice(1).some((sentence) => /^\s/.test(sentence)) ? '' : ' ').trim();

/** Lists of `[title, sentences]`, or `{title: […], sentences: […]}` as data set libraries store it. */
const contextsOf = (row: Row, line: number, rejects: Item[]): Context[] => {
  const value = row.context;
  const columns =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;
  const entries =
    columns === null
      ? listOf(value)
      : listOf(columns.title).map((title, index) => [title, listOf(columns.sentences)[index]]);
  return entries.flatMap((entry, position) => {
    const [title, body] = listOf(entry);
    const sentences = Array.isArray(body)
      ? body.map((sentence) => textOf(sentence) ?? '')
      : [textOf(body) ?? ''];
    const text = joinSentences(sentences);
    if (text !== '') return [{ title: (textOf(title) ?? '').trim(), sentences, text }];
    rejects.push({
      type: 'reject',
      of: 'passage',
      line,
      reason: `context ${position + 1} has no text`,
      excerpt: excerptOf(JSON.stringify(entry) ?? ''),
    });
    return [];
  });
};

const factsOf = (row: Row): Map<string, number[]> => {
  const value = row.supporting_facts;
  if (value !== undefined && value !== null && typeof value !== 'object')
    throw new BadRecord('the field “supporting_facts” is not a list');
  const columns =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;
  const pairs =
    columns === null
      ? listOf(value).map(listOf)
      : listOf(columns.title).map((title, index) => [title, listOf(columns.sent_id)[index]]);
  const facts = new Map<string, number[]>();
  for (const [title, sentence] of pairs) {
    const name = textOf(title)?.trim() ?? '';
    if (name === '') throw new BadRecord('a supporting fact has no title');
    const known = facts.get(name) ?? [];
    if (typeof sentence === 'number' && !known.includes(sentence)) known.push(sentence);
    facts.set(name, known);
  }
  return facts;
};

/**
 * Two paragraphs of one title: the one that has the supporting sentences, then the one whose sentences state the
 * object of the evidence about this title. More than one left: unknown, and the mapping will say `ambiguous`.
 */
const chooseContext = (found: Context[], title: string, sentences: number[], row: Row): Context | null => {
  const distinct = [...new Map(found.map((context) => [context.text, context])).values()];
  if (distinct.length <= 1) return distinct[0] ?? null;
  const long = distinct.filter((context) =>
    sentences.every((sentence) => sentence < context.sentences.length),
  );
  if (long.length === 1) return long[0] ?? null;
  const objects = listOf(row.evidences).flatMap((triple) => {
    const [subject, , object] = listOf(triple).map((part) => textOf(part) ?? '');
    return subject !== undefined && normalise(subject) === normalise(title) && object !== undefined
      ? [object]
      : [];
  });
  const stating = long.filter((context) =>
    sentences.some((sentence) => containsAnswer(context.sentences[sentence] ?? '', objects)),
  );
  return stating.length === 1 ? (stating[0] ?? null) : null;
};

const goldOf = (row: Row, contexts: Context[]): GoldPassage[] => {
  const gold = createGoldList();
  for (const [title, sentences] of factsOf(row)) {
    const found = contexts.filter((context) => context.title === title);
    const loose =
      found.length > 0 ? found : contexts.filter((context) => normalise(context.title) === normalise(title));
    const context = chooseContext(loose, title, sentences, row);
    gold.add({
      title,
      ...(context === null ? {} : { text: context.text }),
      ...(sentences.length === 0 ? {} : { sentences: sentences.toSorted((a, b) => a - b) }),
    });
  }
  return gold.list();
};

const items = (row: Row, line: number): Item[] => {
  const out: Item[] = [];
  const text = required(row, 'question', 'question');
  const contexts = contextsOf(row, line, out);
  const gold = goldOf(row, contexts);
  const type = field(row, 'type');
  out.push({
    type: 'question',
    line,
    passages: contexts.map(({ title, text: passage }) => ({
      title,
      text: passage,
      kind: 'passage' as const,
      line,
    })),
    question: {
      id: questionId(row, text, '_id', 'id'),
      text,
      answers: unique([...textsOf(row.answer), ...textsOf(row.answer_aliases), ...textsOf(row.aliases)]),
      answerable: true,
      ...(type === null ? {} : { type }),
      hops: hopsOfEvidences(row, gold),
      gold,
    },
  });
  return out;
};

export const hotpotqa = jsonReader({
  id: 'hotpotqa',
  label: 'HotpotQA questions',
  detect: (keys) => {
    if (
      keys.has('evidences') ||
      keys.has('question_decomposition') ||
      !hasAll(keys, 'question', 'supporting_facts')
    )
      return null;
    return { confidence: 0.95, gives: keys.has('context') ? 'both' : 'questions' };
  },
  items,
});

export const twoWiki = jsonReader({
  id: '2wikimultihopqa',
  label: '2WikiMultihopQA questions',
  detect: (keys) =>
    hasAll(keys, 'question', 'supporting_facts', 'evidences')
      ? { confidence: 0.97, gives: keys.has('context') ? 'both' : 'questions' }
      : null,
  items,
});
