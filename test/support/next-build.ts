import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEXT = /\.(?:js|mjs|css|html|json|webmanifest)$/;

/** The hash that the build gave a file, as `-CNxoj1TZ.` in `index-CNxoj1TZ.js`. */
const HASH = /-([\w-]{8})\.(?:js|mjs|css|wasm)$/;

/**
 * Copies a build and gives every hashed file another name, everywhere it is named: a host after an update, which has
 * none of the older build's files any more.
 */
export const nextBuild = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  const assets = join(to, 'assets');
  const renamed = new Map<string, string>();
  for (const name of readdirSync(assets)) {
    const hash = HASH.exec(name)?.[1];
    if (hash === undefined) continue;
    renamed.set(name, name.replace(`-${hash}.`, `-${[...hash].reverse().join('')}.`));
  }
  const all = new RegExp([...renamed.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const rewrite = (path: string): void => {
    const text = readFileSync(path, 'utf8');
    const next = text.replace(all, (name) => renamed.get(name) ?? name);
    if (next !== text) writeFileSync(path, next);
  };
  for (const name of ['index.html', 'sw.js']) rewrite(join(to, name));
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    if (TEXT.test(name)) rewrite(path);
    const next = renamed.get(name);
    if (next !== undefined) {
      cpSync(path, join(assets, next));
      rmSync(path);
    }
  }
  const list = join(to, 'precache.json');
  const { files } = JSON.parse(readFileSync(list, 'utf8')) as {
    files: { url: string; hash: string; bytes: number; optional: boolean }[];
  };
  const next = files.map((file) => {
    const slash = file.url.lastIndexOf('/') + 1;
    const name = file.url.slice(slash);
    const url = file.url.slice(0, slash) + (renamed.get(name) ?? name);
    const content = readFileSync(join(to, url));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    return { ...file, url, hash, bytes: statSync(join(to, url)).size };
  });
  writeFileSync(list, JSON.stringify({ version: 'next', files: next }));
};
