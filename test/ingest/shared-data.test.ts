/** Every reader on every question file of the shared data, against counts made by an independent script. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedFile } from '../support/shared';
import type { Ingested } from './support';
import { diskBlob, entry, fixture, ingest } from './support';

interface Counts {
  questions: number;
  passages: number;
  documents: number;
  gold: number;
  removed: number;
  steps: Record<string, number>;
}
const expected: Record<string, Counts> = JSON.parse(readFileSync(fixture('question-pools.json'), 'utf8'));
const counts = (name: string): Counts => {
  const found = expected[name];
  if (found === undefined) throw new Error(`no counts for ${name}`);
  return found;
};

const question = (name: string, role: 'both' | 'corpus' | 'questions' = 'both') =>
  entry(`${name}.jsonl`, diskBlob(sharedFile(`questions/${name}.jsonl`)), role);
const openCorpus = () =>
  entry('2wikimultihopqa_corpus.json', diskBlob(sharedFile('corpora/2wikimultihopqa_corpus.json')), 'corpus');

const addsUp = ({ report }: Ingested): void => {
  for (const row of report.perFile) expect(row.read).toBe(row.kept + row.rejected);
  expect(report.rejects.length).toBe(report.perFile.reduce((sum, row) => sum + row.rejected, 0));
};

const TIMEOUT = 120_000;

describe.skipIf(!hasShared)('question files with passages', () => {
  const files: [name: string, reader: string, decomposed: boolean][] = [
    ['musique', 'musique', true],
    ['musique_unanswerable', 'musique', true],
    ['hotpotqa', 'hotpotqa', false],
    ['hotpotqa_ircot', 'ircot', false],
    ['2wikimultihopqa', '2wikimultihopqa', true],
    ['2wikimultihopqa_train', '2wikimultihopqa', true],
    ['popqa', 'popqa', false],
  ];
  it.each(files)(
    '%s: counts, nothing rejected, every gold passage mapped',
    async (name, reader, decomposed) => {
      const want = counts(name);
      const result = await ingest([question(name)]);
      const { report, store, workspace } = result;
      addsUp(result);
      expect(report.perFile.map((row) => [row.reader, row.role, row.read, row.kept]).toSorted()).toEqual(
        [
          [reader, 'corpus', want.passages, want.passages],
          [reader, 'questions', want.questions, want.questions],
        ].toSorted(),
      );
      expect(report.meta.corpus).toMatchObject({
        files: 1,
        documents: want.documents,
        chunks: want.documents,
        tally: {
          read: want.passages,
          kept: want.passages,
          rejected: 0,
          merged: want.passages - want.documents,
        },
      });
      expect(report.meta.questions?.tally).toEqual({
        read: want.questions,
        kept: want.questions,
        rejected: 0,
        merged: 0,
      });
      expect(report.mapping).toMatchObject({
        passages: want.gold,
        mapped: want.gold,
        unmapped: 0,
        coverage: 1,
        notInCorpus: want.removed,
      });
      const questions = await store.readQuestions(workspace);
      if (decomposed) {
        const steps: Record<string, number> = {};
        for (const { hops } of questions) steps[hops.length] = (steps[hops.length] ?? 0) + 1;
        expect(steps).toEqual(want.steps);
      }
      for (const { hops, gold } of questions) {
        const ids = gold.map(({ id }) => id);
        for (const hop of hops) {
          expect(ids).toEqual(expect.arrayContaining(hop.gold));
          expect(hop.question).not.toContain('>>');
          for (const earlier of hop.dependsOn) expect(earlier).toBeLessThan(hop.id);
        }
      }
    },
    TIMEOUT,
  );

  it(
    'MuSiQue: 4,700 documents from 255 questions; each hop’s answer stands in its gold chunks',
    async () => {
      const { report, store, workspace } = await ingest([question('musique')]);
      expect(report.meta.corpus?.documents).toBe(4700);
      expect(report.meta.questions).toMatchObject({ labelled: 255, unlabelled: 0, unanswerable: 0 });
      const mappings = await store.readMappings(workspace);
      // "In every row each step has exactly one supporting paragraph and its answer occurs in it" (data README), as a
      // plain substring; as whole words all but a handful of inflected ones.
      expect(mappings.filter(({ answerChunks }) => answerChunks.length === 0).length).toBeLessThanOrEqual(3);
      const questions = await store.readQuestions(workspace);
      const placeholders = questions
        .flatMap(({ hops }) => hops)
        .filter(({ question }) => /#\d/.test(question));
      expect(placeholders.length).toBeGreaterThan(250);
      expect(placeholders.every(({ dependsOn }) => dependsOn.length > 0)).toBe(true);
    },
    TIMEOUT,
  );

  it(
    'MuSiQue at 64 tokens: at least 99% mapped, and the chunks together are the passage',
    async () => {
      const { report, store, workspace } = await ingest([question('musique')], {
        unit: 'tokens',
        size: 64,
        overlap: 1,
      });
      expect(report.mapping.coverage).toBeGreaterThanOrEqual(0.99);
      expect(report.meta.corpus?.chunks).toBeGreaterThan(2 * 4700);
      const documents = new Map(
        (await store.readDocuments(workspace)).map((document) => [document.id, document]),
      );
      const chunks = new Map((await store.readChunks(workspace)).map((chunk) => [chunk.id, chunk]));
      for (const mapping of await store.readMappings(workspace)) {
        for (const id of mapping.documents) {
          const text = documents.get(id)?.text ?? '';
          const covered = new Set<number>();
          for (const chunkId of mapping.chunks) {
            const chunk = chunks.get(chunkId);
            if (chunk?.document !== id) continue;
            for (let i = chunk.start; i < chunk.end; i++) covered.add(i);
          }
          expect(
            [...text].every(
              (sign, i) => /\s/.test(sign) || covered.has(i) || text.length !== [...text].length,
            ),
          ).toBe(true);
        }
      }
    },
    TIMEOUT,
  );

  it(
    'MuSiQue-Full: a null support index is a gold passage that is not in the corpus',
    async () => {
      const { report, store, workspace } = await ingest([question('musique_unanswerable')]);
      expect(report.meta.questions).toMatchObject({ labelled: 0, unlabelled: 0, unanswerable: 36 });
      const removed = (await store.readMappings(workspace)).filter(({ status }) => status === 'notInCorpus');
      expect(removed).toHaveLength(counts('musique_unanswerable').removed);
      expect(removed.every(({ chunks }) => chunks.length === 0)).toBe(true);
    },
    TIMEOUT,
  );

  it(
    '2Wiki without context over its open corpus: all gold by title',
    async () => {
      const want = counts('2wikimultihopqa_open');
      const result = await ingest([question('2wikimultihopqa_open', 'questions'), openCorpus()]);
      addsUp(result);
      expect(result.report.meta.corpus?.documents).toBe(counts('2wikimultihopqa_corpus').documents);
      expect(result.report.mapping).toMatchObject({
        passages: want.gold,
        mapped: want.gold,
        ambiguous: 0,
        byMethod: { 'document-id': want.gold },
      });
    },
    TIMEOUT,
  );

  it(
    '2Wiki evidences: nearly every hop knows its gold passage, and chains depend on earlier hops',
    async () => {
      const { store, workspace } = await ingest([question('2wikimultihopqa')]);
      const questions = await store.readQuestions(workspace);
      const hops = questions.flatMap((q) => q.hops);
      expect(hops.filter(({ gold }) => gold.length === 1).length / hops.length).toBeGreaterThan(0.97);
      const chains = questions.filter(({ type }) => type === 'compositional');
      const dependent = chains.filter(
        (q) => q.hops[1]?.dependsOn[0] === 1 && q.hops[1].question.includes('#1'),
      );
      expect(dependent.length / chains.length).toBeGreaterThan(0.8);
      const comparisons = questions.filter(({ type }) => type === 'comparison');
      expect(comparisons.every((q) => q.hops.every(({ dependsOn }) => dependsOn.length === 0))).toBe(true);
    },
    TIMEOUT,
  );

  it(
    'the same file as corpus and as questions is the same as `both`',
    async () => {
      const both = await ingest([question('2wikimultihopqa')]);
      const apart = await ingest([
        question('2wikimultihopqa', 'corpus'),
        question('2wikimultihopqa', 'questions'),
      ]);
      expect(apart.report.meta.corpus?.hash).toBe(both.report.meta.corpus?.hash);
      expect(apart.report.meta.questions).toEqual(both.report.meta.questions);
      expect(apart.report.mapping).toEqual(both.report.mapping);
      expect(apart.report.notices).toEqual(both.report.notices);
    },
    TIMEOUT,
  );

  it(
    'the corpus hash does not depend on the order of the files; passages of several files are pooled',
    async () => {
      const files = [question('2wikimultihopqa'), question('hotpotqa')];
      const one = await ingest(files);
      const other = await ingest(files.toReversed());
      expect(other.report.meta.corpus?.hash).toBe(one.report.meta.corpus?.hash);
      expect(one.report.meta.corpus?.documents).toBe(counts('2wikimultihopqa and hotpotqa').documents);
      expect(one.report.mapping.coverage).toBe(1);
    },
    TIMEOUT,
  );

  it(
    'a question file given as corpus: its passages are used and the user is told',
    async () => {
      const { report } = await ingest([question('hotpotqa', 'corpus')]);
      expect(report.meta.corpus?.documents).toBe(counts('hotpotqa').documents);
      expect(report.meta.questions?.tally.read).toBe(0);
      expect(report.notices.join('\n')).toMatch(
        /“hotpotqa\.jsonl” is a question file \(HotpotQA questions\): its passages are used as corpus/,
      );
    },
    TIMEOUT,
  );

  it(
    'a corpus given as questions: one sentence that names what it looks like',
    async () => {
      const { report } = await ingest([{ ...openCorpus(), role: 'questions' }]);
      expect(report.rejects).toEqual([
        expect.objectContaining({
          line: null,
          reason: expect.stringMatching(/given as questions, but it looks like “Passages \(title, text\)”/),
        }),
      ]);
    },
    TIMEOUT,
  );
});
