/** What a workspace file may be (design 08): anything further is taken for an attempt to fill memory or disk. */
import { HopscopeError } from '../../domain/outcome';
import { DEFLATED, type ListedEntry, STORED } from './zip-format';

export const MANIFEST = 'manifest.json';
export const MANIFEST_COPY = 'manifest-copy.json';

/** Five thousand runs and some. */
export const MOST_ENTRIES = 5000;
export const MOST_DIRECTORY_BYTES = 4 << 20;
/** Ten thousand files and the checksums of 4 GiB are 12 MB. */
const MOST_MANIFEST_BYTES = 32 << 20;
const MOST_BYTES = 8 * 2 ** 30;
/** Deflate reaches 1,000 on zeros; what is smaller than this does no harm at any ratio. */
const MOST_RATIO = 250;
const RATIO_FROM_BYTES = 64 << 20;
/** A document of 32 MB, the most that is read, with every character escaped. */
export const MOST_LINE_BYTES = 256 << 20;

const NAME = /^[a-z][a-z-]*(?:\/\d{1,6})?\.(?:jsonl?|bin)$/;

export const hostile = (why: string): HopscopeError =>
  new HopscopeError(
    'bad-input',
    `This is not a workspace file that Hopscope has written: ${why}. Nothing was read.`,
  );

/** Throws `bad-input`, with the reason, for a zip that no export has written. Declared sizes are held to on reading. */
export const checkEntries = (entries: readonly ListedEntry[]): void => {
  if (entries.length > MOST_ENTRIES)
    throw hostile(`it has more than ${MOST_ENTRIES.toLocaleString('en')} entries`);
  const names = new Set<string>();
  let total = 0;
  for (const { name, method, packed, size, encrypted } of entries) {
    const shown = JSON.stringify(name.slice(0, 60));
    if (!NAME.test(name)) throw hostile(`the name ${shown} is none of a workspace`);
    if (names.has(name)) throw hostile(`the name ${shown} is there twice`);
    names.add(name);
    if (encrypted) throw hostile(`${shown} is encrypted`);
    if (method !== STORED && method !== DEFLATED)
      throw hostile(`${shown} is packed in a way that no export uses`);
    if (method === STORED && packed !== size) throw hostile(`${shown} has two sizes`);
    if (size > RATIO_FROM_BYTES && size > MOST_RATIO * packed)
      throw hostile(`${shown} would grow to more than ${MOST_RATIO} times its size`);
    if ((name === MANIFEST || name === MANIFEST_COPY) && size > MOST_MANIFEST_BYTES)
      throw hostile('its manifest is larger than a manifest can be');
    total += size;
  }
  if (total > MOST_BYTES) throw hostile('it would grow to more than 8 GB');
};
