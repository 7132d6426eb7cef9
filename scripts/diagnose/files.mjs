import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { BadInput } from './options.mjs';

/**
 * @typedef {{ disk: string, path: string, role: 'corpus' | 'questions' | 'both' | 'run' }} NamedFile
 */

/** @param {string} folder @returns {Promise<string[]>} */
const walk = async (folder) => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw new BadInput(`The folder ${folder} cannot be read (${error.code}).`);
  });
  const nested = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
      }),
  );
  return nested.flat();
};

/** @param {string} path @param {'corpus' | 'questions' | 'run'} role @returns {Promise<NamedFile[]>} */
const named = async (path, role) => {
  // An unset variable of a script must not stand for the folder it runs in.
  if (path.trim() === '') throw new BadInput(`--${role}: the path is empty.`);
  const disk = resolve(path);
  const info = await stat(disk).catch(() => null);
  if (info === null) throw new BadInput(`--${role}: there is nothing at ${path}.`);
  if (info.isFile()) return [{ disk: await realpath(disk), path: basename(disk), role }];
  if (!info.isDirectory()) throw new BadInput(`--${role}: ${path} is neither a file nor a folder.`);
  const files = await walk(disk);
  if (files.length === 0) throw new BadInput(`--${role}: the folder ${path} holds no files.`);
  return Promise.all(
    files.map(async (file) => ({
      disk: await realpath(file),
      path: relative(disk, file).split(sep).join('/'),
      role,
    })),
  );
};

/**
 * The files of a call, one entry each: a file named both as corpus and as questions plays both parts.
 * @param {string[]} corpus @param {string[]} questions @param {string[]} runs made elsewhere; each stands for itself
 * @returns {Promise<NamedFile[]>}
 */
export const nameFiles = async (corpus, questions, runs = []) => {
  const all = [
    ...(await Promise.all(corpus.map((path) => named(path, 'corpus')))).flat(),
    ...(await Promise.all(questions.map((path) => named(path, 'questions')))).flat(),
  ];
  /** @type {Map<string, NamedFile>} */
  const byDisk = new Map();
  for (const file of all) {
    const earlier = byDisk.get(file.disk);
    if (earlier === undefined) byDisk.set(file.disk, file);
    else if (earlier.role !== file.role) earlier.role = 'both';
  }
  const made = await Promise.all(runs.map((path) => named(path, 'run')));
  return [...byDisk.values(), ...made.flat()];
};
