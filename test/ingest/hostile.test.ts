/** Input made to break a reader: names of the language, nesting without end, bytes that only look like text. */
import { describe, expect, it, vi } from 'vitest';
import { htmlToText } from '../../src/ingest/html/html-text';
import { LONGEST_HEADING } from '../../src/ingest/readers/text';
import { naturalise } from '../../src/ingest/shorthand';
import { blob, entry, ingest } from './support';

const lines = (...rows: unknown[]): string =>
  rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
const bytes = (...values: number[]): Blob => blob(new Uint8Array(values));
const utf16 = (text: string): Blob => blob(new Uint8Array(Buffer.from(text, 'utf16le')));

describe('names that every object of the language has', () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

  it('are relations like any other', () => {
    for (const name of names) expect(naturalise(`Orl >> ${name}`)).toContain('Orl?');
    expect(naturalise('Orl >> constructor')).toBe('What is the constructor of Orl?');
  });

  it('are ids, titles, types and gold like any other', async () => {
    const { report } = await ingest([
      entry('c.jsonl', lines(...names.map((id) => ({ id, title: id, text: `About ${id}.` }))), 'corpus'),
      entry(
        'q.jsonl',
        lines(...names.map((id) => ({ id, question: `Which ${id}?`, type: id, gold: [id] }))),
        'questions',
      ),
    ]);
    expect(report.mapping).toMatchObject({ passages: 5, mapped: 5, ambiguous: 0 });
    expect(Object.entries(report.meta.questions?.types ?? {}).toSorted()).toEqual(
      names.map((name) => [name, 1]).toSorted(),
    );
  });

  it('are no entities', async () => {
    const text = 'A class has a &constructor; and &toString; and &hasOwnProperty; as the book says.';
    const { report } = await ingest([
      entry('c.jsonl', lines({ title: 'Classes', text }), 'corpus'),
      entry(
        'q.jsonl',
        lines({ question: 'What?', gold: [{ text: text.replace('the book', 'the, book') }] }),
        'questions',
      ),
    ]);
    expect(report.mapping).toMatchObject({ mapped: 1, unmapped: 0 });
  });
});

describe('a record nested deeper than any real one', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const kept = { title: 'Kept', text: 'The record behind it.' };

  it.each([
    ['a damaged character beside it', `{"title":"t","text":"x\\ud800","extra":${deep}}`],
    ['a paragraph', `{"question":"q","paragraphs":[${deep}],"question_decomposition":[]}`],
    ['a context', `{"question":"q","supporting_facts":[],"context":[${deep}]}`],
    ['objects', `{"title":"t","text":"x","extra":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ])('costs itself only: %s', async (_, record) => {
    const reader = record.includes('question')
      ? record.includes('context')
        ? 'hotpotqa'
        : 'musique'
      : 'auto';
    const { report, store, workspace } = await ingest([
      entry('deep.jsonl', record, 'both', reader),
      entry('kept.jsonl', lines(kept), 'corpus'),
    ]);
    expect(report.rejects).toMatchObject([
      { file: 'deep.jsonl', reason: expect.stringContaining('nested deeper') },
    ]);
    expect(await store.readDocuments(workspace)).toMatchObject([kept]);
  });
});

describe('a bracket too many', () => {
  const [a, b] = [
    { title: 'A', text: 'First.' },
    { title: 'B', text: 'Second.' },
  ].map((row) => JSON.stringify(row));

  it.each([
    ['in a list', `[${a}},${b}]`],
    ['many in a list', `[${a}}}}}}},\n${b}]`],
    ['between values', `{\n"title":"A","text":"First."}]]\n{\n"title":"B","text":"Second."}`],
    ['behind a wrapper', `{"data":[${a}}},${b}]}`],
  ])('is one reject: %s', async (_, text) => {
    const { report, store, workspace } = await ingest([entry('x.json', text, 'corpus', 'passages')]);
    expect((await store.readDocuments(workspace)).map(({ title }) => title).toSorted()).toEqual(['A', 'B']);
    expect(report.rejects).toMatchObject([{ reason: expect.stringContaining('closes nothing') }]);
  });
});

describe('a reader chosen by hand for another role', () => {
  it.each([
    ['corpus', 'questions', { question: 'Which mill?', title: 'x' }, 'a question without passages'],
    ['questions', 'passages', { title: 'Orl', text: 'The mill.' }, 'a document'],
    ['qrels', 'passages', { title: 'Orl', text: 'The mill.' }, 'a document'],
  ] as const)('leaves no record out in silence: %s read as %s', async (role, reader, record, reason) => {
    const { report } = await ingest([entry('a.md', `# x\n${lines(record)}`, role, reader)]);
    expect(report.rejects).toHaveLength(2);
    expect(report.rejects[1]).toMatchObject({ line: 2, reason: expect.stringContaining(reason) });
    expect(report.perFile).toMatchObject([{ read: 2, kept: 0, rejected: 2 }]);
    expect(report.meta.corpus?.documents).toBe(0);
  });
});

