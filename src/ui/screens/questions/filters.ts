/** Which questions a view of the table shows. */
import type { QuestionRow, Verdict } from '../../../domain/diagnosis';
import { hopCount, type Question } from '../../../domain/question';

export interface Filters {
  q: string;
  type: string | null;
  /** 0 does not restrict; 5 means five and more. */
  hops: number;
  verdict: readonly Verdict[];
}

export const MANY_HOPS = 5;

/** Rows in the order of the set. Words are looked for in question, id, answers and type, all of them, any order. */
export const filterQuestions = (
  questions: readonly Question[],
  rows: ReadonlyMap<string, QuestionRow>,
  filters: Filters,
): Question[] => {
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean);
  return questions.filter((question) => {
    if (filters.type !== null && (question.type ?? '') !== filters.type) return false;
    if (filters.hops > 0) {
      const hops = hopCount(question);
      if (filters.hops >= MANY_HOPS ? hops < MANY_HOPS : hops !== filters.hops) return false;
    }
    if (filters.verdict.length > 0) {
      const verdict = rows.get(question.id)?.verdict;
      if (verdict === undefined || !filters.verdict.includes(verdict)) return false;
    }
    if (words.length === 0) return true;
    const text = [question.text, question.id, question.type ?? '', ...question.answers]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

/** Values with their counts, most frequent first. */
export const tally = <T>(values: Iterable<T>): [T, number][] => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
};
