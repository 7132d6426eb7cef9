/** A pair as token ids, or the reason why it cannot be decided (06: inconclusive, never a zero). */
import { paperPassage } from '../../domain/paper';
import type { JudgeMode, Pair } from '../../domain/presence';
import { placeholders } from '../../domain/question';
import type { ClassifierEntry } from './catalogue';
import type { PairTokenizer } from './pair-tokenizer';
import { longestQuestion } from './windows';

export interface EncodedPair {
  question: number[];
  passage: number[];
}

/** `about`: which side of the pair the reason lies in. */
export interface Undecidable {
  state: 'inconclusive';
  probability: null;
  message: string;
  about: 'question' | 'passage';
}

const inconclusive = (about: Undecidable['about'], message: string): Undecidable => ({
  state: 'inconclusive',
  probability: null,
  message,
  about,
});

/** `open`: a placeholder in the question is no obstacle (a reader reads what it is asked). */
export const encodePair = (
  { question, passage }: Pair,
  { maxTokens, longest }: Pick<ClassifierEntry, 'maxTokens' | 'longest'>,
  mode: JudgeMode,
  tokenizer: PairTokenizer,
  open = false,
): EncodedPair | Undecidable => {
  const asked = tokenizer.ids(question);
  if (asked.length === 0) return inconclusive('question', 'The sub-question is empty.');
  const unresolved = placeholders(question).map((n) => `#${n}`);
  if (!open && unresolved.length > 0) {
    return inconclusive(
      'question',
      `The sub-question still has ${unresolved.join(', ')} in it: no answer is known for that hop.`,
    );
  }
  const most = longestQuestion(mode === 'paper' ? longest : maxTokens, tokenizer);
  if (asked.length > most) {
    return inconclusive(
      'question',
      `The sub-question has ${asked.length} tokens; this model reads at most ${most} beside a passage.`,
    );
  }
  const ids = tokenizer.ids(mode === 'paper' ? paperPassage([passage]) : passage);
  if (ids.length === 0) return inconclusive('passage', 'The passage is empty.');
  return { question: asked, passage: ids };
};
