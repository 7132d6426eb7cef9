import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadInput } from './options.mjs';

const NAME = 'hopscope-port';

/**
 * Serves through `serve`, on the port that a kept profile was first used on: a browser keeps storage by origin, so
 * vectors made at another port would not be found again.
 * @template {{ url: string }} Served
 * @param {string} cache folder of the profile @param {(port: number) => Promise<Served>} serve 0: any free port
 * @returns {Promise<Served>}
 * @throws {BadInput} when that port is taken
 */
export const serveForCache = async (cache, serve) => {
  await mkdir(cache, { recursive: true });
  const file = join(cache, NAME);
  const known = Number(await readFile(file, 'utf8').catch(() => '0'));
  try {
    const served = await serve(known);
    if (known === 0) await writeFile(file, new URL(served.url).port);
    return served;
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== 'EADDRINUSE') throw error;
    throw new BadInput(
      `The vectors in ${cache} belong to port ${known}, which is in use: end what uses it, or choose another --cache.`,
    );
  }
};
