import type { RunAge } from '../../../domain/given';
import { plural } from '../../format';

/** What has become of a question since a run was given it. */
export const SINCE = {
  words:
    'This run asked it in other words than now stand in the set, so its ranks answer another question: run again.',
  labels:
    'This run was shown other labels than now stand in the set. Its verdict follows the labels of now; what it searched with their help is as it was.',
};

const SAYS: Record<keyof RunAge, (n: number) => string> = {
  words: (n) => `${plural(n, 'question')} asked in other words`,
  labels: (n) => `${plural(n, 'question')} asked with other labels, which this run was shown`,
  unknown: (n) => `${plural(n, 'question')} of which the run did not record the wording`,
  unasked: (n) => `${plural(n, 'question')} not asked`,
  gone: (n) => `${plural(n, 'question')} no longer in the set`,
};

/** "1 question asked in other words, 2 questions not asked": what of its questions has changed since a run. */
export const ageWords = (age: RunAge): string =>
  (Object.keys(SAYS) as (keyof RunAge)[])
    .flatMap((what) => (age[what].length === 0 ? [] : [SAYS[what](age[what].length)]))
    .join(', ');
