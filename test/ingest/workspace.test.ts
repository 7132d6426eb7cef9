/** The api on a workspace: adding files, chunking again, saving edited questions, looking at files. */
import { describe, expect, it } from 'vitest';
import { type ChunkingSettings, DEFAULT_CHUNKING } from '../../src/domain/corpus';
import type { IngestFile } from '../../src/domain/seam';
import { createIngestApi } from '../../src/ingest/create-api';
import { memoCounter } from '../../src/ingest/memo-counter';
import { naturalise } from '../../src/ingest/shorthand';
import { unwrap } from '../../src/seam/outcome';
import { createMemoryStore } from '../../src/workspace/store';
import { blob, countWords, entry } from './support';

const open = async () => {
  const store = createMemoryStore();
  const { id } = await store.create('w');
  const api = createIngestApi({ store: async () => store, counter: async () => countWords });
  const ingest = async (
    files: IngestFile[],
    mode: 'add' | 'replace',
    chunking: ChunkingSettings = DEFAULT_CHUNKING,
  ) => unwrap(await api.ingest({ workspace: id, files, chunking, mode }, 'job', () => {}));
  return { store, id, api, ingest };
};
const lines = (...rows: unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

const long = Array.from({ length: 12 }, (_, i) => `Sentence ${i} is about the mill at Orl.`).join(' ');
const corpus = entry(
  'c.jsonl',
  lines({ id: 'orl', title: 'Orl', text: long }, { title: 'Pim', text: 'Pim is a ferry.' }),
  'corpus',
  'documents',
);
const more = entry('d.jsonl', lines({ id: 'law', title: 'Law', text: 'The law of the valley.' }), 'corpus');
const questions = entry(
  'q.jsonl',
  lines({ id: 'q1', question: 'Which law?', answers: ['valley'], gold: [{ document: 'law' }] }),
  'questions',
);

describe('adding files', () => {
  it('is the same as having given all files at once', async () => {
    const once = await open();
    const all = await once.ingest([corpus, more, questions], 'replace');
    const twice = await open();
    await twice.ingest([corpus], 'replace');
    const before = await twice.ingest([questions], 'add');
    expect(before.mapping).toMatchObject({ passages: 1, mapped: 0, unmapped: 1 });
    const added = await twice.ingest([more], 'add');
    expect(added.meta.corpus).toEqual(
      all.meta.corpus && { ...all.meta.corpus, perFile: added.meta.corpus?.perFile },
    );
    expect(added.perFile.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
      all.perFile.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    );
    expect(added.mapping).toEqual(all.mapping);
    expect(await twice.store.readDocuments(twice.id)).toEqual(await once.store.readDocuments(once.id));
    expect(await twice.store.readChunks(twice.id)).toEqual(await once.store.readChunks(once.id));
  });

  it('the same files again bring nothing new, renamed ids and joined judgements included', async () => {
    const { ingest, store, id } = await open();
    const files = [
      entry(
        'c.jsonl',
        lines(...['one', 'two', 'three'].map((text) => ({ id: 'a', title: 'A', text }))),
        'corpus',
      ),
      entry(
        'q.jsonl',
        lines(...['One?', 'Two?'].map((question) => ({ id: 'q', question, gold: ['a'] }))),
        'questions',
      ),
      entry(
        'queries.jsonl',
        lines({ _id: 'b1', text: 'Which?' }, { _id: 'b1', text: 'Whose?' }),
        'questions',
      ),
      entry('qrels.tsv', 'query-id\tcorpus-id\tscore\nb1\ta\t1\n', 'qrels'),
    ];
    await ingest(files, 'replace');
    const before = [await store.readDocuments(id), await store.readQuestions(id)];
    expect(before.map((all) => new Set(all.map((one) => one.id)).size)).toEqual([3, 4]);
    const again = await ingest(files, 'add');
    expect([await store.readDocuments(id), await store.readQuestions(id)]).toEqual(before);
    expect(again.meta.corpus?.tally).toMatchObject({ kept: 6, merged: 3 });
    expect(again.meta.questions?.tally).toMatchObject({ kept: 8, merged: 4 });
  });

  it('a record whose own id is the new name of another one keeps it', async () => {
    const first = await open();
    const rows = ['one', 'two'].map((text) => ({ id: 'a', title: 'A', text }));
    await first.ingest([entry('c.jsonl', lines(...rows), 'corpus')], 'replace');
    const taken = (await first.store.readDocuments(first.id))[1]?.id;
    const second = await open();
    await second.ingest(
      [entry('c.jsonl', lines(...rows, { id: taken, title: 'A', text: 'other' }), 'corpus')],
      'replace',
    );
    const documents = await second.store.readDocuments(second.id);
    expect(documents.map(({ text }) => text).toSorted()).toEqual(['one', 'other', 'two']);
    expect(documents.find((document) => document.id === taken)?.text).toBe('other');
  });

  it('the same files again are merged; replacing forgets what was there', async () => {
    const { ingest, store, id } = await open();
    await ingest([corpus, questions], 'replace');
    const again = await ingest([corpus, questions], 'add');
    expect(again.meta.corpus).toMatchObject({
      documents: 2,
      tally: { read: 4, kept: 4, rejected: 0, merged: 2 },
    });
    expect(again.meta.questions?.tally).toEqual({ read: 2, kept: 2, rejected: 0, merged: 1 });
    const replaced = await ingest([more], 'replace');
    expect(replaced.meta.corpus).toMatchObject({ documents: 1, tally: { read: 1, merged: 0 } });
    expect(await store.readQuestions(id)).toEqual([]);
  });
});

describe('chunking again', () => {
  it('keeps documents, questions and kinds; chunks that stay the same keep their hash', async () => {
    const { api, id, ingest, store } = await open();
    await ingest([corpus, more, questions], 'replace');
    const before = await store.readChunks(id);
    const report = unwrap(await api.rechunk(id, { unit: 'auto', size: 24, overlap: 1 }, 'job', () => {}));
    const after = await store.readChunks(id);
    expect(report.meta.corpus).toMatchObject({
      documents: 3,
      chunks: after.length,
      chunking: { unit: 'auto', size: 24, overlap: 1 },
    });
    expect(after.length).toBeGreaterThan(before.length);
    const hashes = new Set(before.map(({ hash }) => hash));
    expect(after.filter(({ hash }) => hashes.has(hash)).map(({ document }) => document)).toEqual(
      before.filter(({ text }) => text !== long).map(({ document }) => document),
    );
    const back = unwrap(await api.rechunk(id, DEFAULT_CHUNKING, 'job', () => {}));
    expect(await store.readChunks(id)).toEqual(before);
    expect(back.mapping).toMatchObject({ mapped: 1, coverage: 1 });
  });

  it('refuses settings that make no sense and a workspace without a corpus', async () => {
    const { api, id } = await open();
    expect(await api.rechunk(id, DEFAULT_CHUNKING, 'job', () => {})).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: 'There is no corpus to chunk again: add documents first.' },
    });
    for (const settings of [{ size: 4 }, { size: 20.5 }, { overlap: -1 }, { overlap: 99 }]) {
      expect(await api.rechunk(id, { ...DEFAULT_CHUNKING, ...settings }, 'job', () => {})).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      });
    }
  });

  it('previews one document without storing anything', async () => {
    const { api, id, ingest, store } = await open();
    await ingest([corpus], 'replace');
    const [document] = (await store.readDocuments(id)).filter(({ id: own }) => own === 'orl');
    if (document === undefined) throw new Error('no document');
    const chunks = unwrap(await api.previewChunks(document, { unit: 'tokens', size: 24, overlap: 1 }));
    expect(chunks.length).toBeGreaterThan(3);
    expect(await store.readChunks(id)).toHaveLength(2);
  });
});

