import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail, HopscopeError, ok } from '../../src/domain/outcome';
import { CATALOGUE, type CatalogueEntry, type Device } from '../../src/models/catalogue';
import { Encoder } from '../../src/models/encoder';
import type { EncoderLane as LaneHandle } from '../../src/models/encoder-lane';
import type { ModelFiles } from '../../src/models/files';
import { holdAfter, idle, until } from '../support/waits';

/** The encoder around lanes that compute by rule, so that every way a device can fail happens on cue. */
const DIMENSION = 4;
const MODEL = resolve(import.meta.dirname, '../../public/models/all-MiniLM-L6-v2');
const bundled = CATALOGUE[0] as CatalogueEntry;
const entry: CatalogueEntry = { ...bundled, dimension: DIMENSION, canary: null, files: [] };

const files: ModelFiles = {
  read: async (path) =>
    path.endsWith('.onnx') ? new Uint8Array(4) : Uint8Array.from(readFileSync(resolve(MODEL, path))),
};

type Lane = LaneHandle & { device: Device | null; lose(reason: string): void; die(): void };
type Rule = (batch: number[][], device: Device, lane: number) => Promise<Float32Array> | Float32Array;

/** A unit vector that depends on the token ids only. */
const vectorOf = (ids: number[]): number[] => {
  const raw = Array.from({ length: DIMENSION }, (_, i) => Math.sin(ids.reduce((sum, id) => sum + id, 0) + i));
  const norm = Math.hypot(...raw);
  return raw.map((value) => value / norm);
};
const right: Rule = (batch) => Float32Array.from(batch.flatMap(vectorOf));

const lanesOf = (rule: Rule) => {
  const lanes: Lane[] = [];
  const spawn = (): LaneHandle => {
    const index = lanes.length;
    let die: (error: unknown) => void = () => {};
    const died = new Promise<never>((_, reject) => {
      die = reject;
    });
    died.catch(() => {});
    let lost: (reason: string) => void = () => {};
    const lane: Lane = {
      device: null,
      died,
      die: () => die(new HopscopeError('worker-lost', 'died', { retryable: true })),
      end: () => die(new HopscopeError('worker-lost', 'ended', { retryable: true })),
      lose: (reason) => lost(reason),
      open: async (_files, options, onLost) => {
        lane.device = options.device;
        lost = onLost;
        return ok(undefined);
      },
      run: async (batch) => {
        try {
          return ok(await rule(batch, lane.device ?? 'wasm', index));
        } catch (error) {
          return fail('model', String(error));
        }
      },
    };
    lanes.push(lane);
    return lane;
  };
  return { lanes, spawn };
};

const GPU = { adapter: 'test GPU', software: false, reason: '' };
const load = (rule: Rule, options: { cores?: number; adapter?: boolean } = {}) => {
  const { lanes, spawn } = lanesOf(rule);
  const probe = async () =>
    options.adapter ? GPU : { adapter: null, software: false, reason: 'no GPU adapter' };
  const encoder = Encoder.load(entry, files, 'auto', () => {}, { spawn, probe, cores: options.cores ?? 2 });
  return { encoder, lanes };
};
const never = new AbortController().signal;

describe('choosing a device', () => {
  it('takes WASM where there is no adapter, and says so', async () => {
    const encoder = await load(right).encoder;
    expect(encoder.state).toMatchObject({
      device: 'wasm',
      why: 'no GPU adapter, so WASM',
      dtype: 'int8-weight',
    });
  });

  it('takes the GPU when it agrees with WASM', async () => {
    const { encoder, lanes } = load(right, { adapter: true });
    expect((await encoder).state).toMatchObject({
      device: 'webgpu',
      dtype: 'int8-weight',
      canary: expect.closeTo(1),
    });
    expect(lanes.map(({ device }) => device)).toEqual(['webgpu', 'wasm']);
  });

  it.each<[string, Rule]>([
    ['computes something else', (batch) => Float32Array.from(batch.flatMap(() => [1, 0, 0, 0]))],
    ['gives NaN', (batch) => new Float32Array(batch.length * DIMENSION).fill(Number.NaN)],
    ['fails', () => Promise.reject(new Error('shader-f16 is not supported'))],
  ])('goes to WASM when the GPU %s', async (_, wrong) => {
    const rule: Rule = (batch, device, lane) => (device === 'webgpu' ? wrong : right)(batch, device, lane);
    const encoder = await load(rule, { adapter: true }).encoder;
    expect(encoder.state.device).toBe('wasm');
    expect(encoder.state.why).toMatch(/WebGPU.*so WASM$/);
    const { vectors, space } = await encoder.encode(['a'], 'query', never);
    expect([...vectors]).toEqual([...Float32Array.from(vectorOf(encoder.tokenizer.encode('a', 256)))]);
    expect(space).toMatch(/\|wasm$/);
  });
});

