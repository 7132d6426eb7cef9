import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { WORKSPACE_FILE_SCHEMA } from '../../../src/domain/workspace-file';
import { createJobs } from '../../../src/seam/jobs';
import {
  DEFLATED,
  directoryBytes,
  localHeader,
  STORED,
  type ZipEntry,
} from '../../../src/workspace/archive/zip-format';
import { crc32, utf8 } from '../../../src/workspace/bytes';
import { createMemoryFiles } from '../../../src/workspace/memory-files';
import { createMemoryMetadata } from '../../../src/workspace/metadata';
import { outOfRoom } from '../../../src/workspace/quota';
import { buildWorld, exportOf, freeJob, freshStore, importInto } from './world';

interface Made {
  name: string;
  bytes: Uint8Array;
  claims?: Partial<ZipEntry>;
}

/** A zip as its maker wants it to be, whatever is true of it. */
const zipOf = (made: Made[], overlap = false): Blob => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  const listed = made.map(({ name, bytes, claims = {} }) => {
    const entry = {
      name,
      method: STORED,
      crc: crc32(bytes),
      packed: bytes.length,
      size: bytes.length,
      ...claims,
    };
    const header = localHeader(entry);
    const begun = overlap ? 0 : at;
    parts.push(header as Uint8Array<ArrayBuffer>, bytes as Uint8Array<ArrayBuffer>);
    at += header.length + bytes.length;
    return { ...entry, at: begun };
  });
  return new Blob([...parts, directoryBytes(listed, at) as Uint8Array<ArrayBuffer>]);
};

const manifest = (change: object = {}) => ({
  schema: WORKSPACE_FILE_SCHEMA,
  app: { name: 'hopscope', version: '0' },
  made: '',
  name: 'Made by hand',
  created: '',
  corpus: null,
  questions: null,
  mapping: null,
  runs: [],
  spaces: [],
  settings: { judge: null, judges: [] },
  entries: [],
  ...change,
});
const asManifest = (value: unknown): Made => ({
  name: 'manifest.json',
  bytes: utf8(typeof value === 'string' ? value : JSON.stringify(value)),
});

const packed = { bytes: 1, crc32: '0'.repeat(8), deflated: true };
const listed = (name: string) => ({ name, bytes: 1, sha256: '0'.repeat(64), sums: '0'.repeat(8), packed });

/** Imports it where something was before, and says what came of it; nothing may have changed. */
const refusalOf = async (file: Blob) => {
  const [files, metadata] = [createMemoryFiles(), createMemoryMetadata()];
  const store = freshStore({ files, metadata });
  await buildWorld(store, 'Here before');
  const before = [...files.contents.keys()];
  const thrown = await importInto(store, file).then(
    () => null,
    (error: unknown) => error as Error & { code: string },
  );
  expect([...files.contents.keys()]).toEqual(before);
  expect((await store.list()).map(({ name }) => name)).toEqual(['Here before']);
  return `${thrown?.code}: ${thrown?.message}`;
};

