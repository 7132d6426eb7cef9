import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchEvent } from '../../src/domain/trace';
import { groupChunks } from '../../src/gold/chunk-set';
import { chunksMeant } from '../../src/runs-in/match-passages';
import { createQuestionMatcher } from '../../src/runs-in/match-questions';
import { bed, diagnose, importFile, lines, runIds } from './support';

const CORPUS = lines([
  { id: 'orl', title: 'Orl', text: 'The mill at Orl was built in 1411 by Ilo Venn, and it burned twice.' },
  {
    id: 'pim',
    title: 'Pim',
    text: 'Pim is a ferry landing below Orl; the ferryman is a brother of Ilo Venn.',
  },
  {
    id: 'pim2',
    title: 'Pim',
    text: 'Pim is also the name of a game with nine stones, played on the ground.',
  },
]);
const QUESTIONS = lines([
  { id: '0', question: 'When was the mill built?', answers: ['1411'], gold: [{ document: 'orl' }] },
  { id: '1', question: 'Whose brother is the ferryman?', answers: ['Ilo Venn'], gold: [{ document: 'pim' }] },
]);
const here = () => bed({ path: 'c.jsonl', content: CORPUS }, { path: 'q.jsonl', content: QUESTIONS });

const hitsOf = async (retrieved: unknown, more: Record<string, unknown> = {}) => {
  const place = await here();
  const report = await importFile(
    place,
    'run.jsonl',
    lines([{ question: 'When was the mill built?', answer: '1411', retrieved, ...more }]),
  );
  const [run = ''] = runIds(report);
  const events = (await place.store.readRun(place.workspace, run)).questions.get('0') ?? [];
  const searches = events.filter((event): event is SearchEvent => event.event === 'search');
  return {
    place,
    report,
    run,
    events,
    searches,
    hits: searches.map(({ hits }) => hits.map(({ chunk }) => chunk)),
  };
};

describe('questions of a run', () => {
  const question = (id: string, text: string) => ({
    id,
    text,
    answers: [],
    answerable: true,
    hops: [],
    gold: [],
    source: 's',
  });
  const find = createQuestionMatcher([
    question('0', 'When was the mill built?'),
    question('7', 'Who is Ilo Venn?'),
  ]);

  it.each([
    ['by id alone', { id: '7', text: null }, '7', 'id'],
    ['by id and text', { id: '0', text: 'when was the  MILL built?' }, '0', 'id'],
    ['by text, whatever the id', { id: '7', text: 'When was the mill built?' }, '0', 'text'],
    ['by text without an id', { id: null, text: 'Who is Ilo Venn?' }, '7', 'text'],
    [
      'by id where the words are nearly the same',
      { id: '0', text: 'When was the old mill built?' },
      '0',
      'id',
    ],
  ])('are found %s', (_, asked, id, how) => {
    expect(find(asked)).toMatchObject({ question: { id }, how });
  });

  it('are not found by a number that another set gave to another question', () => {
    const found = find({ id: '0', text: 'Which river flows through Tarn?' });
    expect(found).toMatchObject({ question: null, reason: expect.stringContaining('asks something else') });
  });
});

