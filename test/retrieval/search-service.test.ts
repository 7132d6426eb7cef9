import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { HopscopeError, type Outcome } from '../../src/domain/outcome';
import type { Progress } from '../../src/domain/progress';
import {
  DEFAULT_BM25,
  DEFAULT_HYBRID,
  type RetrieverKind,
  type RetrieverSettings,
} from '../../src/domain/retriever';
import type { IndexState, SearchContract } from '../../src/domain/seam';
import type { WorkspaceStore } from '../../src/domain/store';
import { createSearchService } from '../../src/retrieval/search-service';
import { unwrap } from '../../src/seam/outcome';
import { createMemoryStore } from '../../src/workspace/store';
import { createHashingEncoder, type HashingEncoder, hashingVector } from '../support/hashing-encoder';
import { corpusOf, numberedPassages, storeCorpus } from '../support/passages';
import { holdAfter, idle, until } from '../support/waits';

const settings = (kind: RetrieverKind, change: Partial<RetrieverSettings> = {}): RetrieverSettings => ({
  kind,
  bm25: DEFAULT_BM25,
  hybrid: DEFAULT_HYBRID,
  model: 'hashing',
  ...change,
});
const quiet = (): void => {};
/** The encoder makes so many vectors and holds the next. */
const holdEncoderAfter = (count: number) => {
  const hold = holdAfter(count);
  encoder.before = hold.wait;
  return hold;
};
/** Of an encoder that works again; what was held stays held for ever. */
const freeEncoder = (): void => {
  encoder.before = async () => {};
};
const failure = <T>(outcome: Outcome<T>) => {
  if (outcome.ok) throw new Error('expected a failure');
  return outcome.error;
};

const PASSAGES = numberedPassages(60);
let store: WorkspaceStore;
let encoder: HashingEncoder;
let service: SearchContract;
let workspace: string;
let line: { port: MessagePort; close(): void };

const connect = async (): Promise<void> => {
  line = encoder.port();
  unwrap(await service.connectEncoder(line.port));
};
const reopen = async (): Promise<void> => {
  service = createSearchService(async () => store);
  await connect();
  unwrap(await service.open(workspace, settings('bm25'), quiet));
};
const search = async (query: string, kind: RetrieverKind, k = 10) =>
  unwrap(await service.search({ workspace, query, k, settings: settings(kind) }));

beforeEach(async () => {
  store = createMemoryStore();
  encoder = createHashingEncoder();
  workspace = await storeCorpus(store, PASSAGES);
  service = createSearchService(async () => store);
  await connect();
  return () => line.close();
});

describe('the number of hits', () => {
  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is said to be none', async (k) => {
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    const error = failure(await service.search({ workspace, query: 'mill', k, settings: settings('bm25') }));
    expect(error).toMatchObject({ code: 'bad-input', message: expect.stringContaining('whole number') });
  });

  it('may be more than there are', async () => {
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    const { hits } = await search(PASSAGES[0]?.text ?? '', 'bm25', 100_000);
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.length).toBeLessThanOrEqual(60);
  });
});

