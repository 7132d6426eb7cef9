/** Marking gold passages by clicking, as pure changes of a question. */
import type { Chunk } from '../../domain/corpus';
import type { GoldPassage, Question } from '../../domain/question';

type Marked = Pick<Chunk, 'document' | 'title' | 'start' | 'end' | 'text'>;

/** Document and range find the passage again however the corpus is cut; the text finds it in another corpus. */
const goldOf = (chunk: Marked, id: string): GoldPassage => ({
  id,
  document: chunk.document,
  ...(chunk.title === '' ? {} : { title: chunk.title }),
  text: chunk.text,
  range: { start: chunk.start, end: chunk.end },
});

const nextId = (question: Pick<Question, 'gold'>): string => {
  const used = new Set(question.gold.map((gold) => gold.id));
  let n = question.gold.length + 1;
  while (used.has(`g${n}`)) n += 1;
  return `g${n}`;
};

const isSame = (gold: GoldPassage, chunk: Marked): boolean =>
  gold.document === chunk.document && gold.range?.start === chunk.start && gold.range.end === chunk.end;

/** The gold passage of this question that is this very chunk. */
export const goldAt = (question: Pick<Question, 'gold'>, chunk: Marked): GoldPassage | undefined =>
  question.gold.find((gold) => isSame(gold, chunk));

/** The chunk becomes gold of the question, and of one of its hops when that is given. Marking twice changes nothing. */
export const markGold = (question: Question, hop: number | null, chunk: Marked): Question => {
  const known = goldAt(question, chunk);
  const id = known?.id ?? nextId(question);
  return {
    ...question,
    gold: known === undefined ? [...question.gold, goldOf(chunk, id)] : question.gold,
    hops: question.hops.map((step) =>
      step.id === hop && !step.gold.includes(id) ? { ...step, gold: [...step.gold, id] } : step,
    ),
  };
};

/** Takes a gold passage off a hop; off the question too when no hop names it any more (or `hop` is null). */
export const unmarkGold = (question: Question, hop: number | null, id: string): Question => {
  const hops = question.hops.map((step) =>
    hop === null || step.id === hop ? { ...step, gold: step.gold.filter((other) => other !== id) } : step,
  );
  const stillUsed = hops.some((step) => step.gold.includes(id));
  return {
    ...question,
    hops,
    gold: stillUsed ? question.gold : question.gold.filter((gold) => gold.id !== id),
  };
};

/**
 * Takes back the one change of labels that led from `before` to `after`, and nothing that was done to the question since.
 * A passage that comes back under an id that is taken by now gets another one.
 */
export const revertGold = (now: Question, before: Question, after: Question): Question => {
  const lacking = (a: readonly string[], b: readonly string[]): string[] => a.filter((id) => !b.includes(id));
  const ids = ({ gold }: Question): string[] => gold.map(({ id }) => id);
  const added = lacking(ids(after), ids(before));
  const gold = now.gold.filter(({ id }) => !added.includes(id));
  const names = new Map<string, string>();
  for (const id of lacking(ids(before), ids(after))) {
    const passage = before.gold.find((one) => one.id === id);
    if (passage === undefined) continue;
    const own = gold.some((one) => one.id === id) ? nextId({ gold }) : id;
    names.set(id, own);
    gold.push({ ...passage, id: own });
  }
  const hops = now.hops.map((hop) => {
    const was = before.hops.find(({ id }) => id === hop.id)?.gold ?? [];
    const became = after.hops.find(({ id }) => id === hop.id)?.gold ?? [];
    const kept = hop.gold.filter((id) => !lacking(became, was).includes(id));
    const back = lacking(was, became)
      .map((id) => names.get(id) ?? id)
      .filter((id) => !kept.includes(id) && gold.some((one) => one.id === id));
    return { ...hop, gold: [...kept, ...back] };
  });
  const used = new Set(hops.flatMap((hop) => hop.gold));
  // What another hop has come to name since stays.
  const still = now.gold.filter(({ id }) => added.includes(id) && used.has(id));
  return { ...now, hops, gold: [...gold, ...still] };
};

/** How a gold passage is called in a list. */
export const goldName = (gold: GoldPassage): string =>
  gold.title ?? gold.document ?? (gold.quote ?? gold.text ?? gold.id).slice(0, 80);
