import {
  bySize,
  isPart,
  type KeepRequest,
  type KeptNotice,
  type OfflineState,
  type PrecacheFile,
  type PrecacheManifest,
  planUpdate,
  scopedPath,
} from './manifest';

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

interface Page {
  postMessage(notice: KeptNotice): void;
}

/** What is used of the service worker's realm. */
export interface OfflineScope {
  caches: CacheStorage;
  registration: { scope: string };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: Waiting & { data: unknown; ports: readonly MessagePort[] }) => void,
  ): void;
  addEventListener(
    type: 'fetch',
    listener: (event: Waiting & { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

const PREFIX = 'hopscope-';
const MANIFEST = 'precache.json';

/** Small files cost waiting, not bytes; six is what a browser opens to one host at a time. */
const SMALL_AT_ONCE = 6;

/** Calls `work` for each item, in order, so many at a time; begins no other after one has failed. */
const inLanes = async <T>(items: T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> => {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    queue.length = 0;
  }
};

/**
 * Keeps every file of the built app, so that after one visit the app works with the network cut.
 * Installing keeps nothing, so a first visit is never slowed; the page asks for its parts once it is idle, and for the
 * large files when no job needs them. Files are kept in a cache named by the build's version, and served from there
 * when that cache is complete; from an unfinished one only where the network fails.
 */
export const startOffline = (scope: OfflineScope): void => {
  const address = (path: string) => new URL(path, scope.registration.scope).href;

  const readManifest = async (cache: Cache): Promise<PrecacheManifest | null> => {
    const response = await cache.match(address(MANIFEST));
    return response === undefined ? null : ((await response.json()) as PrecacheManifest);
  };

  type Kept = { name: string; cache: Cache; manifest: PrecacheManifest };
  /** Looking for it costs several storage calls; it changes only when `keep` completes a new one. */
  let known: Kept | null = null;

  /** The newest cache that holds a manifest: it is written last, so a cache that has one is complete. */
  const complete = async (): Promise<Kept | null> => {
    if (known !== null) return known;
    for (const name of (await scope.caches.keys()).filter((key) => key.startsWith(PREFIX)).reverse()) {
      const cache = await scope.caches.open(name);
      const manifest = await readManifest(cache);
      if (manifest !== null) {
        known = { name, cache, manifest };
        return known;
      }
    }
    return null;
  };

  /** The file from any cache, the newest first: for when nothing better can be had. */
  const anyKept = async (path: string): Promise<Response | undefined> => {
    for (const name of (await scope.caches.keys()).filter((key) => key.startsWith(PREFIX)).reverse()) {
      const hit = await (await scope.caches.open(name)).match(address(path));
      if (hit !== undefined) return hit;
    }
    return undefined;
  };

  const pages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

  /**
   * A page of an older build may still start a worker that only its own build has, so what it may need is kept until
   * a page of the newest one is alone.
   */
  const dropOlder = async (name: string): Promise<void> => {
    if ((await pages()).length > 1) return;
    for (const key of await scope.caches.keys()) {
      if (key.startsWith(PREFIX) && key !== name) await scope.caches.delete(key);
    }
  };

  const keep = async ({ what, entry }: KeepRequest, tell: (state: OfflineState) => void): Promise<void> => {
    const response = await fetch(address(MANIFEST), { cache: 'no-store' });
    const next = (await response.clone().json()) as PrecacheManifest;
    const totalBytes = next.files.reduce((sum, file) => sum + (file.optional ? 0 : file.bytes), 0);
    const newer = !next.files.some((file) => file.url === entry);
    const report = (state: OfflineState): void => tell({ ...state, newer });
    const previous = await complete();
    const name = PREFIX + next.version;
    if (previous?.name === name) {
      if (!newer) await dropOlder(name);
      report({ state: 'ready', doneBytes: totalBytes, totalBytes });
      return;
    }
    const cache = await scope.caches.open(name);
    const plan = planUpdate(next, previous?.manifest ?? null);
    let doneBytes = 0;
    const wanted = (file: PrecacheFile): boolean => what === 'all' || isPart(file);
    for (const file of plan.reuse.filter(wanted)) {
      const kept = await previous?.cache.match(address(file.url));
      if (kept !== undefined) {
        await cache.put(address(file.url), kept);
        if (!file.optional) doneBytes += file.bytes;
      } else if (!file.optional) plan.fetch.push(file);
    }
    const keepFile = async (file: PrecacheFile): Promise<void> => {
      // Left from an interrupted visit: the cache is named by the version, so the content is the same.
      if ((await cache.match(address(file.url))) === undefined) {
        const fresh = await fetch(address(file.url), { cache: 'no-cache' });
        if (!fresh.ok) throw new Error(`${file.url}: ${fresh.status}`);
        await cache.put(address(file.url), fresh);
      }
      doneBytes += file.bytes;
      report({ state: 'keeping', doneBytes, totalBytes });
    };
    const missing = bySize(plan.fetch.filter(wanted));
    await inLanes(missing.filter(isPart), SMALL_AT_ONCE, keepFile);
    await inLanes(
      missing.filter((file) => !isPart(file)),
      1,
      keepFile,
    );
    if (what === 'parts') {
      report({ state: 'parts', doneBytes, totalBytes });
      return;
    }
    await cache.put(address(MANIFEST), response);
    known = { name, cache, manifest: next };
    if (!newer) await dropOlder(name);
    report({ state: 'ready', doneBytes: totalBytes, totalBytes });
    if (previous !== null) for (const page of await pages()) page.postMessage({ type: 'kept' });
  };

  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

  let turn: Promise<void> = Promise.resolve();
  scope.addEventListener('message', (event) => {
    const port = event.ports[0];
    const request = event.data as Partial<KeepRequest> | null;
    if (port === undefined || request?.type !== 'keep') return;
    const report = (state: OfflineState): void => port.postMessage(state);
    // One after another: tabs that ask at once would fetch everything twice.
    turn = turn.then(() =>
      keep({ type: 'keep', what: request.what ?? 'all', entry: request.entry ?? '' }, report).catch(
        (error: unknown) => report({ state: 'failed', doneBytes: 0, totalBytes: 0, message: String(error) }),
      ),
    );
    event.waitUntil(turn);
  });

  scope.addEventListener('fetch', (event) => {
    const path = scopedPath(event.request.url, scope.registration.scope);
    if (event.request.method !== 'GET' || path === null || path === MANIFEST) return;
    // Calls of a chat endpoint that is served beside the app: they carry a key, and are nothing of ours.
    if (event.request.cache === 'no-store') return;
    event.respondWith(
      (async () => {
        const kept = await complete();
        const hit = await kept?.cache.match(address(path));
        // The page itself comes from the network first, so that an update is seen on the next visit.
        if (event.request.mode === 'navigate') {
          try {
            return await fetch(event.request);
          } catch (error) {
            const page = hit ?? (await anyKept(path));
            if (page === undefined) throw error;
            return page;
          }
        }
        if (hit !== undefined) return hit;
        let fresh: Response;
        try {
          fresh = await fetch(event.request);
        } catch (error) {
          const part = await anyKept(path);
          if (part === undefined) throw error;
          return part;
        }
        // The host has a newer build and no longer what a page of an older one asks for.
        if (fresh.status === 404) return (await anyKept(path)) ?? fresh;
        if (fresh.ok && kept?.manifest.files.some((file) => file.url === path && file.optional)) {
          event.waitUntil(kept.cache.put(address(path), fresh.clone()));
        }
        return fresh;
      })(),
    );
  });
};
