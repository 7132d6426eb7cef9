/** The manifest, which is in the file twice: the one in front survives a torn end, the one behind a damaged beginning. */
import * as v from 'valibot';
import { HopscopeError } from '../../domain/outcome';
import {
  type FileDamage,
  WORKSPACE_FILE_VERSION,
  type WorkspaceManifest,
  WorkspaceManifestSchema,
  workspaceFileVersion,
} from '../../domain/workspace-file';
import { crc32 } from '../bytes';
import { hostile, MANIFEST, MANIFEST_COPY } from './limits';
import { unpack } from './unpack';
import type { FoundEntry } from './zip-reader';

export type Manifest = WorkspaceManifest;

/** How the manifest of each version is brought to the current shape; null: it is none. A new version adds its own here. */
const READERS: Record<number, (manifest: unknown) => Manifest | null> = {
  1: (manifest) => {
    const parsed = v.safeParse(WorkspaceManifestSchema, manifest);
    return parsed.success ? parsed.output : null;
  },
};

const textOf = async (file: Blob, entry: FoundEntry): Promise<string | null> => {
  let bytes = 0;
  let crc = 0;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for await (const piece of unpack(file, entry)) {
    bytes += piece.length;
    crc = crc32(piece, crc);
    text += decoder.decode(piece, { stream: true });
  }
  return bytes === entry.size && crc === entry.crc ? text + decoder.decode() : null;
};

const parse = (text: string): Manifest => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw hostile('its manifest is no JSON');
  }
  const version = workspaceFileVersion(value);
  if (version === null) throw hostile('its manifest is that of something else');
  const reader = READERS[version];
  if (version > WORKSPACE_FILE_VERSION || reader === undefined)
    throw new HopscopeError(
      'newer-version',
      'This workspace file was written by a newer Hopscope: open it with that one, or update this one.',
      { detail: `file version ${version}, this app knows ${WORKSPACE_FILE_VERSION}` },
    );
  const manifest = reader(value);
  if (manifest === null) throw hostile('its manifest does not have the shape of one');
  checkNames(manifest);
  return manifest;
};

/** Every entry once, and each run and space with one of its own. */
const checkNames = ({ entries, runs, spaces }: Manifest): void => {
  const names = entries.map(({ name }) => name);
  const used = [...runs, ...spaces].map(({ entry }) => entry);
  if (new Set(names).size !== names.length || new Set(used).size !== used.length)
    throw hostile('its manifest names an entry twice');
  const known = new Set(names);
  if (!used.every((name) => known.has(name)))
    throw hostile('its manifest names an entry that it does not list');
  const ids = runs.map(({ meta }) => meta.header.run);
  if (new Set(ids).size !== ids.length) throw hostile('its manifest names a run twice');
};

/** Throws `bad-input`, `newer-version`, and `damaged` when neither copy can be read. */
export const readManifest = async (
  file: Blob,
  entries: readonly FoundEntry[],
): Promise<{ manifest: Manifest; damage: FileDamage[] }> => {
  const of = (name: string) => entries.find((entry) => entry.name === name);
  if (of(MANIFEST) === undefined && of(MANIFEST_COPY) === undefined) throw hostile('it has no manifest');
  const texts: { name: string; text: string | null }[] = [];
  for (const name of [MANIFEST, MANIFEST_COPY]) {
    const entry = of(name);
    texts.push({ name, text: entry === undefined ? null : await textOf(file, entry) });
  }
  const good = texts.find(({ text }) => text !== null);
  if (good === undefined || good.text === null)
    throw new HopscopeError(
      'damaged',
      'Both copies of this file’s manifest are damaged, so nothing in it can be told from damage: export the workspace again.',
    );
  const damage = texts.flatMap(({ name, text }): FileDamage[] => {
    if (text === good.text) return [];
    return [{ entry: name, kind: of(name) === undefined ? 'missing' : 'changed', kept: null }];
  });
  return { manifest: parse(good.text), damage };
};

/** What a manifest is written as. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest)}\n`;
