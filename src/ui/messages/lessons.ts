/** The lessons (design 07, screen 10): what each is about, and which terms lead to it. */
export interface Lesson {
  /** In the address. */
  id: string;
  title: string;
  /** One line for the list. */
  line: string;
  /** Ids of the glossary's terms that it explains; the first stands beside its title. */
  terms: readonly string[];
  /** The question of the demo that shows it. */
  question: string;
}

export const LESSONS = [
  {
    id: 'hop-miss',
    title: 'The second passage that nobody asked for',
    line: 'A question needs two passages. One search brings one of them.',
    terms: ['hop-miss', 'hop-missed'],
    question: 'q10',
  },
  {
    id: 'composition-miss',
    title: 'Everything found, and still wrong',
    line: 'Both passages are there. The answer has to be worked out from them.',
    terms: ['composition-miss', 'reasoning-error'],
    question: 'q30',
  },
  {
    id: 'wrong-chunk',
    title: 'The right document, the wrong piece',
    line: 'A long document was cut into chunks, and the one with the answer comes late.',
    terms: ['wrong-chunk'],
    question: 'q03',
  },
  {
    id: 'search-drift',
    title: 'Lost, or never asked for?',
    line: 'An agent misses a passage. A certificate shows whether the retriever could have found it.',
    terms: [
      'category-search-drift',
      'search-drift',
      'unreached',
      'category-unreached',
      'certificate-a',
      'certificate-b',
      'certificate-c',
      'certificate-d',
    ],
    question: 'q13',
  },
  {
    id: 'extraction-failure',
    title: 'The passage is here, the fact is not',
    line: 'The labelled passage was found and does not say it. Does any other?',
    terms: ['extraction-failure', 'fact-is-absent'],
    question: 'q19',
  },
  {
    id: 'other-evidence',
    title: 'Found somewhere else',
    line: 'The labelled passage was missed, and another one states the same fact.',
    terms: ['alternate-evidence', 'retrieval-failure'],
    question: 'q16',
  },
  {
    id: 'false-resolution',
    title: 'Ticked off too soon',
    line: 'An agent keeps a list of what it still needs, and ticks an item off on the wrong passage.',
    terms: ['false-resolution', 'premature-resolution'],
    question: 'q29',
  },
  {
    id: 'judge-error',
    title: 'The answer was right',
    line: 'The judge calls a right answer wrong. What then?',
    terms: ['judge-error'],
    question: 'q10',
  },
] as const satisfies readonly Lesson[];

export type LessonId = (typeof LESSONS)[number]['id'];

/** The lesson that explains a term; undefined: none does. */
export const lessonOf = (term: string): Lesson | undefined =>
  LESSONS.find((lesson: Lesson) => lesson.terms.includes(term));

export const lessonHref = (id: string): string => `#/lessons?at=${id}`;
