import { expose } from 'comlink';
import { fail, type Outcome, ok } from '../../src/domain/outcome';
import type { EncoderContract, EncoderState } from '../../src/domain/seam';
import { tokenise } from '../../src/retrieval/lexical/tokens';

const DIMENSION = 64;

/** FNV-1a, 32 bits. */
const fnv = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
};

/** Feature hashing (Weinberger et al. 2009): each word adds ±1 to one coordinate; the sum is brought to length 1. */
export const hashingVector = (text: string): Float32Array => {
  const sums = new Float64Array(DIMENSION);
  for (const token of tokenise(text)) {
    const hash = fnv(token);
    sums[hash % DIMENSION] = (sums[hash % DIMENSION] as number) + (hash & 0x10000 ? 1 : -1);
  }
  const norm = Math.sqrt(sums.reduce((sum, x) => sum + x * x, 0));
  if (norm === 0) sums[0] = 1;
  return Float32Array.from(sums, (x) => (norm === 0 ? x : x / norm));
};

export interface HashingEncoder {
  contract: EncoderContract;
  /** Every passage text that was embedded, in order; a text embedded twice is here twice. */
  passages: string[];
  queries: string[];
  /** Milliseconds an embedding takes, to stand for a model that is slow. */
  msPerText: number;
  /** Waited for before each text, to hold it on cue. */
  before(): Promise<void>;
  /** Calls of `encode` that have not answered. */
  open: number;
  /** Change it to stand for a model that moved to another device. */
  device: 'wasm' | 'webgpu';
  loads: string[];
  /** Whether `encode` says in which space its vectors are. */
  namesSpace: boolean;
  /** The next `encode` fails in this way. */
  failNext: { code: 'model' | 'worker-lost'; message: string } | null;
  /** A port that calls this encoder, as if it were a worker; `close` ends it as if the worker were ended. */
  port(): { port: MessagePort; close(): void };
}

/** A deterministic stand-in for an embedding model: no weights, same contract. */
export const createHashingEncoder = (): HashingEncoder => {
  let loaded: string | null = null;
  /** An ended worker stops in the middle of its work: calls of an earlier life never answer. */
  let life = 0;
  const cancelled = new Set<string>();
  const stateOf = (model: string): EncoderState => ({
    model,
    revision: 'hashing-1',
    dimension: DIMENSION,
    maxTokens: 256,
    device: encoder.device,
    dtype: 'fp32',
    threads: 1,
    why: 'a hashing embedder for tests',
    canary: 1,
    space: `${model}/hashing-1/fp32/${encoder.device}`,
  });
  const encoder: HashingEncoder = {
    passages: [],
    queries: [],
    msPerText: 0,
    before: async () => {},
    open: 0,
    device: 'wasm',
    loads: [],
    namesSpace: true,
    failNext: null,
    contract: {
      catalogue: async () => ok([]),
      addModel: async () => fail('bad-input', 'The hashing embedder has no files.'),
      removeModel: async () => fail('bad-input', 'The hashing embedder has no files.'),
      async load(model) {
        encoder.loads.push(model);
        loaded = model;
        return ok(stateOf(model));
      },
      state: async () => ok(loaded === null ? null : stateOf(loaded)),
      async encode(
        texts,
        kind,
        job,
      ): Promise<Outcome<{ vectors: Float32Array; dimension: number; space?: string }>> {
        if (encoder.failNext !== null) {
          const { code, message } = encoder.failNext;
          encoder.failNext = null;
          return fail(code, message, { retryable: true });
        }
        const vectors = new Float32Array(texts.length * DIMENSION);
        const mine = life;
        encoder.open++;
        for (const [i, text] of texts.entries()) {
          if (encoder.msPerText > 0) await new Promise((resolve) => setTimeout(resolve, encoder.msPerText));
          await encoder.before();
          if (mine !== life) return new Promise(() => {});
          if (cancelled.has(job)) {
            encoder.open--;
            return fail('cancelled', 'Cancelled.');
          }
          (kind === 'query' ? encoder.queries : encoder.passages).push(text);
          vectors.set(hashingVector(text), i * DIMENSION);
        }
        encoder.open--;
        const space = encoder.namesSpace ? { space: stateOf(loaded ?? '').space } : {};
        return ok({ vectors, dimension: DIMENSION, ...space });
      },
      countTokens: async (texts) => ok(texts.map((text) => tokenise(text).length)),
      connect: (port) => expose(encoder.contract, port),
      async cancel(job) {
        cancelled.add(job);
      },
    },
    port() {
      const { port1, port2 } = new MessageChannel();
      expose(encoder.contract, port1);
      const close = (): void => {
        life++;
        port1.close();
      };
      return { port: port2, close };
    },
  };
  return encoder;
};
