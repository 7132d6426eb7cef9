import { HopscopeError } from '../domain/outcome';

/**
 * Asks about each (question, passage) once: a later call with more passages only asks about the new ones.
 * `ask` must give one result a passage, in order; throws `internal` when it does not.
 */
export const memoByPassage = <T>(
  ask: (question: string, chunks: readonly string[]) => Promise<T[]>,
): ((question: string, chunks: readonly string[]) => Promise<T[]>) => {
  const known = new Map<string, Map<string, T>>();
  return async (question, chunks) => {
    const own = known.get(question) ?? new Map<string, T>();
    known.set(question, own);
    const missing = [...new Set(chunks)].filter((chunk) => !own.has(chunk));
    const given = missing.length === 0 ? [] : await ask(question, missing);
    for (const [i, chunk] of missing.entries()) {
      const result = given[i];
      if (result === undefined) {
        throw new HopscopeError('internal', `The classifier gave no result for passage "${chunk}".`);
      }
      own.set(chunk, result);
    }
    return chunks.flatMap((chunk) => own.get(chunk) ?? []);
  };
};