describe('bytes that look like UTF-16 and are not', () => {
  it.each([
    [0, 1, 0, 2, 0, 3, 9],
    [0, 1, 0, 2, 0, 3, 0, 4],
    [0, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66],
    [0, 1, 2, 3, 0xff, 0xfe, 9],
    [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0],
  ])('%i %i %i %i …', async (...values) => {
    const { report } = await ingest([entry('x.txt', bytes(...values), 'corpus')]);
    expect(report.meta.corpus?.documents).toBe(0);
    expect(report.rejects).toMatchObject([{ reason: expect.stringContaining('binary data') }]);
  });

  it.each([
    'Hello world. Grüße.',
    'Привет мир, это просто текст без латиницы. И ещё одно предложение.',
    'Καλημέρα κόσμε, αυτό είναι ένα κείμενο.',
    'שלום עולם, זה טקסט פשוט בעברית.',
  ])('UTF-16 without a mark is still read: %s', async (text) => {
    const { store, workspace } = await ingest([entry('x.txt', utf16(text), 'corpus')]);
    expect(await store.readDocuments(workspace)).toMatchObject([{ text }]);
  });
});

describe('labels that point nowhere, or twice', () => {
  const passages = [
    { idx: 0, title: 'Orl', paragraph_text: 'The mill of Orl.' },
    { idx: 1, title: 'Pim', paragraph_text: 'The ferry of Pim.' },
  ];
  const musique = (step: unknown, paragraphs: unknown = passages): string =>
    lines({ id: 'm', question: 'Which?', paragraphs, question_decomposition: [step] });
  const readOne = async (text: string, reader = 'auto') => {
    const { report, store, workspace } = await ingest([
      entry('q.jsonl', text, 'both', reader),
      entry('c.jsonl', lines({ id: 'orl', title: 'Orl', text: 'A mill.' }), 'corpus'),
    ]);
    return { report, questions: await store.readQuestions(workspace) };
  };

  it('MuSiQue: numbers as text are numbers', async () => {
    const step = { question: 'Which mill?', paragraph_support_idx: '1' };
    const { questions } = await readOne(
      musique(
        step,
        passages.map((passage) => ({ ...passage, idx: String(passage.idx) })),
      ),
    );
    expect(questions[0]?.gold).toEqual([{ id: 'g1', title: 'Pim', text: 'The ferry of Pim.' }]);
  });

  it('MuSiQue: a step without the field is unlabelled, not a gap of the corpus', async () => {
    const { questions, report } = await readOne(musique({ question: 'Which mill?' }));
    expect(questions[0]).toMatchObject({ gold: [], hops: [{ gold: [] }] });
    expect(report.mapping.notInCorpus).toBe(0);
  });

  it.each([
    [{ question: 'x', paragraph_support_idx: -1 }, passages, 'points to paragraph -1'],
    [{ question: 'x', paragraph_support_idx: 'one' }, passages, 'points to paragraph "one"'],
    [{ question: 'x', paragraph_support_idx: {} }, passages, 'points to paragraph {}'],
    [
      { question: 'x', paragraph_support_idx: 0 },
      passages.map((p) => ({ ...p, idx: 0 })),
      '2 have that number',
    ],
  ])('MuSiQue: %j is a reject with its reason', async (step, paragraphs, reason) => {
    const { report } = await readOne(musique(step, paragraphs), 'musique');
    expect(report.rejects).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });

  it('one value where a list of one was meant', async () => {
    const { questions } = await readOne(
      lines(
        { id: 'a', question: 'A?', gold: 'orl' },
        { id: 'b', question: 'B?', gold: { document: 'orl' }, answers: 5 },
        {
          id: 'c',
          question: 'C?',
          hops: [
            { question: 'x', gold: 'orl' },
            { question: 'y', dependsOn: 1 },
          ],
        },
      ),
    );
    expect(questions.map(({ gold }) => gold)).toEqual(Array(3).fill([{ id: 'g1', document: 'orl' }]));
    expect(questions[2]?.hops[1]?.dependsOn).toEqual([1]);
  });

  it.each([
    [{ hops: 'a => b' }, 'hop 1 is not an object'],
    [{ hops: { a: 1 } }, 'no question in hop 1'],
    [
      {
        hops: [
          { id: 1, question: 'x' },
          { id: '1', question: 'y' },
        ],
      },
      'two hops have the same id',
    ],
    [
      {
        gold: [
          { id: 'g', document: 'orl' },
          { id: 'g', document: 'pim' },
        ],
      },
      'two gold passages have the id “g”',
    ],
    [{ gold: [{ document: 'orl', range: { start: 0.5, end: 2 } }] }, 'whole numbers'],
  ])('own format: %j', async (fields, reason) => {
    const { report } = await readOne(lines({ question: 'Which?', answers: ['x'], ...fields }));
    expect(report.rejects).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });

  it('hops numbered in the file’s own way are renumbered, placeholders included', async () => {
    const { questions, report } = await readOne(
      lines({
        question: 'Which?',
        hops: [
          { id: 0, question: 'who built the mill' },
          { id: 1, question: 'brother of #0' },
          { id: 2, question: 'town of #1' },
        ],
      }),
    );
    expect(questions[0]?.hops.map(({ id, question, dependsOn }) => [id, question, dependsOn])).toEqual([
      [1, 'who built the mill', []],
      [2, 'brother of #1', [1]],
      [3, 'town of #2', [2]],
    ]);
    expect(report.notices.join()).not.toContain('Sub-questions that build');
  });

  it('cycles and numbers of no hop are counted apart, and their questions named', async () => {
    const { questions, report } = await readOne(
      lines({
        question: 'Which?',
        hops: [
          { id: 1, question: 'x of #2', dependsOn: [2] },
          { id: 2, question: 'y of #1', dependsOn: [1] },
          { id: 3, question: 'z of #99' },
        ],
      }),
    );
    expect(questions[0]?.hops.map(({ dependsOn }) => dependsOn)).toEqual([[], [1], []]);
    const id = questions[0]?.id;
    for (const kind of ['on each other in a circle', 'on one which is not there'])
      expect(report.notices).toContainEqual(
        expect.stringContaining(`Sub-questions that build ${kind}: 1, in “${id}”.`),
      );
  });

  it('judgements that say “not relevant” are counted and label nothing', async () => {
    const { report, store, workspace } = await ingest([
      entry('queries.jsonl', lines({ _id: 'q1', text: 'Which mill?' }), 'questions'),
      entry('qrels.tsv', 'query-id\tcorpus-id\tscore\nq1\torl\t0\nq1\tpim\t-1\nq1\tlaw\t2\n', 'qrels'),
    ]);
    expect((await store.readQuestions(workspace))[0]?.gold).toEqual([{ id: 'g1', document: 'law' }]);
    expect(report.notices).toContain('Relevance judgements of 0 or less, which label no gold passage: 2.');
  });
});

