/** One pass over the corpus for all gold texts that no title or document name has placed. */
import type { Document } from '../domain/corpus';
import type { Job } from '../seam/jobs';
import { fingerprintOf, WIDTHS } from './fingerprint';
import type { Needle } from './locate';
import { CONTAINMENT, gramsOf } from './ngrams';
import { createWindowTable } from './windows';

type Pace = Pick<Job, 'pausePoint'>;

export interface ScanHit {
  document: Document;
  /** Which windows were found (indices into the fingerprint). */
  windows: number[];
}

/** `hits[i]`: documents that hold a window of `texts[i]`, in corpus order. `form` brings a document into the texts' form. */
export const scanWindows = async (
  documents: readonly Document[],
  texts: readonly string[],
  form: (text: string) => string,
  pace: Pace,
): Promise<ScanHit[][]> => {
  const hits: ScanHit[][] = texts.map(() => []);
  const owners: { needle: number; window: number }[] = [];
  const tables = WIDTHS.map((width) => ({ width, table: createWindowTable(width) }));
  texts.forEach((text, needle) => {
    const print = fingerprintOf(text);
    const table = tables.find(({ width }) => width === print?.width)?.table;
    print?.windows.forEach((window, index) => {
      table?.add(window, owners.push({ needle, window: index }) - 1);
    });
  });
  const used = tables.filter(({ table }) => table.size > 0);
  if (used.length === 0) return hits;
  for (const document of documents) {
    await pace.pausePoint();
    const text = form(document.text);
    for (const { table } of used) {
      table.scan(text, (owner) => {
        const { needle, window } = owners[owner] ?? { needle: -1, window: 0 };
        const found = hits[needle];
        const last = found?.at(-1);
        if (last?.document === document) {
          if (!last.windows.includes(window)) last.windows.push(window);
        } else found?.push({ document, windows: [window] });
      });
    }
  }
  return hits;
};

/** `hits[i]`: documents that hold at least half of the word 8-grams of `needles[i]`. */
export const scanGrams = async (
  documents: readonly Document[],
  needles: readonly Needle[],
  pace: Pace,
): Promise<Document[][]> => {
  const hits: Document[][] = needles.map(() => []);
  const sizes: number[] = [];
  const owners = new Map<number, number[]>();
  needles.forEach((needle, index) => {
    const grams = new Set(gramsOf(needle.raw).hashes);
    sizes.push(grams.size);
    for (const gram of grams) {
      const list = owners.get(gram);
      if (list === undefined) owners.set(gram, [index]);
      else list.push(index);
    }
  });
  if (owners.size === 0) return hits;
  for (const document of documents) {
    await pace.pausePoint();
    const seen = new Set<number>();
    const counts = new Map<number, number>();
    for (const gram of gramsOf(document.text).hashes) {
      const list = owners.get(gram);
      if (list === undefined || seen.has(gram)) continue;
      seen.add(gram);
      for (const owner of list) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    for (const [owner, count] of counts) {
      if (count / (sizes[owner] ?? 1) >= CONTAINMENT) hits[owner]?.push(document);
    }
  }
  return hits;
};
