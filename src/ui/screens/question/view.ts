import { STORED_DEPTH } from '../../../domain/retriever';
import { integer, oneOf, text, type ViewOf } from '../../state/codecs';
import { VIEW } from '../diagnosis/view';

/** The list's view, and the trial: its query, retriever ('' = the run's) and k (0 = the k in view). */
export const QUESTION_VIEW = {
  ...VIEW,
  try: text(),
  by: oneOf(['', 'bm25', 'vector', 'hybrid'], ''),
  at: integer(0, STORED_DEPTH, 0),
} as const;
export type QuestionView = ViewOf<typeof QUESTION_VIEW>;
export type SetView = (change: Partial<QuestionView>, options?: { replace?: boolean }) => void;