describe('records that only nearly fit', () => {
  const long = 'x y '.repeat(3_000_000);

  it.each([
    ['a trailing comma', `{"title":"t","text":"${long}",}`, 2],
    ['NaN', `{"title":"t","n":NaN,"text":"${long}"}`, 2],
    ['a missing quote', `{"title":"t","text":"${long}}`, 1],
  ])('a string of 12 MB with %s beside it', async (_, record, kept) => {
    const { report } = await ingest(
      [entry('x.jsonl', `${record}\n{"title":"u","text":"The next."}`, 'corpus')],
      { unit: 'passage', size: 254, overlap: 1 },
    );
    expect(report.meta.corpus).toMatchObject({ documents: kept, tally: { kept, rejected: 2 - kept } });
  });

  it('NaN and commas inside of strings stay as they are', async () => {
    const text = String.raw`NaN, ] \" NaN,} \\`;
    const { store, workspace } = await ingest([
      entry('x.jsonl', `{"title":"t","n":NaN,"text":"${text}",}`, 'corpus'),
    ]);
    expect((await store.readDocuments(workspace))[0]?.text).toBe('NaN, ] " NaN,} \\');
  });

  it('a first record longer than the head of the file', async () => {
    const { report } = await ingest([
      entry(
        'm.jsonl',
        lines({
          question: 'mill '.repeat(30_000),
          paragraphs: [{ idx: 0, title: 'T', paragraph_text: `The mill. ${'x y '.repeat(800_000)}` }],
          question_decomposition: [{ question: 'x', paragraph_support_idx: 0 }],
        }),
        'both',
      ),
    ]);
    expect(report.perFile[0]?.reader).toBe('musique');
    expect(report.meta.corpus?.documents).toBe(1);
  });

  it('judgements with a bad line among the first are still judgements', async () => {
    const { report, store, workspace } = await ingest([
      entry('queries.jsonl', lines({ _id: 'q1', text: 'Which mill?' }), 'questions'),
      entry('qrels.txt', 'q1 0 orl 1\nq1 0 pim high\nq1 0 law 1\n', 'qrels'),
    ]);
    expect((await store.readQuestions(workspace))[0]?.gold.map(({ document }) => document)).toEqual([
      'orl',
      'law',
    ]);
    expect(report.rejects).toMatchObject([{ line: 2 }]);
  });

  it('a broken list of hops in a cell is no sub-question', async () => {
    const { report } = await ingest([
      entry('q.csv', 'question,answer,hops\nWho?,a,"[{""question"":""x""}"\nWhose?,a,x => y\n', 'questions'),
    ]);
    expect(report.rejects).toMatchObject([{ line: 2, reason: expect.stringContaining('list of hops') }]);
    expect(report.meta.questions?.tally).toMatchObject({ kept: 1, rejected: 1 });
  });

  it('a text that shows nothing is no text', async () => {
    const { report } = await ingest([
      entry(
        'c.jsonl',
        lines({ title: 'A', text: ' \u200b\u2060' }, { title: 'B', text: 'Visible.' }),
        'corpus',
      ),
    ]);
    expect(report.rejects).toMatchObject([{ line: 1, reason: expect.stringContaining('no text') }]);
  });
});

