/** Building records from the fields of a file. */
import type { RetrievedAs } from '../domain/seam-runs-in';
import { field, textOf, textsOf } from '../ingest/readers/fields';
import { BadRecord, type Row } from '../ingest/types';
import { rankedOf } from './passages';
import type { Act, Answered, Ranked } from './types';

export const search = (query: string | null, retrieved: Ranked[], tool: string | null = null): Act => ({
  kind: 'search',
  query,
  tool,
  retrieved,
  inner: false,
});

/** Throws `BadRecord` where neither an id nor a text says which question it is. */
export const questionOf = (
  row: Row,
  ids: readonly string[],
  texts: readonly string[],
): Answered['question'] => {
  const question = { id: field(row, ...ids), text: field(row, ...texts) };
  if (question.id === null && question.text === null)
    throw new BadRecord(`no question: neither “${texts[0]}” nor “${ids[0]}” is there`);
  return question;
};

/** An answer may be empty: the system said nothing. Null: the file does not tell it. */
export const answerIn = (row: Row, ...names: string[]): string | null => {
  for (const name of names) {
    const text = textOf(row[name]);
    if (text !== null) return text.trim();
  }
  return null;
};

/** Gold passages from a list of the same forms as retrieved ones. */
export const goldFrom = (value: unknown, as: RetrievedAs): Answered['labels']['gold'] =>
  (rankedOf(value, as) ?? []).flatMap(({ passage: { id, title, text } }) =>
    id === null && title === null && text === null
      ? []
      : [
          {
            ...(id === null ? {} : { document: id }),
            ...(title === null ? {} : { title }),
            ...(text === null ? {} : { text }),
          },
        ],
  );

export const answered = (
  of: Pick<Answered, 'question'> &
    Partial<Omit<Answered, 'question' | 'labels'>> & { labels?: Partial<Answered['labels']> },
): Answered => ({
  run: null,
  answer: null,
  acts: [],
  final: null,
  ms: null,
  error: null,
  ...of,
  labels: { answers: [], gold: [], type: null, ...of.labels },
});

/** One list and no steps: it is what the search with the question brought. */
export const oneList = (question: Answered['question'], retrieved: Ranked[] | null): Act[] =>
  retrieved === null ? [] : [search(question.text, retrieved)];

export const answersIn = (row: Row, ...names: string[]): string[] => {
  for (const name of names) {
    const texts = textsOf(row[name]);
    if (texts.length > 0) return texts;
  }
  return [];
};