describe('questions by hand', () => {
  it('saves an edited set and maps its gold again', async () => {
    const { api, id, ingest, store } = await open();
    await ingest([corpus, questions], 'replace');
    const [question] = await store.readQuestions(id);
    if (question === undefined) throw new Error('no question');
    const saved = unwrap(
      await api.saveQuestions(id, [
        { ...question, gold: [{ id: 'g1', document: 'orl', range: { start: 0, end: 10 } }] },
        { id: 'typed-1', text: 'Who?', answers: [], answerable: true, hops: [], gold: [], source: 'typed' },
      ]),
    );
    expect(saved.meta.questions).toMatchObject({ labelled: 1, unlabelled: 1 });
    expect(saved.mappings).toEqual([
      expect.objectContaining({ gold: 'g1', method: 'offset', chunks: ['orl#0'] }),
    ]);
    expect(await store.readMappings(id)).toEqual(saved.mappings);
  });

  it('typed into a workspace without a corpus: all unmapped, nothing fails', async () => {
    const { api, id } = await open();
    const saved = unwrap(
      await api.saveQuestions(id, [
        {
          id: 't',
          text: 'Who?',
          answers: [],
          answerable: true,
          hops: [],
          gold: [{ id: 'g1', title: 'X' }],
          source: 'typed',
        },
      ]),
    );
    expect(saved.mappings[0]?.status).toBe('unmapped');
  });

  it.each([
    ['Green >> performer', 'Who is the performer of Green?'],
    ['#1 >> spouse', 'Who is the spouse of #1?'],
    ['Pay $5 & $1 >> owned by', 'Who owns Pay $5 & $1?'],
    ['Orl >> painted by', 'By whom was Orl painted?'],
    ['Orl >> twinned with', 'What is Orl twinned with?'],
    ['Orl >> patron saint', 'What is the patron saint of Orl?'],
    ['Orl >> has_part', 'What is a part of Orl?'],
    ['Who made Orl?', 'Who made Orl?'],
    ['a >> b >> c', 'a >> b >> c'],
    ['>> spouse', '>> spouse'],
  ])('%s → %s', (shorthand, expected) => {
    expect(naturalise(shorthand)).toBe(expected);
  });
});