// By the square of their length these would cost many minutes, beyond the limit of a test; by the length, a second.
describe('pages of many small pieces', () => {
  it.each([
    ['ampersands', '&'.repeat(200_000), 200_000],
    ['elements', 'a<b>b</b>'.repeat(100_000), 200_000],
  ])('cost time by their length, not by its square: %s', async (_, page, length) => {
    expect(htmlToText(`<p>${page}</p>`).text).toHaveLength(length);
  });
});

/** Length of the longest line over which a pattern for headings was run during `work`. */
const longestTried = async (work: () => Promise<void>): Promise<number> => {
  const { exec } = RegExp.prototype;
  let longest = 0;
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, line) {
    if (this.source.includes('#{1,6}')) longest = Math.max(longest, line.length);
    return exec.call(this, line);
  });
  await work().finally(() => spy.mockRestore());
  return longest;
};

// The patterns for headings cost time by the square of a line's length.
it.each([`# ${'#'.repeat(60_000)} x`, `# ${'['.repeat(60_000)}`, `# ${'![a]('.repeat(20_000)}`])(
  'a line of Markdown too long for a heading is text, and not even tried: %.12s',
  async (line) => {
    const longest = await longestTried(async () => {
      const { report, store, workspace } = await ingest([
        entry('a.md', `${line}\n\n# Real\n\nText.`, 'corpus'),
      ]);
      expect((await store.readDocuments(workspace))[0]?.title).toBe('Real');
      expect(report.rejects).toEqual([]);
    });
    expect(longest).toBeGreaterThanOrEqual('# Real'.length);
    expect(longest).toBeLessThanOrEqual(LONGEST_HEADING);
  },
);

it('CSV with an open quote in every line comes to an end, and says where it stopped', async () => {
  const { report } = await ingest([entry('a.csv', `title,text\n${'"a,b\n'.repeat(20_001)}`, 'corpus')]);
  expect(report.rejects.at(-1)?.reason).toContain('what stands behind it is not read');
});

describe('a file that was changed or deleted after it was chosen', () => {
  /** As a browser's `File` whose bytes are no longer what was chosen. */
  const gone = (name: 'NotReadableError' | 'NotFoundError', from = 0): Blob => {
    const whole = new Blob(['{"title":"a","text":"one"}\n'.repeat(4000)]);
    const fail = (): never => {
      throw new DOMException('A requested file could not be read.', name);
    };
    return Object.assign(whole, {
      slice: (start = 0, end = whole.size) =>
        end > from ? { arrayBuffer: async () => fail() } : Blob.prototype.slice.call(whole, start, end),
      stream: () => new ReadableStream({ pull: () => fail() }),
      arrayBuffer: async () => fail(),
    });
  };

  it.each(['NotReadableError', 'NotFoundError'] as const)('is one reject with its name, %s', async (name) => {
    const { report, store, workspace } = await ingest([
      entry('gone.jsonl', gone(name), 'corpus'),
      entry('good.txt', 'The mill stands by the river.', 'corpus'),
    ]);
    expect(report.rejects.map(({ file, line, reason }) => [file, line, reason])).toEqual([
      ['gone.jsonl', null, 'the file was changed, moved or deleted after it was chosen: choose it again'],
    ]);
    expect(await store.readDocuments(workspace)).toHaveLength(1);
  });
});
