/**
 * How much of each thing the page shows, so that ten thousand questions, or one of a megabyte, still give a page that
 * opens and prints. What is left out is counted where it is left out, and is whole in the other files of the report.
 */
export const LIMITS = {
  /** Failures drawn with their chains: of the first run, and of each further one. */
  drawnFirst: 20,
  drawnFurther: 5,
  /** Runs with a section of their own. */
  runs: 24,
  /** Rows of the tables over runs. */
  pairs: 40,
  /** Fixes beside the finding, fixes in the list, and questions named for each. */
  fixesFirst: 3,
  fixes: 20,
  fixQuestions: 20,
  /** Requirements resolved without gold evidence. */
  premature: 20,
  /** Question types, depths of hops, changes of a pair of runs. */
  types: 20,
  depths: 12,
  changes: 12,
  warnings: 12,
  /** Links of one chain, gold passages of one link, retrieved passages of one question. */
  links: 12,
  golds: 4,
  retrieved: 20,
} as const;

/** Characters (UTF-16 units) of a text that is shown. */
export const LENGTHS = {
  name: 160,
  question: 500,
  answer: 240,
  query: 300,
  passage: 280,
  prose: 900,
} as const;

/** The beginning of a text, cut at a blank where there is one, never inside a character. */
export const clip = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most)
        .replace(/\s+\S*$/u, '')
        .replace(/[\ud800-\udbff]$/, '')} …`;
