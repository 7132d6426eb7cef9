import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveForCache } from '../../scripts/diagnose/cache-port.mjs';
import { BadInput } from '../../scripts/diagnose/options.mjs';
import { serve } from '../../scripts/serve.mjs';

const folder = import.meta.dirname;
const onPort = (port: number) => serve(folder, { port });

it('a kept profile is served at one address, so that its vectors are found again', async () => {
  const cache = join(mkdtempSync(join(tmpdir(), 'hopscope-cache-')), 'new');
  const first = await serveForCache(cache, onPort);
  await first.close();
  const second = await serveForCache(cache, onPort);
  expect(second.url).toBe(first.url);
  await expect(serveForCache(cache, onPort)).rejects.toThrow(BadInput);
  await second.close();
});