describe('a file that is none, or is made to do harm', () => {
  const x = utf8('x');
  const zeros = deflateRawSync(new Uint8Array(70 << 20));
  const bomb = { method: DEFLATED, packed: zeros.length, size: 70 << 20 };
  const cases: [string, () => Blob, RegExp][] = [
    ['an empty file', () => new Blob([]), /^bad-input: This file is empty/],
    [
      'a text',
      () => new Blob(['documents, and nothing else\n'.repeat(50)]),
      /^bad-input: This is no workspace file/,
    ],
    ['a zip of documents', () => zipOf([{ name: 'notes.txt', bytes: x }]), /the name "notes.txt" is none/],
    [
      'a path upwards',
      () => zipOf([asManifest(manifest()), { name: '../runs/1.jsonl', bytes: x }]),
      /"\.\.\/runs/,
    ],
    ['an absolute path', () => zipOf([{ name: '/runs/1.jsonl', bytes: x }]), /is none of a workspace/],
    ['a backslash', () => zipOf([{ name: 'runs\\1.jsonl', bytes: x }]), /is none of a workspace/],
    [
      'a name twice',
      () => zipOf([asManifest(manifest()), asManifest(manifest())]),
      /"manifest.json" is there twice/,
    ],
    [
      'a bomb by ratio',
      () => zipOf([asManifest(manifest()), { name: 'documents.jsonl', bytes: zeros, claims: bomb }]),
      /more than 250 times its size/,
    ],
    [
      'a bomb by total',
      () =>
        zipOf([
          asManifest(
            manifest({
              entries: [
                { ...listed('documents.jsonl'), bytes: 2 ** 34, packed: { ...packed, bytes: 2 ** 31 } },
              ],
            }),
          ),
          { name: 'documents.jsonl', bytes: x },
        ]),
      /more than 8 GB/,
    ],
    [
      'a bomb by count',
      () => zipOf(Array.from({ length: 5001 }, (_, i) => ({ name: `runs/${i}.jsonl`, bytes: x }))),
      /more than a workspace can hold/,
    ],
    [
      'entries over one another',
      () => zipOf([asManifest(manifest()), asManifest(manifest())], true),
      /overlap/,
    ],
    [
      'another packing',
      () => zipOf([asManifest(manifest()), { name: 'documents.jsonl', bytes: x, claims: { method: 12 } }]),
      /packed in a way/,
    ],
    [
      'two sizes',
      () => zipOf([asManifest(manifest()), { name: 'documents.jsonl', bytes: x, claims: { size: 2 } }]),
      /has two sizes/,
    ],
    [
      'a huge manifest',
      () => zipOf([{ ...asManifest(' '), bytes: new Uint8Array((32 << 20) + 1) }]),
      /larger than a manifest can be/,
    ],
    ['no manifest', () => zipOf([{ name: 'documents.jsonl', bytes: x }]), /it has no manifest/],
    ['a manifest that is no JSON', () => zipOf([asManifest('{"schema":')]), /no JSON/],
    [
      'a manifest of something else',
      () => zipOf([asManifest({ schema: 'hopscope.summary/1' })]),
      /that of something else/,
    ],
    [
      'a manifest of wrong types',
      () => zipOf([asManifest(manifest({ runs: 'none' }))]),
      /does not have the shape/,
    ],
    [
      'a run without an entry',
      () => zipOf([asManifest(manifest({ spaces: [{ entry: 'vectors/1.bin', space: 's', dimension: 4 }] }))]),
      /does not list/,
    ],
    [
      'a newer version',
      () => zipOf([asManifest({ schema: 'hopscope.workspace/2' })]),
      /^newer-version: This workspace file was written by a newer Hopscope/,
    ],
  ];
  test.each(cases)('%s is refused with the reason, and nothing is left behind', async (_, make, expected) => {
    expect(await refusalOf(make())).toMatch(expected);
  });

  test('an entry that grows beyond what it says stops there', async () => {
    const bytes = deflateRawSync(new Uint8Array(1 << 20));
    const said = {
      bytes: 10,
      sha256: '0'.repeat(64),
      sums: '0'.repeat(8),
      packed: { bytes: bytes.length, crc32: '0'.repeat(8), deflated: true },
    };
    const file = zipOf([
      asManifest(manifest({ entries: [{ name: 'rejects.jsonl', ...said }] })),
      { name: 'rejects.jsonl', bytes, claims: { method: DEFLATED, size: 10 } },
    ]);
    const { damage } = await importInto(freshStore(), file);
    expect(damage).toContainEqual({ entry: 'rejects.jsonl', kind: 'changed', kept: { bytes: 0, of: 10 } });
  });
});

describe('an import that does not come to its end', () => {
  let file: Blob;
  beforeAll(async () => {
    const here = freshStore();
    ({ file } = await exportOf(here, await buildWorld(here)));
  });

  test('cancelled at any point leaves no workspace and no file of one', async () => {
    let points = 0;
    const count = freeJob();
    await importInto(freshStore(), file, { ...count, pausePoint: async () => void points++ });
    expect(points).toBeGreaterThan(20);
    for (let stop = 0; stop < points; stop += 3) {
      const [files, metadata] = [createMemoryFiles(), createMemoryMetadata()];
      const store = freshStore({ files, metadata });
      const jobs = createJobs(() => 0);
      let passed = 0;
      const running = jobs.runJob('import', (job) =>
        importInto(store, file, {
          ...job,
          async pausePoint() {
            if (passed++ === stop) void jobs.cancel('import');
            await job.pausePoint();
          },
        }),
      );
      await expect(running).rejects.toMatchObject({ code: 'cancelled' });
      expect(await store.list()).toEqual([]);
      expect([...files.contents.keys()].filter((path) => !path.startsWith('vectors/'))).toEqual([]);
      expect(await metadata.entries('runs')).toEqual([]);
      const settings = (await metadata.entries('settings')).map(([key]) => key);
      expect(settings.filter((key) => !key.startsWith('vector-space/'))).toEqual([]);
    }
  });

  test('a full disk leaves none either, and says so', async () => {
    const files = createMemoryFiles();
    let writes = 0;
    const full = {
      ...files,
      async create(path: string) {
        if (++writes === 6) throw outOfRoom(path);
        return files.create(path);
      },
    };
    const store = freshStore({ files: full });
    await expect(importInto(store, file)).rejects.toMatchObject({ code: 'quota' });
    expect([await store.list(), [...files.contents.keys()]]).toEqual([[], []]);
  });

  test('one that the browser has no room for is not begun', async () => {
    const files = createMemoryFiles();
    const store = freshStore({
      files: { ...files, usage: async () => ({ bytes: 0, quota: 100, persisted: null }) },
    });
    await expect(importInto(store, file)).rejects.toMatchObject({
      code: 'quota',
      message: /free disk space/,
    });
    expect(files.contents.size).toBe(0);
  });

  test('a tab that is killed in the middle leaves what the next start sweeps away', async () => {
    const [files, metadata] = [createMemoryFiles(), createMemoryMetadata()];
    const store = freshStore({ files, metadata });
    // A killed tab runs no clean-up: what it wrote lies there, and its locks are free.
    await files.append('workspaces/half/texts-1', utf8('x'));
    await metadata.update('runs', 'half/run-1', () => ({}));
    await metadata.update('settings', 'judge-labels/half', () => ({}));
    expect(await store.list()).toEqual([]);
    await store.sweep();
    expect([files.contents.size, await metadata.entries('runs'), await metadata.entries('settings')]).toEqual(
      [0, [], []],
    );
  });
});
