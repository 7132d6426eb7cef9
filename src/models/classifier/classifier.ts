/** A loaded sequence classifier: scores of (sub-question, passage) pairs and, with a span head, answer spans (06). */
import { HopscopeError } from '../../domain/outcome';
import type { JudgeIdentity, JudgeMode, Pair, PairScore, Reading } from '../../domain/presence';
import type { OnProgress } from '../../domain/progress';
import type { ClassifierState, DevicePreference } from '../../domain/seam';
import { judgeOf } from '../../domain/shipped-judge';
import { DeviceHost, type DeviceState, type Surroundings } from '../device-host';
import { type ModelFiles, readTokenizerJson } from '../files';
import { type LanePool, runAll } from '../lanes';
import { canaryBatch, classifierAgreement, probabilityOf } from './canary';
import type { ClassifierEntry } from './catalogue';
import { type ClassifierLane, spawnClassifierLane } from './lane';
import { createPairTokenizer, type PairTokenizer } from './pair-tokenizer';
import { type EncodedPair, encodePair } from './prepare';
import type { ClassifierBatch, ClassifierOptions, ClassifierResult } from './session';
import { bestSpans, type SpanLogits } from './spans';
import { type Window, windowsOf } from './windows';

export interface ClassifierSurroundings extends Surroundings {
  spawn?: () => ClassifierLane;
}

export interface ScoreOptions {
  /** Overtakes what is not: a person or a run waits for it. */
  urgent: boolean;
  signal: AbortSignal;
  /** Told of each pair as soon as it is decided, so that it can be kept. May be told of one twice. */
  onScore?: (index: number, score: PairScore) => void;
}

type Pool = LanePool<ClassifierOptions, ClassifierBatch, ClassifierResult>;

/** What came of one window. */
interface WindowResult {
  presence: number;
  spans: SpanLogits | null;
}

// One row at a time is fastest on a CPU; a GPU needs several.
const GPU_ROWS = 8;

const errored = (message: string): PairScore => ({ state: 'errored', probability: null, message });

export class Classifier {
  readonly entry: ClassifierEntry;
  readonly mode: JudgeMode;
  readonly #tokenizer: PairTokenizer;
  readonly #host: DeviceHost<ClassifierOptions, ClassifierBatch, ClassifierResult>;

  private constructor(
    entry: ClassifierEntry,
    mode: JudgeMode,
    tokenizer: PairTokenizer,
    host: DeviceHost<ClassifierOptions, ClassifierBatch, ClassifierResult>,
  ) {
    this.entry = entry;
    this.mode = mode;
    this.#tokenizer = tokenizer;
    this.#host = host;
  }

  /** Reads, checks and opens the model on the best device that passes the canary. Throws `HopscopeError`. */
  static async load(
    entry: ClassifierEntry,
    files: ModelFiles,
    options: { mode: JudgeMode; device: DevicePreference },
    onProgress: OnProgress,
    around: ClassifierSurroundings = {},
  ): Promise<Classifier> {
    const json = await readTokenizerJson(files, entry.files);
    const tokenizer = createPairTokenizer(json.tokenizer, json.config, entry.segments ?? null);
    const host = await DeviceHost.open<ClassifierOptions, ClassifierBatch, ClassifierResult>(
      {
        label: entry.label,
        weights: entry.weights,
        files: entry.files,
        source: files,
        session: (device) => ({
          device,
          threads: 1,
          padId: tokenizer.padId,
          output: entry.output,
          classes: Math.max(1, entry.labels.length),
          present: entry.present,
        }),
        spawn: around.spawn ?? spawnClassifierLane,
        canary: {
          batch: canaryBatch(entry, tokenizer),
          known: entry.canary !== null,
          trial: entry.source !== 'bundled',
          agreement: classifierAgreement(entry),
        },
      },
      options.device,
      onProgress,
      around,
    );
    return new Classifier(entry, options.mode, tokenizer, host);
  }

