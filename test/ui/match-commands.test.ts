import { expect, it } from 'vitest';
import { matchCommands } from '../../src/ui/shell/match-commands';

const commands = ['Corpus', 'Search', 'Who searched the corpus?', 'Runs'].map((label) => ({ label }));
const labels = (typed: string, most = 10) => matchCommands(commands, typed, most).map(({ label }) => label);

it('finds every typed word, labels that begin with it first', () => {
  expect(labels('')).toEqual(['Corpus', 'Search', 'Who searched the corpus?', 'Runs']);
  expect(labels('sea')).toEqual(['Search', 'Who searched the corpus?']);
  expect(labels('corpus WHO')).toEqual(['Who searched the corpus?']);
  expect(labels('nothing')).toEqual([]);
  expect(labels('', 2)).toEqual(['Corpus', 'Search']);
});
