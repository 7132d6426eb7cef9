import { indexText } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import type { JobId, OnProgress } from '../domain/progress';
import type { Job } from '../seam/jobs';
import { createMeter, type Meter } from '../seam/meter';
import type { CorpusSession, VectorSpace } from './corpus-session';
import { type EncodedTexts, type EncoderLink, restless, SPACE_ATTEMPTS } from './encoder-link';

/** A batch should take about this long: short enough to pause at once, long enough for calls not to count. */
const BATCH_MS = 80;
const LARGEST_BATCH = 64;
/** One batch waits while one is made, so that an encoder with several lanes never runs dry between two calls. */
const IN_FLIGHT = 2;
/** Finished vectors are written when this old or this many, so that a lost tab loses a second of work at most. */
const FLUSH_MS = 1000;
const FLUSH_VECTORS = 256;

interface Missing {
  hash: string;
  text: string;
  rows: number[];
}

/**
 * Embeds every chunk whose content has no vector in the encoder's space yet, shortest first (a batch is padded to its
 * longest text), writing as it goes. Ends with all chunks having a vector, or throws with everything finished so
 * far kept: `cancelled`, `worker-lost` and `quota` can be resumed by calling again.
 */
export async function embedMissing(
  session: CorpusSession,
  link: EncoderLink,
  model: string,
  job: Job,
  onProgress: OnProgress,
): Promise<void> {
  const meter = createMeter({
    phase: 'loading the model',
    unit: 'passages',
    total: session.chunks.length,
    emit: onProgress,
  });
  for (let attempts = 0; attempts < SPACE_ATTEMPTS; attempts++) {
    const space = await session.attach(await abortable(job, link.ensure(model, onProgress)));
    meter.phase('embedding', 'passages', session.chunks.length, space.vectors.filled);
    const room = await session.roomFor(space);
    if (room !== null) meter.note(room);
    const changed = await embedInto(space, session, link, job, meter);
    if (!changed) {
      meter.finish();
      return;
    }
    // The encoder moved to another device in mid-work: its vectors belong to another space, which starts anew.
    meter.note('The model moved to another device; its vectors are made again for that device.');
  }
  throw restless(model);
}

/** @returns true when the encoder's space changed, so that what came after the change was thrown away */
async function embedInto(
  space: VectorSpace,
  session: CorpusSession,
  link: EncoderLink,
  job: Job,
  meter: Meter,
): Promise<boolean> {
  const missing = missingTexts(session, space);
  const writer = createWriter(space);
  const calls = createCalls(link, job);
  let from = 0;
  let size = 1;
  try {
    while (from < missing.length || calls.open > 0) {
      if (job.paused && calls.open === 0) {
        await writer.flush();
        await job.pausePoint();
        meter.resetRate();
      }
      while (from < missing.length && calls.open < IN_FLIGHT && !job.paused) {
        calls.start(missing.slice(from, from + size));
        from += size;
      }
      if (calls.open === 0) continue;
      const started = performance.now();
      const { batch, encoded } = await calls.next(space.state.dimension);
      if (encoded.space !== space.state.space) return true;
      size = nextBatchSize(batch.length, performance.now() - started);
      batch.forEach(({ hash, rows }, i) => {
        const { dimension } = space.state;
        const vector = encoded.vectors.subarray(i * dimension, (i + 1) * dimension);
        for (const row of rows) space.vectors.set(row, vector);
        writer.add(hash, vector);
      });
      meter.set(space.vectors.filled);
      await writer.flushIfDue();
      if (!job.paused) await job.pausePoint();
    }
  } finally {
    calls.stop();
    await writer.flush();
  }
  return false;
}

const nextBatchSize = (size: number, ms: number): number =>
  Math.max(1, Math.min(LARGEST_BATCH, size * 2, Math.floor((size * BATCH_MS) / Math.max(1, ms))));

/** Distinct contents without a stored vector, shortest first: one that is only in memory would be lost with the tab. */
function missingTexts(session: CorpusSession, space: VectorSpace): Missing[] {
  const missing = new Map<string, Missing>();
  session.chunks.forEach((chunk, row) => {
    if (space.cache.has(chunk.hash)) return;
    const known = missing.get(chunk.hash);
    if (known !== undefined) known.rows.push(row);
    else missing.set(chunk.hash, { hash: chunk.hash, text: indexText(chunk), rows: [row] });
  });
  return [...missing.values()].sort((a, b) => a.text.length - b.text.length || (a.hash < b.hash ? -1 : 1));
}

let callCount = 0;

/** Calls of the encoder in the order they were made. */
function createCalls(link: EncoderLink, job: Job) {
  const open: { id: JobId; batch: Missing[]; encoded: Promise<EncodedTexts> }[] = [];
  return {
    get open(): number {
      return open.length;
    },
    start(batch: Missing[]): void {
      // A name of its own for each call: one that was given up may still be running when its job starts again.
      const id = `${job.id}/${callCount++}`;
      const encoded = link.encode(
        batch.map(({ text }) => text),
        'passage',
        id,
      );
      // Waited for later, or never when the job ends before.
      encoded.catch(() => {});
      open.push({ id, batch, encoded });
    },
    async next(dimension: number): Promise<{ batch: Missing[]; encoded: EncodedTexts }> {
      const call = open[0];
      if (call === undefined) throw new Error('no call of the encoder is open');
      const encoded = await abortable(job, call.encoded);
      open.shift();
      if (encoded.vectors.length !== call.batch.length * dimension) {
        throw new HopscopeError(
          'model',
          'The embedding model gave a wrong number of vectors: load it again.',
          {
            detail: `${encoded.vectors.length} numbers for ${call.batch.length} texts of dimension ${dimension}`,
            retryable: true,
          },
        );
      }
      return { batch: call.batch, encoded };
    },
    /** Asks the encoder to give up what nobody waits for any more. */
    stop(): void {
      for (const { id } of open.splice(0)) link.cancel(id);
    },
  };
}

/** Leaves when the job is cancelled, without waiting for an encoder that may be deep in a WASM call. */
async function abortable<T>(job: Job, work: Promise<T>): Promise<T> {
  job.throwIfCancelled();
  let stop: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(job.signal.reason);
  });
  aborted.catch(() => {});
  work.catch(() => {});
  job.signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    job.signal.removeEventListener('abort', stop);
  }
}

/** Gathers finished vectors into one durable append a second. */
function createWriter({ cache, state }: VectorSpace) {
  let hashes: string[] = [];
  let vectors: Float32Array[] = [];
  let since = performance.now();
  const flush = async (): Promise<void> => {
    since = performance.now();
    if (hashes.length === 0) return;
    const joined = new Float32Array(hashes.length * state.dimension);
    vectors.forEach((vector, i) => {
      joined.set(vector, i * state.dimension);
    });
    const keys = hashes;
    hashes = [];
    vectors = [];
    await cache.append(keys, joined);
  };
  return {
    add(hash: string, vector: Float32Array): void {
      hashes.push(hash);
      vectors.push(vector);
    },
    flush,
    async flushIfDue(): Promise<void> {
      if (hashes.length >= FLUSH_VECTORS || performance.now() - since >= FLUSH_MS) await flush();
    },
  };
}
