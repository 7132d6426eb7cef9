import * as Comlink from 'comlink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { HopscopeError, type Outcome } from '../../src/domain/outcome';
import type { Progress } from '../../src/domain/progress';
import type { EncoderState } from '../../src/domain/seam';
import { CATALOGUE } from '../../src/models/catalogue';
import type { EncoderApi } from '../../src/models/encoder-api';
import { cosine } from '../../src/models/pooling';
import { unwrap } from '../../src/seam/outcome';
import reference from '../fixtures/encoder-reference.json';
import { halves } from '../support/halves';

const MODEL = 'all-MiniLM-L6-v2';
const quiet = Comlink.proxy(() => {});

const start = () => {
  const worker = new Worker(new URL('../../workers/encoder.worker.ts', import.meta.url), { type: 'module' });
  return { worker, api: Comlink.wrap<EncoderApi>(worker) };
};

let job = 0;
const nextJob = (): string => `test-${job++}`;

const rowsOf = ({ vectors, dimension }: { vectors: Float32Array; dimension: number }): Float32Array[] =>
  Array.from({ length: vectors.length / dimension }, (_, i) =>
    vectors.subarray(i * dimension, (i + 1) * dimension),
  );

const corpus = await commands
  .readFile('../shared/data/corpora/2wikimultihopqa_corpus.json')
  .then((text) => JSON.parse(text) as { title: string; text: string }[])
  .catch((error: unknown) => {
    if (import.meta.env.HOPSCOPE_SHARED === 'required') throw error;
    console.info('shared data absent: the comparison with native onnxruntime is skipped');
    return null;
  });

let encoder: ReturnType<typeof start>;
let state: EncoderState;
const progress: Progress[] = [];

beforeAll(async () => {
  encoder = start();
  const onProgress = Comlink.proxy((report: Progress) => void progress.push(report));
  state = unwrap(await encoder.api.load(MODEL, 'auto', onProgress));
}, 300_000);
afterAll(() => encoder.worker.terminate());

describe('loading', () => {
  it('says device, space, canary and why', () => {
    expect(state).toMatchObject({ model: MODEL, device: 'wasm', dimension: 384, maxTokens: 256 });
    expect(state.why).toMatch(/so WASM$/);
    expect(state.canary).toBeGreaterThan(0.999);
    expect(state.space.split('|')).toEqual([MODEL, state.revision, 'int8-weight', 'wasm']);
  });

  it('reports the bytes of the weights', () => {
    const bytes = CATALOGUE[0]?.files.find(({ path }) => path === 'onnx/model_int8.onnx')?.bytes;
    expect(progress.at(-1)).toMatchObject({ unit: 'bytes', done: bytes, total: bytes });
  });

  it('fails with a sentence for a model that does not exist, and the next load works', async () => {
    const other = start();
    const failed = await other.api.load('no-such-model', 'wasm', quiet);
    expect(failed).toMatchObject({ ok: false, error: { code: 'not-found' } });
    const early = await other.api.encode(['a'], 'query', nextJob());
    expect(early).toMatchObject({ ok: false, error: { code: 'model' } });
    expect((await other.api.load(MODEL, 'wasm', quiet)).ok).toBe(true);
    other.worker.terminate();
  });
});

