import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canaryCosine, decodeInt8, knownVector } from '../../src/models/canary';
import {
  CATALOGUE,
  type CatalogueEntry,
  describe as describeEntry,
  spaceOf,
} from '../../src/models/catalogue';
import { afterCanary, firstChoice, laneCount } from '../../src/models/device';
import { blobFiles, readChecked } from '../../src/models/files';
import { chooseWeights, dtypeOf, entryFromFolder, poolingOf } from '../../src/models/model-folder';
import { cosine, normalise, pool } from '../../src/models/pooling';
import { halfToNumber } from '../../src/models/runtime';

describe('pooling', () => {
  // Two rows of three positions, two numbers each; row 0 is padded on the left, row 1 on the right.
  const hidden = Float32Array.from([99, 99, 1, 2, 3, 6, 10, 20, 30, 40, 99, 99]);
  const states = (row: number, from: number, to: number) => ({
    hidden,
    row,
    length: 3,
    dimension: 2,
    from,
    to,
  });
  const pooled = (row: number, from: number, to: number, kind: 'mean' | 'cls' | 'last_token') => {
    const into = new Float32Array(2);
    pool(states(row, from, to), kind, into);
    return [...into];
  };

  it('never reads padding, whichever side it is on', () => {
    expect(pooled(0, 1, 3, 'mean')).toEqual([2, 4]);
    expect(pooled(0, 1, 3, 'cls')).toEqual([1, 2]);
    expect(pooled(0, 1, 3, 'last_token')).toEqual([3, 6]);
    expect(pooled(1, 0, 2, 'mean')).toEqual([20, 30]);
    expect(pooled(1, 0, 2, 'cls')).toEqual([10, 20]);
    expect(pooled(1, 0, 2, 'last_token')).toEqual([30, 40]);
  });

  it('normalises to length 1, and refuses what has no direction', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 }),
        (list) => {
          const vector = Float32Array.from(list);
          if (normalise(vector)) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
          else expect(list.every((value) => Math.abs(value) < 1e-20)).toBe(true);
        },
      ),
    );
    for (const wrong of [
      [0, 0],
      [Number.NaN, 1],
      [Number.POSITIVE_INFINITY, 1],
    ]) {
      expect(normalise(Float32Array.from(wrong))).toBe(false);
    }
  });

  it('cosine', () => {
    expect(cosine([3, 4], [6, 8])).toBeCloseTo(1, 12);
    expect(cosine([1, 0], [0, 5])).toBe(0);
    expect(cosine([0, 0], [1, 1])).toBeNaN();
    expect(cosine([1], [1, 2])).toBeNaN();
  });
});

it('half precision', () => {
  expect([0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff, 0x8000].map(halfToNumber)).toEqual([
    1,
    -2,
    0.333251953125,
    2 ** -24,
    65504,
    -0,
  ]);
  expect(halfToNumber(0x7c00)).toBe(Number.POSITIVE_INFINITY);
  expect(halfToNumber(0x7e00)).toBeNaN();
});

describe('canary', () => {
  it('decodes signed bytes', () => {
    expect([...decodeInt8(btoa(String.fromCharCode(0, 127, 128, 255)))]).toEqual([0, 127, -128, -1]);
  });

  it('counts anything without a direction as 0', () => {
    expect(canaryCosine([1, 0], [0, 0])).toBe(0);
    expect(canaryCosine([1, 0], [Number.NaN, 0])).toBe(0);
    expect(canaryCosine([1, 0], [1])).toBe(0);
    expect(canaryCosine([1, 0], [2, 0])).toBe(1);
  });
});

describe('catalogue', () => {
  it.each(CATALOGUE.map((entry) => [entry.id, entry] as const))('%s is complete', (_, entry) => {
    expect(entry.dimension).toBeGreaterThan(0);
    expect(entry.maxTokens).toBeGreaterThan(2);
    expect(entry.licence).not.toBe('');
    if (entry.canary !== null) expect(knownVector(entry.canary)).toHaveLength(entry.dimension);
    for (const file of entry.files)
      if (entry.source === 'bundled') expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(describeEntry(entry).bundled).toBe(entry.source === 'bundled');
  });

  it('ids and vector spaces are unique', () => {
    const spaces = CATALOGUE.flatMap((entry) => [spaceOf(entry, 'wasm'), spaceOf(entry, 'webgpu')]);
    expect(new Set(spaces).size).toBe(spaces.length);
  });

  it('only queries of Qwen3-Embedding carry an instruction', () => {
    const entry = CATALOGUE.find(({ id }) => id.includes('Qwen3')) as CatalogueEntry;
    expect(entry.queryPrefix).toMatch(/^Instruct: [^\n]+\nQuery:$/);
    expect(entry.passagePrefix).toBe('');
    expect(entry.pooling).toBe('last_token');
  });
});

