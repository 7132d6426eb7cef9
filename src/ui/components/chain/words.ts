import type { Certificate, CertificateLevel } from '../../../domain/diagnosis';
import { STORED_DEPTH } from '../../../domain/retriever';
import type { SearchPurpose } from '../../../domain/trace';
import { HOP, systemLabel, type TermText } from '../../messages';
import type { HopTone, HopView } from './hop-view';

/** The term (sign, colour, definition) of a card's state. */
export const TONE_TERM: Record<HopTone, TermText> = {
  present: HOP.retrieved,
  drift: HOP.drift,
  retrieval: HOP.missed,
  absent: HOP.notInCorpus,
  neutral: HOP.unlabelled,
};

export function cutLabel(view: HopView): string | null {
  switch (view.cut) {
    case null:
      return null;
    case 'not-in-corpus':
      return 'not in the corpus';
    case 'partial':
      return `${view.found} of ${view.golds.length} found`;
    case 'below-cut':
      return `rank ${view.rank}, past k`;
    case 'not-shown':
      return `rank ${view.rank}, not shown`;
    case 'never-asked':
      return 'never asked';
    case 'bridge-missing':
      return 'bridge missing';
    case 'asked-not-found':
      return 'asked, not found';
  }
}

/** Label of the state chip; a hop with some of its passages says how many. */
export const stateLabel = (view: HopView): string =>
  view.cut === 'partial' ? `${view.found} of ${view.golds.length} retrieved` : TONE_TERM[view.tone].label;

/** Where the gold stands, in one line above the strip of ranks. */
export function rankCaption(view: HopView, k: number): { text: string; query: string | null } {
  if (view.query === null) return { text: 'no search of this run to rank it in', query: null };
  if (view.cut === 'partial') {
    const last =
      view.rank !== null && view.rank > k
        ? `the last at rank ${view.rank}`
        : `not all among the first ${STORED_DEPTH}`;
    return {
      text: `${view.found} of ${view.golds.length} passages within ${k}, ${last}, for`,
      query: view.query,
    };
  }
  if (view.rank === null) {
    const never = view.cut === 'never-asked' ? 'never asked for; ' : '';
    return { text: `${never}not among the first ${STORED_DEPTH} for`, query: view.query };
  }
  const past =
    view.cut === 'not-shown'
      ? ', past what the agent was shown,'
      : view.cut === 'below-cut'
        ? `, past the cut at ${k},`
        : '';
  return { text: `rank ${view.rank}${past} for`, query: view.query };
}

const ASKED_BY: Record<SearchPurpose, string> = {
  question: 'the whole question',
  'sub-question': 'the sub-question',
  oracle: 'the sub-question with its bridge answers',
  keywords: 'keywords of the sub-question',
  relation: 'entity and relation',
  title: 'the title of the passage',
  augment: 'the sub-question in other words',
  agent: 'a query of its own',
  leg: 'one of the queries that were fused',
  step: 'a step on the way to its list',
};

export const purposeLabel = (purpose: SearchPurpose): string => ASKED_BY[purpose];

/** What a certificate of this level proves (05.5). */
export const CERTIFICATE_PROVES: Record<CertificateLevel, string> = {
  A: 'recovered by this run',
  B: 'another run on the same retriever found it: this run drifted',
  C: 'reachable by the ideal query',
  D: 'reachable by some query built from the question and the bridge',
};

export const NO_CERTIFICATE =
  'No query tried so far finds it within k; this proves nothing about whether one could.';

export const certificateSource = (certificate: Certificate): string =>
  certificate.level === 'A'
    ? purposeLabel(certificate.purpose)
    : `${purposeLabel(certificate.purpose)}, in the run “${systemLabel(certificate.system)}”`;

/** Three significant digits: enough to compare, short enough to read. */
export const scoreText = (score: number | null): string =>
  score === null ? 'not recorded' : Number(score.toPrecision(3)).toString();
