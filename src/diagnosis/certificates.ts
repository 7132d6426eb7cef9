import type { Certificate, CertificateLevel } from '../domain/diagnosis';
import type { RunHeader } from '../domain/trace';
import { identitiesOf, identityOf } from './identities';
import { type AskedSearch, isReformulation, type SearchRanks } from './searches';

export const LEVELS: readonly CertificateLevel[] = ['A', 'B', 'C', 'D'];

/** Runs that fill bridge answers in from the labels: what they find is reachable, not what a system found. */
const LABEL_PROBES: ReadonlySet<string> = new Set(['probe-hops', 'probe-oracle']);

/**
 * Who asked decides the level (05.5). A reformulation is D whoever made it, because what it finds was not retrieved by
 * the system. Of another run, a sub-question that a probe asked is C when every bridge answer was filled in from the
 * labels and D when one was left open; everything else that another run asked is B.
 */
export const levelOf = (search: AskedSearch, system: string, ownRun: boolean): CertificateLevel => {
  // A step of an imported run was asked by the system, though the list it ended with may not name what was found.
  if (isReformulation(search) && search.purpose !== 'step') return 'D';
  if (ownRun) return 'A';
  if (search.purpose === 'question' || !LABEL_PROBES.has(system)) return 'B';
  return search.unresolved.length === 0 ? 'C' : 'D';
};

/** A run whose searches may certify: the run under view, or those of another that a retriever of this run answered. */
export interface Witness {
  header: RunHeader;
  ranks: SearchRanks[];
}

/**
 * What of another run's searches may certify for this run: those made under an identity that this run could use itself.
 * An agent's searches count one by one, each under the retriever of its tool.
 */
export const witnessesFor = (own: RunHeader): ((other: Witness) => Witness | null) => {
  const usable = identitiesOf(own);
  return ({ header, ranks }) => {
    // Without tools all searches of a run are under one identity, and nothing needs to be copied.
    if (header.parameters.tools === undefined)
      return usable.has(header.retriever.id) ? { header, ranks } : null;
    const shared = ranks.filter(({ search }) => usable.has(identityOf(header, search)));
    return shared.length === 0 ? null : { header, ranks: shared };
  };
};

interface Found {
  level: CertificateLevel;
  header: RunHeader;
  search: AskedSearch;
  hit: NonNullable<SearchRanks['gold'][number]>;
}

const certificateOf = ({ level, header, search, hit }: Found): Certificate => ({
  level,
  run: header.run,
  system: header.system,
  purpose: search.purpose,
  query: search.query,
  rank: hit.rank,
  score: hit.score,
  chunk: hit.chunk,
});

/**
 * Per gold passage, for each level the search with the best rank, whatever k: the passage is certified at k by a level
 * exactly when that rank is within k. Ordered A to D. Ties go to the earlier run and search.
 */
export const bestCertificates = (
  golds: number,
  own: Witness,
  others: readonly Witness[],
): Certificate[][] => {
  // Flat and filled once: this runs for every search of every run that a page looks at (09).
  const best = new Array<Found | null>(golds * LEVELS.length).fill(null);
  for (const { header, ranks } of [own, ...others]) {
    for (const { search, gold } of ranks) {
      const level = levelOf(search, header.system, header === own.header);
      const place = LEVELS.indexOf(level);
      for (let index = 0; index < golds; index += 1) {
        const hit = gold[index];
        if (hit == null) continue;
        const at = index * LEVELS.length + place;
        const known = best[at];
        if (known == null || hit.rank < known.hit.rank) best[at] = { level, header, search, hit };
      }
    }
  }
  const certificates: Certificate[][] = [];
  for (let index = 0; index < golds; index += 1) {
    const ofGold: Certificate[] = [];
    for (let place = 0; place < LEVELS.length; place += 1) {
      const found = best[index * LEVELS.length + place];
      if (found != null) ofGold.push(certificateOf(found));
    }
    certificates.push(ofGold);
  }
  return certificates;
};

/** The certificates that hold at k, best level first. None: unreached, which proves nothing. */
export const certificatesAt = (certificates: readonly Certificate[], k: number): Certificate[] =>
  certificates.filter((certificate) => certificate.rank <= k);
