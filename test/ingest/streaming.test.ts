/** Large input as it arrives: bounded memory, lines over the limit, a cancel in mid-file, progress by bytes. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import type { Progress } from '../../src/domain/progress';
import { createIngestApi } from '../../src/ingest/create-api';
import { readCsv } from '../../src/ingest/input/csv';
import { decodeStream, emptyReport } from '../../src/ingest/input/decode';
import { headOf } from '../../src/ingest/input/head';
import { readRecords } from '../../src/ingest/input/records';
import { createMemoryStore } from '../../src/workspace/store';
import { liveBytes } from '../support/live-memory';
import { idle, until } from '../support/waits';
import { countWords, entry, ingest } from './support';

const MB = 1024 * 1024;
const encoder = new TextEncoder();

/** A file made while it is read: `size` bytes, piece by piece, never whole in memory. */
class GeneratedFile extends Blob {
  /** Pieces that were streamed. */
  pulled = 0;
  readonly #size: number;
  readonly #piece: (index: number) => Uint8Array<ArrayBuffer> | null;
  constructor(size: number, piece: (index: number) => Uint8Array<ArrayBuffer> | null) {
    super([]);
    this.#size = size;
    this.#piece = piece;
  }
  override get size(): number {
    return this.#size;
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let index = 0;
    return new ReadableStream({
      pull: (controller) => {
        this.pulled++;
        const piece = this.#piece(index++);
        if (piece === null) controller.close();
        else controller.enqueue(piece);
      },
    });
  }
  override slice(start = 0, end = this.#size): Blob {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (let index = 0; length < end; index++) {
      const piece = this.#piece(index);
      if (piece === null) break;
      parts.push(piece);
      length += piece.length;
    }
    return new Blob(parts).slice(start, end);
  }
}

const repeated = (text: string, times: number, end = ''): GeneratedFile => {
  const piece = encoder.encode(text);
  const last = encoder.encode(end);
  return new GeneratedFile(piece.length * times + last.length, (index) =>
    index < times ? piece : index === times && last.length > 0 ? last : null,
  );
};

describe('large files', () => {
  it('a line of 200 MB without a break is one reject; the lines around it are kept', async () => {
    const first = '{"title":"A","text":"before"}\n{"title":"B","text":"';
    const filler = 'x'.repeat(MB);
    const file = new GeneratedFile(first.length + 200 * MB + 40, (index) =>
      index === 0
        ? encoder.encode(first)
        : index <= 200
          ? encoder.encode(filler)
          : index === 201
            ? encoder.encode('"}\n{"title":"C","text":"after"}')
            : null,
    );
    const { report, store, workspace } = await ingest([entry('big.jsonl', file, 'corpus')]);
    expect((await store.readDocuments(workspace)).map(({ title }) => title).toSorted()).toEqual(['A', 'C']);
    expect(report.rejects).toEqual([
      {
        file: 'big.jsonl',
        line: 2,
        reason: 'longer than the limit of 32 MB for one record (200 MB)',
        excerpt: expect.stringMatching(/^\{"title":"B","text":"x+$/),
      },
    ]);
  }, 120_000);

  it('100 MB without any line break, named .jsonl, .csv, .txt and .json: a sentence each', async () => {
    const blobOf = (): GeneratedFile => repeated('y'.repeat(MB), 100);
    const { report } = await ingest([
      entry('a.jsonl', blobOf(), 'corpus', 'passages'),
      entry('e.jsonl', blobOf(), 'corpus'),
      entry('b.csv', blobOf(), 'corpus', 'table'),
      entry('c.txt', blobOf(), 'corpus'),
      entry('d.json', repeated(`[{"text":"${'y'.repeat(MB)}`, 1, 'y'.repeat(50 * MB)), 'corpus', 'passages'),
      entry('ok.txt', 'The mill.', 'corpus'),
    ]);
    expect(report.meta.corpus?.documents).toBe(1);
    const reasons = Object.fromEntries(report.rejects.map(({ file, reason }) => [file, reason]));
    expect(reasons['a.jsonl']).toContain('longer than the limit of 32 MB');
    expect(reasons['e.jsonl']).toBe('no reader knows this format: choose one, or map its columns');
    expect(reasons['b.csv']).toBe(
      'no column was chosen for the text or the question: choose one in the column mapper',
    );
    expect(reasons['c.txt']).toContain('longer than the limit of 32 MB for one document');
    expect(reasons['d.json']).toMatch(/limit of 32 MB|ends in the middle/);
  }, 120_000);

  it('of 500 MB of JSONL that pass through, little is held at a time', async () => {
    const lines = Array.from(
      { length: 1000 },
      (_, i) => `{"title":"T${i}","text":"${'a passage of text. '.repeat(55)}"}\n`,
    ).join('');
    const file = repeated(lines, Math.ceil((500 * MB) / lines.length));
    const job = { pausePoint: async () => {} };
    const head = headOf('a.jsonl', new Uint8Array(await file.slice(0, 256 * 1024).arrayBuffer()), false);
    const text = decodeStream(file, new Uint8Array(0), { job, onBytes: () => {}, report: emptyReport() });
    let records = 0;
    let least = liveBytes();
    let rise = 0;
    for await (const _ of readRecords(text, head.json ?? { kind: 'lines' })) {
      records += 1;
      if (records % 50_000 !== 0) continue;
      const live = liveBytes();
      // What other tests have left may be freed meanwhile: only a rise is what this reader holds.
      least = Math.min(least, live);
      rise = Math.max(rise, live - least);
    }
    expect(records).toBe(1000 * Math.ceil((500 * MB) / lines.length));
    expect(rise).toBeLessThan(64 * MB);
  }, 180_000);

  it('a table of 20 MB streams, a quoted cell of 3 MB included', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => `${i},"cell, with ""quotes"" and\nbreaks"\n`).join(
      '',
    );
    const times = Math.ceil((20 * MB) / rows.length);
    const file = repeated(rows, times, `last,"${'z'.repeat(3 * MB)}"\n`);
    const text = decodeStream(file, new Uint8Array(0), {
      job: { pausePoint: async () => {} },
      onBytes: () => {},
      report: emptyReport(),
    });
    let count = 0;
    let longest = 0;
    for await (const row of readCsv(text, ',')) {
      if (!('cells' in row)) throw new Error(row.problem);
      if (row.cells.length !== 2) throw new Error(`${row.cells.length} cells in line ${row.line}`);
      longest = Math.max(longest, row.cells[1]?.length ?? 0);
      count += 1;
    }
    expect(count).toBe(10_000 * times + 1);
    expect(longest).toBe(3 * MB);
  }, 120_000);
});

