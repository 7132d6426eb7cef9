import { proxy, type Remote, transfer, wrap } from 'comlink';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import type { Outcome } from '../../src/domain/outcome';
import type { Progress } from '../../src/domain/progress';
import {
  DEFAULT_BM25,
  DEFAULT_HYBRID,
  type RetrieverKind,
  type RetrieverSettings,
} from '../../src/domain/retriever';
import type { SearchContract } from '../../src/domain/seam';
import type { WorkspaceStore } from '../../src/domain/store';
import type { SearchApi } from '../../src/retrieval/search-api';
import { unwrap } from '../../src/seam/outcome';
import { introduce } from '../../src/seam/realm';
import { openStore } from '../../src/workspace/open-store';
import { createHashingEncoder, hashingVector } from '../support/hashing-encoder';
import { corpusOf, numberedPassages, type Passage, storeCorpus } from '../support/passages';

const shared = async (name: string): Promise<string | null> =>
  commands.readFile(`../shared/data/${name}`).catch((error: unknown) => {
    if (import.meta.env.HOPSCOPE_SHARED === 'required') throw error;
    console.info(`${name} absent: tests on real data are skipped`);
    return null;
  });
const corpusFile = await shared('corpora/2wikimultihopqa_corpus.json');
const questionFile = await shared('questions/2wikimultihopqa_open.jsonl');

const settings = (kind: RetrieverKind, model: string): RetrieverSettings => ({
  kind,
  bm25: DEFAULT_BM25,
  hybrid: DEFAULT_HYBRID,
  model,
});
const quiet = proxy(() => {});
const failure = <T>(outcome: Outcome<T>) => {
  if (outcome.ok) throw new Error('expected a failure');
  return outcome.error;
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let store: WorkspaceStore;
const workers: Worker[] = [];
/** Vectors are shared by all workspaces: a model of its own for each test keeps them apart. */
let models = 0;

const spawn = async (encoder = createHashingEncoder()) => {
  const worker = new Worker(new URL('../../workers/search.worker.ts', import.meta.url), { type: 'module' });
  introduce(worker);
  workers.push(worker);
  const api = wrap<SearchApi>(worker);
  const { port } = encoder.port();
  unwrap(await api.connectEncoder(transfer(port, [port])));
  return { worker, api, encoder };
};

const waitFor = async (
  api: Remote<SearchContract>,
  [workspace, model]: [workspace: string, model: string],
  met: (done: number) => boolean,
): Promise<number> => {
  for (;;) {
    const done = unwrap(await api.state(workspace, model))?.vectors.done ?? 0;
    if (met(done)) return done;
    await pause(20);
  }
};

beforeAll(async () => {
  store = await openStore();
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

describe('the search worker over OPFS', () => {
  it('opens, searches, embeds, fuses, and opens again from disk', async () => {
    const model = `hashing-${models++}`;
    const workspace = await storeCorpus(store, numberedPassages(300));
    const { api, worker } = await spawn();
    const progress: Progress[] = [];
    const opened = unwrap(
      await api.open(
        workspace,
        settings('bm25', model),
        proxy((p) => void progress.push(p)),
      ),
    );
    expect(opened).toMatchObject({ chunks: 300, bm25: { ready: true, fromDisk: false } });
    expect(progress.at(-1)).toMatchObject({ done: 300, total: 300 });
    expect(unwrap(await api.embed(workspace, model, 'job', quiet)).vectors).toMatchObject({
      ready: true,
      done: 300,
    });

    const ask = async (on: Remote<SearchContract>, kind: RetrieverKind) =>
      unwrap(
        await on.search({ workspace, query: 'museum of town 3', k: 20, settings: settings(kind, model) }),
      );
    const kinds = ['bm25', 'vector', 'hybrid'] as const;
    const before = await Promise.all(kinds.map((kind) => ask(api, kind)));
    for (const { hits } of before) expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, i) => i + 1));
    expect(new Set(before.map(({ identity }) => identity.id)).size).toBe(3);

    worker.terminate();
    const again = await spawn();
    expect(unwrap(await again.api.open(workspace, settings('bm25', model), quiet)).bm25.fromDisk).toBe(true);
    const after = await Promise.all(kinds.map((kind) => ask(again.api, kind)));
    expect(after.map(({ hits, identity }) => ({ hits, identity }))).toEqual(
      before.map(({ hits, identity }) => ({ hits, identity })),
    );
    expect(again.encoder.passages).toEqual([]);
  });

  it('answers another worker on a port', async () => {
    const workspace = await storeCorpus(store, numberedPassages(20));
    const { api } = await spawn();
    unwrap(await api.open(workspace, settings('bm25', 'none'), quiet));
    const { port1, port2 } = new MessageChannel();
    await api.connect(transfer(port2, [port2]));
    const other = wrap<SearchContract>(port1);
    const found = unwrap(
      await other.search({ workspace, query: 'river 0', k: 3, settings: settings('bm25', 'none') }),
    );
    expect(found.hits[0]?.chunk).toBe('p000000#0');
  });

  it('is cancelled in mid-work and resumes with exactly what was missing', async () => {
    const model = `hashing-${models++}`;
    const passages = numberedPassages(200);
    const workspace = await storeCorpus(store, passages);
    const { api, encoder } = await spawn();
    unwrap(await api.open(workspace, settings('bm25', model), quiet));
    encoder.msPerText = 4;
    const running = api.embed(workspace, model, 'job', quiet);
    await waitFor(api, [workspace, model], (done) => done > 20);
    await api.cancel('job');
    expect(failure(await running).code).toBe('cancelled');
    const kept = await waitFor(api, [workspace, model], () => true);
    encoder.msPerText = 0;
    const before = encoder.passages.length;
    expect(unwrap(await api.embed(workspace, model, 'second', quiet)).vectors.ready).toBe(true);
    expect(encoder.passages.length - before).toBe(200 - kept);
  });

  it('embeds nothing twice that was durable when its worker was ended in mid-work', async () => {
    const model = `hashing-${models++}`;
    const workspace = await storeCorpus(store, numberedPassages(600));
    const first = await spawn();
    unwrap(await first.api.open(workspace, settings('bm25', model), quiet));
    first.encoder.msPerText = 4;
    void first.api.embed(workspace, model, 'job', quiet);
    await waitFor(first.api, [workspace, model], (done) => done > 350);
    first.worker.terminate();

    const second = await spawn();
    unwrap(await second.encoder.contract.load(model, 'auto', () => {}));
    const { vectors } = unwrap(await second.api.open(workspace, settings('bm25', model), quiet));
    // Written at least once a second, so most of the first worker's time is there.
    expect(vectors.done).toBeGreaterThan(0);
    expect(unwrap(await second.api.embed(workspace, model, 'job', quiet)).vectors.ready).toBe(true);
    expect(second.encoder.passages.length).toBe(600 - vectors.done);
  });
});