describe('passages of a run', () => {
  it.each([
    ['ids of chunks', ['orl#0', 'pim#0'], ['orl#0', 'pim#0'], 'chunk'],
    ['ids of documents', ['orl', 'pim2'], ['orl#0', 'pim2#0'], 'document'],
    [
      'texts, with other white space and quotes',
      ['The mill at  Orl was built in 1411 by Ilo Venn,\nand it burned twice.'],
      ['orl#0'],
      'text',
    ],
    [
      'a text under a number of another index',
      [{ id: 'pim', text: 'The mill at Orl was built in 1411 by Ilo Venn, and it burned twice.' }],
      ['orl#0'],
      'text',
    ],
    ['titles', [{ title: 'Orl' }], ['orl#0'], 'title'],
    ['a title of two passages: either may be meant', [{ title: 'Pim' }], ['pim#0', 'pim2#0'], 'title'],
  ])('are found by %s', async (_, retrieved, chunks, how) => {
    const { hits, report } = await hitsOf(retrieved);
    expect(hits).toEqual([chunks]);
    expect(report.runs[0]?.source.passages).toMatchObject({ [how]: retrieved.length, none: 0 });
  });

  it('are no hit by a title that has another text here', async () => {
    const { report, searches } = await hitsOf([
      { title: 'Orl', text: 'Orl is a word of the old language and stands for the bank of a quiet stream.' },
    ]);
    expect(report.runs[0]?.source.passages).toEqual({ chunk: 0, document: 0, text: 0, title: 0, none: 1 });
    expect(searches[0]?.hits).toMatchObject([{ rank: 1, unmatched: 'Orl' }]);
    expect(report.unmatched).toMatchObject([{ file: 'run.jsonl', line: 1 }]);
    expect(report.unmatched[0]?.excerpt).toContain('quiet stream');
  });

  it('keep their rank behind one that is not in the corpus, and once kept come back as they were', async () => {
    const { searches } = await hitsOf([
      'Nothing of this is in any document of the corpus, not a word.',
      'orl',
    ]);
    expect(searches[0]?.hits.map(({ rank, chunk }) => [rank, chunk === 'orl#0'])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(searches[0]?.hits[0]?.unmatched).toContain('Nothing of this');
  });

  it('are taken in the order of ranks where all have one', async () => {
    const { hits } = await hitsOf([
      { id: 'pim', rank: 2 },
      { id: 'orl', rank: 1 },
    ]);
    expect(hits).toEqual([['orl#0', 'pim#0']]);
  });

  it('an empty list is recall 0; a missing one is no data', async () => {
    for (const nothing of [[], ['']]) {
      const { place, run } = await hitsOf(nothing);
      const { triage, errors } = await diagnose(place, run, 5);
      expect(triage['missing-document']).toBe(1);
      expect(errors).toBe(0);
    }
    const { place, run } = await hitsOf(null);
    const { n, errors, warnings } = await diagnose(place, run, 5);
    expect([n, errors]).toEqual([0, 1]);
    expect(warnings.map(({ code }) => code)).toContain('no-retrieval-data');
  });

  const spans = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }).map((lengths) => {
    let at = 0;
    return lengths.map((length, ordinal) => {
      const start = at;
      at += length;
      return {
        id: `d#${ordinal}`,
        document: 'd',
        ordinal,
        title: '',
        start,
        end: at,
        text: '',
        heading: '',
        hash: '',
      };
    });
  });
  it('stand for the chunks that they cover by half, and always for one', () => {
    fc.assert(
      fc.property(spans, fc.nat(), fc.nat(), (chunks, a, b) => {
        const size = chunks.at(-1)?.end ?? 0;
        const start = a % size;
        const end = start + 1 + (b % (size - start));
        const meant = chunksMeant(groupChunks(chunks), { document: 'd', start, end });
        expect(meant.length).toBeGreaterThan(0);
        for (const chunk of chunks) {
          const shared = Math.min(chunk.end, end) - Math.max(chunk.start, start);
          // A chunk that lies wholly inside is always meant; one that is not touched never is.
          if (shared === chunk.end - chunk.start) expect(meant).toContain(chunk.id);
          if (shared <= 0) expect(meant).not.toContain(chunk.id);
        }
      }),
    );
  });
});

