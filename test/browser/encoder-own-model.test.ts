import * as Comlink from 'comlink';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { SourceFile } from '../../src/domain/seam';
import type { EncoderApi } from '../../src/models/encoder-api';
import { cosine } from '../../src/models/pooling';
import { unwrap } from '../../src/seam/outcome';
import reference from '../fixtures/models/tiny-qwen3-embedding/reference.json';

/** A folder dropped by the user: a tiny model of the Qwen3-Embedding architecture (training/make_tiny_qwen3.py). */
const FOLDER = 'tiny-qwen3-embedding';
const PATHS = [
  'config.json',
  'config_sentence_transformers.json',
  'modules.json',
  'tokenizer.json',
  'tokenizer_config.json',
  '1_Pooling/config.json',
  'onnx/model.onnx',
];

const folder = (): Promise<SourceFile[]> =>
  Promise.all(
    PATHS.map(async (path) => {
      const response = await fetch(`/test/fixtures/models/${FOLDER}/${path}`);
      expect(response.ok, path).toBe(true);
      return { path: `${FOLDER}/${path}`, file: await response.blob() };
    }),
  );

const floats = (base64: string): Float32Array =>
  new Float32Array(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer);

const workers: Worker[] = [];
const start = (): Comlink.Remote<EncoderApi> => {
  const worker = new Worker(new URL('../../workers/encoder.worker.ts', import.meta.url), { type: 'module' });
  workers.push(worker);
  return Comlink.wrap<EncoderApi>(worker);
};
const quiet = Comlink.proxy(() => {});
let job = 0;

afterAll(async () => {
  for (const worker of workers) worker.terminate();
  const root = await navigator.storage.getDirectory();
  // A terminated worker lets its files go a moment later.
  await vi.waitFor(() => root.removeEntry('models', { recursive: true }), 100_000);
}, 300_000);

const expectReference = async (api: Comlink.Remote<EncoderApi>, most = 99): Promise<void> => {
  for (const [kind, part] of [
    ['passage', reference.passages],
    ['query', reference.queries],
  ] as const) {
    const texts = part.texts.slice(0, most);
    const { vectors, dimension } = unwrap(await api.encode(texts, kind, `own-${job++}`));
    const expected = floats(part.vectors);
    expect(vectors).toHaveLength(texts.length * dimension);
    texts.forEach((text, i) => {
      const range = [i * dimension, (i + 1) * dimension] as const;
      const value = cosine(vectors.subarray(...range), expected.subarray(...range));
      expect(value, `${kind} ${text}`).toBeGreaterThanOrEqual(0.999);
    });
  }
};

describe('a dropped model folder', () => {
  it('is understood, and gives the vectors of the Python model', async () => {
    const api = start();
    const model = unwrap(await api.addModel(await folder(), {}));
    expect(model).toMatchObject({
      id: FOLDER,
      source: 'files',
      dimension: 32,
      maxTokens: 512,
      pooling: 'last_token',
      passagePrefix: '',
    });
    expect(model.queryPrefix).toMatch(/^Instruct: .*\nQuery:$/);
    const state = unwrap(await api.load(FOLDER, 'wasm', quiet));
    expect(state).toMatchObject({ device: 'wasm', dtype: 'fp32', dimension: 32 });
    await expectReference(api);
  });

  it('is still there in the next session', async () => {
    const api = start();
    const known = unwrap(await api.catalogue());
    expect(known.map(({ id }) => id)).toContain(FOLDER);
    unwrap(await api.load(FOLDER, 'wasm', quiet));
    await expectReference(api);
  });

  it('is replaced by other files of the same name', async () => {
    const api = start();
    const before = unwrap(await api.load(FOLDER, 'wasm', quiet));
    const files = (await folder()).map((entry) =>
      entry.path.endsWith('config_sentence_transformers.json')
        ? { ...entry, file: new Blob([JSON.stringify({ prompts: { query: 'query: ' } })]) }
        : entry,
    );
    unwrap(await api.addModel(files, {}));
    expect(await api.state()).toEqual({ ok: true, value: null });
    const after = unwrap(await api.load(FOLDER, 'wasm', quiet));
    expect(after.space).not.toBe(before.space);
    unwrap(await api.addModel(await folder(), {}));
    expect(unwrap(await api.load(FOLDER, 'wasm', quiet)).space).toBe(before.space);
  });

  it('asks for the pooling when the folder does not say', async () => {
    const api = start();
    const files = (await folder()).filter(({ path }) => !path.includes('1_Pooling'));
    const refused = await api.addModel(files, { id: 'no-pooling' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'bad-input', detail: 'pooling-unknown' } });
    const chosen = unwrap(await api.addModel(files, { id: 'no-pooling', pooling: 'last_token' }));
    expect(chosen).toMatchObject({ id: 'no-pooling', pooling: 'last_token' });
  });

  it('names what is missing, and a name that is taken', async () => {
    const api = start();
    const files = await folder();
    for (const missing of ['config.json', 'tokenizer.json', '.onnx']) {
      const rest = files.filter(({ path }) => !path.endsWith(missing));
      const refused = await api.addModel(rest, { id: 'broken' });
      expect(refused, missing).toMatchObject({ ok: false, error: { code: 'bad-input' } });
      if (!refused.ok) expect(refused.error.message).toContain(missing);
    }
    const taken = await api.addModel(files, { id: 'all-MiniLM-L6-v2' });
    expect(taken).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });

  it('a damaged graph is a failure, not a hang', async () => {
    const api = start();
    const files = await folder();
    const broken = files.map((entry) =>
      entry.path.endsWith('.onnx') ? { ...entry, file: new Blob(['not a graph']) } : entry,
    );
    unwrap(await api.addModel(broken, { id: 'damaged' }));
    expect(await api.load('damaged', 'wasm', quiet)).toMatchObject({ ok: false, error: { code: 'model' } });
    expect(await api.state()).toEqual({ ok: true, value: null });
  });
});

describe('WebGPU', () => {
  it('passes its canary against WASM, or says why not', async (context) => {
    const gpu = 'gpu' in navigator ? (navigator.gpu as { requestAdapter(): Promise<unknown> }) : null;
    if (gpu === null || (await gpu.requestAdapter()) === null) {
      console.info('no WebGPU adapter here: the GPU path is skipped');
      context.skip();
    }
    const api = start();
    unwrap(await api.addModel(await folder(), {}));
    const state = unwrap(await api.load(FOLDER, 'webgpu', quiet));
    console.info(`GPU: ${state.why}`);
    expect(state.device).toBe('webgpu');
    expect(state.canary).toBeGreaterThanOrEqual(0.99);
    expect(state.space).toMatch(/\|fp32\|webgpu$/);
    // A software GPU compiles its shaders for seconds and runs a hundred times slower than WASM: two texts suffice.
    await expectReference(api, 2);
  }, 300_000);
});
