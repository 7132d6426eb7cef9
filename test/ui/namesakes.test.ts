/** Files of one path: all are kept, and the very same file given twice is said. */
import { expect, it, vi } from 'vitest';
import type { FileInspection, SourceFile } from '../../src/domain/seam';
import { createIntake } from '../../src/ui/intake/intake';
import { type Listed, tellApart } from '../../src/ui/intake/namesakes';

vi.mock('../../src/ui/state/ingestion', () => ({
  inspectFiles: async (files: SourceFile[]) => ({
    ok: true,
    value: files.map(
      ({ path, file }): FileInspection => ({
        path,
        size: file.size,
        guesses: [{ reader: 'markdown', label: 'Markdown', role: 'corpus', confidence: 1 }],
        preview: null,
        suggestedColumns: null,
        problem: null,
      }),
    ),
  }),
}));

const file = (path: string, text: string): SourceFile => ({ path, file: new Blob([text]) });
const listed = (path: string, text: string): Listed => ({ source: file(path, text), called: path });
const paths = (entries: readonly Listed[]): string[] => entries.map(({ source }) => source.path);

it('keeps both files of one name, told apart by a number that both bear', async () => {
  const told = await tellApart([listed('notes.md', 'one')], [file('notes.md', 'two!'), file('x.md', 'x')]);
  expect(paths(told.added)).toEqual(['(2)/notes.md', 'x.md']);
  expect([...told.renamed]).toEqual([['notes.md', '(1)/notes.md']]);
  expect(told.repeated).toEqual([]);
});

it('tells files of one size apart by their bytes, also in one drop', async () => {
  const told = await tellApart([], [file('notes.md', 'one'), file('notes.md', 'two')]);
  expect(paths(told.added)).toEqual(['(1)/notes.md', '(2)/notes.md']);
  expect(await Promise.all(told.added.map(({ source }) => source.file.text()))).toEqual(['one', 'two']);
  // The difference may stand behind the first slice.
  const long = 'a'.repeat(3_000_000);
  const far = await tellApart([], [file('a.txt', `${long}b`), file('a.txt', `${long}c`)]);
  expect(far.added).toHaveLength(2);
});

it('says that the very same file was dropped twice, whatever it is called by now', async () => {
  const first = await tellApart([listed('notes.md', 'one')], [file('notes.md', 'one')]);
  expect(first).toMatchObject({ added: [], repeated: ['notes.md'] });
  const numbered: Listed[] = [
    { source: file('(1)/notes.md', 'one'), called: 'notes.md' },
    { source: file('(2)/notes.md', 'two'), called: 'notes.md' },
  ];
  const second = await tellApart(numbered, [file('notes.md', 'two'), file('notes.md', 'three')]);
  expect(second.repeated).toEqual(['notes.md']);
  expect(paths(second.added)).toEqual(['(3)/notes.md']);
  expect(second.renamed.size).toBe(0);
});

it('gives no number that another file bears by itself', async () => {
  const told = await tellApart(
    [listed('(1)/notes.md', 'x'), listed('notes.md', 'one')],
    [file('notes.md', 'two')],
  );
  const all = [...paths(told.added), ...told.renamed.values(), '(1)/notes.md'];
  expect(new Set(all).size).toBe(3);
  const numbered: Listed = { source: file('(1)/notes.md', 'one'), called: 'notes.md' };
  const like = await tellApart([numbered], [file('(1)/notes.md', 'another')]);
  expect(paths(like.added)).toEqual(['(1)/(1)/notes.md']);
});

it('the list holds every file of two drops, also of drops that come at once', async () => {
  const intake = createIntake();
  await Promise.all([
    intake.add([file('notes.md', 'one')]),
    intake.add([file('notes.md', 'two'), file('notes.md', 'one')]),
  ]);
  expect(intake.accepted().map(({ path }) => path)).toEqual(['(1)/notes.md', '(2)/notes.md']);
  expect(intake.repeated()).toEqual(['notes.md']);
  expect(intake.shared()).toEqual([{ called: 'notes.md', as: ['(1)/notes.md', '(2)/notes.md'] }]);
  intake.remove('(1)/notes.md');
  await intake.add([file('notes.md', 'two')]);
  expect(intake.accepted().map(({ path }) => path)).toEqual(['(2)/notes.md']);
  expect(intake.shared()).toEqual([]);
});
