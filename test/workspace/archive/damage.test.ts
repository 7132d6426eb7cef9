import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { HopscopeError } from '../../../src/domain/outcome';
import { type FoundEntry, findEntries } from '../../../src/workspace/archive/zip-reader';
import { createMemoryFiles } from '../../../src/workspace/memory-files';
import { answered, header, search } from '../make';
import { buildWorld, bytesOf, contentOf, exportOf, freshStore, importInto } from './world';

type Content = Awaited<ReturnType<typeof contentOf>>;

let whole: Uint8Array<ArrayBuffer>;
let entries: FoundEntry[];
let content: Content;
beforeAll(async () => {
  const here = freshStore();
  const id = await buildWorld(here);
  const { file } = await exportOf(here, id);
  whole = await bytesOf(file);
  entries = (await findEntries(file)).entries;
  content = await contentOf(here, id);
});

const entry = (name: string): FoundEntry => {
  const found = entries.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no entry ${name}`);
  return found;
};
const without = (name: string): Blob => new Blob([spoiled(entry(name).data + 1)]);
const spoiled = (at: number, by = 0xff): Uint8Array<ArrayBuffer> => {
  const bytes = whole.slice();
  bytes[at] = (bytes[at] ?? 0) ^ by;
  return bytes;
};

/** Whatever is left must be a part of what there was. */
const expectPart = (found: Content, of: Content): void => {
  const parts = ['documents', 'chunks', 'rejects', 'questions', 'mappings', 'labels', 'answers'] as const;
  for (const part of parts) expect(of[part]).toEqual(expect.arrayContaining(found[part] as never[]));
  for (const trace of found.traces) {
    const before = of.traces.find((one) => one.header.run === trace.header.run);
    expect(before?.header).toEqual(trace.header);
    expect(before?.questions).toEqual(expect.arrayContaining(trace.questions));
  }
};

describe('any byte of the file changed', () => {
  test('is named, and what is kept is what was there', async () => {
    const place = fc.nat({ max: whole.length - 1 });
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const there = freshStore();
        const imported = await importInto(there, new Blob([spoiled(at, by)]));
        expect(imported.damage.length).toBeGreaterThan(0);
        expectPart(await contentOf(there, imported.meta.id), content);
        const inside = entries.find(({ data, packed }) => at >= data && at < data + packed);
        if (inside === undefined) {
          // Around the contents nothing is lost.
          expect(await contentOf(there, imported.meta.id)).toEqual(content);
        } else {
          expect(imported.damage.map(({ entry: name }) => name)).toContain(inside.name);
          const others = imported.damage.filter(({ kept }) => kept !== null && kept.bytes < kept.of);
          expect(others.map(({ entry: name }) => name)).toSatisfy((names: string[]) =>
            names.every((name) => name === inside.name),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of the headers around the contents: every one of them', async () => {
    const inside = (at: number): boolean =>
      entries.some(({ data, packed }) => at >= data && at < data + packed);
    const around = Array.from(whole.keys()).filter((at) => !inside(at));
    expect(around.length).toBeGreaterThan(500);
    for (let i = 0; i < around.length; i += 31) {
      const there = freshStore();
      const imported = await importInto(there, new Blob([spoiled(around[i] ?? 0)]));
      expect(imported.damage, `byte ${around[i]}`).not.toEqual([]);
      expect(imported.kept, `byte ${around[i]}`).toEqual([]);
    }
  });
});

describe('a file that ends too soon', () => {
  test('keeps every entry before the end, or says why not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), async (length) => {
        const there = freshStore();
        try {
          const imported = await importInto(there, new Blob([whole.slice(0, length)]));
          expect(imported.damage.length).toBeGreaterThan(0);
          expectPart(await contentOf(there, imported.meta.id), content);
          const { data, packed } = entry('questions.jsonl');
          if (length >= data + packed)
            expect(await there.readQuestions(imported.meta.id)).toEqual(content.questions);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(HopscopeError);
          // Only where not even the first manifest is whole.
          const { data, packed } = entry('manifest.json');
          expect(length).toBeLessThan(data + packed);
          expect(await there.list()).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('what is damaged', () => {
  test('a manifest: the other copy counts', async () => {
    for (const name of ['manifest.json', 'manifest-copy.json']) {
      const there = freshStore();
      const { meta, damage, rebuild } = await importInto(there, new Blob([spoiled(entry(name).data + 40)]));
      expect([damage, rebuild]).toEqual([[{ entry: name, kind: 'changed', kept: null }], false]);
      expect(await contentOf(there, meta.id)).toEqual(content);
    }
  });

  test('both manifests: nothing can be told, and nothing is left behind', async () => {
    const bytes = spoiled(entry('manifest.json').data + 40);
    bytes.fill(0, entry('manifest-copy.json').data, entry('manifest-copy.json').data + 9);
    const files = createMemoryFiles();
    const there = freshStore({ files });
    await expect(importInto(there, new Blob([bytes]))).rejects.toMatchObject({ code: 'damaged' });
    expect([await there.list(), [...files.contents.keys()]]).toEqual([[], []]);
  });

  test('the mapping: it is made anew, and all else is as it was', async () => {
    const there = freshStore();
    const { meta, damage, rebuild, kept } = await importInto(there, without('mappings.jsonl'));
    expect(damage).toMatchObject([{ entry: 'mappings.jsonl', kind: 'changed', kept: { bytes: 0 } }]);
    expect([rebuild, meta.mapping, kept]).toEqual([
      true,
      null,
      [{ entry: 'mappings.jsonl', what: 'mappings', kept: 0, of: null }],
    ]);
    const found = await contentOf(there, meta.id);
    expect({ ...found, mappings: [], meta: { ...found.meta, mapping: null } }).toEqual({
      ...content,
      mappings: [],
      meta: { ...content.meta, mapping: null },
    });
  });

  test('documents: what is left is not taken for the whole', async () => {
    const there = freshStore();
    const { meta, rebuild, kept } = await importInto(there, without('documents.jsonl'));
    expect(rebuild).toBe(true);
    expect(meta.corpus).toMatchObject({ documents: 0, chunks: 0, characters: 0 });
    expect(meta.corpus?.hash).not.toBe(content.meta.corpus?.hash);
    expect(kept).toEqual([
      { entry: 'documents.jsonl', what: 'documents', kept: 0, of: 5 },
      { entry: 'chunks.jsonl', what: 'chunks', kept: 0, of: 5 },
    ]);
    expect(await there.readQuestions(meta.id)).toEqual(content.questions);
  });

  test('vectors: they can be made again, so nothing else is touched', async () => {
    const there = freshStore();
    const { meta, rebuild, kept } = await importInto(there, without('vectors/1.bin'));
    expect([rebuild, kept.map(({ what }) => what)]).toEqual([false, ['vectors']]);
    const { vectors: _, ...rest } = await contentOf(there, meta.id);
    expect(rest).toEqual((({ vectors: __, ...others }) => others)(content));
  });

  test('a trace loses its tail, and the run can go on', async () => {
    const here = freshStore();
    const id = await buildWorld(here);
    await here.startRun(id, header('long', { started: '2026-04-01T00:00:00.000Z' }), 40);
    const asked = Array.from({ length: 40 }, (_, i) => `q${i}`);
    for (const question of asked) {
      const hits = Array.from({ length: 20 }, (_, i) => ({
        chunk: `d${i % 5}#0`,
        rank: i + 1,
        score: Math.sin(i),
      }));
      await here.appendRun(id, 'long', [
        ...answered(question, hits).slice(0, 1),
        search(question, hits, 1),
        ...answered(question, []).slice(1),
      ]);
    }
    await here.updateRun(id, 'long', { state: 'finished', done: 40, finished: 'now' });
    const { file } = await exportOf(here, id);
    const bytes = await bytesOf(file);
    const run = (await findEntries(file)).entries.find(({ name }) => name === 'runs/3.jsonl');
    const at = (run?.data ?? 0) + Math.floor((run?.packed ?? 0) / 2);
    bytes.fill(0x20, at, at + 4);
    const there = freshStore();
    const { meta, damage, kept, rebuild } = await importInto(there, new Blob([bytes]));
    expect([damage.map(({ entry: name }) => name), rebuild]).toEqual([['runs/3.jsonl'], false]);
    const left = await there.readRun(meta.id, 'long');
    const before = await here.readRun(id, 'long');
    expect(left.questions.size).toBeGreaterThan(3);
    expect(left.questions.size).toBeLessThan(40);
    expect([...left.questions]).toEqual([...before.questions].slice(0, left.questions.size));
    expect(kept).toEqual([
      { entry: 'runs/3.jsonl', what: 'traced questions', kept: left.questions.size, of: 40 },
    ]);
    expect(meta.runs[2]).toMatchObject({ state: 'interrupted', done: left.questions.size, finished: null });
    await there.appendRun(meta.id, 'long', answered('q39', []));
    expect((await there.readRun(meta.id, 'long')).questions.size).toBe(left.questions.size + 1);
  });

  test('a packed byte that means nothing is named all the same', async () => {
    // The last byte of a deflated entry has unused bits: the content is whole.
    const { data, packed } = entry('questions.jsonl');
    const found = [];
    for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
      const { damage } = await importInto(freshStore(), new Blob([spoiled(data + packed - 1, bit)]));
      expect(damage.map(({ entry: name }) => name)).toEqual(['questions.jsonl']);
      found.push(damage[0]?.kind);
    }
    expect(found).toContain('container');
  });
});
