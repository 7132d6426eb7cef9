import type { Given } from '../domain/given';
import type { GoldMapping } from '../domain/mapping';
import type { Question } from '../domain/question';
import type { RunHeader, RunTrace } from '../domain/trace';
import { givenIn } from './age';
import { goldSet, type MappedGold } from './golds';
import { askedOf, type GoldLookup, goldLookup, rankGolds, type SearchRanks, searchesOf } from './searches';

export interface GoldsOfQuestion {
  golds: MappedGold[];
  lookup: GoldLookup;
}

/** Question id → its gold set with the chunks to look for. */
export type GoldIndex = ReadonlyMap<string, GoldsOfQuestion>;

export const indexGolds = (questions: readonly Question[], mappings: readonly GoldMapping[]): GoldIndex => {
  const byQuestion = new Map<string, GoldMapping[]>();
  for (const mapping of mappings) {
    const known = byQuestion.get(mapping.question);
    if (known === undefined) byQuestion.set(mapping.question, [mapping]);
    else known.push(mapping);
  }
  const index = new Map<string, GoldsOfQuestion>();
  for (const question of questions) {
    const own = byQuestion.get(question.id) ?? [];
    // The last record of a passage counts.
    const golds = goldSet(question, (gold) => own.findLast((mapping) => mapping.gold === gold));
    index.set(question.id, { golds, lookup: goldLookup(golds) });
  }
  return index;
};

/**
 * What a run found of the gold passages, without its hit lists: all that certificates and comparisons need, and
 * small enough to keep for every run of a workspace at once.
 */
export interface RunEvidence {
  header: RunHeader;
  questions: Map<string, { ranks: SearchRanks[]; failed: boolean; given: Given | null }>;
  /** Ids in the trace that the question set no longer has. */
  gone: string[];
}

export const evidenceOf = (trace: RunTrace, index: GoldIndex): RunEvidence => {
  const questions: RunEvidence['questions'] = new Map();
  const gone: string[] = [];
  for (const [id, events] of trace.questions) {
    const lookup = index.get(id)?.lookup;
    if (lookup === undefined) {
      gone.push(id);
      continue;
    }
    questions.set(id, {
      ranks: searchesOf(events).map((search) => rankGolds(askedOf(search), search.hits, lookup)),
      failed: events.some((event) => event.event === 'error'),
      given: givenIn(events),
    });
  }
  return { header: trace.header, questions, gone };
};
