/** What is left to label: pure. A place is what gold passages are marked for: a hop, or a question without hops. */
import type { Question } from '../../../../domain/question';

export interface Place {
  question: string;
  /** Null: the question as a whole. */
  hop: number | null;
}

/** Places of a question, in order; an unanswerable one has none. */
export const placesOf = ({ answerable, hops }: Question): (number | null)[] => {
  if (!answerable) return [];
  return hops.length > 0 ? hops.map((hop) => hop.id) : [null];
};

export const isLabelled = ({ hops, gold }: Question, hop: number | null): boolean =>
  hop === null ? gold.length > 0 : (hops.find(({ id }) => id === hop)?.gold.length ?? 0) > 0;

/** Places without a gold passage. */
export const openPlaces = (question: Question): (number | null)[] =>
  placesOf(question).filter((hop) => !isLabelled(question, hop));

/** Counts of answerable questions and of their hops; `places` adds hops and questions without hops. */
export interface Progress {
  questions: { done: number; total: number };
  places: { done: number; total: number };
  /** Questions without any gold passage. */
  bare: number;
  /** Hops without a gold passage, in whatever question. */
  hops: number;
}

export const progressOf = (questions: readonly Question[]): Progress => {
  const progress: Progress = {
    questions: { done: 0, total: 0 },
    places: { done: 0, total: 0 },
    bare: 0,
    hops: 0,
  };
  for (const question of questions) {
    const all = placesOf(question);
    if (all.length === 0) continue;
    const open = openPlaces(question);
    progress.questions.total += 1;
    if (open.length === 0) progress.questions.done += 1;
    progress.places.total += all.length;
    progress.places.done += all.length - open.length;
    if (question.gold.length === 0) progress.bare += 1;
    progress.hops += open.filter((hop) => hop !== null).length;
  }
  return progress;
};

/** Which questions the work list shows. */
export const LISTS = ['open', 'bare', 'hops', 'all'] as const;
export type List = (typeof LISTS)[number];

const HOLDS: Record<List, (question: Question) => boolean> = {
  open: (question) => openPlaces(question).length > 0,
  bare: ({ answerable, gold }) => answerable && gold.length === 0,
  hops: (question) => openPlaces(question).some((hop) => hop !== null),
  all: ({ answerable }) => answerable,
};

/** In the order of the set; `kept`, the question in hand, stays although it has just been finished. */
export const listed = (questions: readonly Question[], list: List, kept: string | null): Question[] =>
  questions.filter((question) => HOLDS[list](question) || (question.id === kept && question.answerable));

/**
 * The next place without gold in the order of the set, or the one before (`step` −1), round the end; null: none but
 * this one is left.
 */
export const nextOpen = (
  questions: readonly Question[],
  from: Place | null,
  step: 1 | -1 = 1,
): Place | null => {
  const all = questions.flatMap((question) =>
    placesOf(question).map((hop) => ({ question: question.id, hop, open: !isLabelled(question, hop) })),
  );
  const here = all.findIndex(({ question, hop }) => question === from?.question && hop === from.hop);
  const start = here === -1 ? (step === 1 ? -1 : 0) : here;
  for (let moved = 1; moved <= all.length; moved += 1) {
    const place = all[(start + step * moved + all.length * 2) % all.length];
    if (place?.open === true && !(place.question === from?.question && place.hop === from.hop))
      return { question: place.question, hop: place.hop };
  }
  return null;
};

/** The place to work on in a question: the one asked for where there is one, else its first open one, else its first. */
export const placeIn = (question: Question, hop: number | null): Place => {
  const all = placesOf(question);
  const wanted = all.includes(hop) ? hop : (openPlaces(question)[0] ?? all[0] ?? null);
  return { question: question.id, hop: wanted };
};

/** What is left, as rows for a spreadsheet: one a place. */
export const openRows = (questions: readonly Question[]): (string | number)[][] => [
  ['id', 'question', 'hop', 'sub-question'],
  ...questions.flatMap((question) =>
    openPlaces(question).map((id) => [
      question.id,
      question.text,
      id ?? '',
      question.hops.find((hop) => hop.id === id)?.question ?? '',
    ]),
  ),
];
