import type { MultiHopTest } from '../domain/diagnosis';
import type { Question } from '../domain/question';
import type { PassageText } from './input';
import { mentions, properNames, subjectNames, wordsOf } from './names';

/** An answer that joins nothing: it occurs in any text, or is none. */
const joins = (answer: string): boolean => {
  const words = wordsOf(answer).trim();
  return words.length > 2 && !['yes', 'no', 'true', 'false', 'none', 'unknown'].includes(words);
};

interface GoldText extends PassageText {
  gold: string;
  words: string;
}

const goldTexts = (texts: ReadonlyMap<string, PassageText>): GoldText[] =>
  [...texts].map(([gold, { title, text }]) => ({ gold, title, text, words: wordsOf(`${title}\n${text}`) }));

/**
 * Bridge test (05.2 a): two gold passages join through a shared entity, when a title or proper name of one stands in
 * the text of the other, or the answer of a hop stands in both. Returns what they share; null when no two join.
 */
export const bridgeOf = (question: Question, texts: ReadonlyMap<string, PassageText>): string | null => {
  const passages = goldTexts(texts);
  const answers = question.hops.flatMap((hop) => hop.answers.slice(0, 1)).filter(joins);
  for (const [index, one] of passages.entries())
    for (const other of passages.slice(index + 1)) {
      const named =
        subjectNames(one.title, one.text).find((name) => mentions(other.words, name)) ??
        subjectNames(other.title, other.text).find((name) => mentions(one.words, name)) ??
        answers.find((answer) => mentions(one.words, answer) && mentions(other.words, answer));
      if (named !== undefined) return named;
    }
  return null;
};

/**
 * Single hop in disguise: one gold passage alone names every entity of the question and states the answer of every hop
 * (or the final answer, where no hops are known). Its id, or null. A question whose answers cannot stand in a text
 * (yes / no) or that names nothing is never flagged.
 */
export const singlePassageOf = (
  question: Question,
  texts: ReadonlyMap<string, PassageText>,
): string | null => {
  const stepAnswers = question.hops.length > 0 ? question.hops.map((hop) => hop.answers) : [question.answers];
  const names = properNames(question.text);
  if (names.length === 0 || !stepAnswers.every((answers) => answers.some(joins))) return null;
  const alone = goldTexts(texts).find(
    ({ words }) =>
      names.every((name) => mentions(words, name)) &&
      stepAnswers.every((answers) => answers.some((answer) => joins(answer) && mentions(words, answer))),
  );
  return alone?.gold ?? null;
};

/**
 * Both tests hold: confirmed multi-hop. Neither: suspect label. One passage that answers everything is suspect too,
 * whatever the tests say. While one test has not been made the verdict is unknown.
 */
export const multiHopTest = (
  bridge: boolean | null,
  bridgeEntity: string | null,
  rewrite: boolean | null,
  singlePassage: string | null,
): MultiHopTest => {
  const verdict = (): MultiHopTest['verdict'] => {
    if (singlePassage !== null) return 'suspect';
    if (bridge === null || rewrite === null) return 'unknown';
    if (bridge && rewrite) return 'confirmed';
    return bridge || rewrite ? 'partial' : 'suspect';
  };
  return { bridge, bridgeEntity, rewrite, singlePassage, verdict: verdict() };
};
