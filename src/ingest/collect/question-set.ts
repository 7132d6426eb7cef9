/** All questions of an ingest, with judgements from other files joined to them. */
import { contentHash, incrementalHash } from '../../domain/hash';
import { type Hop, hopCount, type Question } from '../../domain/question';
import type { QuestionsMeta } from '../../domain/workspace';
import type { ReadQuestion } from '../types';

export interface Judgement {
  query: string;
  document: string;
  relevance: number;
  path: string;
  line: number;
}

export interface QuestionSet {
  add(question: ReadQuestion, path: string): void;
  addStored(questions: readonly Question[]): void;
  addJudgement(judgement: Judgement): void;
  finish(): QuestionSetResult;
}

export interface QuestionSetResult {
  questions: Question[];
  /** Questions that repeat another one, by file. */
  mergedBy: Map<string, number>;
  renamed: number;
  /** Questions without gold that took over the labels of the same question in another file. */
  labelled: number;
  /** Judgements of a query that no file holds. */
  orphans: Judgement[];
  /** Gold passages that came from judgements. */
  joined: number;
  /** Judgements that say a document is not relevant: they label nothing. */
  negative: number;
}

const contentOf = ({ source: _, ...question }: Question): string => JSON.stringify(question);

/** A hop without the names of its gold passages, which are numbers of a list. */
const stepOf = ({ id, question, shorthand, answers, dependsOn }: Hop): unknown[] => [
  id,
  question,
  shorthand ?? null,
  answers,
  dependsOn,
];

/** What a question says, whatever it, its file and its gold passages are called, and in whatever order it is written. */
const saysOf = ({ text, answers, answerable, type, note, hops, gold }: Question): string => {
  const passages = new Map(
    gold.map(({ id, document, title, text: full, quote, range, sentences, notInCorpus }) => [
      id,
      JSON.stringify([document, title, full, quote, range?.start, range?.end, sentences, notInCorpus]),
    ]),
  );
  const named = (ids: readonly string[]): string[] => ids.flatMap((id) => passages.get(id) ?? []).toSorted();
  return contentHash(
    JSON.stringify([
      [text, answers, answerable, type ?? null, note ?? null],
      hops.map((hop) => [stepOf(hop), named(hop.gold)]),
      named(gold.map(({ id }) => id)),
    ]),
  );
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** May `labelled` give its labels to `open`? It is the same question, and nothing that was said of it is lost. */
const answersTo = (open: Question, labelled: Question): boolean =>
  open.text === labelled.text &&
  open.answerable === labelled.answerable &&
  open.gold.length === 0 &&
  labelled.gold.length > 0 &&
  (open.hops.length === 0 || same(open.hops.map(stepOf), labelled.hops.map(stepOf))) &&
  (open.answers.length === 0 || same(open.answers, labelled.answers));

const isBare = ({ hops, gold, answers }: Question): boolean =>
  hops.length === 0 && gold.length === 0 && answers.length === 0;

/** The id that a stored question had before another one's made it `id~hash`. */
const originalId = (id: string): string => id.replace(/~[0-9a-f]{6}(?:-\d+)?$/, '');

const joinJudgement = (question: Question, document: string): boolean => {
  if (question.gold.some((gold) => gold.document === document)) return false;
  const numbers = question.gold.map(({ id }) => Number(/^g(\d+)$/.exec(id)?.[1] ?? 0));
  question.gold.push({ id: `g${Math.max(0, ...numbers) + 1}`, document });
  return true;
};

export const createQuestionSet = (): QuestionSet => {
  const questions: Question[] = [];
  /** By the id that the file gave: what questions of that id say, and their texts alone. */
  const known = new Map<string, { says: Set<string>; texts: Set<string> }>();
  const judgements: Judgement[] = [];
  const mergedBy = new Map<string, number>();
  const queries = new Map<string, Question>();
  let renamed = 0;
  let labelled = 0;

  const remember = (id: string, question: Question): void => {
    const entry = known.get(id) ?? { says: new Set(), texts: new Set() };
    entry.says.add(saysOf(question));
    entry.texts.add(question.text);
    known.set(id, entry);
  };

  const keep = (question: Question, id: string): void => {
    const own: Question = { ...question, id, gold: [...question.gold] };
    questions.push(own);
    queries.set(id, own);
  };

  const addQuestion = (question: Question): void => {
    const namesakes = known.get(question.id);
    // A query read again after its judgements were joined, or after someone labelled it, brings nothing new.
    if (
      namesakes?.says.has(saysOf(question)) ||
      (isBare(question) && question.answerable && namesakes?.texts.has(question.text))
    ) {
      mergedBy.set(question.source, (mergedBy.get(question.source) ?? 0) + 1);
      return;
    }
    remember(question.id, question);
    const open = queries.get(question.id);
    if (open !== undefined && answersTo(open, question)) {
      const { source: _, type = open.type, note = open.note, ...labels } = question;
      Object.assign(open, labels, {
        gold: [...question.gold],
        ...(type === undefined ? {} : { type }),
        ...(note === undefined ? {} : { note }),
      });
      labelled += 1;
      mergedBy.set(question.source, (mergedBy.get(question.source) ?? 0) + 1);
      return;
    }
    if (namesakes === undefined && !queries.has(question.id)) {
      keep(question, question.id);
      return;
    }
    renamed += 1;
    const name = `${question.id}~${contentHash(contentOf(question)).slice(0, 6)}`;
    let free = name;
    for (let n = 2; queries.has(free); n++) free = `${name}-${n}`;
    keep(question, free);
  };

  const addStored = (question: Question): void => {
    remember(question.id, question);
    if (originalId(question.id) !== question.id) remember(originalId(question.id), question);
    keep(question, question.id);
  };

  return {
    add: (question, path) => addQuestion({ ...question, source: path }),
    addStored: (stored) => stored.forEach(addStored),
    addJudgement: (judgement) => void judgements.push(judgement),
    finish() {
      const orphans: Judgement[] = [];
      let joined = 0;
      let negative = 0;
      for (const judgement of judgements) {
        const question = queries.get(judgement.query);
        if (question === undefined) orphans.push(judgement);
        else if (judgement.relevance <= 0) negative += 1;
        else if (joinJudgement(question, judgement.document)) joined += 1;
      }
      return { questions, mergedBy, renamed, labelled, orphans, joined, negative };
    },
  };
};

const countBy = (keys: Iterable<string>): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries(counts);
};

/** `labelled + unlabelled + unanswerable` is the number of questions. */
export const questionsMeta = (
  questions: readonly Question[],
  tally: QuestionsMeta['tally'],
): QuestionsMeta => {
  const hash = incrementalHash();
  for (const content of questions.map(contentOf).toSorted()) hash.add(content);
  const answerable = questions.filter((question) => question.answerable);
  const labelled = answerable.filter((question) => question.gold.length > 0).length;
  return {
    hash: hash.hex(),
    tally,
    labelled,
    unlabelled: answerable.length - labelled,
    unanswerable: questions.length - answerable.length,
    byHops: countBy(questions.map((question) => String(hopCount(question)))),
    types: countBy(questions.flatMap((question) => question.type ?? [])),
  };
};
