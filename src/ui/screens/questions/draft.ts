/** Editing a question: pure changes and what is wrong with a draft, in words. */
import { type Hop, placeholders, type Question } from '../../../domain/question';

export const emptyQuestion = (id: string): Question => ({
  id,
  text: '',
  answers: [],
  answerable: true,
  hops: [],
  gold: [],
  source: 'typed',
});

export const emptyHop = (id: number): Hop => ({ id, question: '', answers: [], dependsOn: [], gold: [] });

/** One answer a line; the first is the gold answer, the rest are aliases. */
export const answersOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Placeholders are dependencies; a dependency that was ticked by hand stays. Only earlier hops can be needed. */
export const withQuestion = (hop: Hop, question: string): Hop => {
  const before = new Set(placeholders(hop.question));
  const byHand = hop.dependsOn.filter((id) => !before.has(id));
  return {
    ...hop,
    question,
    dependsOn: [...new Set([...byHand, ...placeholders(question)])]
      .filter((id) => id >= 1 && id < hop.id)
      .sort((a, b) => a - b),
  };
};

/** Without the hop: later hops move up, their placeholders with them; nothing refers to the removed one any more. */
export const withoutHop = (question: Question, id: number): Question => {
  const moved = (hop: number): number => (hop > id ? hop - 1 : hop);
  const hops = question.hops
    .filter((hop) => hop.id !== id)
    .map((hop) => ({
      ...hop,
      id: moved(hop.id),
      question: hop.question.replace(/#(\d+)/g, (whole, n: string) =>
        Number(n) === id ? '' : Number(n) > id ? `#${Number(n) - 1}` : whole,
      ),
      dependsOn: hop.dependsOn.filter((other) => other !== id).map(moved),
    }));
  const used = new Set(hops.flatMap((hop) => hop.gold));
  const dropped = new Set(question.hops.find((hop) => hop.id === id)?.gold ?? []);
  return {
    ...question,
    hops,
    gold: question.gold.filter((gold) => used.has(gold.id) || !dropped.has(gold.id)),
  };
};

/** What keeps a draft from being saved, or would make its verdict mean little. */
export const problemsOf = (question: Question): { blocking: string[]; advice: string[] } => {
  const blocking: string[] = [];
  const advice: string[] = [];
  if (question.text.trim() === '') blocking.push('The question has no text.');
  for (const hop of question.hops) {
    if (hop.question.trim() === '') blocking.push(`Hop ${hop.id} has no sub-question.`);
    for (const n of placeholders(hop.question)) {
      if (n >= hop.id || n < 1) blocking.push(`Hop ${hop.id} asks for #${n}, which is not an earlier hop.`);
    }
    if (hop.gold.length === 0 && question.answerable) advice.push(`Hop ${hop.id} has no gold passage.`);
    if (hop.answers.length === 0 && question.hops.some((later) => later.dependsOn.includes(hop.id))) {
      advice.push(`Hop ${hop.id} has no answer, so the hops that need it cannot be asked with it filled in.`);
    }
  }
  if (!question.answerable && question.gold.length > 0) {
    advice.push('It is marked unanswerable, so its gold passages are not judged.');
  }
  if (question.answerable && question.gold.length === 0) {
    advice.push('No gold passage is marked, so the verdict will be “unlabelled”.');
  }
  return { blocking, advice };
};

/** As a file would give it back: without white space around what was typed. */
export const trimmed = (question: Question): Question => ({
  ...question,
  text: question.text.trim(),
  hops: question.hops.map((hop) => ({ ...hop, question: hop.question.trim() })),
});

/** The set with a question put in place of the one of its id, or added at the end. */
export const withSaved = (all: readonly Question[], question: Question): Question[] =>
  all.some((other) => other.id === question.id)
    ? all.map((other) => (other.id === question.id ? question : other))
    : [...all, question];

/** The set as the app's own JSONL: reads back as it was, except for the name of the file it once came from. */
export const questionsAsJsonl = (all: readonly Question[]): string =>
  all.map(({ source: _, text, ...rest }) => `${JSON.stringify({ question: text, ...rest })}\n`).join('');
