/** Whether two runs can be held against each other: their retrievers, and what they were run over (05.5, 05.6). */
import type { RunComparison } from '../domain/compare';
import { encoderName, RETRIEVER_NAME, systemName } from '../domain/names';
import type { RunHeader } from '../domain/trace';
import { goldRetrieved } from './at-k';
import type { Pair } from './compare-states';
import { isInCorpus } from './golds';
import { identitiesOf, sameRetrievers } from './identities';
import { outageOf } from './outage';
import { countOf } from './phrase';
import type { PreparedRun } from './prepared';

const nameOf = ({ retriever, parameters }: RunHeader): string =>
  parameters.tools !== undefined && parameters.tools.length > 0
    ? countOf(new Set(parameters.tools.map((tool) => tool.retriever)).size, 'search tool')
    : retriever.model === null
      ? RETRIEVER_NAME[retriever.kind]
      : `${RETRIEVER_NAME[retriever.kind]} (${encoderName(retriever.model)})`;

export const retrieverOf = (a: RunHeader, b: RunHeader): RunComparison['retriever'] => {
  if (sameRetrievers(a, b))
    return {
      same: true,
      sentence:
        'Both runs search the same retriever, so a passage that one of them found is one that the other could have found.',
    };
  const ours = identitiesOf(a);
  const shared = [...identitiesOf(b)].some((identity) => ours.has(identity));
  return {
    same: false,
    sentence: shared
      ? `The runs share a retriever and do not have all of them in common (${nameOf(a)}; ${nameOf(b)}): a difference may be the retriever’s, and no drift is claimed from one run to the other.`
      : `The runs search different retrievers (${nameOf(a)}; ${nameOf(b)}): a difference may be the retriever’s, certificates do not carry over, and no drift is claimed.`,
  };
};

/** Passages of the corpus that one run missed and the other retrieved at the same k. */
export const driftOf = (pairs: readonly Pair[], k: number): NonNullable<RunComparison['drift']> => {
  const drift = { aMissed: 0, bMissed: 0, passages: 0 };
  for (const { a, b } of pairs) {
    if (a.error !== null || b.error !== null) continue;
    a.golds.forEach(({ status }, gold) => {
      if (!isInCorpus(status)) return;
      drift.passages += 1;
      const found = { a: goldRetrieved(a, gold, k), b: goldRetrieved(b, gold, k) };
      if (!found.a && found.b) drift.aMissed += 1;
      if (found.a && !found.b) drift.bMissed += 1;
    });
  }
  return drift;
};

export const warningsBetween = (a: PreparedRun, b: PreparedRun): string[] => {
  const warnings: string[] = [];
  for (const run of [a, b]) {
    const outage = outageOf(run);
    if (outage !== null) warnings.push(`${systemName(run.header.system)}: ${outage.message}`);
  }
  if (a.header.questionSet !== b.header.questionSet)
    warnings.push(
      'The runs were made with different versions of the question set; a question may have been asked in other words.',
    );
  if (a.header.retriever.corpus !== b.header.retriever.corpus)
    warnings.push('The runs searched different versions of the corpus; chunk ids may mean other passages.');
  if (a.header.parameters.k !== b.header.parameters.k)
    warnings.push(
      `The runs were asked for different k (${a.header.parameters.k}; ${b.header.parameters.k}), so their models saw different numbers of passages.`,
    );
  if (a.header.model !== b.header.model && a.header.model !== null && b.header.model !== null)
    warnings.push(
      `The runs used different models (${a.header.model}; ${b.header.model}), so a difference may be the model’s.`,
    );
  return warnings;
};
