import { expose, transfer } from 'comlink';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ok } from '../../src/domain/outcome';
import type { Progress } from '../../src/domain/progress';
import { DEFAULT_BM25, DEFAULT_HYBRID } from '../../src/domain/retriever';
import type { RunSpec, SearchContract } from '../../src/domain/seam';
import { callback, createClient, linkWorkers } from '../../src/seam/client';
import { unwrap } from '../../src/seam/outcome';
import type { RunApi } from '../../src/systems/run-api';
import { openForWriting, openStore } from '../../src/workspace/open-store';
import { CHAIN, CHAIN_GOLD, PASSAGES, tinySearch } from '../systems/tiny-search';
import { corpusMeta, document, questionsMeta, wholeChunk } from '../workspace/make';

const COUNT = 60;
const QUESTIONS = Array.from({ length: COUNT }, (_, i) => ({ ...CHAIN, id: `q${i}` }));

/** The search side of the link, in the page: it counts what the run worker asks. */
const serve = (port: MessagePort, waitMs: number) => {
  const { search, asked } = tinySearch(PASSAGES);
  const api: Pick<SearchContract, 'open' | 'identity' | 'search' | 'pause' | 'resume'> = {
    open: async (workspace) =>
      ok({
        workspace,
        documents: 8,
        chunks: 8,
        bm25: { ready: true, ms: 1, fromDisk: false },
        vectors: { ready: true, done: 8, total: 8, encoder: null },
      }),
    identity: async (_workspace, settings) =>
      ok({
        id: 'r',
        kind: settings.kind,
        corpus: 'c0',
        chunking: { unit: 'auto', size: 256, overlap: 1 },
        settings,
        model: null,
      }),
    async search({ workspace, query, k, settings }) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      return ok({
        hits: await search(query, k),
        identity: unwrap(await api.identity(workspace, settings)),
        ms: 0,
      });
    },
    pause: async () => {},
    resume: async () => {},
  };
  expose(api, port);
  return asked;
};

const runWorker = (waitMs: number) => {
  const asked: string[][] = [];
  const client = createClient<RunApi>(
    'run',
    () => new Worker(new URL('../../workers/run.worker.ts', import.meta.url), { type: 'module' }),
  );
  client.onSpawn((api) => {
    const { port1, port2 } = new MessageChannel();
    asked.push(serve(port1, waitMs));
    void api.connectSearch(transfer(port2, [port2]));
  });
  clients.push(client);
  return { client, asked };
};

const clients: { terminate(): void }[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.terminate();
});

const prepare = async () => {
  const store = await openStore();
  const { id } = await store.create('runs');
  const texts = Object.entries(PASSAGES).map(([chunk, text]) => document(chunk.split('#')[0] ?? '', text));
  await store.writeCorpus(id, {
    meta: corpusMeta(texts.length, texts.length),
    documents: texts,
    chunks: texts.map((text) => wholeChunk(text)),
    rejects: [],
  });
  const tally = { ...questionsMeta.tally, read: COUNT, kept: COUNT };
  await store.writeQuestions(id, QUESTIONS, { ...questionsMeta, tally, labelled: QUESTIONS.length });
  const mappings = QUESTIONS.flatMap(({ id: question }) =>
    CHAIN_GOLD.map((mapping) => ({ ...mapping, question })),
  );
  await store.writeMappings(id, mappings, {
    passages: mappings.length,
    mapped: mappings.length,
    ambiguous: 0,
    unmapped: 0,
    notInCorpus: 0,
    coverage: 1,
    byMethod: {},
  });
  const spec: RunSpec = {
    workspace: id,
    systems: ['probe-hops'],
    retrievers: ['bm25'],
    settings: { bm25: DEFAULT_BM25, hybrid: DEFAULT_HYBRID, model: 'all-MiniLM-L6-v2' },
    k: 3,
    questions: null,
  };
  return { store, id, spec };
};

