/** A labelled set that leaves as a file and comes back marks the same passages (design 02, 05.7). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkingSettings } from '../../src/domain/corpus';
import type { GoldMapping } from '../../src/domain/mapping';
import type { Hop, Question } from '../../src/domain/question';
import type { IngestFile } from '../../src/domain/seam';
import { createIngestApi } from '../../src/ingest/create-api';
import { unwrap } from '../../src/seam/outcome';
import {
  emptyHop,
  emptyQuestion,
  questionsAsJsonl,
  withQuestion,
} from '../../src/ui/screens/questions/draft';
import { markGold } from '../../src/ui/state/labels';
import type { createMemoryStore } from '../../src/workspace/store';
import { countWords, entry, ingest } from './support';

/** Small chunks that overlap by a sentence, so that a passage is rarely a document. */
const CHUNKING: ChunkingSettings = { unit: 'auto', size: 12, overlap: 1 };
const SENTENCES = [
  'The mill at Orl was built in 1411. ',
  'It burned twice.\n\n',
  'Pim is a ferry landing below Orl. ',
  '  “Nobody rings it,” says the keeper. ',
  'El molino se quemó dos veces. ',
  '磨坊建于1411年。 ',
];

const corpusOf = (texts: readonly string[], folder = ''): IngestFile[] =>
  texts.map((text, at) => entry(`${folder}notes-${at}.txt`, text, 'corpus'));

/** Which chunks are gold, by question and hop, whatever the gold passages are called. */
const goldOf = (questions: readonly Question[], mappings: readonly GoldMapping[]) =>
  questions.map((question) => {
    const chunks = (ids: readonly string[]): string[][] =>
      ids
        .map((id) => mappings.find((one) => one.question === question.id && one.gold === id)?.chunks ?? [])
        .toSorted();
    return [
      question.id,
      chunks(question.gold.map(({ id }) => id)),
      question.hops.map((hop) => chunks(hop.gold)),
    ];
  });

const apiOver = (store: ReturnType<typeof createMemoryStore>) =>
  createIngestApi({ store: async () => store, counter: async () => countWords });

/** Marks as a person would: chunk `at` of the corpus for a hop, or for the question. */
const labelled = async (
  texts: readonly string[],
  wanted: readonly {
    text: string;
    hops: number;
    marks: readonly { hop: number; at: number }[];
    off: boolean;
  }[],
) => {
  const { store, workspace } = await ingest(corpusOf(texts), CHUNKING);
  const chunks = await store.readChunks(workspace);
  const questions = wanted.map(({ text, hops, marks, off }, nth) => {
    const steps = Array.from(
      { length: hops },
      (_, at): Hop => ({
        ...withQuestion(emptyHop(at + 1), at === 0 ? 'Who built it?' : `When did #${at} build it?`),
        answers: [`answer ${at + 1}`],
      }),
    );
    let question: Question = {
      ...emptyQuestion(`q${nth}`),
      text: `${text} ${nth}?`,
      answers: ['1411'],
      hops: steps,
    };
    for (const { hop, at } of marks) {
      const chunk = chunks[at % Math.max(1, chunks.length)];
      if (chunk !== undefined) question = markGold(question, hops === 0 ? null : 1 + (hop % hops), chunk);
    }
    // A mark that was taken off leaves a gap in the numbers.
    if (off && question.gold.length > 1) {
      const [gone] = question.gold;
      question = {
        ...question,
        gold: question.gold.slice(1),
        hops: question.hops.map((hop) => ({ ...hop, gold: hop.gold.filter((id) => id !== gone?.id) })),
      };
    }
    return question;
  });
  const { mappings } = unwrap(
    await apiOver(store as ReturnType<typeof createMemoryStore>).saveQuestions(workspace, questions),
  );
  return { store, workspace, questions, mappings };
};

