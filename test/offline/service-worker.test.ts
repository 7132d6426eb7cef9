/** The service worker over a cache in memory: parts first, the large files on a second word, and what serves when. */
import { afterEach, expect, it, vi } from 'vitest';
import type { OfflineState, PrecacheManifest } from '../../src/offline/manifest';
import { type OfflineScope, startOffline } from '../../src/offline/service-worker';
import { idle } from '../support/waits';

const SCOPE = 'https://app.example/tools/';
const MB = 1024 * 1024;
const file = (url: string, bytes: number, hash = 'a') => ({ url, hash, bytes, optional: false });
const manifest = (version: string, ...files: PrecacheManifest['files']): PrecacheManifest => ({
  version,
  files,
});

type Listener = (event: Record<string, unknown>) => void;

const makeWorld = (first: PrecacheManifest) => {
  const world = {
    served: first,
    online: true,
    asked: [] as string[],
    /** What an answer waits for. */
    slow: async (_path: string): Promise<void> => {},
  };
  const stores = new Map<string, Map<string, Response>>();
  const caches = {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        match: async (url: string) => store.get(url)?.clone(),
        put: async (url: string, response: Response) => void store.set(url, response),
      };
    },
  };
  const listeners = new Map<string, Listener>();
  vi.stubGlobal('fetch', async (input: string | { url: string }) => {
    const url = typeof input === 'string' ? input : input.url;
    if (!world.online) throw new TypeError('Failed to fetch');
    const path = url.slice(SCOPE.length);
    world.asked.push(path);
    await world.slow(path);
    if (!world.online) throw new TypeError('Failed to fetch');
    return path === 'precache.json'
      ? Response.json(world.served)
      : new Response(`${world.served.version} ${path}`);
  });
  startOffline({
    caches,
    registration: { scope: SCOPE },
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
  } as unknown as OfflineScope);

  const keep = async (what: 'parts' | 'all'): Promise<OfflineState[]> => {
    const said: OfflineState[] = [];
    let done: Promise<unknown> = Promise.resolve();
    listeners.get('message')?.({
      data: { type: 'keep', what },
      ports: [{ postMessage: (state: OfflineState) => said.push(state) }],
      waitUntil: (work: Promise<unknown>) => {
        done = work;
      },
    });
    await done;
    return said;
  };
  const get = async (path: string, mode = 'cors'): Promise<string> => {
    let answer: Promise<Response> = Promise.reject(new Error('not answered'));
    answer.catch(() => {});
    listeners.get('fetch')?.({
      request: { url: SCOPE + path, method: 'GET', mode },
      respondWith: (response: Promise<Response>) => {
        answer = response;
      },
      waitUntil: () => {},
    });
    return (await answer).text();
  };
  return Object.assign(world, { keep, get });
};

afterEach(() => vi.unstubAllGlobals());

const APP = [file('index.html', 10), file('assets/terms-1.css', 30), file('models/m.onnx', 20 * MB)];

it('keeps the small files first, and serves them when the network is gone though the rest is missing', async () => {
  const world = makeWorld(manifest('1', ...APP));
  const said = await world.keep('parts');
  expect(said.at(-1)).toMatchObject({ state: 'parts', doneBytes: 40 });
  expect(world.asked).toEqual(['precache.json', 'index.html', 'assets/terms-1.css']);
  world.online = false;
  expect(await world.get('assets/terms-1.css')).toBe('1 assets/terms-1.css');
  expect(await world.get('', 'navigate')).toBe('1 index.html');
  await expect(world.get('models/m.onnx')).rejects.toThrow();
});

it('then the large ones, without fetching a part again', async () => {
  const world = makeWorld(manifest('1', ...APP));
  await world.keep('parts');
  world.asked.length = 0;
  expect((await world.keep('all')).at(-1)?.state).toBe('ready');
  expect(world.asked).toEqual(['precache.json', 'models/m.onnx']);
  expect((await world.keep('parts')).map(({ state }) => state)).toEqual(['ready']);
});

it('tabs that ask at once fetch nothing twice', async () => {
  const world = makeWorld(manifest('1', ...APP));
  await Promise.all([world.keep('all'), world.keep('all')]);
  expect(world.asked.filter((path) => path !== 'precache.json')).toHaveLength(3);
});

it('an unfinished newer version is used only where the network fails and the complete one has nothing', async () => {
  const world = makeWorld(manifest('1', ...APP));
  await world.keep('all');
  world.served = manifest(
    '2',
    file('index.html', 10, 'b'),
    file('assets/terms-2.css', 30),
    file('big', 9 * MB),
  );
  await world.keep('parts');
  expect(await world.get('assets/terms-1.css')).toBe('1 assets/terms-1.css');
  world.online = false;
  expect(await world.get('', 'navigate')).toBe('1 index.html');
  expect(await world.get('assets/terms-2.css')).toBe('2 assets/terms-2.css');
});

it('a failure is said and leaves the next call free', async () => {
  const world = makeWorld(manifest('1', ...APP));
  world.online = false;
  expect((await world.keep('parts')).at(-1)?.state).toBe('failed');
  world.online = true;
  expect((await world.keep('parts')).at(-1)?.state).toBe('parts');
});

it('fetches small files side by side, large ones one at a time', async () => {
  const parts = Array.from({ length: 20 }, (_, i) => file(`assets/${i}.js`, 100));
  const large = ['models/a', 'models/b', 'models/c'].map((url) => file(url, 20 * MB));
  const world = makeWorld(manifest('1', ...parts, ...large));
  const open = new Set<string>();
  const most = { small: 0, large: 0 };
  world.slow = async (path) => {
    if (path === 'precache.json') return;
    open.add(path);
    await idle();
    const kind = path.startsWith('models/') ? 'large' : 'small';
    most[kind] = Math.max(most[kind], [...open].length);
    open.delete(path);
  };
  expect((await world.keep('all')).at(-1)?.state).toBe('ready');
  expect(most.small).toBeGreaterThan(3);
  expect(most.small).toBeLessThan(10);
  expect(most.large).toBe(1);
});

it('asks for no other file after one has failed', async () => {
  const parts = Array.from({ length: 40 }, (_, i) => file(`assets/${i}.js`, 100));
  const world = makeWorld(manifest('1', ...parts));
  world.slow = async (path) => {
    if (path !== 'precache.json') world.online = false;
  };
  expect((await world.keep('parts')).at(-1)?.state).toBe('failed');
  await idle();
  expect(world.asked.length).toBeLessThan(10);
});