describe('encoding', () => {
  it.runIf(corpus !== null)(
    'agrees with native onnxruntime on 200 passages (cosine ≥ 0.999 each)',
    async () => {
      const texts = (corpus ?? []).slice(0, reference.passages).map(({ title, text }) => `${title}\n${text}`);
      const expected = rowsOf({ vectors: halves(reference.vectors), dimension: reference.dimension });
      const found = rowsOf(unwrap(await encoder.api.encode(texts, 'passage', nextJob())));
      expect(found).toHaveLength(200);
      const cosines = found.map((vector, i) => cosine(vector, expected[i] ?? []));
      console.info(`cosine to native: min ${Math.min(...cosines).toFixed(5)}`);
      for (const value of cosines) expect(value).toBeGreaterThanOrEqual(0.999);
    },
    300_000,
  );

  it('the reference belongs to the weights that ship', () => {
    const weights = CATALOGUE[0]?.files.find(({ path }) => path === 'onnx/model_int8.onnx');
    expect(reference.weights).toBe(weights?.sha256);
  });

  it('a vector does not depend on the call it came in', async () => {
    const texts = ['The mill stands by the river.', 'x', 'A long sentence. '.repeat(60)];
    const together = rowsOf(unwrap(await encoder.api.encode(texts, 'passage', nextJob())));
    for (const [i, text] of texts.entries()) {
      const [alone] = rowsOf(unwrap(await encoder.api.encode([text], 'query', nextJob())));
      expect(alone).toEqual(together[i]);
    }
  });

  it('gives unit vectors for anything at all', async () => {
    const odd = [
      '',
      ' ',
      '\0',
      '\uD800',
      'a\uDFFFb',
      'x'.repeat(1 << 20),
      '漢字'.repeat(2000),
      '🜁🏽‍🚀',
      '\u202eعربي',
    ];
    const rows = rowsOf(unwrap(await encoder.api.encode(odd, 'passage', nextJob())));
    expect(rows).toHaveLength(odd.length);
    for (const row of rows) expect(Math.hypot(...row)).toBeCloseTo(1, 5);
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[0]).toEqual(rows[2]);
  });

  it('no texts give no vectors', async () => {
    const value = unwrap(await encoder.api.encode([], 'passage', nextJob()));
    expect(value).toMatchObject({ dimension: 384 });
    expect(value.vectors).toHaveLength(0);
  });

  it('counts content tokens', async () => {
    expect(await encoder.api.countTokens(['', 'hello world'])).toEqual({ ok: true, value: [0, 2] });
  });

  it('answers on a port as on the worker', async () => {
    const { port1, port2 } = new MessageChannel();
    await encoder.api.connect(Comlink.transfer(port2, [port2]));
    const second = Comlink.wrap<EncoderApi>(port1);
    const [direct] = rowsOf(unwrap(await encoder.api.encode(['bridge'], 'query', nextJob())));
    const [through] = rowsOf(unwrap(await second.encode(['bridge'], 'query', nextJob())));
    expect(through).toEqual(direct);
    port1.close();
  });
});

describe('a long call', () => {
  const many = Array.from(
    { length: 400 },
    (_, i) => `Passage ${i}. ${'The harbour was rebuilt in stone. '.repeat(25)}`,
  );

  it('is cancelled in mid-work, and the worker goes on', async () => {
    const name = nextJob();
    const running = encoder.api.encode(many, 'passage', name);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await encoder.api.cancel(name);
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await encoder.api.encode(['still here'], 'query', nextJob())).ok).toBe(true);
  });

  it('lets a query pass', async () => {
    const name = nextJob();
    let finished = false;
    const running = encoder.api.encode(many, 'passage', name).finally(() => {
      finished = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await encoder.api.encode(['quick'], 'query', nextJob())).ok).toBe(true);
    expect(finished).toBe(false);
    await encoder.api.cancel(name);
    await running;
  });

  it('one job name runs once at a time', async () => {
    const name = nextJob();
    const first = encoder.api.encode(many.slice(0, 8), 'passage', name);
    expect(await encoder.api.encode(['a'], 'passage', name)).toMatchObject({
      ok: false,
      error: { code: 'busy' },
    });
    expect((await first).ok).toBe(true);
  });

  it('an ended worker is replaced by a fresh one that gives the same vectors', async () => {
    const before = start();
    unwrap(await before.api.load(MODEL, 'wasm', quiet));
    const [first] = rowsOf(unwrap(await before.api.encode(['the same'], 'passage', nextJob())));
    void before.api.encode(many, 'passage', nextJob());
    before.worker.terminate();
    const after = start();
    unwrap(await after.api.load(MODEL, 'wasm', quiet));
    const [second] = rowsOf(unwrap(await after.api.encode(['the same'], 'passage', nextJob())));
    expect(second).toEqual(first);
    after.worker.terminate();
  });
});

it('failures cross the seam as plain data', async () => {
  const outcome: Outcome<unknown> = await encoder.api.load('no/such', 'wasm', quiet);
  expect(outcome.ok).toBe(false);
  expect(outcome).not.toBeInstanceOf(HopscopeError);
  expect(structuredClone(outcome)).toEqual(outcome);
});
