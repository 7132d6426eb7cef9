/** 05.7: methods in order, status, chunk set, answer chunks; edge cases of gold labels. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chunk, type ChunkingSettings, DEFAULT_CHUNKING, type Document } from '../../src/domain/corpus';
import { documentHash } from '../../src/domain/hash';
import type { GoldMapping } from '../../src/domain/mapping';
import type { GoldPassage, Hop, Question } from '../../src/domain/question';
import { mapGold } from '../../src/gold/map-gold';
import { chunkDocument } from '../../src/ingest/chunking/chunker';
import { countWords } from '../ingest/support';

const pace = { pausePoint: async () => {} };
const document = (id: string, title: string, text: string, kind: Document['kind'] = 'passage'): Document => ({
  id,
  title,
  text,
  source: 'f',
  ...(kind === undefined ? {} : { kind }),
});
const question = (
  gold: Omit<GoldPassage, 'id'>[],
  hops: Partial<Hop>[] = [],
  answers: string[] = [],
): Question => ({
  id: 'q',
  text: 'Which?',
  answers,
  answerable: true,
  source: 'f',
  gold: gold.map((passage, i) => ({ id: `g${i + 1}`, ...passage })),
  hops: hops.map((hop, i) => ({
    id: i + 1,
    question: 'Which?',
    answers: [],
    dependsOn: [],
    gold: [`g${i + 1}`],
    ...hop,
  })),
});
const chunksOf = (documents: Document[], settings: ChunkingSettings = DEFAULT_CHUNKING): Chunk[] =>
  documents.flatMap((doc) => [...chunkDocument(doc, settings, countWords)]);

const map = async (documents: Document[], questions: Question[], settings?: ChunkingSettings) =>
  mapGold({ documents, chunks: chunksOf(documents, settings), questions }, { pace });
const first = async (
  documents: Document[],
  gold: Omit<GoldPassage, 'id'>,
  settings?: ChunkingSettings,
): Promise<GoldMapping> => {
  const [mapping] = (await map(documents, [question([gold])], settings)).mappings;
  if (mapping === undefined) throw new Error('no mapping');
  return mapping;
};

const MILL =
  'The mill at Orl was built in 1411 by Ilo Venn, who had come over the mountains with nothing but a saw and two good dogs.';
const FERRY =
  'The ferry at Pim has crossed the water twice a day since the bridge fell, and its keeper has never learned to swim or to whistle.';
const LAW =
  'No mill may stand within a mile of another, says the old law of the valley, and no one remembers who wrote it or why it was kept.';
const corpus = [document('a', 'Orl', MILL), document('b', 'Pim', FERRY), document('c', 'Law', LAW)];

describe('methods in order', () => {
  it('document id and offset', async () => {
    const start = MILL.indexOf('Ilo Venn');
    expect(await first(corpus, { document: 'a', range: { start, end: start + 8 } })).toMatchObject({
      status: 'mapped',
      method: 'offset',
      chunks: ['a#0'],
      documents: ['a'],
    });
    expect(await first(corpus, { document: 'a', range: { start: 5, end: 9999 } })).toMatchObject({
      status: 'unmapped',
      documents: ['a'],
      note: "the label's range 5–9999 lies outside of the document",
    });
    // A title alone finds the document too, and a range beyond it is as wrong there.
    const titled = { title: 'orl', range: { start: 5, end: 9999 } };
    expect(await first(corpus, titled)).toMatchObject({ status: 'unmapped' });
  });

  it('document alone, by id, path ending, file name, title', async () => {
    const files = [
      ...corpus,
      { ...document('notes/2020/Old Rules.md', 'Rules of the mill', LAW), source: 'notes/2020/Old Rules.md' },
    ];
    for (const name of [
      'notes/2020/Old Rules.md',
      '2020/old rules.md',
      'Old Rules.md',
      'old rules',
      'Rules of the Mill',
      'notes\\2020\\Old Rules.md',
    ]) {
      expect(await first(files, { document: name })).toMatchObject({
        status: 'mapped',
        method: 'document-id',
        documents: ['notes/2020/Old Rules.md'],
      });
    }
  });

  it('title alone', async () => {
    expect(await first(corpus, { title: 'orl' })).toMatchObject({
      status: 'mapped',
      method: 'document-id',
      chunks: ['a#0'],
      note: 'found by its title',
    });
    expect(await first(corpus, { title: 'Nowhere' })).toMatchObject({
      status: 'unmapped',
      method: null,
      note: 'no document has the title “Nowhere”',
    });
  });

  it('exact: text as a whole, a quote inside, whatever title', async () => {
    expect(await first(corpus, { title: 'Orl', text: MILL })).toMatchObject({
      method: 'exact',
      chunks: ['a#0'],
      note: '',
    });
    expect(await first(corpus, { title: 'Another name', text: MILL })).toMatchObject({
      method: 'exact',
      chunks: ['a#0'],
    });
    expect(await first(corpus, { quote: 'has never learned to swim' })).toMatchObject({
      method: 'exact',
      chunks: ['b#0'],
    });
    expect(await first(corpus, { quote: 'two good dogs' })).toMatchObject({
      method: 'exact',
      chunks: ['a#0'],
    });
  });

  it('fingerprint: one of three windows is enough', async () => {
    const changed = MILL.replace(
      'in 1411 by Ilo Venn, who',
      'long ago (some say in 1409) by one I. Venn, a carpenter who',
    );
    const mapping = await first(corpus, { text: changed });
    expect(mapping).toMatchObject({ status: 'mapped', method: 'fingerprint', chunks: ['a#0'] });
    expect(mapping.note).toMatch(/^\d of 3 windows of 40 characters were found$/);
  });

  it('word 8-grams when no window is left: at least half of them', async () => {
    const sentence = (n: number): string =>
      `and then in the year ${n} the keeper wrote down what he had seen on the water`;
    const text = Array.from({ length: 8 }, (_, i) => sentence(1400 + i)).join('; ');
    // A word changed inside each window (start, middle, end), most of the rest intact.
    const gold = text
      .replace('then in the year 1400', 'later in the year 1400')
      .replace(/(.{40})$/, (end) => end.replace('seen on the water', 'met at the shore'));
    const middle = (gold.length - 40) >> 1;
    const broken = `${gold.slice(0, middle + 15)} verily ${gold.slice(middle + 15)}`;
    const docs = [...corpus, document('d', 'Log', text)];
    const mapping = await first(docs, { text: broken });
    expect(mapping).toMatchObject({ status: 'mapped', method: 'ngram', documents: ['d'] });
    expect(mapping.note).toMatch(/^\d+% of its word 8-grams were found$/);
  });

  it('nothing fits: unmapped, with the reason', async () => {
    const lost = 'A passage about a lighthouse that was never put into this corpus by anyone at any time.';
    expect(await first(corpus, { title: 'Orl', text: lost })).toMatchObject({
      status: 'unmapped',
      method: null,
      chunks: [],
      note: 'no document holds the text, any of its three windows, or half of its word 8-grams; a document of its title is there, but does not hold it',
    });
    expect(await first(corpus, { document: 'a', quote: lost })).toMatchObject({
      status: 'unmapped',
      documents: ['a'],
      note: 'the document “a” is there, the text is not in it',
    });
    expect(await first(corpus, { quote: 'x' })).toMatchObject({
      status: 'unmapped',
      note: 'the text is too short to be looked up without a document name or title',
    });
    expect(await first(corpus, { document: 'z' })).toMatchObject({
      status: 'unmapped',
      note: 'no document is called “z”',
    });
    expect(await first(corpus, {})).toMatchObject({
      status: 'unmapped',
      note: 'the label names no document, title or text',
    });
  });

  it('an unknown document name does not keep a text from being found', async () => {
    expect(await first(corpus, { document: 'z', quote: 'has never learned to swim' })).toMatchObject({
      status: 'mapped',
      method: 'exact',
      documents: ['b'],
    });
  });

  it('labels that leave the passage out of the corpus: notInCorpus, outside of the coverage', async () => {
    const { mappings, summary } = await map(corpus, [
      question([
        { notInCorpus: true },
        { title: 'Orl', text: MILL },
        { text: 'A lighthouse that nobody ever wrote anything about at all.' },
      ]),
    ]);
    expect(mappings.map(({ status }) => status)).toEqual(['notInCorpus', 'mapped', 'unmapped']);
    expect(summary).toEqual({
      passages: 2,
      mapped: 1,
      ambiguous: 0,
      unmapped: 1,
      notInCorpus: 1,
      coverage: 0.5,
      byMethod: { exact: 1 },
    });
  });
});

describe('same text, same title', () => {
  it('title decides between documents that hold the same text', async () => {
    const docs = [document('a', 'Orl', MILL), document('b', 'Copy', MILL)];
    expect(await first(docs, { title: 'Copy', text: MILL })).toMatchObject({
      status: 'mapped',
      documents: ['b'],
    });
    expect(await first(docs, { document: 'a', text: MILL })).toMatchObject({
      status: 'mapped',
      documents: ['a'],
    });
    const open = await first(docs, { text: MILL });
    expect(open).toMatchObject({
      status: 'ambiguous',
      method: 'exact',
      documents: ['a', 'b'],
      chunks: ['a#0', 'b#0'],
    });
    expect(open.note).toBe('the text was found in 2 documents and neither title nor document name decides');
  });

  it('two paragraphs under one title: the text decides, the other one is no hit', async () => {
    const docs = [document('a', 'Orl', MILL), document('b', 'Orl', LAW)];
    expect(await first(docs, { title: 'Orl', text: LAW })).toMatchObject({
      status: 'mapped',
      chunks: ['b#0'],
    });
    expect(await first(docs, { title: 'Orl' })).toMatchObject({
      status: 'ambiguous',
      chunks: ['a#0', 'b#0'],
    });
  });

  it('a document that is the text is meant rather than one that contains it', async () => {
    const docs = [document('a', 'X', MILL), document('b', 'Y', `${MILL} ${LAW}`)];
    expect(await first(docs, { text: MILL })).toMatchObject({ status: 'mapped', documents: ['a'] });
  });

  it.each(['Orl', undefined])(
    'a document with the text itself is meant, not one that differs in punctuation (title %s)',
    async (title) => {
      const twin = document('twin', 'Orl', MILL.replace('Ilo Venn,', 'Ilo Venn'));
      const mapping = await first([twin, ...corpus], {
        text: MILL,
        ...(title === undefined ? {} : { title }),
      });
      expect(mapping).toMatchObject({ status: 'mapped', method: 'exact', chunks: ['a#0'] });
      // The text itself inside of a longer document is nearer than a whole document that only resembles it.
      const longer = document('longer', 'Orl', `${LAW} ${MILL}`);
      const inside = await first([twin, longer], { text: MILL, ...(title === undefined ? {} : { title }) });
      expect(inside).toMatchObject({ status: 'mapped', method: 'exact', documents: ['longer'] });
    },
  );

  it('a window found in two documents is ambiguous; windows in one each are one passage in two places', async () => {
    const changed = `${MILL.slice(0, 60)} CHANGED ${MILL.slice(64)}`;
    const twice = [document('a', 'X', changed), document('b', 'Y', changed)];
    expect(await first(twice, { text: MILL })).toMatchObject({
      status: 'ambiguous',
      method: 'fingerprint',
      documents: ['a', 'b'],
    });
    const halves = [
      document('a', 'X', `${MILL} ${FERRY}`.slice(0, 110)),
      document('b', 'Y', `${MILL} ${FERRY}`.slice(110)),
    ];
    expect(await first(halves, { text: `${MILL} ${FERRY}` })).toMatchObject({
      status: 'mapped',
      method: 'fingerprint',
      chunks: ['a#0', 'b#0'],
    });
  });
});

describe('gold text that differs from the document’s', () => {
  const body =
    'Die Groß­mühle wurde 1411 erbaut – von „Ilo Venn & Söhne“, einer Firma, die seither Mehl mahlt.';
  it.each([
    [
      'line breaks and double spaces',
      'Die Groß­mühle wurde  1411\nerbaut – von „Ilo Venn & Söhne“, einer Firma,\r\n die seither Mehl mahlt.',
      'matched after normalising white space',
    ],
    [
      'quotes and dashes',
      'Die Groß­mühle wurde 1411 erbaut - von "Ilo Venn & Söhne", einer Firma, die seither Mehl mahlt.',
      'matched after normalising quotes and dashes',
    ],
    [
      'entities',
      'Die Groß­mühle wurde 1411 erbaut – von „Ilo Venn &amp; S&ouml;hne“, einer Firma, die seither Mehl mahlt.',
      'matched after normalising entities',
    ],
    [
      'decomposed accents',
      'Die Groß­mühle wurde 1411 erbaut – von „Ilo Venn & Söhne“, einer Firma, die seither Mehl mahlt.'.normalize(
        'NFD',
      ),
      'matched after normalising Unicode form',
    ],
    [
      'case',
      'DIE GROß­MÜHLE WURDE 1411 ERBAUT – VON „ILO VENN & SÖHNE“, EINER FIRMA, DIE SEITHER MEHL MAHLT.',
      'matched after normalising upper and lower case',
    ],
    [
      'hyphenation at line ends',
      'Die Großmühle wurde 1411 er-\nbaut – von „Ilo Venn & Söhne“, einer Fir-\nma, die seither Mehl mahlt.',
      'matched after normalising hyphenation',
    ],
  ])('%s', async (_, text, note) => {
    expect(await first([document('a', 'X', body), ...corpus], { text })).toMatchObject({
      status: 'mapped',
      method: 'exact',
      documents: ['a'],
      note,
    });
  });

  it('several rules at once are named together', async () => {
    const text = 'Die Großmühle wurde  1411 er-\nbaut - von "Ilo Venn &amp; Söhne", einer Firma';
    const { status, note } = await first([document('a', 'X', body), ...corpus], { text });
    expect(status).toBe('mapped');
    for (const rule of ['white space', 'quotes and dashes', 'entities', 'hyphenation'])
      expect(note).toContain(rule);
  });

  it('a gold text that begins with the title', async () => {
    expect(await first(corpus, { text: `Orl\n${MILL}` })).toMatchObject({
      status: 'mapped',
      documents: ['a'],
    });
  });

  it('other scripts', async () => {
    const docs = [
      document(
        'a',
        '水車',
        '水車は一四一一年にイロ・ヴェンによって建てられ、それ以来ずっと谷の人々のために粉を挽いている。',
      ),
      ...corpus,
    ];
    expect(await first(docs, { quote: '水車は一四一一年に' })).toMatchObject({
      status: 'mapped',
      documents: ['a'],
    });
    const arabic = document(
      'b2',
      'طاحونة',
      'بنيت الطاحونة في عام ١٤١١ على يد رجل جاء عبر الجبال ومعه منشار وكلبان طيبان فقط لا غير',
    );
    expect(await first([arabic, ...corpus], { text: arabic.text })).toMatchObject({
      status: 'mapped',
      documents: ['b2'],
    });
  });
});

describe('the chunk set', () => {
  const sentence = (i: number): string =>
    `Sentence ${i} of the long text speaks of matter number ${i} alone.`;
  const text = Array.from({ length: 20 }, (_, i) => sentence(i)).join(' ');
  const long = document('l', 'Long', text, 'text');
  const settings: ChunkingSettings = { unit: 'tokens', size: 30, overlap: 1 };

  it('a gold passage over two chunks, or in both through overlap, is one gold with all its chunks', async () => {
    const chunks = chunksOf([long], settings);
    for (let i = 0; i + 1 < 20; i++) {
      const quote = `${sentence(i)} ${sentence(i + 1)}`;
      const mapping = await first([long], { quote }, settings);
      const start = text.indexOf(quote);
      const expected = chunks
        .filter((chunk) => chunk.start < start + quote.length && chunk.end > start)
        .map(({ id }) => id);
      expect(mapping.chunks).toEqual(expected);
      expect(expected.length).toBeGreaterThan(1);
    }
  });

  it('answer chunks are those of the set that state the hop’s answer or an alias, as whole words', async () => {
    const { mappings } = await map(
      [long],
      [question([{ document: 'l' }], [{ answers: ['nothing', 'Matter  number 7'] }])],
      settings,
    );
    const holding = chunksOf([long], settings)
      .filter((chunk) => chunk.text.includes('matter number 7 '))
      .map(({ id }) => id);
    expect(mappings[0]?.answerChunks).toEqual(holding);
    expect(mappings[0]?.chunks.length).toBeGreaterThan(holding.length);
    const none = await map(corpus, [question([{ title: 'Orl' }], [{ answers: ['141'] }])]);
    expect(none.mappings[0]?.answerChunks).toEqual([]);
    const plain = await map(corpus, [question([{ title: 'Orl' }], [], ['1411'])]);
    expect(plain.mappings[0]?.answerChunks).toEqual(['a#0']);
  });

  it('property: any piece of a document maps to the chunks that hold it', async () => {
    const docs = [long, ...corpus];
    const chunks = chunksOf(docs, settings);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(docs.length - 1),
        fc.nat(2000),
        fc.integer({ min: 45, max: 300 }),
        async (which, from, length) => {
          const doc = docs[which] ?? long;
          const start = from % Math.max(1, doc.text.length - 45);
          const quote = doc.text.slice(start, start + length).trim();
          const { mappings } = await mapGold(
            { documents: docs, chunks, questions: [question([{ quote }])] },
            { pace },
          );
          expect(mappings[0]).toMatchObject({ status: 'mapped', method: 'exact', documents: [doc.id] });
          const at = doc.text.indexOf(quote);
          expect(mappings[0]?.chunks).toEqual(
            chunks
              .filter(
                (chunk) => chunk.document === doc.id && chunk.start < at + quote.length && chunk.end > at,
              )
              .map(({ id }) => id),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('an id that two records claimed', () => {
  const renamed = (id: string, title: string, text: string): Document =>
    document(`${id}~${documentHash(title, text).slice(0, 6)}`, title, text);
  const two = [document('dup', 'Orl', MILL), renamed('dup', 'Pim', FERRY), document('c', 'Law', LAW)];

  it('means either of them when nothing else is said', async () => {
    expect(await first(two, { document: 'dup' })).toMatchObject({
      status: 'ambiguous',
      documents: [two[0]?.id, two[1]?.id],
      note: '2 documents are called “dup”',
    });
    const { summary } = await map(two, [question([{ document: 'dup' }])]);
    expect(summary.ambiguous).toBe(1);
  });

  it('means the one that holds the text, or the one that was marked in the app', async () => {
    expect(await first(two, { document: 'dup', quote: FERRY.slice(0, 60) })).toMatchObject({
      status: 'mapped',
      documents: [two[1]?.id],
    });
    const range = { start: 4, end: 8 };
    expect(await first(two, { document: 'dup', text: MILL.slice(4, 8), range })).toMatchObject({
      status: 'mapped',
      method: 'offset',
      documents: ['dup'],
    });
    expect(await first(two, { document: 'dup', range })).toMatchObject({ status: 'ambiguous' });
  });

  it('is not claimed by a document whose own id looks like a renamed one, and a full id is one document', async () => {
    const like = [document('dup', 'Orl', MILL), document('dup~000000', 'Pim', FERRY)];
    expect(await first(like, { document: 'dup' })).toMatchObject({ status: 'mapped', documents: ['dup'] });
    const full = two[1]?.id ?? '';
    expect(await first(two, { document: full })).toMatchObject({ status: 'mapped', documents: [full] });
  });

  it('as a file: a path that two files bear means either, in whatever folder they were told apart', async () => {
    const files = ['(1)/notes.md', '(2)/notes.md'].map((path, i) => ({
      ...document(path, `Notes ${i}`, i === 0 ? MILL : FERRY),
      source: path,
    }));
    expect(await first(files, { document: 'notes.md' })).toMatchObject({
      status: 'ambiguous',
      documents: ['(1)/notes.md', '(2)/notes.md'],
    });
    const added = renamed('notes.md', 'Pim', FERRY);
    const later = [
      { ...document('notes.md', 'Orl', MILL), source: 'notes.md' },
      { ...added, source: 'notes.md' },
    ];
    for (const name of ['notes.md', 'Notes.md', 'notes'])
      expect((await first(later, { document: name })).documents).toEqual(['notes.md', added.id]);
  });
});

describe('robustness and size', () => {
  it('property: any label over any corpus gives one mapping a passage, and totals add up', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom(MILL, FERRY, '', ' ', '\ud800', '&amp;', 'x'.repeat(100)),
    );
    const gold = fc.record(
      {
        document: piece,
        title: piece,
        text: piece,
        quote: piece,
        range: fc.record({ start: fc.integer(), end: fc.integer() }),
        notInCorpus: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(piece, piece), { maxLength: 6 }),
        fc.array(gold, { maxLength: 4 }),
        async (texts, labels) => {
          const docs = texts.map(([title, body], i) => document(String(i), title, body));
          const { mappings, summary } = await map(docs, [question(labels)]);
          expect(mappings).toHaveLength(labels.length);
          expect(summary.passages).toBe(summary.mapped + summary.unmapped);
          expect(summary.passages + summary.notInCorpus).toBe(labels.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('2,000 questions over 20,000 chunks whose labels name nothing but text: each text is read a few times, however many labels there are', async () => {
    const word = (n: number): string => `w${((n * 2654435761) >>> 0) % 5000}`;
    const body = (d: number): string =>
      Array.from({ length: 60 }, (_, i) => word(d * 61 + i * i + i)).join(' ');
    let reads = 0;
    const docs = Array.from({ length: 20_000 }, (_, d) => {
      const { text, ...rest } = document(String(d), '', body(d));
      return {
        ...rest,
        get text() {
          reads++;
          // Looked for one by one, the labels would read 2,000 times 20,000 texts: hours.
          if (reads > 4 * 20_000) throw new Error('the texts are read again for every label');
          return text;
        },
      };
    });
    const questions = Array.from(
      { length: 2000 },
      (_, i): Question => ({
        ...question([{ text: i % 2 ? body(i * 7) : body(i * 7).replace(' ', '  x ') }]),
        id: String(i),
      }),
    );
    const chunks = chunksOf(docs);
    reads = 0;
    const { summary } = await mapGold({ documents: docs, chunks, questions }, { pace });
    expect(summary.coverage).toBe(1);
    expect(reads).toBeGreaterThanOrEqual(docs.length);
  }, 90_000);
});
