/**
 * 2WikiMultihopQA (arXiv 2011.01060): evidence triples `(subject, relation, object)` → hops. A hop depends on an
 * earlier one when its subject is that hop's object; its gold passage is the one about its subject.
 */
import type { GoldPassage, Hop } from '../../domain/question';
import { normalise } from '../../domain/text';
import { relationQuestion } from '../shorthand';
import type { Row } from '../types';
import { field, isRow, listOf, textOf, textsOf } from './fields';

interface Triple {
  subject: string;
  relation: string;
  object: string;
}

const triplesOf = (value: unknown): Triple[] =>
  listOf(value).flatMap((entry) => {
    const [subject, relation, object] = listOf(entry).map((part) => textOf(part)?.trim() ?? '');
    return subject && relation && object ? [{ subject, relation, object }] : [];
  });

/** "Henry Edwards (actor)" is about "Henry Edwards". */
const bare = (title: string): string => normalise(title.replace(/\s*\([^()]*\)\s*$/, ''));

/**
 * Which gold passage each subject names: by title, then by title without its bracket, then, because subjects and
 * titles are sometimes different names of one thing, by place: the i-th triple of a chain speaks of the i-th passage.
 */
const goldOfTriples = (triples: Triple[], gold: readonly GoldPassage[]): (string | null)[] => {
  const byTitle = (form: (text: string) => string, subject: string): string | null => {
    const found = gold.filter(
      (passage) => passage.title !== undefined && form(passage.title) === form(subject),
    );
    return found.length === 1 ? (found[0]?.id ?? null) : null;
  };
  const named = triples.map(({ subject }) => byTitle(normalise, subject) ?? byTitle(bare, subject));
  const taken = new Set(named);
  return named.map((found, index) => {
    if (found !== null) return found;
    const sameSubject = triples.findIndex(
      (other, at) =>
        at !== index &&
        named[at] !== null &&
        normalise(other.subject) === normalise(triples[index]?.subject ?? ''),
    );
    if (sameSubject >= 0) return named[sameSubject] ?? null;
    const placed = triples.length === gold.length ? gold[index]?.id : undefined;
    if (placed !== undefined && !taken.has(placed)) return placed;
    const free = gold.filter((passage) => !taken.has(passage.id));
    const open = named.filter((id) => id === null).length;
    return open === 1 && free.length === 1 ? (free[0]?.id ?? null) : null;
  });
};

/** Machine-written sub-questions of some releases; they belong to the triples one by one when they are as many. */
const subQuestions = (row: Row): { question: string; answer: string }[] =>
  listOf(row.qa_pairs).flatMap((pair) => {
    const question = isRow(pair) ? field(pair, 'question') : null;
    return question === null || !isRow(pair) ? [] : [{ question, answer: field(pair, 'answer') ?? '' }];
  });

const replaceOnce = (text: string, part: string, by: string): string => {
  const at = text.toLowerCase().indexOf(part.toLowerCase());
  return at < 0 || part === '' ? text : text.slice(0, at) + by + text.slice(at + part.length);
};

export const hopsOfEvidences = (row: Row, gold: readonly GoldPassage[]): Hop[] => {
  const triples = triplesOf(row.evidences);
  const written = subQuestions(row);
  if (triples.length === 0) {
    return written.map(({ question, answer }, index) => ({
      id: index + 1,
      question,
      answers: textsOf(answer),
      dependsOn: [],
      gold: [],
    }));
  }
  const goldIds = goldOfTriples(triples, gold);
  return triples.map(({ subject, relation, object }, index): Hop => {
    const before = triples.findLastIndex(
      (earlier, at) => at < index && normalise(earlier.object) === normalise(subject),
    );
    const named = before < 0 ? subject : `#${before + 1}`;
    const pair = written.length === triples.length ? written[index] : undefined;
    const asWritten =
      pair === undefined ? null : before < 0 ? pair.question : replaceOnce(pair.question, subject, named);
    // A sub-question that does not name its bridge entity cannot be filled in: the triple can.
    const usable = asWritten !== null && (before < 0 || asWritten.includes(named));
    const goldId = goldIds[index] ?? null;
    return {
      id: index + 1,
      question: usable ? asWritten : relationQuestion(named, relation),
      shorthand: `${named} >> ${relation}`,
      answers: [object],
      dependsOn: before < 0 ? [] : [before + 1],
      gold: goldId === null ? [] : [goldId],
    };
  });
};
