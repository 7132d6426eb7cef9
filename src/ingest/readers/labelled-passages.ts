/** Passages inside a question record, marked as supporting or not (MuSiQue, IRCoT, PopQA). */
import { excerptOf, type Item, type ReadDocument } from '../types';
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
  rejects: Item[];
}

/** One without text is rejected by its place; the question and the other passages are kept. */
export const labelledPassages = (value: unknown, what: string, line: number): LabelledPassages => {
  const labelled: LabelledPassage[] = [];
  const rejects: Item[] = [];
  listOf(value).forEach((entry, position) => {
    const text = isRow(entry) ? field(entry, 'paragraph_text', 'text') : null;
    if (!isRow(entry) || text === null) {
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
    const written = field(entry, 'idx');
    const idx = written !== null && /^\d+$/.test(written) ? Number(written) : position;
    labelled.push({
      title: field(entry, 'title') ?? '',
      text,
      idx,
      supporting: entry.is_supporting === true,
    });
  });
  const documents = labelled.map(({ title, text }) => ({ title, text, kind: 'passage' as const, line }));
  return { labelled, documents, rejects };
};