describe.skipIf(corpusFile === null || questionFile === null)('on the 2Wiki open corpus', () => {
  it('finds the same top 20 as brute force for all 254 questions', async () => {
    const model = `hashing-${models++}`;
    const passages = JSON.parse(corpusFile ?? '[]') as Passage[];
    const questions = (questionFile ?? '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => (JSON.parse(line) as { question: string }).question);
    expect([passages.length, questions.length]).toEqual([6119, 254]);
    const workspace = await storeCorpus(store, passages);
    const { api } = await spawn();
    unwrap(await api.open(workspace, settings('bm25', model), quiet));
    expect(unwrap(await api.embed(workspace, model, 'job', quiet)).vectors.ready).toBe(true);

    const { chunks } = corpusOf(passages);
    const matrix = chunks.map(({ heading, text }) => hashingVector(`${heading}\n${text}`));
    for (const question of questions) {
      const query = hashingVector(question);
      const expected = matrix
        .map((row, i) => {
          let sum = 0;
          for (let j = 0; j < row.length; j++) sum += (row[j] as number) * (query[j] as number);
          return { chunk: chunks[i]?.id ?? '', score: Math.fround(sum) };
        })
        .sort((a, b) => b.score - a.score || (a.chunk < b.chunk ? -1 : 1))
        .slice(0, 20);
      const { hits } = unwrap(
        await api.search({ workspace, query: question, k: 20, settings: settings('vector', model) }),
      );
      expect(
        hits.map(({ chunk, score }) => ({ chunk, score })),
        question,
      ).toEqual(expected);
    }
  });
});
