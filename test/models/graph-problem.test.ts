/** The runtime itself says what is wrong with a graph, and the words for the person are read off that. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type * as Ort from 'onnxruntime-web';
import { beforeAll, describe, expect, it } from 'vitest';
import { HopscopeError } from '../../src/domain/outcome';
import { graphProblem, misfit } from '../../src/models/graph-problem';

const root = resolve(import.meta.dirname, '../..');
const graph = Uint8Array.from(
  readFileSync(resolve(root, 'test/fixtures/models/tiny-pair-classifier/onnx/model.onnx')),
);
const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];
let ort: typeof Ort;
let tiny: Ort.InferenceSession;
const open = (bytes: Uint8Array): Promise<Ort.InferenceSession> =>
  ort.InferenceSession.create(bytes, { executionProviders: ['wasm'], logSeverityLevel: 4 });
const problemOf = async (work: Promise<unknown>): Promise<HopscopeError> =>
  work.then(() => expect.unreachable('it must fail'), graphProblem);

beforeAll(async () => {
  // The build of the browser, which the package does not offer to Node by name.
  const build = resolve(root, 'node_modules/onnxruntime-web/dist/ort.wasm.min.mjs');
  ort = (await import(/* @vite-ignore */ build)) as typeof Ort;
  ort.env.wasm.numThreads = 1;
  tiny = await open(graph);
});

describe('a graph that cannot be opened', () => {
  it.each([
    ['text', new TextEncoder().encode('not a graph')],
    ['the pointer of a large file store', new TextEncoder().encode('version 1\noid sha256:abc\nsize 12\n')],
    ['nothing', new Uint8Array(0)],
    ['half of a graph', graph.slice(0, graph.length >> 1)],
    ['zeros', new Uint8Array(1000)],
  ])('%s: damaged, in plain words, and not to be tried again', async (_, bytes) => {
    const problem = await problemOf(open(bytes));
    expect(problem).toBeInstanceOf(HopscopeError);
    expect(problem).toMatchObject({ code: 'model', retryable: false });
    expect(problem.message).toBe(
      'This model cannot be used: its .onnx file is damaged, cut short or not a graph at all: download it again.',
    );
    expect(problem.detail).toContain('ERROR_CODE');
  });
});

describe('a graph that cannot be run', () => {
  const ids = (id: number, length: number) => ({
    input_ids: new ort.Tensor('int64', new BigInt64Array(length).fill(BigInt(id)), [1, length]),
    attention_mask: new ort.Tensor('int64', new BigInt64Array(length).fill(1n), [1, length]),
  });

  it('with the tokenizer or the positions of another model', async () => {
    for (const feeds of [ids(50_000, 8), ids(5, 200)]) {
      const problem = await problemOf(tiny.run(feeds));
      expect(problem).toMatchObject({ code: 'model', retryable: false });
      expect(problem.message).toMatch(/files of two models may be mixed/);
    }
  });

  it('with inputs of another type', async () => {
    const feeds = {
      ...ids(5, 8),
      input_ids: new ort.Tensor('float32', new Float32Array(8), [1, 8]),
    };
    expect((await problemOf(tiny.run(feeds))).message).toMatch(/another type or shape/);
  });
});

describe('what is not held against the model', () => {
  it.each([
    'Array buffer allocation failed',
    'Aborted(OOM)',
    'failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc',
    'no available backend found. ERR: [wasm] TypeError: Failed to fetch dynamically imported module: x',
    'something that nobody has met',
  ])('%s', (said) => {
    expect(graphProblem(new Error(said))).toMatchObject({ code: 'model', retryable: true, detail: said });
  });

  it('a failure that has its words already keeps them', () => {
    const own = new HopscopeError('worker-lost', 'gone', { retryable: true });
    expect(graphProblem(own)).toBe(own);
  });
});

describe('a graph that opens and does not fit its settings', () => {
  const wanted = { inputs: INPUTS, output: 'logits', classes: 2 };

  it('fits as it is', () => {
    expect(misfit(tiny, wanted)).toBeNull();
  });

  it('is told from it by its classes, its output and its inputs', () => {
    expect(misfit(tiny, { ...wanted, classes: 3 })).toMatch(/gives 2 logit\(s\) a pair.*names 3 class/);
    expect(misfit(tiny, { ...wanted, output: 'presence' })).toMatch(/no output "presence", only "logits"/);
    const outputs = { outputNames: ['logits'], outputMetadata: [] };
    expect(misfit({ inputNames: ['input_ids', 'pixel_values'], ...outputs }, wanted)).toMatch(
      /takes the inputs "input_ids", "pixel_values"/,
    );
    expect(misfit({ inputNames: [], ...outputs }, wanted)).toMatch(/takes the inputs none/);
  });

  it('is an encoder when it gives a state for each token', () => {
    const encoder = {
      inputNames: ['input_ids'],
      outputNames: ['last_hidden_state'],
      outputMetadata: [{ name: 'last_hidden_state', isTensor: true, shape: ['batch', 'tokens', 384] }],
    };
    expect(misfit(encoder, { ...wanted, output: 'last_hidden_state' })).toMatch(/an encoder gives that/);
  });
});
