/** A worker of the app reaches its own origin and no other, by any of the ways that a worker has. */
import { wrap } from 'comlink';
import { expect, it } from 'vitest';
import type { GuardedApi } from './support/guarded.worker';

it('refuses every other origin by every way out, and reads its own', async () => {
  const worker = new Worker(new URL('./support/guarded.worker.ts', import.meta.url), { type: 'module' });
  const api = wrap<GuardedApi>(worker);
  const elsewhere = await api.try('http://127.0.0.1:9/elsewhere');
  expect(Object.keys(elsewhere).length).toBeGreaterThan(6);
  for (const [way, said] of Object.entries(elsewhere)) expect(said, way).toMatch(/was refused/);
  const own = await api.try(new URL('/package.json', location.href).href);
  expect(own).toMatchObject({ fetch: 'passed', request: 'passed', XMLHttpRequest: 'passed' });
  worker.terminate();
});