describe('opening', () => {
  it('builds BM25, says so, and stores it for the next time', async () => {
    const progress: Progress[] = [];
    const first = unwrap(await service.open(workspace, settings('bm25'), (p) => void progress.push(p)));
    expect(first).toMatchObject({
      workspace,
      documents: 60,
      chunks: 60,
      bm25: { ready: true, fromDisk: false },
      vectors: { ready: false, done: 0, total: 60, encoder: null },
    });
    expect(progress.at(-1)).toMatchObject({ phase: 'indexing words', done: 60, total: 60, unit: 'passages' });
    const before = await search('museum of town 3', 'bm25');

    await reopen();
    expect(unwrap(await service.state(workspace, 'hashing'))?.bm25).toMatchObject({
      ready: true,
      fromDisk: true,
    });
    expect((await search('museum of town 3', 'bm25')).hits).toEqual(before.hits);
  });

  it('builds anew, without complaint, when the stored index is damaged', async () => {
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    const before = await search('museum', 'bm25');
    const read = store.readIndex.bind(store);
    store.readIndex = async (id, key) => (await read(id, key))?.subarray(0, 40) ?? null;
    await reopen();
    expect(unwrap(await service.state(workspace, 'hashing'))?.bm25.fromDisk).toBe(false);
    expect((await search('museum', 'bm25')).hits).toEqual(before.hits);
  });

  it('searches on when the index cannot be stored', async () => {
    store.writeIndex = async () => {
      throw new HopscopeError('quota', 'The disk is full.', { retryable: true });
    };
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    expect((await search('museum', 'bm25')).hits.length).toBe(10);
  });

  it('notices that the corpus was replaced', async () => {
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    const before = unwrap(await service.identity(workspace, settings('bm25'))).id;
    await storeCorpus(store, [{ title: 'Only', text: 'one passage' }], workspace);
    expect(unwrap(await service.open(workspace, settings('bm25'), quiet)).chunks).toBe(1);
    expect(unwrap(await service.identity(workspace, settings('bm25'))).id).not.toBe(before);
  });

  it('says what is missing: no such workspace, no documents', async () => {
    expect(
      failure(await service.search({ workspace: 'nowhere', query: 'x', k: 1, settings: settings('bm25') }))
        .code,
    ).toBe('not-found');
    expect(failure(await service.open('nowhere', settings('bm25'), quiet)).code).toBe('not-found');
    const { id } = await store.create('empty');
    expect(failure(await service.open(id, settings('bm25'), quiet)).message).toMatch(/no documents yet/);
  });

  it('uses other BM25 settings when a search brings them', async () => {
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    const stemmed = settings('bm25', { bm25: { ...DEFAULT_BM25, stemmer: 'english' } });
    expect((await search('museums', 'bm25')).hits).toEqual([]);
    expect(
      unwrap(await service.search({ workspace, query: 'museums', k: 3, settings: stemmed })).hits.length,
    ).toBe(3);
    const flat = settings('bm25', { bm25: { ...DEFAULT_BM25, k1: 0.5 } });
    const scores = async (s: RetrieverSettings) =>
      unwrap(await service.search({ workspace, query: 'museum', k: 60, settings: s })).hits.map(
        ({ score }) => score,
      );
    expect(await scores(flat)).not.toEqual(await scores(settings('bm25')));
  });
});

