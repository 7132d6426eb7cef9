import { CATALOGUE, DEFAULT_MODEL } from '../../src/models/catalogue';
import { spawnEncoderLane } from '../../src/models/encoder-lane';
import { parseJson, readChecked, urlFiles } from '../../src/models/files';
import { LanePool } from '../../src/models/lanes';
import type { SessionOptions } from '../../src/models/session';
import { createTokenizer } from '../../src/models/tokenizer';
import { median, summarise } from '../support/measure';
import type { BenchCase, BenchContext, BenchReport, Measurement } from '../types';

/** Length that the figures of the design refer to. */
const TOKENS = 146;
const TEXTS = 16;
const ROUNDS = 5;

type Pool = LanePool<SessionOptions, number[][], Float32Array>;

interface Variant {
  subject: string;
  lanes: number;
  threads: number;
  batch: number;
}

const OWN = 'Hopscope: 1 lane, 1 thread, batch 1';
const OWN_LANES = 'Hopscope: 2 lanes of 1 thread';
const ONE_THREAD: Variant[] = [
  { subject: OWN, lanes: 1, threads: 1, batch: 1 },
  { subject: '1 thread, batch 4 sorted by length', lanes: 1, threads: 1, batch: 4 },
  { subject: '1 thread, batch 8 sorted by length', lanes: 1, threads: 1, batch: 8 },
];
const TWO: Variant[] = [
  { subject: OWN_LANES, lanes: 2, threads: 1, batch: 1 },
  { subject: '1 lane, 2 threads', lanes: 1, threads: 2, batch: 1 },
];

const spin = (worker: Worker, ms: number): Promise<number> =>
  new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    worker.postMessage(ms);
  });

/** How many cores' worth of work two threads get right now: 2 on free cores, 1 when the other core is busy. */
const freeCores = async (): Promise<number> => {
  const workers = [0, 1].map(
    () => new Worker(new URL('../support/spin.worker.ts', import.meta.url), { type: 'module' }),
  ) as [Worker, Worker];
  try {
    await Promise.all(workers.map((worker) => spin(worker, 50)));
    const alone = await spin(workers[0], 200);
    const [a, b] = await Promise.all(workers.map((worker) => spin(worker, 200)));
    return Math.min(2, ((a ?? 0) + (b ?? 0)) / alone);
  } finally {
    for (const worker of workers) worker.terminate();
  }
};

const run = async (context: BenchContext): Promise<BenchReport> => {
  const entry = CATALOGUE.find(({ id }) => id === DEFAULT_MODEL);
  if (entry === undefined) throw new Error('the bundled model is not in the catalogue');
  const files = urlFiles(new URL(`models/${entry.id}/`, context.base).href, 'bench');
  const json = async (path: string) => parseJson(await readChecked(files, path, entry.files), path);
  const tokenizer = createTokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'));
  const weights = await readChecked(files, entry.weights.wasm.file, entry.files);
  const texts = context.passages
    .map(({ title, text }) => tokenizer.encode(`${title}\n${text}`, entry.maxTokens))
    .sort((a, b) => Math.abs(a.length - TOKENS) - Math.abs(b.length - TOKENS))
    .slice(0, TEXTS)
    .sort((a, b) => a.length - b.length);

  const open = async ({ lanes, threads }: Variant): Promise<Pool> => {
    const session = { device: 'wasm', threads, dimension: entry.dimension, pooling: entry.pooling } as const;
    const pool = new LanePool({
      files: { weights, external: [] },
      session: { ...session, padId: tokenizer.padId },
      lanes,
      onLost: () => {},
      spawn: spawnEncoderLane,
    });
    await pool.open();
    return pool;
  };
  const embed = (pool: Pool, batches: number[][][]): Promise<unknown> =>
    Promise.all(
      batches.map(
        (batch) =>
          new Promise((resolve, reject) => {
            pool.submit({ urgent: false, batch: () => batch, resolve, reject });
          }),
      ),
    );
  const batchesOf = (size: number): number[][][] =>
    Array.from({ length: Math.ceil(texts.length / size) }, (_, i) => texts.slice(i * size, (i + 1) * size));

  // Threads need shared memory, which only an isolated page has.
  const variants = [...ONE_THREAD, ...TWO.filter(({ threads }) => threads === 1 || crossOriginIsolated)];
  const started = performance.now();
  const pools: (Variant & { pool: Pool; rates: number[] })[] = [];
  for (const variant of variants)
    pools.push({ ...variant, pool: await open(variant), rates: [] as number[] });
  const loadMs = (performance.now() - started) / pools.length;
  const parallelism: number[] = [];
  try {
    for (const { pool, batch } of pools) await embed(pool, batchesOf(batch));
    // All variants in turn within a round, so that a busy moment of the machine hits them alike.
    for (let round = 0; round < ROUNDS; round++) {
      context.say(`round ${round + 1} of ${ROUNDS}`);
      parallelism.push(await freeCores());
      for (const { pool, batch, rates } of pools) {
        const start = performance.now();
        await embed(pool, batchesOf(batch));
        rates.push((texts.length * 1000) / (performance.now() - start));
      }
    }
  } finally {
    for (const { pool } of pools) pool.close();
  }

  const quantity = `embedding, ${entry.id}, about ${Math.round(median(texts.map((ids) => ids.length)))} tokens`;
  const about = { quantity, size: null, unit: 'per second' } as const;
  const measurements: Measurement[] = pools.map(({ subject, rates }) =>
    summarise({ ...about, subject }, rates),
  );
  const ratesOf = (subject: string): number[] => pools.find((pool) => pool.subject === subject)?.rates ?? [];
  const ratio = (of: string, to: string): number =>
    median(ratesOf(of).map((rate, round) => rate / (ratesOf(to)[round] ?? Number.NaN)));
  const best = Math.max(...ONE_THREAD.map(({ subject }) => median(ratesOf(subject))));
  const cores = median(parallelism);
  const native = Number(context.options.native);
  return {
    measurements,
    checks: [
      {
        quantity: `${OWN}, against the best one-thread variant`,
        value: median(ratesOf(OWN)) / best,
        relation: '>=',
        budget: 0.9,
      },
      {
        quantity: `${OWN_LANES} against one, with ${cores.toFixed(2)} cores free`,
        value: ratio(OWN_LANES, OWN),
        relation: '>=',
        // 1.6 on two free cores; on a busy machine what its cores give, and no loss beyond noise.
        budget: Math.round(100 * Math.max(0.9, 0.8 * cores)) / 100,
      },
    ],
    notes: [
      `loading: ${Math.round(loadMs)} ms a lane, ${(weights.length / 1e6).toFixed(1)} MB of weights`,
      Number.isFinite(native) && native > 0
        ? `native onnxruntime, one thread, same file and texts: ${native.toFixed(1)} per second; browser / native ${(median(ratesOf(OWN)) / native).toFixed(2)}`
        : 'native onnxruntime: not available (needs Python with onnxruntime and tokenizers; see bench/native_rate.py)',
      crossOriginIsolated ? 'page isolated: threads measured' : 'page not isolated: threads not measured',
    ],
  };
};

export default { title: 'Embedding', run } satisfies BenchCase;
