import { STORED_DEPTH } from '../../../domain/retriever';
import { integer, oneOf, optional, type ViewOf } from '../../state/codecs';

/** Which judge is checked on which run; all of it is in the address. */
export const CHECK_VIEW = {
  run: optional,
  /** 0: the k that the run was made with. */
  k: integer(0, STORED_DEPTH, 0),
  /** Hops of each word of the judge. */
  per: integer(1, 500, 50),
  seed: integer(0, 999_999, 1),
  tab: oneOf(['label', 'results', 'compare'], 'label'),
} as const;
export type CheckView = ViewOf<typeof CHECK_VIEW>;
export type SetCheckView = (change: Partial<CheckView>, options?: { replace?: boolean }) => void;