describe('export and import of marked gold', () => {
  const questionArb = fc.record({
    text: fc.constantFrom('When was it built', 'Who rings the bell', '谁'),
    hops: fc.nat(3),
    marks: fc.array(fc.record({ hop: fc.nat(5), at: fc.nat(40) }), { maxLength: 4 }),
    off: fc.boolean(),
  });

  it('property: the same chunks are gold of the same hops in a fresh workspace', async () => {
    const texts = fc.array(fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 9 }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(questionArb, { minLength: 1, maxLength: 4 }),
        async (sentences, wanted) => {
          const documents = sentences.map((all) => all.join(''));
          const { questions, mappings } = await labelled(documents, wanted);
          const file = entry('labels.jsonl', questionsAsJsonl(questions), 'questions');
          const fresh = await ingest([...corpusOf(documents), file], CHUNKING);
          expect(fresh.report.rejects).toEqual([]);
          const read = await fresh.store.readQuestions(fresh.workspace);
          expect(goldOf(read, await fresh.store.readMappings(fresh.workspace))).toEqual(
            goldOf(questions, mappings),
          );
          expect(fresh.report.mapping.unmapped).toBe(0);
          // And what comes back leaves again as the same file.
          const again = await ingest(
            [...corpusOf(documents), entry('labels.jsonl', questionsAsJsonl(read), 'questions')],
            CHUNKING,
          );
          expect(await again.store.readQuestions(again.workspace)).toEqual(read);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('property: read into the workspace it came from, it changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(questionArb, { minLength: 1, maxLength: 4 }), async (wanted) => {
        const documents = [SENTENCES.join(''), SENTENCES.toReversed().join('')];
        const { store, workspace, questions, mappings } = await labelled(documents, wanted);
        const api = apiOver(store as ReturnType<typeof createMemoryStore>);
        const file = entry('labels.jsonl', questionsAsJsonl(questions), 'questions');
        const request = { workspace, files: [file], chunking: CHUNKING, mode: 'add' } as const;
        const report = unwrap(await api.ingest({ ...request, files: [file] }, 'again', () => {}));
        expect(await store.readQuestions(workspace)).toEqual(questions);
        expect(await store.readMappings(workspace)).toEqual(mappings);
        expect(report.notices.filter((notice) => /renamed/.test(notice))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  const MARK = {
    text: 'When was it built',
    hops: 2,
    marks: [
      { hop: 0, at: 0 },
      { hop: 1, at: 2 },
    ],
    off: false,
  };

  it('finds the passages by their words where documents are called otherwise, or have changed around them', async () => {
    const documents = [
      'The mill at Orl was built in 1411. It burned twice. Pim is a ferry landing below Orl.',
    ];
    const { questions, mappings, store, workspace } = await labelled(documents, [MARK]);
    const file = entry('labels.jsonl', questionsAsJsonl(questions), 'questions');
    const words = async (from: { store: typeof store; workspace: string }, all: readonly GoldMapping[]) => {
      const chunks = await from.store.readChunks(from.workspace);
      return all.map((mapping) => mapping.chunks.map((id) => chunks.find((chunk) => chunk.id === id)?.text));
    };
    const before = await words({ store, workspace }, mappings);
    const moved = await ingest([...corpusOf(documents, 'archive/2024/'), file], CHUNKING);
    expect(await words(moved, await moved.store.readMappings(moved.workspace))).toEqual(before);

    // Everything stands further down: the range of the label is wrong, its words are not.
    const longer = [`A new first line of the file, written since. ${documents[0]}`];
    const changed = await ingest([...corpusOf(longer), file], CHUNKING);
    const found = await changed.store.readMappings(changed.workspace);
    expect(found.map(({ status, method }) => [status, method])).toEqual([
      ['mapped', 'exact'],
      ['mapped', 'exact'],
    ]);
    expect(found[0]?.note).toContain('elsewhere in the document');
    const chunks = await changed.store.readChunks(changed.workspace);
    for (const [at, mapping] of found.entries()) {
      const text = questions[0]?.gold[at]?.text?.trim() ?? '?';
      const there = mapping.chunks.map((id) => chunks.find((chunk) => chunk.id === id)?.text).join(' ');
      expect(there).toContain(text.split('. ')[0]);
    }
    // Its words are gone: the label is not believed to mean whatever stands there now.
    const other = await ingest(
      [...corpusOf(['x'.repeat(20) + ' other words altogether, and many of them. '.repeat(4)]), file],
      CHUNKING,
    );
    expect(other.report.mapping).toMatchObject({ mapped: 0, unmapped: 2 });
  });
});

describe('labels that come to questions which are there already', () => {
  const text = 'The mill at Orl was built in 1411.';
  const open = { id: 'q1', question: 'When was the mill built?' };
  const known = {
    ...open,
    answers: ['1411'],
    hops: [{ id: 1, question: 'When was the mill built?', gold: [{ document: 'notes-0.txt' }] }],
  };
  const lines = (...all: object[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('');

  const added = async (first: object[], then: object[]) => {
    const { store, workspace } = await ingest([
      ...corpusOf([text]),
      entry('open.jsonl', lines(...first), 'questions', 'questions'),
    ]);
    const api = apiOver(store as ReturnType<typeof createMemoryStore>);
    const files = [entry('known.jsonl', lines(...then), 'questions', 'questions')];
    const request = { workspace, files, chunking: CHUNKING, mode: 'add' } as const;
    const report = unwrap(await api.ingest({ ...request, files }, 'add', () => {}));
    return { report, questions: await store.readQuestions(workspace) };
  };

  it('fill the question of the same id and words that has no gold', async () => {
    const { report, questions } = await added([open], [known]);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({
      id: 'q1',
      answers: ['1411'],
      source: 'open.jsonl',
      hops: [{ gold: ['g1'] }],
      gold: [{ id: 'g1', document: 'notes-0.txt' }],
    });
    expect(report.notices.join(' ')).toContain(
      'took over the labels of the same question in another file: 1.',
    );
    expect(report.mapping.mapped).toBe(1);
    // read = kept + rejected, and the merged one is counted.
    expect(report.meta.questions?.tally).toEqual({ read: 2, kept: 2, rejected: 0, merged: 1 });
  });

  it('come in either order, and once', async () => {
    const { questions } = await added([known], [open, known]);
    expect(questions.map(({ id, gold }) => [id, gold.length])).toEqual([['q1', 1]]);
  });

  it.each([
    ['has other words', { ...open, question: 'When did the mill burn?' }],
    ['has an answer of its own', { ...open, answers: ['1412'] }],
    ['has hops of its own', { ...open, hops: [{ question: 'Which mill?' }] }],
    ['is marked unanswerable', { ...open, answerable: false }],
    ['has gold', { ...open, gold: [{ document: 'notes-0.txt', quote: 'built' }] }],
  ])('never overwrite a question that %s: both are kept, and that is said', async (_, first) => {
    const { report, questions } = await added([first], [known]);
    expect(questions).toHaveLength(2);
    expect(questions[0]?.text).toBe(first.question);
    expect(report.notices.join(' ')).toContain('renamed');
  });
});