describe('looking at files', () => {
  it('guesses reader and role; the likeliest first; a problem for what no reader knows', async () => {
    const { api } = await open();
    const files = {
      'm.jsonl': lines({ question: 'a', paragraphs: [], question_decomposition: [] }),
      'h.json': JSON.stringify([{ question: 'a', supporting_facts: [], context: [] }]),
      'w.jsonl': lines({ question: 'a', supporting_facts: [], evidences: [] }),
      'corpus.jsonl': lines({ _id: 'd', title: 't', text: 'x' }),
      'queries.jsonl': lines({ _id: 'q', text: 'x' }),
      'test.tsv': 'query-id\tcorpus-id\tscore\nq\td\t1\n',
      'p.json': JSON.stringify([{ title: 't', text: 'x' }]),
      'own.jsonl': lines({ id: 'a', title: 't', text: 'x' }),
      'q.jsonl': lines({ question: 'a', hops: [], gold: [] }),
      'q.csv': 'question,answer\na,b\n',
      'c.csv': 'title;body\na;b\n',
      'n.md': '# a',
      'n.txt': 'a',
      'n.html': '<p>a',
      'odd.json': '[{"x":1}]',
      'bin.txt': 'GIF89a',
      'named.txt': '%PDF-1.4',
    };
    const inspections = unwrap(
      await api.inspect(
        Object.entries(files).map(([path, text]) => ({ path, file: blob(text) })),
        'i',
      ),
    );
    const guess = Object.fromEntries(
      inspections.map(({ path, guesses }) => [path, guesses[0] && `${guesses[0].reader}/${guesses[0].role}`]),
    );
    expect(guess).toEqual({
      'm.jsonl': 'musique/both',
      'h.json': 'hotpotqa/both',
      'w.jsonl': '2wikimultihopqa/questions',
      'corpus.jsonl': 'beir-corpus/corpus',
      'queries.jsonl': 'beir-queries/questions',
      'test.tsv': 'qrels/qrels',
      'p.json': 'passages/corpus',
      'own.jsonl': 'documents/corpus',
      'q.jsonl': 'questions/questions',
      'q.csv': 'table/questions',
      'c.csv': 'table/corpus',
      'n.md': 'markdown/corpus',
      'n.txt': 'text/corpus',
      'n.html': 'html/corpus',
      'odd.json': 'table/corpus',
      'bin.txt': undefined,
      'named.txt': 'pdf/corpus',
    });
    expect(inspections.find(({ path }) => path === 'bin.txt')?.problem).toBe(
      '“bin.txt”: the file is no text: it looks like a GIF image. Save it as text first.',
    );
    for (const { guesses } of inspections)
      expect(guesses).toEqual(guesses.toSorted((a, b) => b.confidence - a.confidence));
  });
});

describe('memoCounter', () => {
  it('counts like the counter it remembers for', () => {
    const text = 'The mill at Orl. The mill, again; the\tmill\n\nwith 漢字.';
    const memo = memoCounter(countWords);
    expect(memo(text)).toBe(countWords(text));
    expect(memo(text)).toBe(countWords(text));
    expect(memo('')).toBe(0);
  });
});