  get judge(): JudgeIdentity {
    return judgeOf({ ...this.entry, dtype: this.#host.state.dtype }, this.mode);
  }

  get state(): ClassifierState {
    const { device, dtype, threads, why } = this.#host.state;
    const { maxTokens, longest, reader } = this.entry;
    return {
      judge: this.judge,
      reader: reader !== null,
      maxTokens: this.mode === 'paper' ? longest : maxTokens,
      device,
      dtype,
      threads,
      why,
    };
  }

  /**
   * One score a pair, in order. A pair that cannot be decided has its own state and reason. Throws `cancelled` as soon
   * as `signal` fires, `worker-lost` when no lane is left.
   */
  async score(pairs: readonly Pair[], { urgent, signal, onScore }: ScoreOptions): Promise<PairScore[]> {
    const scores: PairScore[] = new Array<PairScore>(pairs.length);
    const settle = (index: number, score: PairScore): void => {
      scores[index] = score;
      onScore?.(index, score);
    };
    const encoded: { index: number; pair: EncodedPair }[] = [];
    pairs.forEach((pair, index) => {
      const prepared = encodePair(pair, this.entry, this.mode, this.#tokenizer);
      if ('state' in prepared) settle(index, prepared);
      else encoded.push({ index, pair: prepared });
    });
    const windows = encoded.map(({ pair }) => this.#windows(pair, this.mode));
    await this.#run(windows, { urgent, signal, spans: false }, (at, results) => {
      const index = encoded[at]?.index;
      if (index !== undefined) settle(index, this.#presence(results));
    });
    return scores;
  }

  /**
   * One reading a passage, in order. Throws `bad-input` for a question that cannot be read (empty, or longer than half
   * a window), and `model` when this model does not read.
   */
  async read(question: string, passages: readonly string[], signal: AbortSignal): Promise<Reading[]> {
    const { entry } = this;
    const mapped = this.#tokenizer.mapped;
    if (entry.reader === null || mapped === null) {
      throw new HopscopeError('model', `${entry.label} judges and does not read: load the bundled one.`);
    }
    const settings = entry.reader;
    const readings: Reading[] = passages.map((_, passage) => ({ passage, spans: [], presence: 0 }));
    const filled: { index: number; tokens: ReturnType<typeof mapped>; windows: Window[] }[] = [];
    passages.forEach((text, index) => {
      const prepared = encodePair({ question, passage: text }, entry, 'passage', this.#tokenizer, true);
      if (!('state' in prepared)) {
        const tokens = mapped(text);
        filled.push({
          index,
          tokens,
          windows: this.#windows({ ...prepared, passage: tokens.ids }, 'passage'),
        });
      } else if (prepared.about === 'question') throw new HopscopeError('bad-input', prepared.message);
      // A passage without words states nothing, and no span stands in it.
    });
    await this.#run(
      filled.map(({ windows }) => windows),
      { urgent: true, signal, spans: true },
      (at, results) => {
        const { index, tokens, windows } = filled[at] ?? { index: -1, tokens: null, windows: [] };
        const reading = readings[index];
        const text = passages[index];
        if (reading === undefined || text === undefined || tokens === null) return;
        const score = this.#presence(results);
        const seen = windows.flatMap((window, w) => {
          const logits = results instanceof Error ? null : results[w]?.spans;
          return logits == null ? [] : [{ window, logits }];
        });
        const spans = bestSpans(text, tokens, seen, settings);
        if (score.probability === null || spans === null || seen.length < windows.length) {
          throw new HopscopeError('model', score.message ?? 'The reader gave numbers that are none.');
        }
        reading.spans = spans;
        reading.presence = score.probability;
      },
    );
    return readings;
  }

  close(): void {
    this.#host.close();
  }

  #windows({ question, passage }: EncodedPair, mode: JudgeMode): Window[] {
    const { maxTokens, longest, stride } = this.entry;
    return mode === 'paper'
      ? windowsOf(question, passage, { maxTokens: longest, stride: 0 }, this.#tokenizer).slice(0, 1)
      : windowsOf(question, passage, { maxTokens, stride }, this.#tokenizer);
  }

  /** The maximum over the windows: stated in one of them is stated in the passage. */
  #presence(results: readonly WindowResult[] | Error): PairScore {
    if (results instanceof Error) return errored(`The model failed on this pair: ${results.message}`);
    const logits = results.map(({ presence }) => presence);
    if (!logits.every(Number.isFinite)) return errored('The model gave a score that is no number.');
    // As 32 bits hold it, so that a fresh score equals the recorded one to the last digit.
    const probability = Math.fround(probabilityOf(Math.max(...logits), this.entry.temperature));
    return { state: 'scored', probability };
  }

  /** Runs all windows, rows of like length together; `done` is told of an item when its last window is there. */
  async #run(
    items: readonly Window[][],
    { urgent, signal, spans }: { urgent: boolean; signal: AbortSignal; spans: boolean },
    done: (item: number, results: readonly WindowResult[] | Error) => void,
  ): Promise<void> {
    await this.#host.use(signal, (pool: Pool, { device }: DeviceState) => {
      const results = items.map((windows) => new Array<WindowResult>(windows.length));
      const left = items.map((windows) => windows.length);
      const rows = items.flatMap((windows, item) => windows.map((window, w) => ({ item, w, window })));
      // Equal lengths side by side, so that a batch holds little padding.
      rows.sort((a, b) => a.window.ids.length - b.window.ids.length);
      const size = device === 'webgpu' ? GPU_ROWS : 1;
      const batches = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
        rows.slice(i * size, (i + 1) * size),
      );
      const failed = new Set<number>();
      return runAll(
        pool,
        batches.map((batch) => ({
          urgent,
          batch: () => ({ rows: batch.map(({ window: { ids, types } }) => ({ ids, types })), spans }),
          done: (result: ClassifierResult) => {
            if (device === 'webgpu' && !result.presence.every(Number.isFinite)) {
              throw new HopscopeError('model', 'it gave scores that are no numbers');
            }
            batch.forEach(({ item, w }, row) => {
              const of = results[item];
              if (of === undefined || failed.has(item)) return;
              of[w] = { presence: result.presence[row] ?? Number.NaN, spans: spansOf(result, row) };
              left[item] = (left[item] ?? 0) - 1;
              if (left[item] === 0) done(item, of);
            });
          },
          // On a GPU the device may be at fault: the whole call goes to WASM. There, a pair fails alone.
          failed: (error: unknown) => {
            const alone = device === 'wasm' && error instanceof HopscopeError && error.code === 'model';
            if (!alone) throw error;
            for (const { item } of batch) {
              if (failed.has(item)) continue;
              failed.add(item);
              done(item, error);
            }
          },
        })),
        signal,
      );
    });
  }
}

const spansOf = ({ spans }: ClassifierResult, row: number): SpanLogits | null => {
  if (spans === null) return null;
  const { start, end, length } = spans;
  return {
    start: start.subarray(row * length, (row + 1) * length),
    end: end.subarray(row * length, (row + 1) * length),
  };
};
