/** A record without its texts: passages are positions in the pool, so that a file larger than memory can be held. */
import type { PassagePool } from './pool';
import type { Act, Answered, Ranked } from './types';

/** Null: an empty entry of a list. */
export type Place = { passage: number | null; score: number | null };

export type SkeletonAct =
  | (Omit<Extract<Act, { kind: 'search' }>, 'retrieved'> & { retrieved: Place[] })
  | Exclude<Act, { kind: 'search' }>;

export interface Skeleton extends Omit<Answered, 'acts' | 'final'> {
  acts: SkeletonAct[];
  final: Place[] | null;
  line: number;
}

const placesOf = (ranked: readonly Ranked[], pool: PassagePool, line: number): Place[] =>
  ranked.map(({ passage, score }) => ({ passage: pool.add(passage, line), score }));

export const skeletonOf = (answered: Answered, pool: PassagePool, line: number): Skeleton => ({
  ...answered,
  line,
  acts: answered.acts.map((act) =>
    act.kind === 'search' ? { ...act, retrieved: placesOf(act.retrieved, pool, line) } : act,
  ),
  final: answered.final === null ? null : placesOf(answered.final, pool, line),
});

/** Every list of a record, whatever it counts for. */
export const listsOf = ({ acts, final }: Skeleton): Place[][] => [
  ...acts.flatMap((act) => (act.kind === 'search' ? [act.retrieved] : [])),
  ...(final === null ? [] : [final]),
];
