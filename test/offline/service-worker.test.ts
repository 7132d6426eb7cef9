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
    /** Open pages; what they were told. */
    pages: 1,
    told: [] as unknown[],
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
    if (path === 'precache.json') return Response.json(world.served);
    return path === '' || world.served.files.some(({ url }) => url === path)
      ? new Response(`${world.served.version} ${path}`)
      : new Response('not found', { status: 404 });
  });
  startOffline({
    caches,
    registration: { scope: SCOPE },
    skipWaiting: async () => {},
    clients: {
      claim: async () => {},
      matchAll: async () =>
        Array.from({ length: world.pages }, () => ({
          postMessage: (notice: unknown) => world.told.push(notice),
        })),
    },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
  } as unknown as OfflineScope);

  const keep = async (what: 'parts' | 'all', entry = 'assets/index-1.js'): Promise<OfflineState[]> => {
    const said: OfflineState[] = [];
    let done: Promise<unknown> = Promise.resolve();
    listeners.get('message')?.({
      data: { type: 'keep', what, entry },
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

const build = (version: '1' | '2') =>
  manifest(
    version,
    file('index.html', 10, version),
    file(`assets/index-${version}.js`, 30),
    file(`assets/w-${version}.js`, 30),
  );

it('a page of an older build finds its own files after an update, until a page of the newest one is alone', async () => {
  const world = makeWorld(build('1'));
  world.pages = 2;
  expect((await world.keep('all', 'assets/index-1.js')).at(-1)).toMatchObject({
    state: 'ready',
    newer: false,
  });
  expect(world.told).toEqual([]);
  world.served = build('2');
  expect((await world.keep('all', 'assets/index-2.js')).at(-1)).toMatchObject({
    state: 'ready',
    newer: false,
  });
  // Both pages are told to look, and the older one learns what it is.
  expect(world.told).toEqual([{ type: 'kept' }, { type: 'kept' }]);
  expect((await world.keep('all', 'assets/index-1.js')).at(-1)).toMatchObject({
    state: 'ready',
    newer: true,
  });
  expect(await world.get('assets/w-1.js')).toBe('1 assets/w-1.js');
  expect(await world.get('assets/w-2.js')).toBe('2 assets/w-2.js');
  world.pages = 1;
  // The older one alone: what it may need stays.
  await world.keep('all', 'assets/index-1.js');
  expect(await world.get('assets/w-1.js')).toBe('1 assets/w-1.js');
  await world.keep('all', 'assets/index-2.js');
  expect(await world.get('assets/w-1.js')).toBe('not found');
  expect(await world.get('assets/w-2.js')).toBe('2 assets/w-2.js');
});

it('a page of an older build that brings the newer one itself still finds its own files', async () => {
  const world = makeWorld(build('1'));
  await world.keep('all', 'assets/index-1.js');
  world.served = build('2');
  expect((await world.keep('all', 'assets/index-1.js')).at(-1)).toMatchObject({
    state: 'ready',
    newer: true,
  });
  expect(await world.get('assets/w-1.js')).toBe('1 assets/w-1.js');
  world.online = false;
  expect(await world.get('', 'navigate')).toBe('2 index.html');
});
