import type { CertificateLevel, Fix } from '../domain/diagnosis';
import { encoderName, RETRIEVER_NAME, systemName } from '../domain/names';
import { STORED_DEPTH } from '../domain/retriever';
import type { RunHeader } from '../domain/trace';
import { mean } from '../statistics/mean';
import { hasReachableMiss } from './at-k';
import type { Case, RunContext } from './context';
import { countOf, percent, ratio } from './phrase';
import { asksHops, hopsAskedFor, isUnplaced, within } from './searches';
import { lacksEvidence } from './triage';

const idsOf = (cases: readonly Case[]): string[] => cases.map(({ core }) => core.question.id);
const recallOf = (cases: readonly Case[]): number | null =>
  mean(cases.flatMap(({ core }) => core.evidenceRecall ?? []));

const hopMisses = (context: RunContext): Case[] =>
  context.cases.filter(({ core }) => core.verdict === 'hop-miss');
const incomplete = (context: RunContext): Case[] =>
  context.cases.filter(({ core }) => lacksEvidence(core.verdict));
const inDenominator = (context: RunContext): Case[] =>
  context.cases.filter(({ core }) => core.evidenceRecall !== null);

/** Recall that would follow if every missing passage certified by one of these levels were retrieved as well. */
const recallWith = (cases: readonly Case[], levels: readonly CertificateLevel[], k: number): number | null =>
  mean(
    cases.map(
      ({ prepared }) =>
        prepared.certificates.filter((certificates) =>
          certificates.some(({ level, rank }) => rank <= k && (level === 'A' || levels.includes(level))),
        ).length / prepared.golds.length,
    ),
  );

const certifiedBy = (cases: readonly Case[], levels: readonly CertificateLevel[], k: number): Case[] =>
  cases.filter(({ prepared }) => hasReachableMiss(prepared, k, levels));

const asksByHop = (context: RunContext): boolean =>
  context.cases.some(({ prepared }) => asksHops(prepared.searches));

interface Found {
  levels: CertificateLevel[];
  /** How the passages were found, for "a missing passage is found within k …". */
  how: string;
  touched: Case[];
}

/** Evidence from the sub-questions (C) where a probe has asked them, else from any other query that found a passage. */
const foundOtherwise = (cases: readonly Case[], k: number): Found => {
  const by = (levels: CertificateLevel[], how: string): Found => ({
    levels,
    how,
    touched: certifiedBy(cases, levels, k),
  });
  const asked = by(['C'], 'when its own sub-question is asked (certificate C)');
  if (asked.touched.length > 0) return asked;
  const otherRun = by(['B', 'D'], 'by another run or a reformulation (certificates B, D)');
  return certifiedBy(cases, ['B'], k).length > 0
    ? otherRun
    : by(['D'], 'by a reformulation or a sub-question with its bridge left open (certificate D)');
};

const missingFound = (cases: readonly Case[], found: Found, k: number): string =>
  `For ${found.touched.length} of ${countOf(cases.length, 'hop-miss question')} a missing passage is found within k = ${k} ${found.how}; with what these queries find, ${cases.length === 1 ? 'its evidence recall' : `mean evidence recall of the ${cases.length}`} goes from ${ratio(recallOf(cases))} to ${ratio(recallWith(cases, found.levels, k))}.`;

/** Hop-miss in a run that searches with the whole question: split it. */
export const decompose = (context: RunContext): Fix | null => {
  const cases = hopMisses(context);
  const found = foundOtherwise(cases, context.k);
  if (asksByHop(context) || found.touched.length === 0) return null;
  return {
    id: 'decompose',
    title: 'Decompose before searching',
    evidence: missingFound(cases, found, context.k),
    questions: idsOf(found.touched),
    action: 'try-decomposition',
  };
};

const leftOpen = ({ prepared }: Case): boolean =>
  prepared.searches.some((search) => search.unresolved.length > 0);

