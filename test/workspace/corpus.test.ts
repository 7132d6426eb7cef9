import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chunk, Document, Reject } from '../../src/domain/corpus';
import { createMemoryFiles } from '../../src/workspace/memory-files';
import { createMemoryStore } from '../../src/workspace/store';
import { corpusMeta, document, questionsMeta, wholeChunk } from './make';

/** Any UTF-16 at all: lone surrogates, NUL, line separators, other scripts. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    maxLength: 30,
  }),
  fc.constantFrom('', '\ufeffx', '\u0000', '\ud800', 'a\r\nb', '\u2028', '"\\'),
);
const hash = fc.oneof(
  text,
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
);

const corpus = fc
  .uniqueArray(
    fc.record({
      id: text,
      title: text,
      text,
      source: fc.constantFrom('a.txt', 'b/c.md', ''),
      line: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      kind: fc.constantFrom('passage' as const, 'text' as const, 'markdown' as const, undefined),
      cuts: fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.option(text), fc.option(text), hash), {
        maxLength: 4,
      }),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  )
  .chain((entries) => {
    const documents = entries.map(
      ({ cuts: _, line, kind, ...rest }): Document => ({
        ...rest,
        ...(line === undefined ? {} : { line }),
        ...(kind === undefined ? {} : { kind }),
      }),
    );
    const chunks = entries.flatMap(({ id, text: whole, title, cuts }) =>
      cuts.map(([a, b, otherTitle, heading, own], ordinal): Chunk => {
        const [start = 0, end = 0] = [a % (whole.length + 1), b % (whole.length + 1)].sort((x, y) => x - y);
        return {
          id: `${id}#${ordinal}`,
          document: id,
          ordinal,
          title: otherTitle ?? title,
          start,
          end,
          text: whole.slice(start, end),
          heading: heading ?? title,
          hash: own,
        };
      }),
    );
    // Chunks may come in any order.
    return fc.record({
      documents: fc.constant(documents),
      chunks: fc.oneof(fc.constant(chunks), fc.shuffledSubarray(chunks, { minLength: chunks.length })),
    });
  });

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const wellFormed = (words: string): string => words.replace(LONE, '\ufffd');
const wellFormedText = <T extends { text: string }>(item: T): T => ({
  ...item,
  text: wellFormed(item.text),
});

describe('a corpus', () => {
  test('comes back as it was written, lone surrogates of texts as U+FFFD', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, async ({ documents, chunks }) => {
        const store = createMemoryStore();
        const { id } = await store.create('w');
        await store.writeCorpus(id, {
          meta: corpusMeta(documents.length, chunks.length),
          documents,
          chunks,
          rejects: [],
        });
        expect(await store.readDocuments(id)).toEqual(documents.map(wellFormedText));
        const back = await store.readChunks(id);
        // A cut inside a surrogate pair leaves a half in `text`; offsets and the stored text are the truth then.
        const texts = new Map(documents.map((one) => [one.id, wellFormed(one.text)]));
        expect(back).toEqual(
          chunks.map((chunk) => ({
            ...chunk,
            text: texts.get(chunk.document)?.slice(chunk.start, chunk.end),
          })),
        );
        expect(await store.get(id)).toMatchObject({ corpus: { documents: documents.length } });
      }),
      { numRuns: 150 },
    );
  });

  test('may be streamed', async () => {
    const store = createMemoryStore();
    const { id } = await store.create('w');
    const documents = Array.from({ length: 50 }, (_, i) => document(`d${i}`, `text ${i}`));
    const stream = async function* <T>(items: T[]) {
      yield* items;
    };
    await store.writeCorpus(id, {
      meta: corpusMeta(50, 50),
      documents: stream(documents),
      chunks: stream(documents.map((one) => wholeChunk(one))),
      rejects: [],
    });
    expect(await store.readDocuments(id)).toEqual(documents);
    expect(await store.readChunks(id)).toEqual(documents.map((one) => wholeChunk(one)));
  });

  test.each<[string, (one: Document) => { documents: Document[]; chunks: Chunk[] }]>([
    ['two documents of one id', (one) => ({ documents: [one, one], chunks: [] })],
    ['a chunk of no document', (one) => ({ documents: [], chunks: [wholeChunk(one)] })],
    [
      'a chunk that ends behind its document',
      (one) => ({ documents: [one], chunks: [wholeChunk(one, { end: 5, text: 'abcde' })] }),
    ],
    [
      'a chunk whose text is of another length',
      (one) => ({ documents: [one], chunks: [wholeChunk(one, { text: 'ab' })] }),
    ],
    ['a chunk of another name', (one) => ({ documents: [one], chunks: [wholeChunk(one, { id: 'x' })] })],
  ])('%s is refused, and nothing of it is kept', async (_, make) => {
    const files = createMemoryFiles();
    const store = createMemoryStore({ files });
    const { id } = await store.create('w');
    await expect(
      store.writeCorpus(id, { meta: corpusMeta(1, 1), ...make(document('d', 'abc')), rejects: [] }),
    ).rejects.toMatchObject({ code: 'bad-input' });
    expect((await store.get(id)).corpus).toBeNull();
    expect(files.contents.size).toBe(0);
  });

  test('an empty workspace reads as empty', async () => {
    const store = createMemoryStore();
    const { id } = await store.create('w');
    expect(await Promise.all([store.readDocuments(id), store.readChunks(id), store.readRejects(id)])).toEqual(
      [[], [], []],
    );
    expect(await Promise.all([store.readQuestions(id), store.readMappings(id)])).toEqual([[], []]);
    expect(await store.readIndex(id, 'x')).toBeNull();
  });

  test('rejects and questions come back, whatever stands in them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ file: text, line: fc.option(fc.nat()), reason: text, excerpt: text })),
        text,
        async (rejects: Reject[], words) => {
          const store = createMemoryStore();
          const { id } = await store.create('w');
          await store.writeCorpus(id, { meta: corpusMeta(0, 0), documents: [], chunks: [], rejects });
          expect(await store.readRejects(id)).toEqual(rejects);
          const question = {
            id: words,
            text: words,
            answers: [words],
            answerable: true,
            hops: [],
            gold: [],
            source: words,
          };
          await store.writeQuestions(id, [question], questionsMeta);
          expect(await store.readQuestions(id)).toEqual([question]);
        },
      ),
    );
  });

  test('lines over many blocks come back, whatever byte a block ends at', async () => {
    const store = createMemoryStore();
    const { id } = await store.create('w');
    const rejects = Array.from(
      { length: 3000 },
      (_, i): Reject => ({
        file: 'é'.repeat(i % 700),
        line: i,
        reason: '東\n京',
        excerpt: 'x'.repeat(i % 1200),
      }),
    );
    await store.writeCorpus(id, { meta: corpusMeta(0, 0), documents: [], chunks: [], rejects });
    expect(await store.readRejects(id)).toEqual(rejects);
  });

  test('takes at most text + 200 bytes a passage, vectors included at 4 bytes a number', async () => {
    const files = createMemoryFiles();
    const store = createMemoryStore({ files });
    const { id } = await store.create('w');
    const count = 500;
    const hex = (i: number, length: number): string =>
      i.toString(16).padStart(8, '0').repeat(8).slice(0, length);
    const documents = Array.from({ length: count }, (_, i) =>
      document(hex(i, 16), 'word '.repeat(100), {
        title: `A title of usual length ${i}`,
        source: 'folder/corpus.json',
        line: i + 1,
        kind: 'passage',
      }),
    );
    const chunks = documents.map((one, i) => wholeChunk(one, { hash: hex(i + count, 32) }));
    await store.writeCorpus(id, { meta: corpusMeta(count, count), documents, chunks, rejects: [] });
    const vectors = await store.vectors('space', 384);
    await vectors.append(
      chunks.map((chunk) => chunk.hash),
      new Float32Array(count * 384),
    );
    const perPassage = (await store.usage()).bytes / count;
    expect(perPassage).toBeLessThanOrEqual(500 + 4 * 384 + 200);
    // What is left of the 200 is for the index.
    expect(perPassage).toBeLessThanOrEqual(500 + 4 * 384 + 170);
  });
});
