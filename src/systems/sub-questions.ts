/** Sub-questions in an order in which their bridge answers can be known, and filled as far as they are. */
import { fillPlaceholders, type Hop, placeholders, type Question } from '../domain/question';

/** Hops this one waits for: those it names and those its placeholders stand for. */
const needs = (hop: Hop): number[] => [...new Set([...hop.dependsOn, ...placeholders(hop.question)])];

/** Dependencies first, else by id. Hops in a cycle (a fault of the labels) come last, by id. */
export const inDependencyOrder = (question: Question): Hop[] => {
  const waiting = [...question.hops].sort((a, b) => a.id - b.id);
  const ids = new Set(waiting.map(({ id }) => id));
  const ordered: Hop[] = [];
  const placed = new Set<number>();
  while (waiting.length > 0) {
    const at = waiting.findIndex((hop) => needs(hop).every((id) => placed.has(id) || !ids.has(id)));
    const [next] = waiting.splice(Math.max(at, 0), 1);
    if (next === undefined) break;
    ordered.push(next);
    placed.add(next.id);
  }
  return ordered;
};

/**
 * Takes an unfilled placeholder out, with the possessive after it (`#1's`) and the preposition or article before
 * it (`of #1`), which say nothing without it: `who is the spouse of #1?` → `who is the spouse?`.
 */
export const withoutPlaceholders = (text: string): string =>
  text
    .replace(/(?:\b(?:of|in|by|for|from|to|with|at|on|about|into|than|the|as)\s+)*#\d+(?:['’]s?\b)?/giu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/ ([?!.,;:])/gu, '$1')
    .trim();

export interface FilledQuestion {
  query: string;
  unresolved: number[];
}

/**
 * The query for a hop. `answerOf` gives the bridge answer of a hop, or undefined when it is not known. What stays
 * open is taken out; when no word is left (`#1`), the whole question is asked instead.
 */
export const fillSubQuestion = (
  question: Question,
  hop: Hop,
  answerOf: (hop: number) => string | undefined,
): FilledQuestion => {
  const filled = fillPlaceholders(hop.question, answerOf);
  const unresolved = placeholders(filled).filter((id) => answerOf(id) === undefined);
  if (unresolved.length === 0) return { query: filled, unresolved };
  const query = withoutPlaceholders(filled);
  return { query: /[\p{L}\p{N}]/u.test(query) ? query : question.text, unresolved };
};

/** The hop's shorthand filled as far as it is known, what stays open taken out; null: the labels have none. */
export const fillShorthand = (hop: Hop, answerOf: (hop: number) => string | undefined): string | null =>
  hop.shorthand === undefined ? null : withoutPlaceholders(fillPlaceholders(hop.shorthand, answerOf));

export const goldAnswer = (question: Question, hop: number): string | undefined =>
  question.hops.find(({ id }) => id === hop)?.answers[0];