describe('steps and the list a run ended with', () => {
  const STEPS = {
    steps: [
      { query: 'the ferryman', retrieved: ['pim'] },
      { query: 'the mill', retrieved: ['orl'] },
    ],
  };

  it('steps alone: all they brought counts', async () => {
    const { searches, place, run, report } = await hitsOf(undefined, STEPS);
    expect(searches.map(({ purpose, query }) => [purpose, query])).toEqual([
      ['agent', 'the ferryman'],
      ['agent', 'the mill'],
    ]);
    expect(report.runs[0]?.source.tells).toMatchObject({ steps: true, final: false });
    const { allEvidence, steps } = await diagnose(place, run, 5);
    expect(allEvidence.count).toBe(1);
    expect(steps?.map(({ all, none }) => [all, none])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('with a final list: it alone counts, and what a step had found is certified', async () => {
    const { searches, place, run } = await hitsOf(['pim'], STEPS);
    expect(searches.map(({ purpose, tool, fused }) => [purpose, tool, fused])).toEqual([
      ['step', 'search', undefined],
      ['step', 'search', undefined],
      ['question', 'final list', [1, 2]],
    ]);
    const { triage, certificates, usage, steps } = await diagnose(place, run, 5);
    expect(triage['missing-document']).toBe(1);
    expect(certificates.A).toBe(1);
    expect(usage.searches).toBe(2);
    expect(steps?.at(-1)?.all).toBe(1);
  });
});

describe('a file with faults', () => {
  it('keeps the good records and names the others with line and reason; the counts add up', async () => {
    const place = await here();
    const report = await importFile(
      place,
      'run.jsonl',
      `${JSON.stringify({ question: 'When was the mill built?', retrieved: ['orl'] })}
{"question": "When was
${JSON.stringify({ question: 'Who painted the bridge?', retrieved: ['orl'] })}
${JSON.stringify({ question: 'When was the mill built?', retrieved: ['pim'] })}
${JSON.stringify({ answer: 'no question', retrieved: [] })}
{"question": "Whose brother is the ferryman?", "retrieved": ["pim",], "score": NaN}
`,
    );
    expect(report.tally).toEqual({ read: 6, kept: 2, rejected: 4, merged: 0 });
    expect(report.rejects.map(({ line }) => line).toSorted()).toEqual([2, 3, 4, 5]);
    expect(report.rejects.find(({ line }) => line === 4)?.reason).toContain('on line 1');
    expect(report.runs[0]?.source.questions).toEqual({ id: 0, text: 2, none: 1 });
    const [run = ''] = runIds(report);
    expect((await place.store.get(place.workspace)).runs[0]).toMatchObject({
      state: 'finished',
      done: 2,
      total: 2,
    });
    expect((await diagnose(place, run, 5)).n).toBe(2);
  });

  it('a run of which nothing belongs here is refused, and nothing of it is kept', async () => {
    const place = await here();
    await expect(
      importFile(place, 'run.jsonl', lines([{ question: 'Who painted the bridge?', retrieved: [] }])),
    ).rejects.toThrow(/no record belongs to a question/);
    expect((await place.store.get(place.workspace)).runs).toEqual([]);
  });

  it('a dry import counts the same and stores nothing', async () => {
    const place = await here();
    const file = lines([{ question: 'When was the mill built?', retrieved: ['orl'] }]);
    const dry = await importFile(place, 'run.jsonl', file, { dry: true });
    expect((await place.store.get(place.workspace)).runs).toEqual([]);
    const real = await importFile(place, 'run.jsonl', file);
    expect(dry.runs[0]?.source).toEqual(real.runs[0]?.source);
    expect(dry.tally).toEqual(real.tally);
  });

  it('a system that bears the name of one of ours is told apart', async () => {
    const place = await here();
    const report = await importFile(
      place,
      'run.jsonl',
      lines([{ question: 'When was the mill built?', retrieved: ['orl'], system: 'ircot' }]),
    );
    expect(report.runs[0]?.system).toBe('ircot (imported)');
  });
});

describe('a run that brings its own corpus', () => {
  const FILE = lines([
    {
      user_input: 'When was the mill built?',
      response: '1411',
      reference: '1411',
      retrieved_contexts: ['The mill at Orl was built in 1411 by Ilo Venn, and it burned twice.'],
      reference_contexts: ['The mill at Orl was built in 1411 by Ilo Venn, and it burned twice.'],
    },
    {
      user_input: 'Whose brother is the ferryman?',
      response: 'nobody’s',
      reference: 'Ilo Venn',
      retrieved_contexts: ['The mill at Orl was built in 1411 by Ilo Venn, and it burned twice.'],
      reference_contexts: ['Pim is a ferry landing below Orl; the ferryman is a brother of Ilo Venn.'],
    },
  ]);

  it('is diagnosed by the labels of its file', async () => {
    const place = await bed();
    const report = await importFile(place, 'ragas.jsonl', FILE, { addQuestions: true, bringCorpus: true });
    expect(report).toMatchObject({ added: 2, tally: { kept: 2 } });
    expect(report.meta.corpus).toMatchObject({ documents: 2 });
    const [run = ''] = runIds(report);
    const { triage } = await diagnose(place, run, 1);
    expect(triage).toMatchObject({ pass: 1, 'missing-document': 1, unmapped: 0 });
  });

  it('is refused where there are documents, and needed where there are none', async () => {
    await expect(importFile(await here(), 'r.jsonl', FILE, { bringCorpus: true })).rejects.toThrow(
      /documents already/,
    );
    await expect(importFile(await bed(), 'r.jsonl', FILE)).rejects.toThrow(/no documents to match/);
  });
});