/** Hop-miss in a run that searches hop by hop, where a hop was asked before its bridge answer was known. */
export const resolveBridge = (context: RunContext): Fix | null => {
  const cases = hopMisses(context).filter(leftOpen);
  const found = foundOtherwise(cases, context.k);
  if (!asksByHop(context) || found.touched.length === 0) return null;
  return {
    id: 'resolve-bridge',
    title: 'Find the bridge answer before asking the next hop',
    evidence: `${countOf(cases.length, 'hop-miss question')} made a search with a bridge answer still open. ${missingFound(cases, found, context.k)}`,
    questions: idsOf(found.touched),
    action: null,
  };
};

/** Was a search made for every labelled hop? Null: no hops are labelled. */
const askedEveryHop = ({ prepared: { question, hops, searches } }: Case): boolean | null => {
  const made = new Set(hopsAskedFor(question, searches));
  return hops.length === 0 ? null : hops.every(({ hop }) => made.has(hop.id));
};

/** What the searches of these questions asked for, as far as it is known. */
const howAsked = (cases: readonly Case[]): string => {
  const whole = cases.filter((one) => askedEveryHop(one) === true);
  const partly = cases.filter((one) => askedEveryHop(one) === false);
  const ownWords = whole.some(({ prepared }) => prepared.searches.some(isUnplaced));
  return [
    whole.length === 0
      ? ''
      : `${countOf(whole.length, 'hop-miss question')} asked every hop${ownWords ? ' in words of the system’s own' : ' with its bridge answers filled in'}. `,
    partly.length === 0 ? '' : `${countOf(partly.length, 'hop-miss question')} made no search for some hop. `,
  ].join('');
};

/** Hop-miss where no bridge answer was left open: what was asked is what differs from a query that finds the passage. */
export const rephrase = (context: RunContext): Fix | null => {
  const cases = hopMisses(context).filter((one) => !leftOpen(one));
  const found = foundOtherwise(cases, context.k);
  if (!asksByHop(context) || found.touched.length === 0) return null;
  return {
    id: 'rephrase',
    title: cases.some((one) => askedEveryHop(one) !== false)
      ? 'Ask the hop again in other words'
      : 'Ask for every hop',
    evidence: `${howAsked(cases)}${missingFound(cases, found, context.k)}`,
    questions: idsOf(found.touched),
    action: null,
  };
};

/** No probe has asked the sub-questions of hop-miss questions, so nothing is known about what they would find. */
export const askProbes = (context: RunContext): Fix | null => {
  const cases = hopMisses(context).filter(
    ({ prepared }) => prepared.hops.length > 0 && prepared.rewrite().every(({ asked }) => !asked),
  );
  if (cases.length === 0) return null;
  return {
    id: 'ask-probes',
    title: 'Ask the sub-questions once',
    evidence: `No probe has asked the sub-questions of ${countOf(cases.length, 'hop-miss question')} on this retriever, so it is not known whether ${cases.length === 1 ? 'its' : 'their'} missing passages can be reached. Running the probe “${systemName('probe-oracle')}” costs ${countOf(
      cases.reduce((sum, { prepared }) => sum + prepared.hops.length, 0),
      'search',
      'searches',
    )}.`,
    questions: idsOf(cases),
    action: 'try-decomposition',
  };
};

/** How far k is raised at most: to the second of these above k. */
const LARGER_K: readonly number[] = [10, 20, 50];

/** What a k means in a corpus that it nearly empties; nothing where it does not. */
const shareOfCorpus = (k: number, chunks: number | null): string => {
  if (chunks === null || 2 * k < chunks) return '';
  return k >= chunks
    ? ` k = ${k} is the whole corpus of ${countOf(chunks, 'chunk')}: nothing is left to rank.`
    : ` k = ${k} is ${k} of the ${chunks} chunks of the corpus.`;
};

