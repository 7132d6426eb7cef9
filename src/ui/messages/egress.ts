/** Words of the ledger of what leaves the page, and of the offline switch. */
import type { EgressEntry, EgressPurpose } from '../../domain/egress';

export const PURPOSE: Record<EgressPurpose, string> = {
  run: 'run asks the model',
  judging: 'answers are judged',
  'connection-test': 'test of the connection',
  'model-files': 'model files are read',
  page: 'the page asked by itself',
  other: 'anything else',
};

export const OUTCOME: Record<EgressEntry['outcome'], string> = {
  open: 'under way, or cut off',
  answered: 'answered',
  failed: 'no answer',
  refused: 'refused, nothing left',
};

export const EGRESS_WORDS = {
  title: 'What leaves the page',
  why: 'Each request to anywhere but the app’s own files, written down before it is made. No text, path or key is in here.',
  switch: 'Offline: let nothing leave',
  isOff: 'Requests go to the endpoint and the model files that you chose, and nowhere else.',
  isOn: 'Nothing leaves, from any tab: no language model is asked and no model file is read elsewhere. Runs that ask a model wait; what they have made is kept.',
  own: 'The app’s own files still come from where it was opened; nothing of yours is in such a request. What a redirect of a model file leads to is not seen here.',
  none: 'Nothing has left this page.',
  list: 'Requests that left, newest first',
  totals: 'Totals by address',
  shown: (shown: number, all: string): string => `The latest ${shown} of ${all} are shown; the CSV has all.`,
  dropped: (n: string): string => `${n} earlier ones have made room and are not counted any more.`,
  csv: 'Download CSV',
  clear: 'Clear the list',
} as const;

export const OFFLINE_RUNS =
  'Offline is switched on: runs and judging that ask the language model cannot start. Switch it off in Settings first.';
