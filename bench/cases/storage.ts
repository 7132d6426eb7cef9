import { proxy, type Remote, transfer, wrap } from 'comlink';
import { indexText } from '../../src/domain/corpus';
import { chunkHash, contentHash } from '../../src/domain/hash';
import {
  DEFAULT_BM25,
  DEFAULT_HYBRID,
  type RetrieverKind,
  type RetrieverSettings,
} from '../../src/domain/retriever';
import type { SearchApi } from '../../src/retrieval/search-api';
import { unwrap } from '../../src/seam/outcome';
import { openStore } from '../../src/workspace/open-store';
import { chunksOf } from '../support/chunks';
import { growthExponent, ofSize, summarise, timed } from '../support/measure';
import { RANDOM_MODEL, randomEncoderPort } from '../support/random-encoder';
import type { BenchCase, BenchContext, BenchReport, Measurement, Passage } from '../types';

const DIMENSION = 384;
const REOPENS = 5;
/** The budget of design 09 is set for this size. */
const REOPEN_SIZE = 10_000;
const quiet = proxy(() => {});

const settings = (kind: RetrieverKind): RetrieverSettings => ({
  kind,
  bm25: DEFAULT_BM25,
  hybrid: DEFAULT_HYBRID,
  model: RANDOM_MODEL,
});

const spawn = async (size: number): Promise<{ worker: Worker; api: Remote<SearchApi> }> => {
  const worker = new Worker(new URL('../../workers/search.worker.ts', import.meta.url), { type: 'module' });
  const api = wrap<SearchApi>(worker);
  const port = randomEncoderPort(DIMENSION, `${RANDOM_MODEL}-${size}`);
  unwrap(await api.connectEncoder(transfer(port, [port])));
  return { worker, api };
};

const store = async (passages: Passage[]): Promise<string> => {
  const { writeCorpus, create } = await openStore();
  const { id } = await create('benchmark');
  const chunks = chunksOf(passages).map((chunk) => ({ ...chunk, hash: chunkHash(indexText(chunk)) }));
  await writeCorpus(id, {
    meta: {
      hash: contentHash(chunks.map(({ hash }) => hash).join()),
      files: 1,
      tally: { read: chunks.length, kept: chunks.length, rejected: 0, merged: 0 },
      documents: chunks.length,
      chunks: chunks.length,
      characters: 0,
      chunking: { unit: 'passage', size: 256, overlap: 1 },
      perFile: [],
    },
    documents: chunks.map(({ document, title, text }) => ({
      id: document,
      title,
      text,
      source: 'corpus.json',
    })),
    chunks,
    rejects: [],
  });
  return id;
};

/** Bytes of every file that this origin keeps in OPFS. */
const storedBytes = async (directory?: FileSystemDirectoryHandle): Promise<number> => {
  let bytes = 0;
  for await (const entry of (directory ?? (await navigator.storage.getDirectory())).values()) {
    bytes +=
      entry.kind === 'file'
        ? (await (entry as FileSystemFileHandle).getFile()).size
        : await storedBytes(entry as FileSystemDirectoryHandle);
  }
  return bytes;
};

async function run(context: BenchContext): Promise<BenchReport> {
  const measurements: Measurement[] = [];
  const perPassage: { size: number; extra: number }[] = [];
  const reopens = new Map<number, number>();
  const record = (quantity: string, size: number, unit: Measurement['unit'], samples: number[]) =>
    measurements.push(summarise({ quantity, subject: 'Hopscope', size, unit }, samples));

  for (const size of context.sizes) {
    context.say(`storage: ${size} passages`);
    const passages = ofSize(context.passages, size);
    const utf8 = new TextEncoder();
    const textBytes = passages.reduce(
      (sum, { title, text }) => sum + utf8.encode(title).length + utf8.encode(text).length,
      0,
    );
    const before = await storedBytes();
    const workspace = await store(passages);
    const first = await spawn(size);
    const opened = await timed(async () => unwrap(await first.api.open(workspace, settings('bm25'), quiet)));
    record('first open: index built and stored', size, 'ms', [opened.ms]);
    const embedded = await timed(async () =>
      unwrap(await first.api.embed(workspace, settings('bm25').model, `embed-${size}`, quiet)),
    );
    record('embedding without the model (batches, appends)', size, 'ms', [embedded.ms]);
    first.worker.terminate();

    const bytes = (await storedBytes()) - before;
    record('stored bytes per passage', size, 'bytes', [bytes / size]);
    record('text bytes per passage', size, 'bytes', [textBytes / size]);
    perPassage.push({ size, extra: (bytes - textBytes) / size });

    const keyword: number[] = [];
    const vector: number[] = [];
    for (let i = 0; i < REOPENS; i++) {
      const start = performance.now();
      const { worker, api } = await spawn(size);
      unwrap(await api.open(workspace, settings('bm25'), quiet));
      const query = context.questions[i] ?? 'who';
      unwrap(await api.search({ workspace, query, k: 10, settings: settings('bm25') }));
      keyword.push(performance.now() - start);
      unwrap(await api.search({ workspace, query, k: 10, settings: settings('hybrid') }));
      vector.push(performance.now() - start);
      const memory = i === REOPENS - 1 ? await context.memory() : null;
      if (memory !== null) record('memory with text, words and vectors open', size, 'MB', [memory / 2 ** 20]);
      worker.terminate();
    }
    record('reopen in a new worker to the first keyword search', size, 'ms', keyword);
    record('reopen in a new worker to the first hybrid search', size, 'ms', vector);
    reopens.set(size, Math.min(...vector));
    await (await openStore()).remove(workspace);
  }

  const [reopenSize, reopenMs] = [...reopens].find(([size]) => size >= REOPEN_SIZE) ??
    [...reopens].at(-1) ?? [0, 0];
  return {
    measurements,
    checks: [
      ...perPassage.map(({ size, extra }) => ({
        quantity: `stored bytes per passage beyond its text, ${size} passages`,
        value: extra,
        relation: '<=' as const,
        budget: 4 * DIMENSION + 200,
      })),
      {
        quantity: `reopen of ${reopenSize} passages to the first hybrid search, s, fastest of ${REOPENS}`,
        value: reopenMs / 1000,
        relation: '<=',
        budget: 1.5,
      },
    ],
    notes: [
      `growth of the reopening ~ n^${growthExponent([...reopens].map(([size, value]) => ({ size, value }))).toFixed(2)}`,
    ],
  };
}

export default { title: 'Storage', run } satisfies BenchCase;