/** Questions whose own searches already hold the evidence, further down: the smallest k that brings the gain. */
export const raiseK = (context: RunContext): Fix | null => {
  const { k, run } = context;
  const cases = incomplete(context);
  const reachOf = ({ prepared }: Case): number => prepared.from.all ?? Number.POSITIVE_INFINITY;
  const healedBy = (larger: number): Case[] => cases.filter((one) => reachOf(one) <= larger);
  /** For each step the smallest k that completes as many; a step that adds nothing to the one before falls away. */
  const steps = LARGER_K.filter((larger) => larger > k)
    .slice(0, 2)
    .flatMap((larger) => {
      const healed = healedBy(larger);
      return healed.length === 0 ? [] : [{ k: Math.max(...healed.map(reachOf)), healed }];
    })
    .filter((step, at, all) => at === 0 || step.k > (all[at - 1]?.k ?? 0));
  const [first, further] = steps;
  if (first === undefined) return null;
  const n = inDenominator(context).length;
  const complete = n - cases.length;
  const gain = ({ k: larger, healed }: { k: number; healed: Case[] }): string =>
    `k = ${larger} completes ${healed.length} of ${cases.length} (complete evidence ${percent(complete, n)} → ${percent(complete + healed.length, n)} of ${n}) for ${larger - k} more ${larger - k === 1 ? 'passage' : 'passages'} a search`;
  const most = further ?? first;
  const rest = healedBy(STORED_DEPTH).length - most.healed.length;
  const beyond =
    rest > 0
      ? ` ${rest} more would need a k beyond ${most.k}.`
      : ` A larger k, up to ${STORED_DEPTH}, adds none.`;
  return {
    id: 'raise-k',
    title: `Raise k to ${first.k}, if the reader can take it`,
    evidence: `Of the ${countOf(cases.length, 'question')} with missing evidence, ${steps.map(gain).join('; ')}.${beyond}${shareOfCorpus(first.k, run.chunks)}${further === undefined || further.k < (run.chunks ?? Number.POSITIVE_INFINITY) ? '' : shareOfCorpus(further.k, run.chunks)}`,
    questions: idsOf(first.healed),
    action: 'raise-k',
  };
};

const nameOf = ({ retriever }: Pick<RunHeader, 'retriever'>): string =>
  retriever.model === null
    ? RETRIEVER_NAME[retriever.kind]
    : `${RETRIEVER_NAME[retriever.kind]} (${encoderName(retriever.model)})`;

/** The same system on another retriever that completes more questions than it loses. */
export const switchRetriever = (context: RunContext): Fix | null => {
  const { k, run } = context;
  const measured = inDenominator(context);
  const candidates = run.others.map((other) => {
    const shared = measured.filter(({ core }) => other.completeRank.has(core.question.id));
    const there = ({ core }: Case): boolean => within(other.completeRank.get(core.question.id) ?? null, k);
    const healed = shared.filter((one) => one.core.allEvidence === false && there(one));
    const lost = shared.filter((one) => one.core.allEvidence === true && !there(one));
    return { other, shared, healed, lost, net: healed.length - lost.length };
  });
  const best = candidates.toSorted((a, b) => b.net - a.net)[0];
  if (best === undefined || best.net <= 0) return null;
  const complete = best.shared.filter(({ core }) => core.allEvidence === true).length;
  const n = best.shared.length;
  return {
    id: 'switch-retriever',
    title: `Search with ${nameOf(best.other.header)}`,
    evidence: `With the same system, ${nameOf(best.other.header)} has the complete evidence for ${countOf(best.healed.length, 'question')} that ${best.healed.length === 1 ? 'lacks' : 'lack'} it here, and ${best.lost.length === 0 ? 'lacks it for none that has' : `lacks it for ${best.lost.length} that ${best.lost.length === 1 ? 'has' : 'have'}`} it (${percent(complete, n)} → ${percent(complete + best.net, n)} of ${n} at k = ${k}).`,
    questions: idsOf(best.healed),
    action: 'switch-retriever',
  };
};
