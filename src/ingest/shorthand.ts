/** MuSiQue's shorthand sub-questions (`Green >> performer`, `#1 >> spouse`) as natural questions. */
import { RELATION_QUESTIONS } from './relations';

/** A map: a relation may be called `constructor`, as every object's function is. */
const QUESTIONS: ReadonlyMap<string, string> = new Map(Object.entries(RELATION_QUESTIONS));

/** Ends like "owned by", "member of", "licensed to": the subject goes in front. */
const TRAILING_PREPOSITION = /\s(?:by|of|in|to|at|on|for|from|with|after|near)$/i;
const PAST_PARTICIPLE_BY = /^(\w+(?:ed|en|wn|de|lt|ht|ung|und)) by$/i;
const VERB = /^(?:has|is|was|contains|includes|shares|crosses|follows|replaces|precedes)\b/i;

/** The question for one subject and relation. `#n` placeholders stay as they are. */
export const relationQuestion = (subject: string, relation: string): string => {
  const x = subject.trim();
  const name = relation.trim().replaceAll('_', ' ');
  const phrase = QUESTIONS.get(name) ?? QUESTIONS.get(name.toLowerCase());
  // A function, so that `$` in a name is not read as a pattern.
  if (phrase !== undefined) return phrase.replace('X', () => x);
  const participle = PAST_PARTICIPLE_BY.exec(name)?.[1];
  if (participle !== undefined) return `By whom was ${x} ${participle.toLowerCase()}?`;
  if (TRAILING_PREPOSITION.test(name)) return `What is ${x} ${name}?`;
  if (VERB.test(name)) return `What does “${name}” link ${x} to?`;
  return `What is the ${name} of ${x}?`;
};

/** `subject >> relation` → a question; anything else comes back unchanged. */
export const naturalise = (text: string): string => {
  const parts = text.split('>>').map((part) => part.trim());
  const subject = parts[0];
  const relation = parts.at(-1);
  if (parts.length !== 2 || !subject || !relation) return text;
  return relationQuestion(subject, relation);
};
