/** The trusted part of an entry as checked values: lines by a schema, rows of floats by their length. */
import * as v from 'valibot';
import type { FileDamage, KeptWhat } from '../../domain/workspace-file';
import { bytesHex, fromUtf8 } from '../bytes';
import { KEY_BYTES } from '../vector-blocks';
import type { Trusted } from './check';
import { MOST_LINE_BYTES } from './limits';
import { byteLines } from './lines';
import { unpack } from './unpack';

/** What an import goes by and adds to: what can be trusted, and what turned out not to fit all the same. */
export interface Opened {
  file: Blob;
  trusted: ReadonlyMap<string, Trusted>;
  damage: FileDamage[];
  kept: { entry: string; what: KeptWhat; kept: number; of: number | null }[];
  pause: () => Promise<void>;
  /** So many bytes of content were read. */
  onBytes: (bytes: number) => void;
}

/** Of an entry that lost something, the bytes in front of the damaged place. */
const trustedPieces = async function* (opened: Opened, name: string): AsyncGenerator<Uint8Array> {
  const entry = opened.trusted.get(name);
  if (entry === undefined || entry.found === null) return;
  let left = entry.bytes;
  for await (const piece of unpack(opened.file, entry.found, { fine: !entry.whole })) {
    const part = piece.subarray(0, left);
    left -= part.length;
    await opened.pause();
    opened.onBytes(part.length);
    if (part.length > 0) yield part;
    if (left === 0) return;
  }
};

export const isWhole = (opened: Opened, name: string): boolean => opened.trusted.get(name)?.whole === true;
export const isThere = (opened: Opened, name: string): boolean => opened.trusted.has(name);

const unfit = (opened: Opened, entry: string): void => {
  if (opened.damage.some((known) => known.entry === entry && known.kind === 'unfit')) return;
  opened.damage.push({ entry, kind: 'unfit', kept: null });
};

const jsonOf = (line: Uint8Array): unknown => {
  try {
    return JSON.parse(fromUtf8(line));
  } catch {
    return undefined;
  }
};

/**
 * The values of an entry's lines. One that does not have the shape ends the reading, as a damaged place does: what is behind
 * it may build on it.
 */
export const readLines = async function* <T>(
  opened: Opened,
  name: string,
  schema: v.GenericSchema<unknown, T>,
): AsyncGenerator<T> {
  for await (const lines of byteLines(trustedPieces(opened, name), MOST_LINE_BYTES))
    for (const line of lines) {
      const parsed = v.safeParse(schema, jsonOf(line));
      if (!parsed.success) {
        unfit(opened, name);
        return;
      }
      yield parsed.output;
    }
};

/** All of them; counts what was kept when the entry lost something. */
export const readAll = async <T>(
  opened: Opened,
  name: string,
  schema: v.GenericSchema<unknown, T>,
  what: KeptWhat,
  of: number | null = null,
): Promise<T[]> => {
  const values: T[] = [];
  for await (const value of readLines(opened, name, schema)) values.push(value);
  noteKept(opened, name, what, values.length, of);
  return values;
};

/** An entry whose every line could be read as it was written. */
export const isSound = (opened: Opened, name: string): boolean =>
  isWhole(opened, name) && !opened.damage.some(({ entry, kind }) => entry === name && kind === 'unfit');

export const noteKept = (
  opened: Opened,
  entry: string,
  what: KeptWhat,
  kept: number,
  of: number | null,
): void => {
  const less = of !== null && kept < of;
  if (isThere(opened, entry) && (less || !isSound(opened, entry)))
    opened.kept.push({ entry, what, kept, of });
};

const BATCH_ROWS = 1024;

/** A vector has length 1; a score is a probability, or no number where the judge could not decide. */
const plausible = (row: Float32Array): boolean => {
  if (row.length === 1) {
    const [score = Number.NaN] = row;
    return Number.isNaN(score) || (score >= 0 && score <= 1);
  }
  let sum = 0;
  for (const x of row) sum += x * x;
  return Math.abs(sum - 1) < 0.01;
};

/** Keys and rows, some at a time. A row that can be no vector or score is left out, and the entry named. */
export const readRows = async function* (
  opened: Opened,
  name: string,
  dimension: number,
): AsyncGenerator<{ keys: string[]; rows: Float32Array }> {
  const length = KEY_BYTES + 4 * dimension;
  const most = BATCH_ROWS * length;
  let held = new Uint8Array(most);
  let filled = 0;
  const take = (): { keys: string[]; rows: Float32Array } => {
    const count = Math.floor(filled / length);
    const keys: string[] = [];
    const rows = new Float32Array(count * dimension);
    for (let i = 0; i < count; i++) {
      const at = i * length;
      const row = new Float32Array(held.slice(at + KEY_BYTES, at + length).buffer);
      if (!plausible(row)) {
        unfit(opened, name);
        continue;
      }
      rows.set(row, keys.length * dimension);
      keys.push(bytesHex(held.subarray(at, at + KEY_BYTES)));
    }
    return { keys, rows: rows.subarray(0, keys.length * dimension) };
  };
  for await (const piece of trustedPieces(opened, name))
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + most - filled);
      held.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < most) continue;
      yield take();
      held = new Uint8Array(most);
      filled = 0;
    }
  if (filled >= length) yield take();
};
