/** A loaded encoder: tokenizer, and lanes on the device that the policy allows (design 03, "Encoders"). */
import type { OnProgress } from '../domain/progress';
import type { DevicePreference, EncoderState } from '../domain/seam';
import { canaryCosine, knownVector, NEUTRAL_TEXT } from './canary';
import { type CatalogueEntry, type Device, spaceOf } from './catalogue';
import { DeviceHost, type Surroundings } from './device-host';
import { type EncoderLane, spawnEncoderLane } from './encoder-lane';
import { type ModelFiles, readTokenizerJson } from './files';
import { runAll } from './lanes';
import type { SessionOptions } from './session';
import { createTokenizer, type TextTokenizer } from './tokenizer';

export type TextKind = 'query' | 'passage';

export interface EncoderSurroundings extends Surroundings {
  spawn?: () => EncoderLane;
}

export interface Encoded {
  vectors: Float32Array;
  dimension: number;
  space: string;
}

// One text at a time is fastest on a CPU; a GPU needs several, except where one activation scale is shared.
const batchSize = (device: Device, dtype: string): number =>
  device === 'webgpu' && !['q8', 'uint8'].includes(dtype) ? 8 : 1;

type Host = DeviceHost<SessionOptions, number[][], Float32Array>;

export class Encoder {
  readonly entry: CatalogueEntry;
  readonly tokenizer: TextTokenizer;
  readonly #host: Host;

  private constructor(entry: CatalogueEntry, tokenizer: TextTokenizer, host: Host) {
    this.entry = entry;
    this.tokenizer = tokenizer;
    this.#host = host;
  }

  /** Reads, checks and opens the model on the best device that passes the canary. Throws `HopscopeError`. */
  static async load(
    entry: CatalogueEntry,
    files: ModelFiles,
    preference: DevicePreference,
    onProgress: OnProgress,
    around: EncoderSurroundings = {},
  ): Promise<Encoder> {
    const json = await readTokenizerJson(files, entry.files);
    const tokenizer = createTokenizer(json.tokenizer, json.config);
    const known = entry.canary === null ? null : knownVector(entry.canary);
    const canaryText = entry.canary?.text ?? NEUTRAL_TEXT;
    const host = await DeviceHost.open<SessionOptions, number[][], Float32Array>(
      {
        label: entry.label,
        weights: entry.weights,
        files: entry.files,
        source: files,
        session: (device) => ({
          device,
          threads: 1,
          dimension: entry.dimension,
          pooling: entry.pooling,
          padId: tokenizer.padId,
        }),
        spawn: around.spawn ?? spawnEncoderLane,
        canary: {
          batch: [tokenizer.encode(entry.passagePrefix + canaryText, entry.maxTokens)],
          known: known !== null,
          trial: entry.source !== 'bundled',
          agreement: (vector, reference) => canaryCosine(reference ?? known ?? [], vector),
        },
      },
      preference,
      onProgress,
      around,
    );
    return new Encoder(entry, tokenizer, host);
  }

  get state(): EncoderState {
    const { entry } = this;
    const { device, dtype, threads, why, canary } = this.#host.state;
    return {
      model: entry.id,
      revision: entry.revision,
      dimension: entry.dimension,
      maxTokens: entry.maxTokens,
      device,
      dtype,
      threads,
      why,
      canary,
      space: spaceOf(entry, device),
    };
  }

  count(text: string): number {
    return this.tokenizer.count(text);
  }

  /**
   * Row-major unit vectors in the order of `texts`, all of one space. When the GPU fails on the way, the whole call
   * is done again on WASM. Throws `cancelled` as soon as `signal` fires.
   */
  encode(texts: readonly string[], kind: TextKind, signal: AbortSignal): Promise<Encoded> {
    const { entry, tokenizer } = this;
    const { dimension } = entry;
    const prefix = kind === 'query' ? entry.queryPrefix : entry.passagePrefix;
    return this.#host.use(signal, async (pool, { device, dtype }) => {
      const vectors = new Float32Array(texts.length * dimension);
      const size = batchSize(device, dtype);
      const order = texts.map((_, i) => i);
      // Equal lengths side by side, so that a batch holds little padding.
      if (size > 1) order.sort((a, b) => (texts[a] ?? '').length - (texts[b] ?? '').length);
      const batches = Array.from({ length: Math.ceil(order.length / size) }, (_, i) =>
        order.slice(i * size, (i + 1) * size),
      );
      await runAll(
        pool,
        batches.map((rows) => ({
          urgent: kind === 'query',
          batch: () => rows.map((row) => tokenizer.encode(prefix + (texts[row] ?? ''), entry.maxTokens)),
          done: (part: Float32Array) => {
            rows.forEach((row, i) => {
              vectors.set(part.subarray(i * dimension, (i + 1) * dimension), row * dimension);
            });
          },
        })),
        signal,
      );
      return { vectors, dimension, space: spaceOf(entry, device) };
    });
  }

  close(): void {
    this.#host.close();
  }
}