describe('jobs', () => {
  const start = async (file: Blob) => {
    const store = createMemoryStore();
    const { id } = await store.create('w');
    const api = createIngestApi({ store: async () => store, counter: async () => countWords });
    const seen: Progress[] = [];
    const done = api.ingest(
      {
        workspace: id,
        files: [entry('a.jsonl', file, 'corpus')],
        chunking: DEFAULT_CHUNKING,
        mode: 'replace',
      },
      'job',
      (progress) => seen.push(progress),
    );
    return { store, id, api, seen, done };
  };
  const rows = (from: number, count: number): string =>
    Array.from(
      { length: count },
      (_, i) => `{"title":"T${from + i}","text":"Passage ${from + i} says something. It goes on."}\n`,
    ).join('');

  it('cancel reads no further and leaves the workspace as it was', async () => {
    const file = new GeneratedFile(1000 * MB, (index) =>
      index < 100_000 ? encoder.encode(rows(index * 500, 500)) : null,
    );
    const { store, id, api, seen, done } = await start(file);
    await until(() => seen.some((progress) => progress.done > 0)).toBe(true);
    const { pulled } = file;
    await api.cancel('job');
    expect(pulled).toBeGreaterThan(0);
    // The piece in hand, and the one that the stream fetches ahead.
    expect(file.pulled - pulled).toBeLessThanOrEqual(2);
    expect(await done).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await store.get(id)).corpus).toBeNull();
    expect(seen.at(-1)).toMatchObject({ phase: 'reading', unit: 'bytes', total: 1000 * MB });
    expect(seen.at(-1)?.done).toBeGreaterThan(0);
  });

  it('pause holds it, resume lets it go on to the end', async () => {
    const file = new GeneratedFile(rows(0, 500).length * 40, (index) =>
      index < 40 ? encoder.encode(rows(index * 500, 500)) : null,
    );
    const { api, seen, done } = await start(file);
    await api.pause('job');
    await idle();
    const { pulled } = file;
    expect(pulled).toBeLessThanOrEqual(2);
    const reports = seen.length;
    await idle();
    expect([file.pulled, seen.length]).toEqual([pulled, reports]);
    await api.resume('job');
    expect(await done).toMatchObject({ ok: true, value: { meta: { corpus: { documents: 20_000 } } } });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual([
      'reading',
      'chunking',
      'mapping gold passages',
      'saving',
    ]);
  });
});
