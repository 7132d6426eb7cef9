import { createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import { type Chunk, indexText } from '../../../../domain/corpus';
import type { GoldMapping } from '../../../../domain/mapping';
import { type Failure, type Outcome, ok } from '../../../../domain/outcome';
import { judgedSubQuestion, type PairScore } from '../../../../domain/presence';
import type { Question } from '../../../../domain/question';
import { DEFAULT_HYBRID, type Hit } from '../../../../domain/retriever';
import { classifierState, scorePairs } from '../../../state/judging';
import { createLatest } from '../../../state/latest';
import { ensureIndex, index, searchCorpus } from '../../../state/search-index';
import { workspace } from '../../../state/session';
import { stored } from '../../../state/store';
import { search } from '../../../state/workers';
import type { Place } from './places';
import { DEPTH, LEGS, type Leg, type Suggestion, suggestionsOf, type Word, wordOf } from './suggest';

export interface Suggested extends Suggestion {
  passage: Chunk;
}

/** What the retrievers that are ready find for a query, fused, with the texts. */
export function createSuggestions(query: () => string | null) {
  const latest = createLatest(
    () => {
      const text = query()?.trim() ?? '';
      return text === '' ? null : { text, vectors: index()?.vectors.ready === true };
    },
    async ({ text, vectors }): Promise<Outcome<{ text: string; legs: Leg[]; list: Suggested[] }>> => {
      const opened = await ensureIndex();
      if (!opened.ok) return opened;
      const found: Partial<Record<Leg, readonly Hit[]>> = {};
      for (const leg of LEGS) {
        if (leg === 'vector' && !vectors) continue;
        const outcome = await searchCorpus(text, DEPTH, leg);
        if (!outcome.ok) return outcome;
        found[leg] = outcome.value.hits;
      }
      const suggestions = suggestionsOf(found, DEFAULT_HYBRID.rrfK);
      const texts = await search.ask((api) =>
        api.chunks(
          opened.value.workspace,
          suggestions.map(({ chunk }) => chunk),
        ),
      );
      if (!texts.ok) return texts;
      const byId = new Map(texts.value.map((chunk) => [chunk.id, chunk]));
      const list = suggestions.flatMap((suggestion) => {
        const passage = byId.get(suggestion.chunk);
        return passage === undefined ? [] : [{ ...suggestion, passage }];
      });
      return ok({ text, legs: LEGS.filter((leg) => found[leg] !== undefined), list });
    },
    200,
  );
  return {
    /** Of the query that was answered last; empty when there is none. */
    list: (): Suggested[] => ((query()?.trim() ?? '') === '' ? [] : (latest.value()?.list ?? [])),
    legs: (): Leg[] => latest.value()?.legs ?? [],
    waiting: (): boolean => latest.loading() || latest.value()?.text !== (query()?.trim() ?? ''),
    failure: latest.failure,
    again: latest.again,
  };
}

/** Pairs scored at a time, so that the first words come soon and a place that was left is not scored to its end. */
const LOT = 4;

/** The judge's word on each suggestion, as it comes. What was scored once comes from the cache of scores. */
export function createWords(
  asked: () => string | null,
  list: () => readonly Suggested[],
  wanted: () => boolean,
) {
  const [scores, setScores] = createSignal<ReadonlyMap<string, PairScore>>(new Map());
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const keyOf = (question: string, chunk: string): string => `${question}\n${chunk}`;
  let turn = 0;
  onCleanup(() => {
    turn += 1;
  });
  const ask = async (question: string, passages: readonly Chunk[], mine: number): Promise<void> => {
    const open = passages.filter((chunk) => !scores().has(keyOf(question, chunk.id)));
    setFailure(null);
    setBusy(open.length > 0);
    for (let at = 0; at < open.length && mine === turn; at += LOT) {
      const lot = open.slice(at, at + LOT);
      const outcome = await scorePairs(lot.map((chunk) => ({ question, passage: indexText(chunk) })));
      if (mine !== turn) return;
      if (!outcome.ok) {
        setFailure(outcome.error);
        break;
      }
      const found = lot.flatMap((chunk, nth) => {
        const score = outcome.value[nth];
        return score === undefined ? [] : [[keyOf(question, chunk.id), score] as const];
      });
      setScores((known) => new Map([...known, ...found]));
    }
    if (mine === turn) setBusy(false);
  };
  createEffect(
    on([asked, list, wanted], ([question, suggestions, judging]) => {
      turn += 1;
      setBusy(false);
      if (question === null || !judging || suggestions.length === 0) return;
      void ask(
        question,
        suggestions.map(({ passage }) => passage),
        turn,
      );
    }),
  );
  return {
    busy,
    failure,
    of: (chunk: string): { word: Word; score: PairScore | undefined } => {
      const score = scores().get(keyOf(asked() ?? '', chunk));
      return { word: wordOf(score, classifierState()?.judge.threshold ?? 1), score };
    },
  };
}

/** The sub-question that the judge is asked about a place. */
export const askedOf = (question: Question, { hop }: Place): string => {
  const own = question.hops.find(({ id }) => id === hop);
  return own === undefined ? question.text : judgedSubQuestion(question, own);
};

/** Mappings of the question in hand, read again when the set or the corpus has changed. */
export function createMappings(question: () => string | null) {
  const latest = createLatest(
    () => {
      const meta = workspace();
      const id = question();
      return meta === null || id === null || meta.mapping === null
        ? null
        : { workspace: meta.id, id, set: meta.questions?.hash, corpus: meta.corpus?.hash, of: meta.modified };
    },
    ({ workspace: of, id }): Promise<Outcome<GoldMapping[]>> =>
      stored(async (store) => (await store.readMappings(of)).filter((mapping) => mapping.question === id)),
  );
  const value = createMemo(() => (latest.value() ?? []).filter((mapping) => mapping.question === question()));
  return { value, failure: latest.failure };
}
