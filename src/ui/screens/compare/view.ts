import { COLUMNS } from '../../../domain/category';
import { STORED_DEPTH } from '../../../domain/retriever';
import { integer, oneOf, optional, type ViewOf } from '../../state/codecs';

/** Which two runs are compared, and what of it is listed; all of it is in the address. */
export const COMPARE_VIEW = {
  a: optional,
  b: optional,
  /** 0: the k that run b was made with. */
  k: integer(0, STORED_DEPTH, 0),
  column: oneOf(COLUMNS, 'paper'),
  /** One cell of the matrix, by its states; null: every question that changed. */
  from: optional,
  to: optional,
} as const;
export type CompareView = ViewOf<typeof COMPARE_VIEW>;
export type SetCompareView = (change: Partial<CompareView>, options?: { replace?: boolean }) => void;
