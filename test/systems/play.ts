import type { GoldMapping } from '../../src/domain/mapping';
import type { PairScore, Reading, Span } from '../../src/domain/presence';
import type { Question } from '../../src/domain/question';
import { DEFAULT_LOOPS, type Intervention, type SystemId } from '../../src/domain/seam';
import type { QuestionEvent } from '../../src/domain/trace';
import { toFailure } from '../../src/seam/outcome';
import { type AgentOptions, type EpisodeClassifier, playEpisode } from '../../src/systems/episode';
import { SYSTEMS } from '../../src/systems/registry';
import { document, wholeChunk } from '../workspace/make';
import { CHAIN, CHAIN_GOLD, PASSAGES, tinySearch } from './tiny-search';

export interface FakeJudge {
  /** Presence probability; null: inconclusive; an error's message: errored. */
  presence?: (question: string, passage: string) => number | null | Error;
  /** Answers in the passage with their score against "no answer". */
  spans?: (question: string, passage: string) => [text: string, score: number][];
}

const spanOf = (passage: string, text: string, score: number): Span => {
  const start = passage.indexOf(text);
  if (start < 0) throw new Error(`"${text}" is not in "${passage}"`);
  return { text, start, end: start + text.length, score };
};

/** What a classifier worker would answer for texts, by the rules of a test. */
export const answersOf = ({ presence = () => 1, spans = () => [] }: FakeJudge) => ({
  score(question: string, passage: string): PairScore {
    const given = presence(question, passage);
    if (given instanceof Error) return { state: 'errored', probability: null, message: given.message };
    return given === null
      ? { state: 'inconclusive', probability: null, message: 'could not decide' }
      : { state: 'scored', probability: given };
  },
  read(question: string, passage: string, index: number): Reading {
    const given = presence(question, passage);
    return {
      passage: index,
      spans: spans(question, passage)
        .map(([text, score]) => spanOf(passage, text, score))
        .sort((a, b) => b.score - a.score),
      presence: typeof given === 'number' ? given : 0,
    };
  },
});

/** Judges and reads the bare texts of the tiny world, and keeps what it was asked: [question, chunk]. */
export const fakeClassifier = (rules: FakeJudge, threshold = 0.5, passages = PASSAGES) => {
  const judged: [string, string][] = [];
  const readings: [string, string][] = [];
  const answers = answersOf(rules);
  const classifier: EpisodeClassifier = {
    space: 'fake',
    threshold,
    async score(question, chunks) {
      judged.push(...chunks.map((chunk): [string, string] => [question, chunk]));
      return chunks.map((chunk) => answers.score(question, passages[chunk] ?? ''));
    },
    async read(question, chunks) {
      readings.push(...chunks.map((chunk): [string, string] => [question, chunk]));
      return chunks.map((chunk, i) => answers.read(question, passages[chunk] ?? '', i));
    },
  };
  return { classifier, judged, readings };
};

export interface PlayOptions {
  question?: Question;
  mappings?: GoldMapping[];
  passages?: Record<string, string>;
  judge?: FakeJudge | null;
  threshold?: number;
  intervention?: Intervention | null;
  loops?: number;
  agent?: AgentOptions | null;
}

/** One question of the tiny world by one system. What a system throws becomes the question's error event. */
export const play = async (id: SystemId, k: number, options: PlayOptions = {}) => {
  const { question = CHAIN, mappings = CHAIN_GOLD, passages = PASSAGES, judge = null } = options;
  const { search, asked } = tinySearch(passages);
  const fake = judge === null ? null : fakeClassifier(judge, options.threshold, passages);
  const events = await playEpisode({
    system: SYSTEMS[id],
    question,
    gold: new Map(mappings.map((mapping) => [mapping.gold, mapping])),
    k,
    loops: options.loops ?? DEFAULT_LOOPS,
    intervention: options.intervention ?? null,
    search: (query) => search(query),
    agent: options.agent ?? null,
    signal: new AbortController().signal,
    passages: async (chunks) =>
      chunks.map((chunk) => {
        const of = document(chunk.split('#')[0] ?? '', passages[chunk] ?? '');
        // The first words of a passage are what it is about: a good title.
        return wholeChunk(of, { title: of.text.split(/ (?:was|is|in|learned) /)[0] ?? '' });
      }),
    classifier: fake?.classifier ?? null,
    now: () => 0,
    failure: (thrown) => {
      const { code, message } = toFailure(thrown);
      return { code, message };
    },
  });
  return { events, asked, judged: fake?.judged ?? [], readings: fake?.readings ?? [] };
};

type EventOf<E extends QuestionEvent['event']> = Extract<QuestionEvent, { event: E }>;

/** The events of one kind, in order. */
export const eventsOf = <E extends QuestionEvent['event']>(
  events: readonly QuestionEvent[],
  kind: E,
): EventOf<E>[] => events.filter((event): event is EventOf<E> => event.event === kind);
