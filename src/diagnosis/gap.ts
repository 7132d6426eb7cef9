import type { CorpusGap } from '../domain/presence';
import { containsAnswer, normalise } from '../domain/text';
import type { MappedGold } from './golds';
import type { PresenceInput } from './presence';

/** What the recorded scores say of every chunk that contains a hop's answer; a matter of the corpus, not of k. */
export interface GapScores {
  candidates: number;
  judged: number;
  /** Put to the judge, which could not decide. */
  unclear: number;
  chunk: string | null;
  probability: number | null;
  /** Without an answer there is nothing to look for. */
  answers: boolean;
  /** As in `CorpusGap`. */
  answerChunk: string | null;
}

/** Words that stand in nearly every text, so that finding them in a passage says nothing. */
const YES_OR_NO = /^\s*(?:yes|no|true|false)\s*[.!]?\s*$/iu;

/**
 * The chunk of the hop's labelled passages in which an answer stands: in the chunk as indexed, else in the text or quote
 * of the label, which then stands in the first chunk that the passage was mapped to.
 */
export const answerChunkOf = (
  golds: readonly MappedGold[],
  answers: readonly string[],
  candidates: ReadonlySet<string>,
): string | null => {
  const told = answers.filter((answer) => answer.trim() !== '' && !YES_OR_NO.test(answer));
  if (told.length === 0 || told.length < answers.filter((answer) => answer.trim() !== '').length) return null;
  for (const { chunks } of golds) {
    const holding = chunks.find((chunk) => candidates.has(chunk));
    if (holding !== undefined) return holding;
  }
  for (const { gold, chunks } of golds)
    if (chunks[0] !== undefined && containsAnswer(gold.quote ?? gold.text ?? '', told)) return chunks[0];
  return null;
};

export const gapScores = (
  asked: string,
  answers: readonly string[],
  candidates: ReadonlySet<string>,
  presence: PresenceInput,
  golds: readonly MappedGold[] = [],
): GapScores => {
  const scores: GapScores = {
    candidates: candidates.size,
    judged: 0,
    unclear: 0,
    chunk: null,
    probability: null,
    answers: answers.some((answer) => normalise(answer) !== ''),
    answerChunk: answerChunkOf(golds, answers, candidates),
  };
  for (const chunk of candidates) {
    const score = presence.of(asked, chunk);
    if (score === undefined) continue;
    if (score === null) {
      scores.unclear += 1;
      continue;
    }
    scores.judged += 1;
    if (scores.probability !== null && score <= scores.probability) continue;
    scores.probability = score;
    scores.chunk = chunk;
  }
  return scores;
};

const withoutOne = ({ candidates, judged, unclear, answers }: GapScores): CorpusGap['verdict'] => {
  if (!answers) return 'no-answer';
  if (judged === candidates) return 'corpus-gap';
  return judged + unclear === candidates ? 'inconclusive' : 'not-checked';
};

/**
 * Corpus gap check of an extraction failure (05.3). One chunk that states the fact decides (`ranking-gap`); that none
 * does is known only when every candidate has been scored (`corpus-gap`).
 */
export const gapAt = (scores: GapScores, threshold: number): CorpusGap => {
  const { candidates, judged, chunk, probability, answerChunk } = scores;
  const found = probability !== null && probability >= threshold;
  const verdict = found ? 'ranking-gap' : withoutOne(scores);
  return { verdict, candidates, judged, chunk: found ? chunk : null, probability, answerChunk };
};
