import * as Comlink from 'comlink';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { SourceFile } from '../../src/domain/seam';
import type { ClassifierApi } from '../../src/judge/classifier-api';
import { unwrap } from '../../src/seam/outcome';
import reference from '../fixtures/models/tiny-pair-classifier/reference.json';

/** A folder dropped by the user: a tiny two-logit classifier of the RoBERTa kind (training/make_tiny_classifier.py). */
const FOLDER = 'tiny-pair-classifier';
const PATHS = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'];

const folder = (): Promise<SourceFile[]> =>
  Promise.all(
    PATHS.map(async (path) => {
      const response = await fetch(`/test/fixtures/models/${FOLDER}/${path}`);
      expect(response.ok, path).toBe(true);
      return { path: `${FOLDER}/${path}`, file: await response.blob() };
    }),
  );

const workers: Worker[] = [];
const start = (): Comlink.Remote<ClassifierApi> => {
  const worker = new Worker(new URL('../../workers/classifier.worker.ts', import.meta.url), {
    type: 'module',
  });
  workers.push(worker);
  return Comlink.wrap<ClassifierApi>(worker);
};
const quiet = Comlink.proxy(() => {});
let job = 0;

afterAll(async () => {
  for (const worker of workers) worker.terminate();
  const root = await navigator.storage.getDirectory();
  // A terminated worker lets its files go a moment later.
  await vi.waitFor(() => root.removeEntry('classifiers', { recursive: true }), 100_000);
}, 300_000);

const pairs = reference.pairs.map(([question = '', passage = '']) => ({ question, passage }));
const probabilities = async (api: Comlink.Remote<ClassifierApi>): Promise<number[]> =>
  unwrap(await api.score(pairs, `own-${job++}`)).map(({ probability }) => probability ?? Number.NaN);

describe('a dropped sequence classifier', () => {
  it('is understood, and gives the probabilities of the Python model for the class chosen', async () => {
    const api = start();
    const model = unwrap(await api.addModel(await folder(), { present: 1 }));
    expect(model).toMatchObject({
      id: FOLDER,
      source: 'files',
      reader: false,
      maxTokens: 64,
      labels: ['not answerable', 'answerable'],
    });
    const state = unwrap(await api.load({ model: FOLDER, device: 'wasm' }, quiet));
    expect(state).toMatchObject({ reader: false, device: 'wasm', dtype: 'fp32', maxTokens: 64 });
    expect(state.judge).toMatchObject({ model: FOLDER, mode: 'passage', threshold: 0.5 });
    const found = await probabilities(api);
    found.forEach((value, i) => {
      expect(value).toBeCloseTo(reference.answerable[i] ?? -1, 4);
    });

    const other = unwrap(await api.load({ model: FOLDER, device: 'wasm', present: 0 }, quiet));
    expect(other.judge.space).not.toBe(state.judge.space);
    (await probabilities(api)).forEach((value, i) => {
      expect(value).toBeCloseTo(1 - (reference.answerable[i] ?? -1), 4);
    });
    // Its vocabulary is so small that an example is longer than it reads: said, not cut.
    expect(await api.check()).toMatchObject({
      ok: false,
      error: { code: 'model', message: expect.stringMatching(/at most 28/) },
    });
    expect(await api.read('q', ['a'], 'r')).toMatchObject({ ok: false, error: { code: 'model' } });
  });

  it('is still there in the next session', async () => {
    const api = start();
    expect(unwrap(await api.catalogue()).map(({ id }) => id)).toEqual(['hopscope-presence-reader', FOLDER]);
    unwrap(await api.load({ model: FOLDER, device: 'wasm' }, quiet));
    expect((await probabilities(api))[0]).toBeCloseTo(reference.answerable[0] ?? -1, 4);
  });

  it('reads a passage that is longer than it takes in windows', async () => {
    const api = start();
    unwrap(await api.load({ model: FOLDER, device: 'wasm' }, quiet));
    const passage = 'The bell tower was struck by lightning twice. '.repeat(40);
    const [score] = unwrap(await api.score([{ question: 'Who designed it?', passage }], 'long'));
    expect(score).toMatchObject({ state: 'scored' });
  });

  it('names what is wrong with a folder', async () => {
    const api = start();
    const files = await folder();
    for (const missing of ['config.json', 'tokenizer.json', '.onnx']) {
      const rest = files.filter(({ path }) => !path.endsWith(missing));
      const refused = await api.addModel(rest, { id: 'broken', present: 1 });
      expect(refused, missing).toMatchObject({ ok: false, error: { code: 'bad-input' } });
      if (!refused.ok) expect(refused.error.message).toContain(missing);
    }
    expect(await api.addModel(files, { id: 'x', present: 2 })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', detail: 'present-unknown' },
    });
    expect(await api.addModel(files, { id: 'hopscope-presence-reader', present: 1 })).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    });
    const broken = files.map((entry) =>
      entry.path.endsWith('.onnx') ? { ...entry, file: new Blob(['not a graph']) } : entry,
    );
    unwrap(await api.addModel(broken, { id: 'damaged', present: 1 }));
    expect(await api.load({ model: 'damaged' }, quiet)).toMatchObject({
      ok: false,
      error: { code: 'model' },
    });
    expect(await api.state()).toEqual({ ok: true, value: null });
  });
});
