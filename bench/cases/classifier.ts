import { SHIPPED_CLASSIFIER } from '../../src/models/classifier/catalogue';
import { spawnClassifierLane } from '../../src/models/classifier/lane';
import { createPairTokenizer } from '../../src/models/classifier/pair-tokenizer';
import type {
  ClassifierBatch,
  ClassifierOptions,
  ClassifierResult,
} from '../../src/models/classifier/session';
import { windowsOf } from '../../src/models/classifier/windows';
import { parseJson, readChecked, urlFiles } from '../../src/models/files';
import { LanePool, runAll } from '../../src/models/lanes';
import { median, summarise } from '../support/measure';
import type { BenchCase, BenchContext, BenchReport } from '../types';

/** Length that the budget of the design refers to (09). */
const TOKENS = 512;
const PAIRS = 8;
const ROUNDS = 5;

interface Variant {
  subject: string;
  lanes: number;
  batch: number;
}

const OWN = 'Hopscope: 1 lane, batch 1';
const VARIANTS: Variant[] = [
  { subject: OWN, lanes: 1, batch: 1 },
  { subject: '1 lane, batch 4', lanes: 1, batch: 4 },
  { subject: 'Hopscope: 2 lanes, batch 1', lanes: 2, batch: 1 },
];

type Pool = LanePool<ClassifierOptions, ClassifierBatch, ClassifierResult>;

const never = new AbortController().signal;

const run = async (context: BenchContext): Promise<BenchReport> => {
  const entry = SHIPPED_CLASSIFIER;
  const files = urlFiles(new URL(`models/${entry.id}/`, context.base).href, 'bench');
  const json = async (path: string) => parseJson(await readChecked(files, path, entry.files), path);
  const tokenizer = createPairTokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'));
  const weights = await readChecked(files, entry.weights.wasm.file, entry.files);
  // Passages joined until a row is full: what costs is the length, not what it says.
  const tokens = tokenizer.ids(
    context.passages
      .slice(0, PAIRS * TOKENS)
      .map(({ title, text }) => `${title}\n${text}`)
      .join('\n')
      .slice(0, PAIRS * TOKENS * 12),
  );
  const rows = Array.from({ length: PAIRS }, (_, i) => {
    const question = tokenizer.ids(context.questions[i % context.questions.length] ?? '');
    const [window] = windowsOf(
      question,
      tokens.slice(i * TOKENS),
      { maxTokens: TOKENS, stride: 0 },
      tokenizer,
    );
    return { ids: window?.ids ?? [], types: window?.types ?? [] };
  });

  const score = (pool: Pool, size: number): Promise<void> =>
    runAll(
      pool,
      Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => ({
        urgent: false,
        batch: () => ({ rows: rows.slice(i * size, (i + 1) * size), spans: false }),
        done: () => {},
      })),
      never,
    );

  const pools: (Variant & { pool: Pool; rates: number[] })[] = [];
  try {
    for (const variant of VARIANTS) {
      const pool: Pool = new LanePool({
        files: { weights, external: [] },
        session: {
          device: 'wasm',
          threads: 1,
          padId: tokenizer.padId,
          output: entry.output,
          classes: 1,
          present: 0,
        },
        lanes: variant.lanes,
        onLost: () => {},
        spawn: spawnClassifierLane,
      });
      await pool.open();
      pools.push({ ...variant, pool, rates: [] });
      await score(pool, variant.batch);
    }
    // All variants in turn within a round, so that a busy moment of the machine hits them alike.
    for (let round = 0; round < ROUNDS; round++) {
      context.say(`round ${round + 1} of ${ROUNDS}`);
      for (const { pool, batch, rates } of pools) {
        const start = performance.now();
        await score(pool, batch);
        rates.push((rows.length * 1000) / (performance.now() - start));
      }
    }
  } finally {
    for (const { pool } of pools) pool.close();
  }

  const own = median(pools.find(({ subject }) => subject === OWN)?.rates ?? []);
  const native = Number(context.options.nativeClassifier);
  const lengths = [...new Set(rows.map(({ ids }) => ids.length))].join(', ');
  return {
    measurements: pools.map(({ subject, rates }) =>
      summarise(
        { quantity: `pairs of ${lengths} tokens, ${entry.id}`, subject, size: null, unit: 'per second' },
        rates,
      ),
    ),
    checks: [],
    notes: [
      `${(weights.length / 1e6).toFixed(1)} MB of weights, revision ${entry.revision}`,
      Number.isFinite(native) && native > 0
        ? `native onnxruntime, one thread, same file and length: ${native.toFixed(2)} per second; browser / native ${(own / native).toFixed(2)}`
        : 'native onnxruntime: not available (needs Python with onnxruntime and tokenizers; see bench/native_rate.py)',
    ],
  };
};

export default { title: 'Classifier', run } satisfies BenchCase;
