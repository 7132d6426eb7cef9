import { expect, it } from 'vitest';
import { type Candidate, nameOf, needsColumns, pastedQuestions } from '../../src/ui/intake/intake';

it('names a workspace by the folder, else by the file', () => {
  expect(nameOf(['archive/a.txt', 'archive/b.txt'])).toBe('archive');
  expect(nameOf(['questions.v2.jsonl'])).toBe('questions.v2');
  expect(nameOf(['.env'])).toBe('.env');
  expect(nameOf(['(1)/notes.md', '(2)/notes.md'])).toBe('notes');
  expect(nameOf([])).toBe('Workspace');
});

it('reads a pasted list: a question a line, the answer after a tab, empty lines left out', () => {
  const list = pastedQuestions(
    '  Who built it? \r\n\r\nWhere does it stand?\tBy the river\n\t only an answer\n',
  );
  expect(list?.count).toBe(2);
  expect(
    list?.content
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { question: 'Who built it?', answers: [] },
    { question: 'Where does it stand?', answers: ['By the river'] },
  ]);
  expect(pastedQuestions(' \n\t\n')).toBeNull();
});

const table = (role: Candidate['role'], columns: Candidate['columns']): Candidate => ({
  source: { path: 'table.csv', file: new Blob([]) },
  called: 'table.csv',
  inspection: {
    path: 'table.csv',
    size: 0,
    guesses: [],
    preview: null,
    suggestedColumns: columns,
    problem: null,
  },
  reader: 'table',
  role,
  columns,
});

it('asks for the column a table cannot be read without, and for no other', () => {
  expect(needsColumns(table('corpus', { title: 'name' }))).toBe(true);
  expect(needsColumns(table('corpus', { text: 'body' }))).toBe(false);
  expect(needsColumns(table('questions', { answer: 'a' }))).toBe(true);
  expect(needsColumns(table('questions', { question: 'q' }))).toBe(false);
  expect(needsColumns(table('both', { question: 'q' }))).toBe(true);
  expect(needsColumns(table('ignore', {}))).toBe(false);
  expect(needsColumns(table('corpus', null))).toBe(false);
});

it('asks no columns of a format that names its own', () => {
  expect(needsColumns({ ...table('questions', { title: 'name' }), reader: 'musique' })).toBe(false);
});
