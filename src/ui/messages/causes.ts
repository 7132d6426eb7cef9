/** What stands behind the failure category of an answer, said of the question at hand (design 05, sections 4 and 5). */

const PROVES_NOTHING = 'this proves nothing about whether one could';

export const CAUSE = {
  abstained: 'It abstained: it says that it has no answer.',
  forced: 'A budget ran out, and the answer was forced.',
  judgedBy: (name: string, reason: string): string =>
    reason === '' ? `${name} calls it wrong.` : `${name} calls it wrong: “${reason}”`,
  byPerson: 'You say that it is right.',
  contains: 'A gold answer or alias stands in it.',
  /** `source`: who asked. */
  reached: (parts: { title: string; rank: number; query: string; level: string; source: string }): string =>
    `“${parts.title}” stands at rank ${parts.rank} for the query “${parts.query}” on the same retriever (certificate ${parts.level}: ${parts.source}).`,
  /** The run's own search: within k, and not retrieved all the same. */
  shownLess: (source: string): string => `${source}, of which it asked to be shown less`,
  unreached: (title: string, k: number): string =>
    `No query tried so far finds “${title}” within k = ${k}; ${PROVES_NOTHING}.`,
  notInCorpus: (title: string): string => `“${title}” has no chunk in the corpus.`,
  premature: (n: number): string =>
    n === 1
      ? 'One requirement stands resolved without gold evidence; it is marked in the register.'
      : `${n} requirements stand resolved without gold evidence; they are marked in the register.`,
  otherReading: (label: string): string => `Without the clause on registers (register-blind): ${label}.`,
};

export const RUN_GOES_ON = {
  title: 'This question is not stored yet',
  text: (done: number, total: number): string =>
    `The run is still going on, ${done} of ${total} questions are stored. A question is stored as a whole when it ends, and comes up here by itself.`,
};

export const PROMPTS_SHOWN = {
  title: 'The words this system uses',
  all: 'Words that models are given',
  allWhy:
    'Every prompt of the systems, as it is sent. The version is raised with every change, and stands with each reply in a trace.',
  gone: (id: string): string =>
    `${id}: this Hopscope has other words under another version; what was sent stands with each reply, unless it was exported without texts.`,
  examples: 'Examples',
  later: (when: string): string => `Said later: ${when}`,
};
