import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshStore, importInto } from './world';

// Written once by test/fixtures/make/workspace_file_v1.py from the description of the format, and never changed: a later
// version must go on to open it.
const kept = join(import.meta.dirname, '../../fixtures/workspace-v1.hopscope');
const old = (name: string): unknown[] =>
  readFileSync(join(import.meta.dirname, '../../fixtures/workspace-v0', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a file of version 1, which another program has written, opens with all that it holds', async () => {
  const store = freshStore();
  const { meta, damage, rebuild } = await importInto(store, new Blob([readFileSync(kept)]));
  expect([meta.name, damage, rebuild]).toEqual(['The mill', [], false]);
  expect(await store.readDocuments(meta.id)).toEqual(old('documents.jsonl'));
  expect(await store.readChunks(meta.id)).toEqual(old('chunks.jsonl'));
  expect(await store.readRejects(meta.id)).toEqual(old('rejects.jsonl'));
  expect(await store.readQuestions(meta.id)).toEqual(old('questions.jsonl'));
  expect(await store.readMappings(meta.id)).toEqual(old('mappings.jsonl'));
  expect(meta.runs.map(({ header, done }) => [header.run, done])).toEqual([['run-1', 2]]);
  const { questions } = await store.readRun(meta.id, 'run-1');
  expect([...questions.values()].map((events) => events.at(-1)?.event)).toEqual(['done', 'error']);
});
