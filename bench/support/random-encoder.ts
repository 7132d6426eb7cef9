import { expose } from 'comlink';
import { fail, ok } from '../../src/domain/outcome';
import type { EncoderContract, EncoderState } from '../../src/domain/seam';
import { random } from './measure';

export const RANDOM_MODEL = 'random';

/** Unit vectors that depend on the text alone, at no cost to speak of: what remains is the cost of everything else. */
const vectorOf = (text: string, dimension: number): Float32Array => {
  let seed = 0;
  for (let i = 0; i < text.length; i++) seed = (Math.imul(seed, 31) + text.charCodeAt(i)) >>> 0;
  const next = random(seed);
  const vector = Float32Array.from({ length: dimension }, () => next() - 0.5);
  const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return vector.map((x) => x / norm);
};

/** A port that answers like an encoder worker of this dimension. Encoders of equal `space` share cached vectors. */
export const randomEncoderPort = (dimension: number, space: string): MessagePort => {
  const state: EncoderState = {
    model: RANDOM_MODEL,
    revision: '1',
    dimension,
    maxTokens: 256,
    device: 'wasm',
    dtype: 'fp32',
    threads: 1,
    why: 'stands in for a model in a benchmark of storage',
    canary: 1,
    space,
  };
  const contract: EncoderContract = {
    catalogue: async () => ok([]),
    addModel: async () => fail('bad-input', 'This encoder has no files.'),
    removeModel: async () => fail('bad-input', 'This encoder has no files.'),
    load: async () => ok(state),
    state: async () => ok(state),
    async encode(texts) {
      const vectors = new Float32Array(texts.length * dimension);
      texts.forEach((text, i) => {
        vectors.set(vectorOf(text, dimension), i * dimension);
      });
      return ok({ vectors, dimension });
    },
    countTokens: async (texts) => ok(texts.map(() => 0)),
    connect: (port) => expose(contract, port),
    cancel: async () => {},
  };
  const { port1, port2 } = new MessageChannel();
  expose(contract, port1);
  return port2;
};
