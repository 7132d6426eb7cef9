/** One onnxruntime session and what the encoder needs of it: token ids in, pooled unit vectors out. */
import type * as Ort from 'onnxruntime-web';
import { HopscopeError } from '../domain/outcome';
import type { Device } from './catalogue';
import { normalise, type Pooling, pool } from './pooling';
import { createOrtSession, runOrtSession, type SessionFiles, toFloats } from './runtime';

export interface SessionOptions {
  device: Device;
  threads: number;
  dimension: number;
  pooling: Pooling;
  padId: number;
}

export interface EncoderSession {
  /** Token ids of some texts → row-major unit vectors. Throws `model` when a vector has no direction. */
  run(batch: readonly (readonly number[])[]): Promise<Float32Array>;
  /** Resolves with the reason when the GPU device is lost; never for WASM. */
  readonly lost: Promise<string>;
  release(): Promise<void>;
}

/**
 * Inputs by the names the graph asks for. Causal models are padded on the left and count positions from their first
 * real token; a graph exported with a key-value cache gets an empty one.
 */
const feedsFor = (
  ort: typeof Ort,
  session: Ort.InferenceSession,
  batch: readonly (readonly number[])[],
  options: SessionOptions,
): { feeds: Record<string, Ort.Tensor>; length: number; from: number[] } => {
  const rows = batch.length;
  const length = Math.max(1, ...batch.map((ids) => ids.length));
  const left = options.pooling === 'last_token';
  const from = batch.map((ids) => (left ? length - ids.length : 0));
  const ids = new BigInt64Array(rows * length).fill(BigInt(options.padId));
  const mask = new BigInt64Array(rows * length);
  const positions = new BigInt64Array(rows * length);
  batch.forEach((tokens, row) => {
    const base = row * length + (from[row] ?? 0);
    tokens.forEach((token, i) => {
      ids[base + i] = BigInt(token);
      mask[base + i] = 1n;
      positions[base + i] = BigInt(i);
    });
  });
  const feeds: Record<string, Ort.Tensor> = {};
  for (const input of session.inputMetadata) {
    const grid = (data: BigInt64Array) => new ort.Tensor('int64', data, [rows, length]);
    if (input.name === 'input_ids') feeds[input.name] = grid(ids);
    else if (input.name === 'attention_mask') feeds[input.name] = grid(mask);
    else if (input.name === 'position_ids') feeds[input.name] = grid(positions);
    else if (input.name === 'token_type_ids') feeds[input.name] = grid(new BigInt64Array(rows * length));
    else if (input.name.startsWith('past_key_values.') && input.isTensor) {
      const dims = input.shape.map((size, axis) => (axis === 0 ? rows : typeof size === 'number' ? size : 0));
      feeds[input.name] =
        input.type === 'float16'
          ? new ort.Tensor('float16', new Uint16Array(0), dims)
          : new ort.Tensor('float32', new Float32Array(0), dims);
    } else {
      throw new HopscopeError(
        'model',
        `The model asks for an input "${input.name}" that a text encoder has not.`,
      );
    }
  }
  return { feeds, length, from };
};

const outputOf = (session: Ort.InferenceSession): string => {
  const known = ['last_hidden_state', 'token_embeddings', 'sentence_embedding'];
  const name = known.find((candidate) => session.outputNames.includes(candidate)) ?? session.outputNames[0];
  if (name === undefined) throw new HopscopeError('model', 'The model file has no output.');
  return name;
};

export const openSession = async (files: SessionFiles, options: SessionOptions): Promise<EncoderSession> => {
  const { ort, session, lost } = await createOrtSession(files, options);
  const output = outputOf(session);
  const { dimension, pooling } = options;

  return {
    lost,
    async run(batch) {
      const { feeds, length, from } = feedsFor(ort, session, batch, options);
      const tensor = (await runOrtSession(session, feeds, [output]))[output];
      if (tensor === undefined) throw new HopscopeError('model', `The model gave no "${output}".`);
      const pooled = tensor.dims.length === 2;
      const width = tensor.dims.at(-1);
      if (width !== dimension) {
        throw new HopscopeError(
          'model',
          `The model gives ${width} numbers a token, its entry says ${dimension}.`,
        );
      }
      const hidden = toFloats(tensor);
      const vectors = new Float32Array(batch.length * dimension);
      batch.forEach((ids, row) => {
        const into = vectors.subarray(row * dimension, (row + 1) * dimension);
        const start = from[row] ?? 0;
        if (pooled) into.set(hidden.subarray(row * dimension, (row + 1) * dimension));
        else pool({ hidden, row, length, dimension, from: start, to: start + ids.length }, pooling, into);
        if (!normalise(into))
          throw new HopscopeError('model', 'The model gave a vector without a direction.');
      });
      tensor.dispose();
      return vectors;
    },
    release: () => session.release(),
  };
};
