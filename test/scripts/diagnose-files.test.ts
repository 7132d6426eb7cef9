/** The files of a headless call: what a shell may pass, and the sentence for what cannot be used. */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nameFiles } from '../../scripts/diagnose/files.mjs';
import { BadInput } from '../../scripts/diagnose/options.mjs';

let root: string;
const at = (...parts: string[]): string => join(root, ...parts);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hopscope files ü '));
  await mkdir(at('docs', 'inner dir'), { recursive: true });
  await mkdir(at('empty'));
  await writeFile(at('docs', 'a b.txt'), 'A.');
  await writeFile(at('docs', 'inner dir', 'ß.md'), 'B.');
  await writeFile(at('docs', '.hidden'), 'no');
  await writeFile(at('q ü.jsonl'), '{}');
  await symlink('.', at('docs', 'loop'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const refused = async (corpus: string[], questions: string[]): Promise<string> => {
  const error = await nameFiles(corpus, questions).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadInput);
  return (error as Error).message;
};

describe('nameFiles', () => {
  it('walks folders, hidden files and links to folders left out', async () => {
    const files = await nameFiles([at('docs')], [at('q ü.jsonl')]);
    expect(files.map(({ path, role }) => [path, role])).toEqual([
      ['a b.txt', 'corpus'],
      ['inner dir/ß.md', 'corpus'],
      ['q ü.jsonl', 'questions'],
    ]);
  });

  it('one file named twice, by whatever path, is one with both roles', async () => {
    const files = await nameFiles([at('q ü.jsonl')], [at('docs', '..', 'q ü.jsonl')]);
    expect(files.map(({ role }) => role)).toEqual(['both']);
  });

  it('a run is itself, also where the same file gives the questions', async () => {
    const files = await nameFiles([], [at('q ü.jsonl')], [at('q ü.jsonl')]);
    expect(files.map(({ role }) => role)).toEqual(['questions', 'run']);
  });

  it('says what is wrong with a path', async () => {
    expect(await refused([at('nope')], [at('q ü.jsonl')])).toContain('--corpus: there is nothing at');
    expect(await refused([at('docs')], [at('empty')])).toContain('--questions: the folder');
    expect(await refused([''], [at('q ü.jsonl')])).toBe('--corpus: the path is empty.');
    expect(await refused(['/dev/null'], [at('q ü.jsonl')])).toContain('neither a file nor a folder');
  });

  it.skipIf(process.getuid?.() === 0)('says which folder it may not read', async () => {
    await chmod(at('docs', 'inner dir'), 0);
    expect(await refused([at('docs')], [at('q ü.jsonl')])).toContain('cannot be read (EACCES)');
    await chmod(at('docs', 'inner dir'), 0o700);
  });
});