describe('vectors', () => {
  const embed = async (job = 'embed', onProgress: (p: Progress) => void = quiet) =>
    unwrap(await service.embed(workspace, 'hashing', job, onProgress));

  beforeEach(async () => {
    unwrap(await service.open(workspace, settings('bm25'), quiet));
  });

  it('embeds each content once, shortest first, and says how far it is', async () => {
    const progress: Progress[] = [];
    const state = await embed('embed', (p) => void progress.push(p));
    expect(state.vectors).toMatchObject({ ready: true, done: 60, total: 60, encoder: { model: 'hashing' } });
    expect(encoder.loads).toEqual(['hashing']);
    expect(new Set(encoder.passages)).toEqual(
      new Set(PASSAGES.map(({ title, text }) => `${title}\n${text}`)),
    );
    expect(encoder.passages.length).toBe(60);
    expect(encoder.passages.map(({ length }) => length)).toEqual(
      encoder.passages.map(({ length }) => length).sort((a, b) => a - b),
    );
    expect(progress.at(-1)).toMatchObject({ phase: 'embedding', done: 60, total: 60, unit: 'passages' });
    await embed('again');
    expect(encoder.passages.length).toBe(60);
  });

  it('finds the same as brute force, for any query and k', async () => {
    await embed();
    const { chunks } = corpusOf(PASSAGES);
    const matrix = chunks.map(({ heading, text }) => hashingVector(`${heading}\n${text}`));
    const words = fc.array(fc.constantFrom('river', 'town', 'museum', '3', 'unheard'), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 60 }), async (query, k) => {
        const vector = hashingVector(query.join(' '));
        const expected = matrix
          .map((row, i) => ({
            chunk: (chunks[i] as { id: string }).id,
            score: Math.fround(row.reduce((sum, x, j) => sum + x * (vector[j] as number), 0)),
          }))
          .sort((a, b) => b.score - a.score || (a.chunk < b.chunk ? -1 : 1))
          .slice(0, k)
          .map(({ chunk, score }, i) => ({
            chunk,
            rank: i + 1,
            score,
            parts: { vector: { rank: i + 1, score } },
          }));
        expect((await search(query.join(' '), 'vector', k)).hits).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('fuses both legs and keeps their ranks', async () => {
    await embed();
    const query = 'museum of town 3';
    const [bm25, vector, hybrid] = [
      await search(query, 'bm25', 100),
      await search(query, 'vector', 100),
      await search(query, 'hybrid', 100),
    ];
    const rank = (hits: typeof bm25.hits, chunk: string) => hits.find((hit) => hit.chunk === chunk)?.rank;
    for (const { chunk, score, parts } of hybrid.hits) {
      const [lexical, semantic] = [rank(bm25.hits, chunk), rank(vector.hits, chunk)];
      expect(parts?.bm25?.rank).toBe(lexical);
      expect(parts?.vector?.rank).toBe(semantic);
      expect(score).toBe(
        (lexical === undefined ? 0 : 1 / (60 + lexical)) + (semantic === undefined ? 0 : 1 / (60 + semantic)),
      );
    }
    expect(hybrid.hits.length).toBe(60);
  });

  it('embeds a query once, whoever asks', async () => {
    await embed();
    for (const kind of ['vector', 'hybrid', 'vector'] as const) await search('harbour', kind, 5);
    expect(encoder.queries).toEqual(['harbour']);
  });

  it('answers keyword searches while it embeds, and says how far it is to those who want vectors', async () => {
    const hold = holdEncoderAfter(8);
    const running = service.embed(workspace, 'hashing', 'embed', quiet);
    await hold.reached;
    expect((await search('museum', 'bm25')).hits.length).toBe(10);
    const refused = failure(
      await service.search({ workspace, query: 'museum', k: 5, settings: settings('vector') }),
    );
    expect(refused).toMatchObject({ code: 'busy', retryable: true });
    expect(refused.message).toMatch(/^Only \d+ of 60 passages have a vector/);
    hold.release();
    expect(unwrap(await running).vectors.ready).toBe(true);
    expect((await search('museum', 'vector')).hits.length).toBe(10);
  });

  it('cancels, keeps what was done and resumes there', async () => {
    const hold = holdEncoderAfter(8);
    const running = service.embed(workspace, 'hashing', 'embed', quiet);
    await hold.reached;
    // The encoder hangs: this would not end if the cancel waited for it.
    await service.cancel('embed');
    expect(failure(await running).code).toBe('cancelled');
    const kept = unwrap(await service.state(workspace, 'hashing'))?.vectors.done ?? 0;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(60);

    await reopen();
    freeEncoder();
    // The service asks the encoder for its state only for a moment, and again at the next call.
    await until(async () => unwrap(await service.state(workspace, 'hashing'))?.vectors.done).toBe(kept);
    const before = encoder.passages.length;
    await embed('second');
    expect(encoder.passages.length - before).toBe(60 - kept);
  });

  it('leaves even when the model is deep in its first call', async () => {
    const hold = holdEncoderAfter(0);
    const running = service.embed(workspace, 'hashing', 'embed', quiet);
    await hold.reached;
    await service.cancel('embed');
    expect(failure(await running).code).toBe('cancelled');
  });

  it('pauses, keeps what was done, and goes on', async () => {
    const hold = holdEncoderAfter(4);
    const running = service.embed(workspace, 'hashing', 'embed', quiet);
    await hold.reached;
    await service.pause('embed');
    hold.release();
    // What was asked of the encoder before the pause comes in and is written.
    await until(() => encoder.open).toBe(0);
    const paused = encoder.passages.length;
    await until(async () => (await store.vectors('hashing/hashing-1/fp32/wasm', 64)).size).toBe(paused);
    await idle();
    expect(encoder.passages.length).toBe(paused);
    expect(paused).toBeLessThan(60);
    await service.resume('embed');
    expect(unwrap(await running).vectors.done).toBe(60);
    expect(encoder.passages.length).toBe(60);
  });

  it('refuses a second job of the same name, and lets two jobs of a corpus end well', async () => {
    const hold = holdEncoderAfter(1);
    const first = service.embed(workspace, 'hashing', 'embed', quiet);
    await hold.reached;
    expect(failure(await service.embed(workspace, 'hashing', 'embed', quiet)).code).toBe('busy');
    hold.release();
    expect(unwrap(await first).vectors.ready).toBe(true);
  });

  it('says that the encoder was lost, keeps what was done, and resumes with another', async () => {
    const hold = holdEncoderAfter(8);
    const running = service.embed(workspace, 'hashing', 'embed', quiet);
    await hold.reached;
    line.close();
    const lost = failure(await running);
    expect(lost).toMatchObject({ code: 'worker-lost', retryable: true });
    expect(lost.message).toMatch(/resume/);
    const kept = unwrap(await service.state(workspace, 'hashing'))?.vectors.done ?? 0;
    expect(kept).toBeGreaterThan(0);
    expect(
      failure(await service.search({ workspace, query: 'x', k: 1, settings: settings('vector') })).code,
    ).toBe('worker-lost');

    freeEncoder();
    await connect();
    const before = encoder.passages.length;
    expect((await embed('second')).vectors.ready).toBe(true);
    expect(encoder.passages.length - before).toBe(60 - kept);
  });

  it('hands on why the model failed, and keeps what was done', async () => {
    encoder.failNext = { code: 'model', message: 'The model gave numbers that are none.' };
    expect(failure(await service.embed(workspace, 'hashing', 'embed', quiet))).toMatchObject({
      code: 'model',
      retryable: true,
    });
    expect((await embed('second')).vectors.ready).toBe(true);
  });

  it('keeps the vectors of two devices apart', async () => {
    await embed();
    const onWasm = unwrap(await service.identity(workspace, settings('vector')));
    encoder.device = 'webgpu';
    const onGpu = unwrap(await service.identity(workspace, settings('vector')));
    expect(onGpu.id).not.toBe(onWasm.id);
    expect(
      failure(await service.search({ workspace, query: 'x', k: 1, settings: settings('vector') })).code,
    ).toBe('busy');
    await embed('second');
    expect(encoder.passages.length).toBe(120);
    encoder.device = 'wasm';
    expect((await search('museum', 'vector')).identity.id).toBe(onWasm.id);
    expect(encoder.passages.length).toBe(120);
  });

  it.each([true, false])(
    'starts anew when the model moves to another device in mid-work (says so: %s)',
    async (says) => {
      encoder.namesSpace = says;
      const hold = holdEncoderAfter(8);
      const notes: string[] = [];
      const running = service.embed(
        workspace,
        'hashing',
        'embed',
        ({ note }) => void (note !== undefined && notes.push(note)),
      );
      await hold.reached;
      encoder.device = 'webgpu';
      hold.release();
      const state = unwrap(await running);
      expect(state.vectors).toMatchObject({ ready: true, done: 60, encoder: { device: 'webgpu' } });
      expect(notes).toHaveLength(1);
      expect((await store.vectors('hashing/hashing-1/fp32/webgpu', 64)).size).toBe(60);
    },
  );

  it('gives up on a model that never stays on a device', async () => {
    await embed();
    const { encode } = encoder.contract;
    encoder.contract.encode = async (...call) => {
      const outcome = await encode(...call);
      return outcome.ok ? { ok: true, value: { ...outcome.value, space: 'somewhere else' } } : outcome;
    };
    const refused = failure(
      await service.search({ workspace, query: 'new', k: 1, settings: settings('vector') }),
    );
    expect(refused).toMatchObject({ code: 'model', retryable: true });
    await storeCorpus(
      store,
      numberedPassages(3).map(({ title }) => ({ title, text: 'Other.' })),
      workspace,
    );
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    expect(failure(await service.embed(workspace, 'hashing', 'second', quiet)).code).toBe('model');
  });

  it('warns when the disk will not hold the vectors, and goes on while it can', async () => {
    store.usage = async () => ({ bytes: 0, quota: 1000, persisted: false });
    const notes: string[] = [];
    await embed('embed', ({ note }) => void (note !== undefined && notes.push(note)));
    expect(notes).toEqual([expect.stringMatching(/needs about .* free disk space/)]);
  });

  it('says that the disk is full, and resumes when there is room', async () => {
    const vectors = store.vectors.bind(store);
    let full = true;
    store.vectors = async (...where) => {
      const cache = await vectors(...where);
      const { append } = cache;
      cache.append = async (...what) => {
        if (full) throw new HopscopeError('quota', 'The disk is full.', { retryable: true });
        await append(...what);
      };
      return cache;
    };
    expect(failure(await service.embed(workspace, 'hashing', 'embed', quiet))).toMatchObject({
      code: 'quota',
      retryable: true,
    });
    full = false;
    expect((await embed('second')).vectors.ready).toBe(true);
    expect((await store.vectors('hashing/hashing-1/fp32/wasm', 64)).size).toBe(60);
  });

  it('re-embeds only what changed when the corpus is imported again', async () => {
    await embed();
    const changed = PASSAGES.map((passage, i) => (i === 7 ? { ...passage, text: 'Rewritten.' } : passage));
    await storeCorpus(store, changed, workspace);
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    await until(async () => unwrap(await service.state(workspace, 'hashing'))?.vectors.done).toBe(59);
    await embed('second');
    expect(encoder.passages.slice(60)).toEqual([`${PASSAGES[7]?.title}\nRewritten.`]);
  });

  it('embeds equal passages once', async () => {
    const twins = [...PASSAGES.slice(0, 3), ...PASSAGES.slice(0, 3)];
    await storeCorpus(store, twins, workspace);
    unwrap(await service.open(workspace, settings('bm25'), quiet));
    expect((await embed()).vectors).toMatchObject({ ready: true, done: 6 });
    expect(encoder.passages.length).toBe(3);
  });

  it('loads the model that the settings name when another one is loaded', async () => {
    await embed();
    unwrap(await service.identity(workspace, settings('vector', { model: 'another' })));
    expect(encoder.loads).toEqual(['hashing', 'another']);
  });

  it('says so when there is no encoder', async () => {
    const alone = createSearchService(async () => store);
    unwrap(await alone.open(workspace, settings('bm25'), quiet));
    expect(failure(await alone.embed(workspace, 'hashing', 'embed', quiet))).toMatchObject({
      code: 'worker-lost',
      retryable: true,
    });
    expect(
      unwrap(await alone.search({ workspace, query: 'museum', k: 3, settings: settings('bm25') })).hits
        .length,
    ).toBe(3);
  });
});

describe('the corpus, a page at a time', () => {
  beforeEach(async () => {
    unwrap(await service.open(workspace, settings('bm25'), quiet));
  });

  it('pages through documents in the order they were read', async () => {
    const page = unwrap(await service.page(workspace, 10, 3, ''));
    expect(page.total).toBe(60);
    expect(page.documents.map(({ id }) => id)).toEqual(['p000010', 'p000011', 'p000012']);
    expect(page.documents[0]).toMatchObject({
      title: PASSAGES[10]?.title,
      source: 'corpus.json',
      characters: PASSAGES[10]?.text.length,
      chunks: 1,
      excerpt: PASSAGES[10]?.text,
    });
    expect(unwrap(await service.page(workspace, 58, 10, '')).documents.length).toBe(2);
    expect(unwrap(await service.page(workspace, 60, 10, '')).documents).toEqual([]);
  });

  it('filters by id, title and text, whatever the case', async () => {
    const wanted = PASSAGES.filter(({ title, text }) => /festival/i.test(title + text)).length;
    expect(unwrap(await service.page(workspace, 0, 5, ' FESTIVAL ')).total).toBe(wanted);
    expect(unwrap(await service.page(workspace, 0, 5, 'p000042')).documents.map(({ id }) => id)).toEqual([
      'p000042',
    ]);
    expect(unwrap(await service.page(workspace, 0, 5, 'no such thing')).total).toBe(0);
  });

  it('gives a document with its chunks, and chunks by id in the order asked', async () => {
    const { document, chunks } = unwrap(await service.document(workspace, 'p000003'));
    expect(document.text).toBe(PASSAGES[3]?.text);
    expect(chunks.map(({ id }) => id)).toEqual(['p000003#0']);
    const ids = ['p000009#0', 'p000001#0'];
    expect(unwrap(await service.chunks(workspace, ids)).map(({ id }) => id)).toEqual(ids);
    expect(failure(await service.document(workspace, 'x')).code).toBe('not-found');
    expect(failure(await service.chunks(workspace, ['p000001#0', 'x#0'])).message).toMatch(/"x#0"/);
  });
});

describe('several workspaces', () => {
  /** Ids are the same in all of them, so that only the text says whose a passage is. */
  const PLACES = ['Arle', 'Brok', 'Cind', 'Dorn'];
  const passagesOf = (place: string) =>
    Array.from({ length: 12 }, (_, i) => ({
      title: `${place} ${i}`,
      text: `The mill of ${place}, lot ${i}.`,
    }));
  let ids: string[];

  beforeEach(async () => {
    ids = [];
    for (const place of PLACES) ids.push(await storeCorpus(store, passagesOf(place)));
  });
  /** Every request that reads a corpus, and the place that it must be answered from. */
  const readAll = async (id: string, place: string): Promise<void> => {
    const page = unwrap(await service.page(id, 0, 100, ''));
    expect(page.documents.map(({ title }) => title)).toEqual(passagesOf(place).map(({ title }) => title));
    expect(unwrap(await service.document(id, 'p000003')).document.title).toBe(`${place} 3`);
    expect(unwrap(await service.chunks(id, ['p000003#0']))[0]?.title).toBe(`${place} 3`);
    const found = unwrap(
      await service.search({ workspace: id, query: place, k: 20, settings: settings('bm25') }),
    );
    expect(found.hits).toHaveLength(12);
    const identity = unwrap(await service.identity(id, settings('bm25')));
    expect(identity).toEqual(found.identity);
    expect(identity.corpus).toBe((await store.get(id)).corpus?.hash);
  };

  it('are each answered from their own documents, whichever was opened last', async () => {
    unwrap(await service.open(ids[0] ?? '', settings('bm25'), quiet));
    unwrap(await service.open(ids[1] ?? '', settings('bm25'), quiet));
    await readAll(ids[0] ?? '', 'Arle');
    await readAll(ids[1] ?? '', 'Brok');
    // None of these was opened, or is still there: asking for it is enough.
    await Promise.all(ids.map((id, i) => readAll(id, PLACES[i] ?? '')));
    for (const [i, id] of ids.entries()) await readAll(id, PLACES[i] ?? '');
  });

  it('can be asked while they are opened, by two at once', async () => {
    const opens = (): Promise<Outcome<IndexState>>[] =>
      ids.map((id) => service.open(id, settings('bm25'), quiet));
    const reads = (): Promise<void>[] => ids.map((id, i) => readAll(id, PLACES[i] ?? ''));
    const [, ...opened] = await Promise.all([Promise.all(reads()), ...opens(), ...opens()]);
    await Promise.all([...reads(), ...opens()]);
    expect(opened.map((outcome) => unwrap(outcome).workspace)).toEqual([...ids, ...ids]);
  });

  it('are opened once while no more than two take turns', async () => {
    let reads = 0;
    const { readChunks } = store;
    store.readChunks = (id) => {
      reads++;
      return readChunks(id);
    };
    const [page = '', run = ''] = ids;
    for (let turn = 0; turn < 3; turn++) {
      await readAll(page, 'Arle');
      await readAll(run, 'Brok');
      unwrap(await service.open(page, settings('bm25'), quiet));
    }
    expect(reads).toBe(2);
    await readAll(ids[2] ?? '', 'Cind');
    expect(unwrap(await service.state(run, 'hashing'))).toBeNull();
    expect(unwrap(await service.state(page, 'hashing'))).not.toBeNull();
  });

  it('each get their own vectors, and one that is being embedded stays in memory', async () => {
    const hold = holdEncoderAfter(4);
    const [left = ''] = ids;
    const running = service.embed(left, 'hashing', 'left', quiet);
    await hold.reached;
    for (const [i, id] of ids.entries()) if (i > 0) await readAll(id, PLACES[i] ?? '');
    const state = unwrap(await service.state(left, 'hashing'));
    expect(state).toMatchObject({ workspace: left, vectors: { ready: false, total: 12 } });
    hold.release();
    expect(unwrap(await running)).toMatchObject({ workspace: left, vectors: { ready: true, done: 12 } });
    for (const [i, id] of ids.entries()) {
      if (i === 0) continue;
      const done = unwrap(await service.embed(id, 'hashing', `job ${i}`, quiet));
      expect(done).toMatchObject({ workspace: id, vectors: { ready: true, done: 12, total: 12 } });
      const { hits } = unwrap(
        await service.search({ workspace: id, query: 'lot 3', k: 1, settings: settings('vector') }),
      );
      const [chunk] = unwrap(await service.chunks(id, [hits[0]?.chunk ?? '']));
      expect(chunk?.title).toMatch(new RegExp(`^${PLACES[i]} `));
    }
    expect(encoder.passages).toHaveLength(48);
  });

  it('replaced while others ask for it is opened anew, once', async () => {
    const [id = ''] = ids;
    unwrap(await service.open(id, settings('bm25'), quiet));
    await storeCorpus(store, passagesOf('Ersk'), id);
    let reads = 0;
    const { readChunks } = store;
    store.readChunks = (of) => {
      reads++;
      return readChunks(of);
    };
    await Promise.all([1, 2, 3].map(async () => unwrap(await service.open(id, settings('bm25'), quiet))));
    await readAll(id, 'Ersk');
    expect(reads).toBe(1);
  });

  it('deleted is not there any more, whoever had it open', async () => {
    const [id = ''] = ids;
    unwrap(await service.open(id, settings('bm25'), quiet));
    await store.remove(id);
    expect(failure(await service.open(id, settings('bm25'), quiet)).code).toBe('not-found');
    expect(failure(await service.page(id, 0, 1, '')).code).toBe('not-found');
  });
});
