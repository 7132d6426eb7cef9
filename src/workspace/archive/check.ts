/**
 * Looks through a workspace file before anything is written: which entries are whole, and up to where the others are. A
 * block of `SUM_BYTES` counts when it and all before it have the checksums that the manifest keeps.
 */
import type { FileDamage, FileEntry } from '../../domain/workspace-file';
import { SUM_BYTES } from '../../domain/workspace-file';
import type { Job } from '../../seam/jobs';
import type { Meter } from '../../seam/meter';
import { crc32 } from '../bytes';
import { checkEntries, MANIFEST, MANIFEST_COPY } from './limits';
import type { Manifest } from './manifest';
import { createSums, hex8 } from './sums';
import { unpack } from './unpack';
import { DEFLATED, STORED } from './zip-format';
import type { FoundEntry } from './zip-reader';

/** What of an entry can be believed; `bytes` from the front. */
export interface Trusted {
  /** Null: it is not in the file. */
  found: FoundEntry | null;
  bytes: number;
  whole: boolean;
}

export interface Checked {
  trusted: Map<string, Trusted>;
  damage: FileDamage[];
}

interface Look {
  good: number;
  whole: boolean;
  /** Of the packed bytes; null: fewer are there than there should be. */
  packed: number | null;
}

const look = async (
  file: Blob,
  found: FoundEntry,
  entry: FileEntry,
  fine: boolean,
  job: Job,
): Promise<Look> => {
  let blocks = 0;
  let astray = false;
  let crc = 0;
  let packed = 0;
  const sums = createSums((sum) => {
    const expected = entry.sums.slice(blocks * 8, blocks * 8 + 8);
    if (!astray && hex8(sum) === expected) blocks += 1;
    else astray = true;
  });
  const onPacked = (bytes: Uint8Array): void => {
    crc = crc32(bytes, crc);
    packed += bytes.length;
  };
  for await (const piece of unpack(file, found, { fine, onPacked })) {
    sums.add(piece);
    await job.pausePoint();
  }
  const { sha256, bytes } = sums.finish();
  const whole = !astray && bytes === entry.bytes && sha256 === entry.sha256;
  return {
    good: whole ? entry.bytes : Math.min(blocks * SUM_BYTES, bytes, entry.bytes),
    whole,
    packed: packed === entry.packed.bytes ? crc : null,
  };
};

/** A checksum for every block: a manifest without cannot say what is whole. */
const summed = ({ bytes, sums }: FileEntry): boolean => sums.length === Math.ceil(bytes / SUM_BYTES) * 8;

/** The entries of the manifest as they lie in the zip. Sizes are the manifest's: a header may be damaged, it is not. */
const located = (entries: readonly FoundEntry[], manifest: Manifest): Map<string, FoundEntry> => {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const found = manifest.entries.flatMap(({ name, bytes, packed }): FoundEntry[] => {
    const entry = byName.get(name);
    if (entry === undefined) return [];
    const method = packed.deflated ? DEFLATED : STORED;
    return [{ ...entry, size: bytes, packed: packed.bytes, method, encrypted: false }];
  });
  checkEntries(found);
  return new Map(found.map((entry) => [entry.name, entry]));
};

/** Throws `cancelled`, and `bad-input` for sizes that no workspace has. Entries come out in the order of the manifest. */
export const checkContents = async (
  file: Blob,
  entries: readonly FoundEntry[],
  manifest: Manifest,
  { job, meter }: { job: Job; meter: Meter },
): Promise<Checked> => {
  const byName = located(entries, manifest);
  const trusted = new Map<string, Trusted>();
  const damage: FileDamage[] = [];
  for (const entry of manifest.entries) {
    const found = byName.get(entry.name) ?? null;
    if (found === null || !summed(entry)) {
      trusted.set(entry.name, { found: null, bytes: 0, whole: false });
      damage.push({
        entry: entry.name,
        kind: found === null ? 'missing' : 'unfit',
        kept: { bytes: 0, of: entry.bytes },
      });
      continue;
    }
    let seen = await look(file, found, entry, false, job);
    // Once more, closer to the damaged place: a short trace is otherwise lost whole.
    if (!seen.whole) seen = await look(file, found, entry, true, job);
    trusted.set(entry.name, { found, bytes: seen.good, whole: seen.whole });
    if (!seen.whole) {
      const cut = found.data + found.packed > file.size;
      damage.push({
        entry: entry.name,
        kind: cut ? 'cut' : 'changed',
        kept: { bytes: seen.good, of: entry.bytes },
      });
    } else if (seen.packed === null || hex8(seen.packed) !== entry.packed.crc32) {
      damage.push({ entry: entry.name, kind: 'container', kept: null });
    }
    meter.advance(entry.bytes);
  }
  for (const { name } of entries)
    if (!trusted.has(name) && name !== MANIFEST && name !== MANIFEST_COPY)
      damage.push({ entry: name, kind: 'unknown', kept: null });
  return { trusted, damage };
};
