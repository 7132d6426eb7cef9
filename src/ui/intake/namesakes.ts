/** Files that bear one path: a picker names no folder, so two files of two folders arrive as one name. */
import type { SourceFile } from '../../domain/seam';

/** A file of the list, with the path it was dropped under; its own path is another where it has namesakes. */
export interface Listed {
  source: SourceFile;
  called: string;
}

interface ToldApart {
  added: Listed[];
  /** New paths of files that were on the list already, by their old ones. */
  renamed: Map<string, string>;
  /** Paths under which the very same content was dropped once more. */
  repeated: string[];
}

const SLICE = 1024 * 1024;

const bytesAt = async (file: Blob, start: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(start, start + SLICE).arrayBuffer());

/** Names and times say nothing: only the bytes tell a file that was dropped twice from another of its size. */
const sameContent = async (a: Blob, b: Blob): Promise<boolean> => {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  try {
    for (let start = 0; start < a.size; start += SLICE) {
      const [one, other] = await Promise.all([bytesAt(a, start), bytesAt(b, start)]);
      if (one.some((byte, index) => byte !== other[index])) return false;
    }
    return true;
  } catch {
    // A file that cannot be read is kept, so that reading it names it among the rejects.
    return false;
  }
};

const byCalled = (listed: readonly Listed[]): Map<string, Listed[]> => {
  const groups = new Map<string, Listed[]>();
  for (const entry of listed) groups.set(entry.called, [...(groups.get(entry.called) ?? []), entry]);
  return groups;
};

const NUMBER = /^\(\d+\)\//;

/** The path as the user knows it, without the number that tells it from its namesakes. */
export const withoutNumber = (path: string): string => path.replace(NUMBER, '');

/** Every path that several files of the list bear, with what each is called instead. */
export const sharedPaths = (listed: readonly Listed[]): { called: string; as: string[] }[] =>
  [...byCalled(listed)]
    .filter(([, group]) => group.length > 1)
    .map(([called, group]) => ({ called, as: group.map(({ source }) => source.path) }));

/**
 * Keeps every file of a drop. The number stands as a folder before the path, for all files of one path alike, so that
 * a label that names the path fits each of them and none in particular.
 */
export const tellApart = async (
  listed: readonly Listed[],
  files: readonly SourceFile[],
): Promise<ToldApart> => {
  const groups = byCalled(listed);
  const added: Listed[] = [];
  const repeated = new Set<string>();
  for (const source of files) {
    const group = groups.get(source.path) ?? [];
    const same = await Promise.all(group.map((other) => sameContent(other.source.file, source.file)));
    if (same.includes(true)) {
      repeated.add(source.path);
      continue;
    }
    const entry = { source, called: source.path };
    groups.set(source.path, [...group, entry]);
    added.push(entry);
  }
  const taken = new Set(listed.map(({ source }) => source.path));
  const fresh = new Set(added);
  const paths = new Map<Listed, string>();
  const numbered = (called: string): string => {
    let number = 1;
    while (taken.has(`(${number})/${called}`)) number += 1;
    return `(${number})/${called}`;
  };
  for (const [called, group] of groups) {
    const isShared = group.length > 1 && group.some((entry) => fresh.has(entry));
    for (const entry of group) {
      const { path } = entry.source;
      // A path may look like a number that another file was given.
      const isTaken = fresh.has(entry) && taken.has(path);
      const own = (isShared && path === called) || isTaken ? numbered(called) : path;
      taken.add(own);
      if (own !== path) paths.set(entry, own);
    }
  }
  const renamed = new Map<string, string>();
  for (const entry of listed) {
    const path = paths.get(entry);
    if (path !== undefined) renamed.set(entry.source.path, path);
  }
  return {
    added: added.map((entry) => ({
      ...entry,
      source: { ...entry.source, path: paths.get(entry) ?? entry.source.path },
    })),
    renamed,
    repeated: [...repeated],
  };
};
