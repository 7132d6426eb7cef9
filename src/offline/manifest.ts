/** What the build lists in `precache.json`. Addresses are relative to the service worker's scope. */
export interface PrecacheFile {
  url: string;
  hash: string;
  bytes: number;
  /** Needed on some devices only (a GPU): kept when it was used once, never fetched ahead. */
  optional: boolean;
}

export interface PrecacheManifest {
  version: string;
  files: PrecacheFile[];
}

/** How far the service worker is with keeping the app's files; sent to the page that asked for it. */
export interface OfflineState {
  /** `parts`: all but the large files are kept. */
  state: 'keeping' | 'parts' | 'ready' | 'failed';
  doneBytes: number;
  totalBytes: number;
  message?: string;
  /** The host has a newer build than the page that asked. */
  newer?: boolean;
}

/** What a page asks of the service worker. */
export interface KeepRequest {
  type: 'keep';
  /** `parts`: what the page itself consists of; `all`: models and runtimes too. */
  what: 'parts' | 'all';
  /** The script that the page began with, relative to the scope: its name tells which build the page is of. */
  entry: string;
}

/** What the service worker tells every page when it has completed a build that it had not. */
export interface KeptNotice {
  type: 'kept';
}

/** Larger files are models and runtimes, which a page can be opened without. */
const LARGE_BYTES = 1024 * 1024;
export const isPart = (file: PrecacheFile): boolean => file.bytes <= LARGE_BYTES;

/**
 * Which files must be fetched for `next` and which can be taken over from a complete earlier version.
 * A file is taken over when the address and the content hash are both the same.
 */
export const planUpdate = (
  next: PrecacheManifest,
  previous: PrecacheManifest | null,
): { fetch: PrecacheFile[]; reuse: PrecacheFile[] } => {
  const had = new Map(previous?.files.map((file) => [file.url, file.hash]));
  const reuse = next.files.filter((file) => had.get(file.url) === file.hash);
  const fetch = next.files.filter((file) => !file.optional && had.get(file.url) !== file.hash);
  return { fetch, reuse };
};

/** Small files first: the page itself is usable without a network before the models are kept. */
export const bySize = (files: PrecacheFile[]): PrecacheFile[] => [...files].sort((a, b) => a.bytes - b.bytes);

/** Address of a request inside the scope, without query and fragment; null when it is not the app's own file. */
export const scopedPath = (request: string, scope: string): string | null => {
  const url = new URL(request);
  const base = new URL(scope);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const path = decodeURIComponent(url.pathname.slice(base.pathname.length));
  return path === '' ? 'index.html' : path;
};