describe('when something dies', () => {
  it('a GPU lost in mid-call: the whole call comes from WASM, in the space of WASM', async () => {
    let losing = false;
    const { encoder, lanes } = load(
      (batch, device, lane) => {
        if (device === 'webgpu' && losing) {
          lanes[0]?.lose('driver reset');
          return new Promise(() => {});
        }
        return right(batch, device, lane);
      },
      { adapter: true },
    );
    const loaded = await encoder;
    losing = true;
    const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
    const { vectors, space } = await loaded.encode(texts, 'passage', never);
    expect(space).toMatch(/\|wasm$/);
    expect(loaded.state.why).toBe('the GPU was lost (driver reset), so WASM');
    texts.forEach((text, i) => {
      const expected = Float32Array.from(vectorOf(loaded.tokenizer.encode(text, 256)));
      expect(vectors.subarray(i * DIMENSION, (i + 1) * DIMENSION)).toEqual(expected);
    });
  });

  it('a lane that dies is replaced and its text tried once more', async () => {
    const { encoder, lanes } = load((batch, device, lane) => {
      if (lane === 0) {
        lanes[0]?.die();
        return new Promise(() => {});
      }
      return right(batch, device, lane);
    });
    const { vectors } = await (await encoder).encode(['a', 'b', 'c'], 'passage', never);
    expect(vectors.every(Number.isFinite)).toBe(true);
    expect(lanes.length).toBeGreaterThanOrEqual(2);
  });

  it('a text that fails twice fails its call; the next call works', async () => {
    const { encoder } = load((batch, device, lane) => {
      if (batch.some((ids) => ids.includes(2919))) throw new Error('bad'); // the id of "bad"
      return right(batch, device, lane);
    });
    const loaded = await encoder;
    expect(loaded.tokenizer.encode('bad', 256)).toContain(2919);
    await expect(loaded.encode(['good', 'bad'], 'passage', never)).rejects.toMatchObject({ code: 'model' });
    await expect(loaded.encode(['good'], 'passage', never)).resolves.toMatchObject({ dimension: DIMENSION });
  });

  it('closing ends waiting calls', async () => {
    const loaded = await load(() => new Promise(() => {})).encoder;
    const waiting = loaded.encode(['a', 'b'], 'passage', never);
    loaded.close();
    await expect(waiting).rejects.toMatchObject({ code: 'worker-lost', retryable: true });
    await expect(loaded.encode(['a'], 'query', never)).rejects.toMatchObject({ code: 'worker-lost' });
  });
});

describe('the queue', () => {
  it('a query overtakes waiting passages', async () => {
    const seen: number[] = [];
    const release: (() => void)[] = [];
    const { encoder } = load(
      async (batch, device, lane) => {
        seen.push(batch[0]?.length ?? 0);
        await new Promise<void>((resolve) => release.push(resolve));
        return right(batch, device, lane);
      },
      { cores: 1 },
    );
    const loaded = await encoder;
    const passages = loaded.encode(Array(4).fill('one two three four'), 'passage', never);
    await until(() => release).toHaveLength(1);
    const query = loaded.encode(['one'], 'query', never);
    for (let done = 1; done <= 5; done++) {
      await until(() => release).toHaveLength(done);
      release[done - 1]?.();
    }
    await Promise.all([query, passages]);
    // Six tokens a passage, three for the query: only the passage that had begun comes before it.
    expect(seen).toEqual([6, 3, 6, 6, 6]);
  });

  it('an abort rejects at once and leaves nothing queued', async () => {
    const hold = holdAfter(3);
    const loaded = await load(
      async (batch, device, lane) => {
        await hold.wait();
        return right(batch, device, lane);
      },
      { cores: 1 },
    ).encoder;
    const abort = new AbortController();
    const running = loaded.encode(Array(50).fill('a'), 'passage', abort.signal);
    await hold.reached;
    abort.abort(new HopscopeError('cancelled', 'Cancelled.'));
    // The batch that has begun does not answer: this would not end if the call waited for it.
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    hold.release();
    await idle();
    expect(hold.begun).toBe(4);
  });

  it('uses as many lanes as cores allow, and only when work waits', async () => {
    const slow: Rule = async (batch, device, lane) => {
      await idle();
      return right(batch, device, lane);
    };
    const { encoder, lanes } = load(slow, { cores: 8 });
    const loaded = await encoder;
    await loaded.encode(['a'], 'query', never);
    expect(lanes).toHaveLength(1);
    await loaded.encode(Array(60).fill('a'), 'passage', never);
    expect(lanes).toHaveLength(4);
  });
});
