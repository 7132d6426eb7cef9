/** The probes of a drift story: what may certify a passage that the run under view has missed (05.5). */
import type { Question } from '../domain/question';
import type { SearchResult } from '../domain/seam';
import { reformulate } from '../systems/reformulate';
import { type Asked, bridgesOf, searched, subQuestion } from './events';
import type { StoryRun } from './stage';

/** The ideal query of a hop, then its reformulations, as the oracle probe asks them. */
export const probesOf = (question: Question, hop: number): Asked[] => {
  const ideal = subQuestion(question, hop, 'oracle');
  return [
    ideal,
    ...reformulate(ideal.query, bridgesOf(question, hop)).map(({ purpose, query }) => ({
      query,
      purpose,
      hop,
    })),
  ];
};

/** A run that made this one search. A person's own query counts as another run's: it is no probe by the labels. */
export const probeRun = (question: Question, asked: Asked, { hits, identity }: SearchResult): StoryRun => ({
  system: asked.purpose === 'agent' ? 'a-rag' : 'probe-oracle',
  retriever: identity,
  events: [searched(question, asked, hits, 1)],
});
