import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkHash } from '../../../src/domain/hash';
import { createDiagnosisApi } from '../../../src/review/diagnosis-api';
import { unwrap } from '../../../src/seam/outcome';
import { unpack } from '../../../src/workspace/archive/unpack';
import { findEntries } from '../../../src/workspace/archive/zip-reader';
import { createMemoryMetadata } from '../../../src/workspace/metadata';
import type { Store } from '../../../src/workspace/store';
import { answered, corpusMeta, document, header, wholeChunk } from '../make';
import {
  buildWorld,
  bytesOf,
  contentOf,
  ENCODER,
  exportOf,
  freshStore,
  importInto,
  SCORES,
  vectorOf,
} from './world';

const text = fc.string({ unit: 'binary', maxLength: 300 }).map((any) => any.toWellFormed());

describe('a workspace out to a file and in again', () => {
  test('is the workspace that it was, on a machine that had nothing', async () => {
    const [here, there] = [freshStore(), freshStore()];
    const id = await buildWorld(here);
    const { file, name, torn } = await exportOf(here, id);
    expect([name, torn]).toEqual(['The mill.hopscope', []]);
    const imported = await importInto(there, file);
    expect(imported).toMatchObject({ damage: [], kept: [], rebuild: false, meta: { name: 'The mill' } });
    const content = await contentOf(there, imported.meta.id);
    expect(content).toEqual(await contentOf(here, id));
    // Not by both being empty.
    expect(content.documents).toHaveLength(5);
    expect(content.traces.map(({ questions }) => questions.length)).toEqual([2, 1]);
    expect(content.vectors.every((vector) => vector.length === 4)).toBe(true);
    expect(content.scores).toEqual([null, 0.75, null, null, Number.NaN]);
    expect([content.labels.length, content.answers.length, content.rejects.length]).toEqual([1, 1, 1]);
  });

  test('gives the same summary, byte for byte, with the scores of the judge in it', async () => {
    const [here, there] = [freshStore(), freshStore()];
    const id = await buildWorld(here);
    const { meta } = await importInto(there, (await exportOf(here, id)).file);
    const summaryOf = async (store: Store, workspace: string) => {
      const api = createDiagnosisApi(async () => store);
      return unwrap(await api.report({ workspace, k: 5, run: null, chunks: false })).summary;
    };
    const before = await summaryOf(here, id);
    expect(JSON.stringify(await summaryOf(there, meta.id))).toBe(JSON.stringify(before));
    expect(before.runs.map(({ n, errors }) => [n, errors])).toEqual([
      [2, 0],
      [0, 1],
    ]);
  });

  test('gives the same bytes when it is exported again, and from another machine', async () => {
    const [here, there] = [freshStore(), freshStore()];
    const first = await exportOf(here, await buildWorld(here));
    const again = await exportOf(here, 'id1');
    expect(await bytesOf(again.file)).toEqual(await bytesOf(first.file));
    const { meta } = await importInto(there, first.file);
    expect(await bytesOf((await exportOf(there, meta.id)).file)).toEqual(await bytesOf(first.file));
  });

  test('any documents and hits come back, whatever is in them', async () => {
    const worlds = fc.uniqueArray(fc.record({ id: text, title: text, text, source: text }), {
      selector: ({ id }) => id,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(worlds, fc.array(fc.double(), { maxLength: 60 }), async (made, scores) => {
        const [here, there] = [freshStore(), freshStore()];
        const { id } = await here.create('Any');
        const documents = made.map((one) => document(one.id, one.text, one));
        const chunks = documents.map((of) => wholeChunk(of, { hash: chunkHash(of.id) }));
        const characters = documents.reduce((sum, of) => sum + of.text.length, 0);
        const meta = { ...corpusMeta(documents.length, chunks.length), characters };
        await here.writeCorpus(id, { meta, documents, chunks, rejects: [] });
        await here.startRun(id, header('run-1'), 1);
        const hits = scores.map((score, i) => ({
          chunk: chunks[i % (chunks.length || 1)]?.id ?? 'gone',
          rank: i + 1,
          // JSON knows no other number.
          score: Number.isFinite(score) ? score + 0 : 0,
        }));
        await here.appendRun(id, 'run-1', answered('q', hits));
        await here.updateRun(id, 'run-1', { state: 'finished', done: 1 });
        const imported = await importInto(there, (await exportOf(here, id)).file);
        expect(imported.damage).toEqual([]);
        expect(await contentOf(there, imported.meta.id)).toEqual(await contentOf(here, id));
      }),
      { numRuns: 60 },
    );
  });

  test('an empty one comes back empty', async () => {
    const [here, there] = [freshStore(), freshStore()];
    const { id } = await here.create('Nothing yet');
    const { meta } = await importInto(there, (await exportOf(here, id)).file);
    expect(meta).toMatchObject({
      name: 'Nothing yet',
      corpus: null,
      questions: null,
      mapping: null,
      runs: [],
    });
  });

  test('two imports are two workspaces, told apart by name', async () => {
    const store = freshStore();
    const { file } = await exportOf(store, await buildWorld(store));
    const names = [(await importInto(store, file)).meta.name, (await importInto(store, file)).meta.name];
    expect(names).toEqual(['The mill (2)', 'The mill (3)']);
    expect(await store.list()).toHaveLength(3);
  });

  test('a run that was going on is one that was interrupted', async () => {
    const [here, there] = [freshStore(), freshStore()];
    const id = await buildWorld(here);
    await here.startRun(id, header('run-3', { started: '2026-03-01T00:00:00.000Z' }), 2);
    await here.appendRun(id, 'run-3', answered('q2', []));
    const { meta } = await importInto(there, (await exportOf(here, id)).file);
    expect(meta.runs[2]).toMatchObject({ state: 'interrupted', done: 1, total: 2, finished: null });
  });
});

describe('what is in the file', () => {
  test('vectors and scores of this workspace, and of no other', async () => {
    const [here, there] = [freshStore(), freshStore()];
    const id = await buildWorld(here);
    const foreign = chunkHash('a text of another workspace');
    await (await here.vectors(ENCODER.space, 4)).append([foreign], Float32Array.from(vectorOf(foreign)));
    await (await here.vectors(SCORES, 1)).append([foreign], Float32Array.from([0.5]));
    await importInto(there, (await exportOf(here, id)).file);
    const vectors = await there.vectors(ENCODER.space, 4);
    const scores = await there.vectors(SCORES, 1);
    expect([vectors.has(foreign), vectors.size, scores.has(foreign), scores.size]).toEqual([
      false,
      5,
      false,
      2,
    ]);
  });

  test('a vector that is known already stays as it is', async () => {
    const [here, there] = [freshStore(), freshStore()];
    const id = await buildWorld(here);
    const { hash } = (await here.readChunks(id))[0] ?? { hash: '' };
    await (await there.vectors(ENCODER.space, 4)).append([hash], Float32Array.from([1, 0, 0, 0]));
    const open = await there.vectors(ENCODER.space, 4);
    await importInto(there, (await exportOf(here, id)).file);
    await open.refresh();
    expect([[...(open.get(hash) ?? [])], open.size]).toEqual([[1, 0, 0, 0], 5]);
  });

  test('the judges and whose word counted, and nothing else of the settings', async () => {
    const metadata = createMemoryMetadata();
    const [here, there] = [freshStore({ metadata }), freshStore()];
    const id = await buildWorld(here);
    await metadata.update('settings', 'chat', () => ({
      key: 'sk-not-to-be-told',
      address: 'http://secret.test',
    }));
    await metadata.update('settings', 'llm-reply/1', () => ({ text: 'a reply not to be told' }));
    const judge = { space: SCORES, threshold: 0.25, label: 'Mine' };
    const { file } = await exportOf(here, id, { judge, judges: [judge] });
    const imported = await importInto(there, file);
    expect(imported.settings).toEqual({ judge, judges: [judge] });
    const { entries } = await findEntries(file);
    expect(entries.map(({ name }) => name)).toEqual([
      'manifest.json',
      'documents.jsonl',
      'chunks.jsonl',
      'rejects.jsonl',
      'questions.jsonl',
      'mappings.jsonl',
      'labels.jsonl',
      'answers.jsonl',
      'runs/1.jsonl',
      'runs/2.jsonl',
      'vectors/1.bin',
      'scores/2.bin',
      'manifest-copy.json',
    ]);
    const parts: string[] = [];
    for (const entry of entries)
      for await (const piece of unpack(file, entry)) parts.push(new TextDecoder().decode(piece));
    const all = parts.join('');
    expect(all).toContain('Ada Brook was born in Harl.');
    expect(all).not.toMatch(/not-to-be-told|secret\.test/);
  });
});