describe('the run worker', () => {
  test('killed in the middle leaves an interrupted run, and a fresh one asks only the rest', async () => {
    const { store, id, spec } = await prepare();
    const lease = await openForWriting(id);
    const { client, asked } = runWorker(2);
    const reports: Progress[] = [];
    const open = client.ask((run) =>
      run.start(
        spec,
        'j',
        callback((progress: Progress) => void reports.push(progress)),
      ),
    );
    await vi.waitFor(() => expect(asked[0]?.length).toBeGreaterThan(30), 100_000);
    client.terminate('killed');
    expect(await open).toMatchObject({ ok: false, error: { code: 'worker-lost' } });
    const [run] = (await store.get(id)).runs;
    const name = run?.header.run ?? '';
    await vi.waitFor(async () => expect((await store.get(id)).runs[0]?.state).toBe('interrupted'), 100_000);
    // Only now: a terminated worker may finish what it is at.
    const stored = (await store.readRun(id, name)).questions.size;
    expect(stored).toBeGreaterThan(5);

    const [finished] = unwrap(
      await client.ask((again) =>
        again.resumeRuns(
          id,
          [name],
          'k',
          callback(() => {}),
        ),
      ),
    );
    expect(finished).toMatchObject({ state: 'finished', done: COUNT, total: COUNT, errors: 0 });
    expect(asked).toHaveLength(2);
    // Three searches a question: those of the stored questions are not asked again, and no other is left out.
    expect(asked[1]).toHaveLength(3 * (COUNT - stored));
    expect((await store.readRun(id, name)).questions.size).toBe(COUNT);
    const during = reports.filter(({ phase }) => phase.startsWith('Hop by hop'));
    expect(during.at(-1)?.done).toBeGreaterThan(0);
    expect(during.every(({ done, total }) => total === COUNT && done <= COUNT)).toBe(true);
    lease.release();
  });

  test('is cancelled in mid-run, and what it counts is what is stored', async () => {
    const { store, id, spec } = await prepare();
    const { client, asked } = runWorker(5);
    const open = client.ask((run) =>
      run.start(
        spec,
        'j',
        callback(() => {}),
      ),
    );
    await vi.waitFor(() => expect(asked[0]?.length).toBeGreaterThan(9), 100_000);
    await client.tell((run) => run.cancel('j'));
    expect(await open).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const [run] = (await store.get(id)).runs;
    expect(run).toMatchObject({ state: 'cancelled' });
    expect(run?.done).toBe((await store.readRun(id, run?.header.run ?? '')).questions.size);
  });

  test('asks the real search worker, and goes on with a new one when that dies', async () => {
    const { store, id, spec } = await prepare();
    const run = createClient<RunApi>(
      'run',
      () => new Worker(new URL('../../workers/run.worker.ts', import.meta.url), { type: 'module' }),
    );
    const search = createClient<SearchContract>(
      'search',
      () => new Worker(new URL('../../workers/search.worker.ts', import.meta.url), { type: 'module' }),
    );
    clients.push(run, search);
    // A search worker that is killed young counts as one that cannot start: time passes faster here.
    let time = 0;
    linkWorkers(
      run,
      search,
      { from: (api, port) => api.connectSearch(port), to: (api, port) => api.connect(port) },
      { now: () => (time += 10_000) },
    );
    let done = 0;
    const open = run.ask((api) =>
      api.start(
        spec,
        'j',
        callback((progress: Progress) => {
          if (progress.phase.startsWith('Hop by hop')) done = progress.done;
        }),
      ),
    );
    await vi.waitFor(() => expect(done).toBeGreaterThan(0), 100_000);
    search.terminate('killed');
    const [finished] = unwrap(await open);
    expect(finished).toMatchObject({ state: 'finished', done: COUNT, errors: 0 });
    const { questions } = await store.readRun(id, finished?.header.run ?? '');
    expect(questions.size).toBe(COUNT);
    const first = questions.get('q0')?.[0];
    expect(first).toMatchObject({
      event: 'search',
      purpose: 'sub-question',
      query: 'Who designed the Ostra Bridge?',
    });
    expect(first?.event === 'search' && first.hits[0]?.chunk).toBe('bridge#0');
  });
});
