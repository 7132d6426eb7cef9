import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

/** Files of the built folder that the service worker does not keep. */
const LEFT_OUT = [/^sw\.js$/, /^precache\.json$/, /\.map$/];

/** What only a device with a usable GPU asks for: 17 MB that most visitors never need. */
const OPTIONAL = [/\.jspi[.-]/];

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
const walk = async (folder) => {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [path];
    }),
  );
  return nested.flat();
};

/**
 * Lists every built file with its hash in `precache.json`, so that the service worker can keep the whole app for use
 * without a network, and after an update fetches only what changed.
 * @returns {import('vite').Plugin}
 */
export const precacheList = () => {
  let outDir = 'dist';
  return {
    name: 'hopscope:precache-list',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: async () => {
      const files = [];
      for (const path of (await walk(outDir)).sort()) {
        const url = relative(outDir, path).split(sep).join('/');
        if (LEFT_OUT.some((pattern) => pattern.test(url))) continue;
        const hash = createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
          .slice(0, 16);
        const optional = OPTIONAL.some((pattern) => pattern.test(url));
        files.push({ url, hash, bytes: (await stat(path)).size, optional });
      }
      const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
      await writeFile(join(outDir, 'precache.json'), JSON.stringify({ version, files }));
    },
  };
};
