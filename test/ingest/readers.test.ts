/** Each format on small invented examples: what is read, what is rejected and why. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/domain/question';
import type { FileRole, IngestFile } from '../../src/domain/seam';
import { entry, ingest } from './support';

const lines = (...rows: unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const questionsOf = async (
  name: string,
  content: string,
  role: FileRole = 'questions',
  more: IngestFile[] = [],
): Promise<Question[]> => {
  const { store, workspace } = await ingest([entry(name, content, role), ...more]);
  return store.readQuestions(workspace);
};
const documentsOf = async (name: string, content: string) => {
  const { store, workspace, report } = await ingest([entry(name, content, 'corpus')]);
  return { documents: await store.readDocuments(workspace), report };
};

describe('MuSiQue', () => {
  const row = {
    id: '2hop__1_2',
    question: 'Where was the maker of the Blue Kite born?',
    answer: 'Tarn',
    answer_aliases: ['Tarn Port'],
    answerable: true,
    paragraphs: [
      {
        idx: 0,
        title: 'Blue Kite',
        paragraph_text: 'The Blue Kite was made by Ilo Venn.',
        is_supporting: true,
      },
      { idx: 1, title: 'Ilo Venn', paragraph_text: 'Ilo Venn was born in Tarn.', is_supporting: true },
    ],
    question_decomposition: [
      { id: 1, question: 'Blue Kite >> manufacturer', answer: 'Ilo Venn', paragraph_support_idx: 0 },
      { id: 2, question: '#1 >> place of birth', answer: 'Tarn', paragraph_support_idx: 1 },
    ],
  };

  it('shorthand becomes questions, placeholders become dependencies', async () => {
    const [question] = await questionsOf('m.jsonl', lines(row));
    expect(question).toMatchObject({
      id: '2hop__1_2',
      type: '2hop',
      answers: ['Tarn', 'Tarn Port'],
      answerable: true,
      gold: [
        { id: 'g1', title: 'Blue Kite', text: 'The Blue Kite was made by Ilo Venn.' },
        { id: 'g2', title: 'Ilo Venn', text: 'Ilo Venn was born in Tarn.' },
      ],
      hops: [
        {
          id: 1,
          question: 'Who makes Blue Kite?',
          shorthand: 'Blue Kite >> manufacturer',
          dependsOn: [],
          gold: ['g1'],
          answers: ['Ilo Venn'],
        },
        {
          id: 2,
          question: 'Where was #1 born?',
          shorthand: '#1 >> place of birth',
          dependsOn: [1],
          gold: ['g2'],
        },
      ],
    });
  });

  it('a null support is gold that is not in the corpus; answerable false is kept', async () => {
    const [question] = await questionsOf(
      'm.jsonl',
      lines({
        ...row,
        answerable: false,
        question_decomposition: [
          row.question_decomposition[0],
          { ...row.question_decomposition[1], paragraph_support_idx: null },
        ],
      }),
    );
    expect(question?.answerable).toBe(false);
    expect(question?.gold).toEqual([expect.objectContaining({ id: 'g1' }), { id: 'g2', notInCorpus: true }]);
    expect(question?.hops[1]?.gold).toEqual(['g2']);
  });

  it('a step that points to a paragraph that is not there is a rejected record', async () => {
    const bad = {
      ...row,
      question_decomposition: [{ ...row.question_decomposition[0], paragraph_support_idx: 9 }],
    };
    const { report } = await ingest([entry('m.jsonl', lines(row, bad), 'both')]);
    expect(report.rejects).toEqual([
      expect.objectContaining({
        file: 'm.jsonl',
        line: 2,
        reason: 'step 1 points to paragraph 9, which is not in the record',
      }),
    ]);
    expect(report.meta.questions?.tally).toEqual({ read: 2, kept: 1, rejected: 1, merged: 0 });
  });

  it('a step that points to an empty paragraph keeps its question; that gold is not in the corpus', async () => {
    const [first, ...others] = row.paragraphs;
    const blank = { ...row, paragraphs: [{ ...first, paragraph_text: ' ' }, ...others] };
    const { report, store, workspace } = await ingest([entry('m.jsonl', lines(blank), 'both')]);
    expect(report.rejects).toEqual([expect.objectContaining({ line: 1, reason: 'paragraph 1 has no text' })]);
    expect(report.meta.questions?.tally).toEqual({ read: 1, kept: 1, rejected: 0, merged: 0 });
    expect(report.meta.corpus?.tally).toMatchObject({ read: row.paragraphs.length, rejected: 1 });
    const [question] = await store.readQuestions(workspace);
    const hop = question?.hops.find(({ gold }) =>
      question.gold.some(({ id, notInCorpus }) => gold.includes(id) && notInCorpus === true),
    );
    expect(hop?.gold).toHaveLength(1);
    expect(question?.gold.find(({ id }) => id === hop?.gold[0])).toMatchObject({ title: first?.title });
  });
});

describe('HotpotQA and 2Wiki', () => {
  const hotpot = {
    _id: 'h1',
    question: 'Which came first?',
    answer: 'Orl',
    type: 'comparison',
    context: [
      ['Orl', ['Orl is a mill.', ' It dates from 1411.']],
      ['Pim', ['Pim is a mill.', 'It dates from 1502.']],
    ],
    supporting_facts: [
      ['Orl', 0],
      ['Orl', 1],
      ['Pim', 1],
    ],
  };

  it('several sentences of one paragraph are one gold passage; sentences are joined as the set writes them', async () => {
    const [question] = await questionsOf('h.json', JSON.stringify([hotpot]), 'both');
    expect(question?.gold).toEqual([
      { id: 'g1', title: 'Orl', text: 'Orl is a mill. It dates from 1411.', sentences: [0, 1] },
      { id: 'g2', title: 'Pim', text: 'Pim is a mill. It dates from 1502.', sentences: [1] },
    ]);
  });

  const wiki = {
    _id: 'w1',
    type: 'compositional',
    question: 'Where did the director of Grey Oar die?',
    answer: 'Lumm',
    supporting_facts: [
      ['Grey Oar (film)', 0],
      ['Sela Durn', 0],
    ],
    evidences: [
      ['Grey Oar', 'director', 'Sela Durn'],
      ['Sela Durn', 'place of death', 'Lumm'],
    ],
  };

  it('evidences become hops with dependencies, also without context', async () => {
    const [question] = await questionsOf('w.jsonl', lines(wiki));
    expect(question?.gold).toEqual([
      { id: 'g1', title: 'Grey Oar (film)', sentences: [0] },
      { id: 'g2', title: 'Sela Durn', sentences: [0] },
    ]);
    expect(question?.hops).toEqual([
      {
        id: 1,
        question: 'Who is the director of Grey Oar?',
        shorthand: 'Grey Oar >> director',
        answers: ['Sela Durn'],
        dependsOn: [],
        gold: ['g1'],
      },
      {
        id: 2,
        question: 'Where did #1 die?',
        shorthand: '#1 >> place of death',
        answers: ['Lumm'],
        dependsOn: [1],
        gold: ['g2'],
      },
    ]);
  });

  it('machine-written sub-questions are used, with the bridge entity taken out', async () => {
    const pairs = [
      { question: 'Who directed Grey Oar?', answer: 'Grey Oar was directed by Sela Durn.' },
      { question: 'At which place did Sela Durn die?', answer: 'Sela Durn died in Lumm.' },
    ];
    const [question] = await questionsOf('w.jsonl', lines({ ...wiki, qa_pairs: pairs }));
    expect(question?.hops.map((hop) => hop.question)).toEqual([
      'Who directed Grey Oar?',
      'At which place did #1 die?',
    ]);
    expect(question?.hops[0]?.answers).toEqual(['Sela Durn']);
  });

  it('a subject that is another name of the title is placed by its place in the chain', async () => {
    const [question] = await questionsOf(
      'w.jsonl',
      lines({ ...wiki, evidences: [['Der graue Riemen', 'director', 'Sela Durn'], wiki.evidences[1]] }),
    );
    expect(question?.hops.map((hop) => hop.gold)).toEqual([['g1'], ['g2']]);
  });

  const twins = [
    ['Sela Durn', ['Sela Durn is a rower.']],
    ['Sela Durn', ['Sela Durn was a director.', 'She died in Lumm.']],
    ['Grey Oar (film)', ['A film by Sela Durn.']],
  ];

  it('two paragraphs of one title: the one that has the supporting sentence is meant', async () => {
    const row = {
      ...wiki,
      context: twins,
      supporting_facts: [
        ['Grey Oar (film)', 0],
        ['Sela Durn', 1],
      ],
    };
    const { store, workspace } = await ingest([entry('w.jsonl', lines(row), 'both')]);
    const [question] = await store.readQuestions(workspace);
    expect(question?.gold[1]?.text).toBe('Sela Durn was a director. She died in Lumm.');
    const mapping = (await store.readMappings(workspace)).find(({ gold }) => gold === 'g2');
    expect(mapping).toMatchObject({ status: 'mapped' });
    expect(mapping?.chunks).toHaveLength(1);
  });

  it('two paragraphs of one title and nothing that tells them apart: ambiguous', async () => {
    const row = { ...wiki, context: twins, evidences: [] };
    const { store, workspace, report } = await ingest([entry('w.jsonl', lines(row), 'both')]);
    const mapping = (await store.readMappings(workspace)).find(({ gold }) => gold === 'g2');
    expect(mapping).toMatchObject({ status: 'ambiguous', note: '2 documents have the title “Sela Durn”' });
    expect(mapping?.chunks).toHaveLength(2);
    expect(report.mapping).toMatchObject({ ambiguous: 1, mapped: 2, coverage: 1 });
  });
});

describe('IRCoT', () => {
  it('spans, numbers and dates are answers; supporting contexts are gold', async () => {
    const base = { contexts: [{ title: 'Orl', paragraph_text: 'Orl is a mill.', is_supporting: true }] };
    const empty = { day: '', month: '', year: '' };
    const questions = await questionsOf(
      'i.jsonl',
      lines(
        {
          question_id: 'a',
          question_text: 'Who?',
          answers_objects: [{ number: '', date: empty, spans: ['Ilo', 'Ilo Venn'] }],
          ...base,
        },
        {
          question_id: 'b',
          question_text: 'How many?',
          answers_objects: [{ number: '12', date: empty, spans: [] }],
          ...base,
        },
        {
          question_id: 'c',
          question_text: 'When?',
          answers_objects: [{ number: '', date: { day: '3', month: 'May', year: '1411' }, spans: [] }],
          ...base,
        },
      ),
      'both',
    );
    expect(questions.map(({ answers }) => answers)).toEqual([['Ilo', 'Ilo Venn'], ['12'], ['3 May 1411']]);
    expect(questions[0]?.gold).toEqual([{ id: 'g1', title: 'Orl', text: 'Orl is a mill.' }]);
  });
});

describe('PopQA', () => {
  it('the paragraph about the subject is the gold passage', async () => {
    const [question] = await questionsOf(
      'p.jsonl',
      lines({
        id: 7,
        subj: 'Ilo Venn',
        prop: 'occupation',
        obj: 'kite maker',
        question: 'What is Ilo Venn’s occupation?',
        possible_answers: '["kite maker", "maker"]',
        paragraphs: [
          { title: 'Ilo Venn', text: 'Ilo Venn makes kites.', is_supporting: true },
          { title: 'Kite maker', text: 'A kite maker makes kites.', is_supporting: true },
        ],
      }),
      'both',
    );
    expect(question).toMatchObject({
      id: '7',
      type: 'occupation',
      answers: ['kite maker', 'maker'],
      gold: [{ id: 'g1', title: 'Ilo Venn', text: 'Ilo Venn makes kites.' }],
    });
  });
});

describe('BEIR', () => {
  const corpus = entry(
    'corpus.jsonl',
    lines(
      { _id: 'd1', title: 'Orl', text: 'Orl is a mill.' },
      { _id: 'd2', title: '', text: 'Pim is a mill.' },
    ),
    'corpus',
  );
  const queries = lines({ _id: 'q1', text: 'Which mill?' }, { _id: 'q2', text: 'Which other mill?' });

  it('queries are joined with judgements of another file, in any order', async () => {
    const qrels = entry(
      'qrels/test.tsv',
      'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\nq2\td2\t2\nq9\td1\t1\n',
      'qrels',
    );
    for (const files of [
      [qrels, corpus, entry('queries.jsonl', queries, 'questions')],
      [entry('queries.jsonl', queries, 'questions'), corpus, qrels],
    ]) {
      const { store, workspace, report } = await ingest(files);
      const questions = await store.readQuestions(workspace);
      expect(questions.map(({ id, gold }) => [id, gold])).toEqual([
        ['q1', [{ id: 'g1', document: 'd1' }]],
        ['q2', [{ id: 'g1', document: 'd2' }]],
      ]);
      expect(report.mapping).toMatchObject({ passages: 2, mapped: 2, byMethod: { 'document-id': 2 } });
      expect(report.perFile.find(({ role }) => role === 'qrels')).toMatchObject({
        read: 4,
        kept: 3,
        rejected: 1,
      });
      expect(report.rejects).toEqual([
        { file: 'qrels/test.tsv', line: 5, reason: 'no file holds the query “q9”', excerpt: 'q9 d1' },
      ]);
    }
  });

  it('TREC judgements without a header are read', async () => {
    const { report } = await ingest([
      corpus,
      entry('queries.jsonl', queries, 'questions'),
      entry('test.qrels', 'q1 0 d1 1\nq2 0 d2 1\n', 'qrels'),
    ]);
    expect(report.mapping.mapped).toBe(2);
  });
});

describe('MultiHop-RAG', () => {
  it('articles are documents; facts are quotes; null queries are unanswerable', async () => {
    const articles = JSON.stringify([
      {
        title: 'News',
        body: 'The mill at Orl burned. It was rebuilt.',
        url: 'x',
        published_at: 'y',
        source: 'z',
        category: 'c',
        author: 'a',
      },
    ]);
    const questions = lines(
      {
        query: 'What burned?',
        answer: 'the mill',
        question_type: 'inference_query',
        evidence_list: [{ title: 'News', url: 'x', fact: 'The mill at Orl burned.' }],
      },
      {
        query: 'Who won?',
        answer: 'Insufficient information.',
        question_type: 'null_query',
        evidence_list: [],
      },
    );
    const { store, workspace, report } = await ingest([
      entry('corpus.json', articles, 'corpus'),
      entry('MultiHopRAG.jsonl', questions, 'questions'),
    ]);
    const [first, second] = await store.readQuestions(workspace);
    expect(first?.gold).toEqual([{ id: 'g1', title: 'News', quote: 'The mill at Orl burned.' }]);
    expect(second?.answerable).toBe(false);
    expect(report.mapping).toMatchObject({ mapped: 1, byMethod: { exact: 1 } });
  });
});

describe('the app’s own questions', () => {
  const corpus = entry(
    'c.jsonl',
    lines({ id: 'orl', title: 'Orl', text: 'Orl is a mill. It dates from 1411.' }),
    'corpus',
  );
  it('hops, gold by document and quote, gold that is not in the corpus', async () => {
    const row = {
      id: 'q1',
      question: 'When was the mill built?',
      answers: ['1411'],
      answerable: true,
      type: 'single',
      note: 'An easy one.',
      hops: [
        {
          id: 'a',
          question: 'Which mill?',
          answers: ['Orl'],
          dependsOn: [],
          gold: [{ document: 'orl', quote: 'Orl is a mill.' }],
        },
        {
          id: 'b',
          question: 'When was #1 built?',
          answers: ['1411'],
          dependsOn: ['a'],
          gold: [{ document: null, title: 'Lost', text: 'A passage that was lost and is in no corpus.' }],
        },
      ],
      gold: [{ document: 'orl', quote: 'Orl is a mill.' }],
    };
    const { store, workspace } = await ingest([corpus, entry('q.jsonl', lines(row), 'questions')]);
    const [question] = await store.readQuestions(workspace);
    expect(question).toEqual({
      id: 'q1',
      text: 'When was the mill built?',
      answers: ['1411'],
      answerable: true,
      type: 'single',
      note: 'An easy one.',
      source: 'q.jsonl',
      gold: [
        { id: 'g1', document: 'orl', quote: 'Orl is a mill.' },
        { id: 'g2', title: 'Lost', text: 'A passage that was lost and is in no corpus.' },
      ],
      hops: [
        { id: 1, question: 'Which mill?', answers: ['Orl'], dependsOn: [], gold: ['g1'] },
        { id: 2, question: 'When was #1 built?', answers: ['1411'], dependsOn: [1], gold: ['g2'] },
      ],
    });
    expect((await store.readMappings(workspace)).map(({ gold, status }) => [gold, status])).toEqual([
      ['g1', 'mapped'],
      ['g2', 'unmapped'],
    ]);
  });

  it('questions as the app stores them are read back unchanged', async () => {
    const stored: Question = {
      id: 'x',
      text: 'When?',
      answers: ['1411'],
      answerable: true,
      source: 'q.jsonl',
      hops: [{ id: 1, question: 'When?', answers: ['1411'], dependsOn: [], gold: ['g1'] }],
      gold: [{ id: 'g1', document: 'orl', range: { start: 0, end: 14 } }],
    };
    const { store, workspace } = await ingest([corpus, entry('q.jsonl', lines(stored), 'questions')]);
    expect(await store.readQuestions(workspace)).toEqual([stored]);
    expect((await store.readMappings(workspace))[0]).toMatchObject({ method: 'offset', status: 'mapped' });
  });
});

describe('passages and documents', () => {
  it('{title, text} lists: passages with an id made of their content, the same whatever the white space', async () => {
    const { documents, report } = await documentsOf(
      'p.json',
      JSON.stringify([
        { title: 'A', text: 'one two' },
        { title: 'A', text: 'one  two\n' },
        { title: 'B', text: 'one two' },
      ]),
    );
    expect(documents).toHaveLength(2);
    expect(report.meta.corpus?.tally).toEqual({ read: 3, kept: 3, rejected: 0, merged: 1 });
    for (const { id, kind } of documents) {
      expect(id).toMatch(/^[0-9a-f]{16}$/);
      expect(kind).toBe('passage');
    }
  });

  it('ids of the source are kept; one id with two contents is made unique, whichever came first', async () => {
    const rows = [
      { id: 'd', title: 'A', text: 'one' },
      { id: 'd', title: 'A', text: 'two' },
      { id: 'd', title: 'A', text: 'one' },
    ];
    const first = await documentsOf('p.jsonl', lines(...rows));
    const second = await documentsOf('p.jsonl', lines(...rows.toReversed()));
    expect(first.documents.map(({ id, text }) => [id, text])).toEqual(
      second.documents.map(({ id, text }) => [id, text]),
    );
    expect(first.documents.map(({ id }) => id)).toEqual(['d', expect.stringMatching(/^d~[0-9a-f]{6}$/)]);
    expect(first.report.meta.corpus?.hash).toBe(second.report.meta.corpus?.hash);
    expect(first.report.meta.corpus?.tally.merged).toBe(1);
    expect(first.report.notices.join()).toContain(
      'Documents with the id of another one and different content: 1.',
    );
  });

  it('an object that wraps the list is looked into', async () => {
    const { documents } = await documentsOf(
      'p.json',
      JSON.stringify(
        {
          version: 2,
          meta: { a: [{ b: 1 }] },
          data: [
            { title: 'A', text: 'one' },
            { title: 'B', text: 'two' },
          ],
        },
        null,
        2,
      ),
    );
    expect(documents.map(({ title }) => title).toSorted()).toEqual(['A', 'B']);
  });

  it('a record without text is rejected by number, the rest kept', async () => {
    const { report } = await documentsOf(
      'p.jsonl',
      lines({ title: 'A', text: 'one' }, { title: 'B', text: ' ' }, { title: 'C', text: 'three' }),
    );
    expect(report.rejects).toEqual([
      {
        file: 'p.jsonl',
        line: 2,
        reason: 'no text: the field “text” is missing or empty',
        excerpt: '{"title":"B","text":" "}',
      },
    ]);
  });
});

it('steps of a run made elsewhere are not taken for hops: the question is kept', async () => {
  const row = {
    id: 'q',
    question: 'Who built the mill?',
    gold_answer: ['Ann'],
    gold_titles: ['Mill'],
    steps: [{ titles_so_far: ['Mill'], reasoning_so_far: 'The mill was built.' }],
  };
  const { report, store, workspace } = await ingest([
    entry('run.jsonl', JSON.stringify(row), 'questions'),
    entry('d.txt', 'Ann built the mill.', 'corpus'),
  ]);
  expect(report.rejects).toEqual([]);
  expect(await store.readQuestions(workspace)).toMatchObject([{ text: 'Who built the mill?', hops: [] }]);
});
