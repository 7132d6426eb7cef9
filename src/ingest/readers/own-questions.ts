/**
 * The app's own question format (docs/formats.md): one JSON object a line with `question`, `answers`, `hops` and
 * `gold`. Also reads questions as the app stores them (`text`, hops that name gold passages by id).
 */
import { type GoldPassage, type Hop, placeholders } from '../../domain/question';
import { naturalise } from '../shorthand';
import { BadRecord, type Item, type Row } from '../types';
import {
  field,
  hasAny,
  isRow,
  listOf,
  oneOrMore,
  questionId,
  required,
  saysNo,
  textsOf,
  unique,
} from './fields';
import { createGoldList, type GoldList } from './gold';
import { jsonReader } from './json-format';
import { type BrokenLinks, linkHops, linkNotices } from './links';

const rangeOf = (value: unknown): GoldPassage['range'] | null => {
  if (value === undefined || value === null) return null;
  const { start, end } = isRow(value) ? value : {};
  if (
    typeof start === 'number' &&
    Number.isInteger(start) &&
    typeof end === 'number' &&
    Number.isInteger(end)
  )
    return { start, end };
  throw new BadRecord('the range of a gold passage needs “start” and “end” as whole numbers');
};

/** A passage that was marked in the app is the text at its range, white space at the ends included. */
const atRange = (entry: Row, name: 'text' | 'quote', read: string | null, ranged: boolean): string | null => {
  const raw = entry[name];
  return read !== null && ranged && typeof raw === 'string' ? raw : read;
};

/** An object that says where the passage is, or the name of a document. */
export const readGold = (entry: unknown): Omit<GoldPassage, 'id'> => {
  if (typeof entry === 'string' && entry.trim() !== '') return { document: entry.trim() };
  if (!isRow(entry)) throw new BadRecord('a gold passage is neither an object nor the name of a document');
  const document = field(entry, 'document', 'doc', 'document_id');
  const title = field(entry, 'title');
  const range = rangeOf(entry.range);
  const text = atRange(entry, 'text', field(entry, 'text'), range !== null);
  const quote = atRange(entry, 'quote', field(entry, 'quote', 'fact', 'snippet'), range !== null);
  const sentences = listOf(entry.sentences).filter((sentence) => typeof sentence === 'number');
  const gold = {
    ...(document === null ? {} : { document }),
    ...(title === null ? {} : { title }),
    ...(text === null ? {} : { text }),
    ...(quote === null ? {} : { quote }),
    ...(range === null ? {} : { range }),
    ...(sentences.length === 0 ? {} : { sentences }),
    ...(entry.notInCorpus === true ? { notInCorpus: true } : {}),
  };
  if (Object.keys(gold).length === 0) {
    throw new BadRecord('a gold passage says nothing: it needs a document, a title, a text or a quote');
  }
  return gold;
};

/** `byId`: gold passages by the ids that the record gave them. */
export const readHops = (
  value: unknown,
  gold: GoldList,
  byId: ReadonlyMap<string, string>,
): { hops: Hop[]; broken: BrokenLinks } => {
  const entries = oneOrMore(value).map((entry, index) => {
    if (!isRow(entry)) throw new BadRecord(`hop ${index + 1} is not an object`);
    return entry;
  });
  // Files number hops as they like, from 0 for one; here a number is a place in the chain.
  const place = new Map(entries.map((entry, index) => [String(entry.id ?? index + 1), index + 1]));
  if (place.size < entries.length) throw new BadRecord('two hops have the same id');
  const asked = entries.map((entry, index) =>
    required(entry, `question in hop ${index + 1}`, 'question', 'sub_question'),
  );
  const { dependsOn, broken } = linkHops(
    entries.map((entry, index) =>
      [...oneOrMore(entry.dependsOn), ...placeholders(asked[index] ?? '')].map(
        (id) => place.get(String(id)) ?? 0,
      ),
    ),
  );
  const hops = entries.map((entry, index): Hop => {
    const raw = (asked[index] ?? '').replace(/#(\d+)/g, (whole, id: string) =>
      place.has(id) ? `#${place.get(id)}` : whole,
    );
    const question = naturalise(raw);
    const shorthand = field(entry, 'shorthand') ?? (question === raw ? null : raw);
    return {
      id: index + 1,
      question,
      ...(shorthand === null ? {} : { shorthand }),
      answers: unique([...textsOf(entry.answers), ...textsOf(entry.answer)]),
      dependsOn: dependsOn[index] ?? [],
      gold: unique(
        oneOrMore(entry.gold).map((passage) =>
          typeof passage === 'string'
            ? (byId.get(passage) ?? gold.add(readGold(passage)))
            : gold.add(readGold(passage)),
        ),
      ),
    };
  });
  return { hops, broken };
};

const items = (row: Row, line: number): Item[] => {
  const text = required(row, 'question', 'question', 'text');
  const gold = createGoldList();
  const byId = new Map<string, string>();
  for (const entry of oneOrMore(row.gold)) {
    const id = gold.add(readGold(entry));
    const own = isRow(entry) ? field(entry, 'id') : null;
    if (own === null) continue;
    if ((byId.get(own) ?? id) !== id) throw new BadRecord(`two gold passages have the id “${own}”`);
    byId.set(own, id);
  }
  const { hops, broken } = readHops(row.hops, gold, byId);
  const id = questionId(row, text, 'id', '_id');
  const type = field(row, 'type');
  const note = field(row, 'note');
  return [
    ...linkNotices(broken, id),
    {
      type: 'question',
      line,
      passages: [],
      question: {
        id,
        text,
        answers: unique([...textsOf(row.answers), ...textsOf(row.answer)]),
        answerable: !saysNo(row.answerable),
        ...(type === null ? {} : { type }),
        hops,
        gold: gold.list(),
        ...(note === null ? {} : { note }),
      },
    },
  ];
};

/** Fields by which other question formats are known. */
const FOREIGN = [
  'paragraphs',
  'context',
  'contexts',
  'question_decomposition',
  'supporting_facts',
  'evidence_list',
];

export const ownQuestions = jsonReader({
  id: 'questions',
  label: 'Questions (question, answers, hops, gold)',
  detect: (keys) => {
    if (hasAny(keys, ...FOREIGN)) return null;
    if (keys.has('question') && hasAny(keys, 'hops', 'gold', 'answers', 'answerable')) {
      return { confidence: 0.9, gives: 'questions' };
    }
    if (keys.has('text') && keys.has('hops') && keys.has('gold'))
      return { confidence: 0.85, gives: 'questions' };
    return keys.has('question') && keys.has('answer') ? { confidence: 0.6, gives: 'questions' } : null;
  },
  items,
});
