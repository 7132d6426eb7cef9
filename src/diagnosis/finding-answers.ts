/** What is wrong with a run that answers: its wrong answers by cause, the largest first (05.4). */
import { CATEGORIES, type Category } from '../domain/category';
import type { Fix, FindingPart as Part } from '../domain/diagnosis';
import type { RunContext } from './context';
import { countOf, everyOf } from './phrase';

const WORDS: Record<Category, (n: number) => string> = {
  'search-drift': (n) => `${n} ${n === 1 ? 'lacks' : 'lack'} a passage that this retriever can reach`,
  unreached: (n) => `${n} ${n === 1 ? 'lacks' : 'lack'} a passage that no query has found yet`,
  'reasoning-error': (n) => `${n} had every passage and still went wrong`,
  'false-resolution': (n) => `${n} took a requirement as resolved without its evidence`,
  'gave-up': (n) => `${n} gave up`,
  'judge-error': (n) => `${n} ${n === 1 ? 'is' : 'are'} called wrong although the gold answer is there`,
  'not-in-corpus': (n) =>
    `${n} ${n === 1 ? 'needs a passage that is' : 'need passages that are'} not in the corpus`,
  unlabelled: (n) => `${n} ${n === 1 ? 'has' : 'have'} no labelled passage, so no cause can be told`,
};

/** What follows from a cause, where it is not plain from its words. */
const SEQUEL: Partial<Record<Category, string>> = {
  'search-drift': ': the search drifts',
  unreached: ', which proves nothing',
};

const plain = (text: string): Part => ({ text, emphasis: null });

const causes = (counts: Record<Category, number>): Part[] => {
  const found = CATEGORIES.filter((category) => counts[category] > 0).toSorted(
    (a, b) => counts[b] - counts[a],
  );
  return found.flatMap((category, at) => [
    ...(at === 0 ? [] : [plain('; ')]),
    { text: WORDS[category](counts[category]), emphasis: category },
    ...(SEQUEL[category] === undefined ? [] : [plain(SEQUEL[category])]),
  ]);
};

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Null: no answer of the run is judged, and ranks alone speak. */
export const answerParts = ({ cases, categories }: RunContext, fixes: readonly Fix[]): Part[] | null => {
  if (categories === null) return null;
  const judged = cases.filter(({ core }) => core.question.answerable && core.correct !== null).length;
  const ungrounded = cases.filter(({ core }) => core.ungroundedCorrect === true).length;
  const parts: Part[] =
    categories.n === 0
      ? [
          {
            text:
              judged === 1
                ? 'The one judged answer is right'
                : `${everyOf(judged, 'judged answer')} are right`,
            emphasis: 'pass',
          },
        ]
      : [
          plain(`Of ${countOf(categories.n, 'wrong answer')} among ${judged} judged, `),
          ...causes(categories.counts.paper),
        ];
  parts.push(plain('.'));
  if (ungrounded > 0)
    parts.push(
      plain(
        ` ${countOf(ungrounded, 'answer')} ${ungrounded === 1 ? 'is' : 'are'} right without complete evidence.`,
      ),
    );
  if (categories.n > 0 && fixes[0] !== undefined)
    parts.push(plain(` Start here: ${lowerFirst(fixes[0].title)}.`));
  return parts;
};
