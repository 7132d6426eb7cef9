/** Passages inside a question record, marked as supporting or not (MuSiQue, IRCoT, PopQA). */
import { excerptOf, type Item, type ReadDocument, type Row } from '../types';
import { field, isRow, listOf } from './fields';

export interface LabelledPassage {
  title: string;
  text: string;
  /** Its own number in the record, else its position. */
  idx: number;
  supporting: boolean;
}

export interface LabelledPassages {
  labelled: LabelledPassage[];
  documents: ReadDocument[];
  /** Those without text, which are no documents. */
  empty: Pick<LabelledPassage, 'title' | 'idx'>[];
  rejects: Item[];
}

/** One without text is rejected by its place; the question and the other passages are kept. */
export const labelledPassages = (value: unknown, what: string, line: number): LabelledPassages => {
  const labelled: LabelledPassage[] = [];
  const empty: LabelledPassages['empty'] = [];
  const rejects: Item[] = [];
  const numberOf = (entry: Row, position: number): number => {
    const written = field(entry, 'idx');
    return written !== null && /^\d+$/.test(written) ? Number(written) : position;
  };
  listOf(value).forEach((entry, position) => {
    const text = isRow(entry) ? field(entry, 'paragraph_text', 'text') : null;
    if (!isRow(entry) || text === null) {
      if (isRow(entry)) empty.push({ title: field(entry, 'title') ?? '', idx: numberOf(entry, position) });
      const excerpt = excerptOf(JSON.stringify(entry) ?? '');
      rejects.push({
        type: 'reject',
        of: 'passage',
        line,
        reason: `${what} ${position + 1} has no text`,
        excerpt,
      });
      return;
    }
    labelled.push({
      title: field(entry, 'title') ?? '',
      text,
      idx: numberOf(entry, position),
      supporting: entry.is_supporting === true,
    });
  });
  const documents = labelled.map(({ title, text }) => ({ title, text, kind: 'passage' as const, line }));
  return { labelled, documents, empty, rejects };
};
