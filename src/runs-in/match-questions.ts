/** Records of a run → questions of the workspace: by id, else by normalised text. */
import type { Question } from '../domain/question';
import { normalise, words } from '../domain/text';
import type { Answered } from './types';

export type QuestionMatch = { question: Question; how: 'id' | 'text' } | { question: null; reason: string };

/** Words that two wordings of one question share at least, of all words of both (Jaccard). */
const SAME_WORDS = 0.5;

const alike = (a: string, b: string): boolean => {
  const [ours, theirs] = [new Set(words(normalise(a))), new Set(words(normalise(b)))];
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  return shared >= SAME_WORDS * (ours.size + theirs.size - shared);
};

export const createQuestionMatcher = (
  questions: readonly Question[],
): ((asked: Answered['question']) => QuestionMatch) => {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const byText = new Map<string, Question[]>();
  for (const question of questions) {
    const key = normalise(question.text);
    byText.set(key, [...(byText.get(key) ?? []), question]);
  }
  return ({ id, text }) => {
    const ofId = id === null ? undefined : byId.get(id);
    const ofText = text === null ? [] : (byText.get(normalise(text)) ?? []);
    if (ofId !== undefined && (text === null || ofText.includes(ofId))) return { question: ofId, how: 'id' };
    const first = ofText[0];
    if (first !== undefined) return { question: first, how: 'text' };
    // Files number their questions from 0, so an id alone may be that of quite another question.
    if (ofId !== undefined && text !== null && alike(ofId.text, text)) return { question: ofId, how: 'id' };
    return {
      question: null,
      reason:
        ofId !== undefined
          ? `no question of this workspace has this text, and the one with the id “${id}” asks something else`
          : text === null
            ? `no question of this workspace has the id “${id}”`
            : 'no question of this workspace has this id or text',
    };
  };
};
