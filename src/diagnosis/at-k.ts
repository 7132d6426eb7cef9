import type { Certificate, CertificateLevel, Criterion } from '../domain/diagnosis';
import { isInCorpus } from './golds';
import type { PreparedHop } from './hops';
import type { PreparedQuestion } from './prepared';
import { within } from './searches';

/** What k decides about one gold passage or hop: comparisons of stored ranks, nothing more. */
export const goldRetrieved = (prepared: PreparedQuestion, gold: number, k: number): boolean =>
  within(prepared.from.golds[gold] ?? null, k);

const certified = (
  certificates: readonly Certificate[],
  k: number,
  levels: readonly CertificateLevel[] | null,
): Certificate | null => {
  for (const certificate of certificates)
    if (certificate.rank <= k && (levels === null || levels.includes(certificate.level))) return certificate;
  return null;
};

/** The best certificate that holds at k; null: none. */
export const certificateAt = (prepared: PreparedQuestion, gold: number, k: number): Certificate | null =>
  certified(prepared.certificates[gold] ?? [], k, null);

export const hopRetrieved = (hop: PreparedHop, criterion: Criterion, k: number): boolean | null =>
  hop.knowable[criterion] ? within(hop.from[criterion], k) : null;

/** Some passage that is in the corpus and was not retrieved is certified, by one of these levels if any are named. */
export const hasReachableMiss = (
  prepared: PreparedQuestion,
  k: number,
  levels: readonly CertificateLevel[] | null = null,
): boolean => {
  for (let gold = 0; gold < prepared.golds.length; gold += 1)
    if (
      !goldRetrieved(prepared, gold, k) &&
      isInCorpus(prepared.golds[gold]?.status ?? 'unmapped') &&
      certified(prepared.certificates[gold] ?? [], k, levels) !== null
    )
      return true;
  return false;
};
