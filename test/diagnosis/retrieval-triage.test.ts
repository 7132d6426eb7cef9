import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/seam/outcome';
import { bm25Pipeline } from '../support/pipeline';
import { differences, EXPECTED, figuresOf, type QuestionLine, runOf } from '../support/retrieval-triage';
import { hasShared, sharedFile } from '../support/shared';

describe.skipIf(!hasShared)('figures on real files equal an independent computation', () => {
  it.each(EXPECTED)(
    '$file with BM25',
    { timeout: 180_000 },
    async ({ file, questions, passages, retrievers }) => {
      const { store, workspace, diagnosis } = await bm25Pipeline(sharedFile(file), ['probe-single']);
      const meta = await store.get(workspace);
      expect(meta.questions?.tally).toMatchObject({ kept: questions, rejected: 0 });
      expect(meta.corpus).toMatchObject({ documents: passages, chunks: passages });
      expect(meta.mapping).toMatchObject({ coverage: 1, unmapped: 0 });
      for (const counts of retrievers.bm25.counts) {
        const report = unwrap(await diagnosis.report({ workspace, k: counts.k, run: null, chunks: false }));
        const { evidenceRecall, ...exact } = figuresOf(runOf(report.summary, 'bm25'));
        const { evidenceRecall: recall, ...expected } = counts;
        expect(exact).toEqual(expected);
        expect(evidenceRecall).toBeCloseTo(recall, 12);
        const lines = (report.files.find(({ name }) => name === 'questions.jsonl')?.text ?? '')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as QuestionLine);
        expect(differences(retrievers.bm25.ranks, lines, counts.k)).toEqual({ ranks: [], withinK: [] });
      }
    },
  );
});