describe('device policy', () => {
  const real = { adapter: 'card', software: false, reason: '' };
  const software = { adapter: 'google swiftshader', software: true, reason: '' };
  const none = { adapter: null, software: false, reason: 'no GPU adapter' };

  it.each([
    ['auto', real, 'webgpu'],
    ['auto', software, 'wasm'],
    ['auto', none, 'wasm'],
    ['webgpu', software, 'webgpu'],
    ['webgpu', none, 'wasm'],
    ['wasm', real, 'wasm'],
  ] as const)('%s with %o → %s', (preference, gpu, device) => {
    const choice = firstChoice(preference, gpu);
    expect(choice.device).toBe(device);
    expect(choice.why).not.toBe('');
  });

  it('the canary decides at 0.99', () => {
    expect(afterCanary('card', 0.99).device).toBe('webgpu');
    expect(afterCanary('card', 0.9899)).toEqual({
      device: 'wasm',
      why: 'WebGPU canary 0.990 < 0.99 on card, so WASM',
    });
  });

  it('lanes', () => {
    expect([1, 2, 3, 4, 8, 64].map((cores) => laneCount('wasm', cores))).toEqual([1, 2, 2, 3, 4, 4]);
    expect(laneCount('webgpu', 8)).toBe(1);
  });
});

describe('model folders', () => {
  const json = (value: unknown): Blob => new Blob([JSON.stringify(value)]);
  const folder = (extra: Record<string, Blob>) => {
    const files = new Map(
      Object.entries({
        'config.json': json({ hidden_size: 8, max_position_embeddings: 4096 }),
        'tokenizer.json': json({ model: {} }),
        'onnx/model.onnx': new Blob(['']),
        ...extra,
      }),
    );
    return entryFromFolder(blobFiles(files), {
      id: 'mine',
      source: 'files',
      revision: 'r',
      paths: [...files.keys()],
      known: [],
    });
  };

  it('reads pooling in both forms of sentence-transformers', () => {
    expect(poolingOf({ pooling_mode_mean_tokens: true })).toBe('mean');
    expect(poolingOf({ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false })).toBe('cls');
    expect(poolingOf({ pooling_mode_lasttoken: true })).toBe('last_token');
    expect(poolingOf({ pooling_mode: 'lasttoken' })).toBe('last_token');
    for (const unknown of [null, {}, { pooling_mode: 'max' }]) expect(poolingOf(unknown)).toBeNull();
  });

  it('finds the pooling where modules.json says, and the prompts', async () => {
    const entry = await folder({
      'modules.json': json([{ path: '' }, { path: '2_Pool', type: 'sentence_transformers.models.Pooling' }]),
      '2_Pool/config.json': json({ pooling_mode_cls_token: true }),
      'config_sentence_transformers.json': json({ prompts: { query: 'query: ', document: 'passage: ' } }),
    });
    expect(entry).toMatchObject({
      pooling: 'cls',
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
      dimension: 8,
      maxTokens: 1024,
      weights: { wasm: { dtype: 'fp32' }, webgpu: { dtype: 'fp32' } },
    });
  });

  it('takes the shorter limit of sentence-transformers', async () => {
    const entry = await folder({
      '1_Pooling/config.json': json({ pooling_mode_mean_tokens: true }),
      'sentence_bert_config.json': json({ max_seq_length: 128 }),
    });
    expect(entry.maxTokens).toBe(128);
  });

  it('asks when nothing says how to pool', async () => {
    await expect(folder({})).rejects.toMatchObject({ code: 'bad-input', detail: 'pooling-unknown' });
  });

  it('chooses integers for the CPU and floating point for the GPU', () => {
    const paths = ['onnx/model.onnx', 'onnx/model_quantized.onnx', 'onnx/model_fp16.onnx', 'README.md'];
    expect(paths.slice(0, 3).map(dtypeOf)).toEqual(['fp32', 'q8', 'fp16']);
    expect(chooseWeights(paths, 'wasm')).toEqual({ dtype: 'q8', file: 'onnx/model_quantized.onnx' });
    expect(chooseWeights(paths, 'webgpu')).toEqual({ dtype: 'fp16', file: 'onnx/model_fp16.onnx' });
    expect(chooseWeights(['config.json'], 'wasm')).toBeNull();
  });
});

describe('checked files', () => {
  const files = blobFiles(new Map([['a', new Blob(['abc'])]]));
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

  it('accepts the known hash and refuses another, naming the file', async () => {
    const bytes = await readChecked(files, 'a', [{ path: 'a', bytes: 3, sha256 }]);
    expect(new TextDecoder().decode(bytes)).toBe('abc');
    await expect(
      readChecked(files, 'a', [{ path: 'a', bytes: 3, sha256: '0'.repeat(64) }]),
    ).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('"a"'),
    });
    await expect(readChecked(files, 'b', [])).rejects.toMatchObject({ code: 'not-found' });
  });
});
