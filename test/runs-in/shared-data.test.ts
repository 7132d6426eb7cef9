/** Real runs that were made elsewhere, against counts made by an independent script (data/README.md). */
import { describe, expect, it } from 'vitest';
import { createDiagnosisApi } from '../../src/review/diagnosis-api';
import { unwrap } from '../../src/seam/outcome';
import { hasShared, sharedFile } from '../support/shared';
import { bed, diagnose, diskFile, importFile, runIds } from './support';

const TIMEOUT = 120_000;
const BY_STEP = [
  [45, 288, 167],
  [88, 276, 136],
  [144, 240, 116],
  [157, 234, 109],
  [163, 233, 104],
  [165, 233, 102],
  [165, 236, 99],
  [167, 234, 99],
  [167, 234, 99],
  [167, 234, 99],
];

describe.skipIf(!hasShared)('six runs in one file, over the open corpus', () => {
  it(
    'gives each system its figures, and compares the two that answer',
    async () => {
      const place = await bed({
        path: 'corpus.json',
        content: diskFile(sharedFile('corpora/2wikimultihopqa_corpus.json')),
      });
      const file = diskFile(sharedFile('runs/2wiki_101_six_runs.jsonl'));
      const report = await importFile(place, 'six.jsonl', file, { addQuestions: true });
      expect(report.tally).toEqual({ read: 606, kept: 606, rejected: 0, merged: 0 });
      expect(report.added).toBe(101);
      const all: Record<string, [count: number, n: number, answers: boolean]> = {};
      const verdicts: Record<string, string[]> = {};
      for (const { system, meta } of report.runs) {
        const run = meta?.header.run ?? '';
        const { allEvidence, answers, triage } = await diagnose(place, run, meta?.header.parameters.k ?? 0);
        all[system] = [allEvidence.count, allEvidence.n, answers !== null];
        verdicts[system] = Object.entries(triage).flatMap(([verdict, count]) => (count > 0 ? [verdict] : []));
      }
      expect(all).toEqual({
        psi_rag_summary: [98, 101, true],
        psi_rag_keyword: [93, 101, true],
        fast_graphrag_bench_graph: [94, 101, false],
        fast_graphrag_bench_nano: [74, 101, false],
        fast_graphrag_bench_lightrag: [45, 101, false],
        fast_graphrag_bench_vdb: [42, 101, false],
      });
      for (const system of Object.keys(all).filter((name) => name.startsWith('fast_'))) {
        expect(verdicts[system]).toContain('evidence-complete');
        expect(verdicts[system]).not.toContain('pass');
        expect(verdicts[system]).not.toContain('composition-miss');
      }
      // Retrieved texts were found as texts: a title alone was never needed.
      for (const { source } of report.runs) expect(source.passages.title).toBe(0);
      const [a = '', b = ''] = runIds(report);
      const api = createDiagnosisApi(async () => place.store);
      const compared = unwrap(await api.compare({ workspace: place.workspace, a, b, k: 5 }));
      expect(compared.accuracy.n).toBe(101);
      expect(compared.retriever.same).toBe(false);
      expect(compared.drift).toBeNull();
    },
    TIMEOUT,
  );
});

describe.skipIf(!hasShared)('a run of IRCoT with titles by step', () => {
  it(
    'has both gold passages of 167 questions, one of 234 and none of 99 at the end',
    async () => {
      const place = await bed();
      const file = diskFile(sharedFile('runs/ircot_hotpotqa_500.jsonl'));
      const report = await importFile(place, 'ircot.jsonl', file, { addQuestions: true, bringCorpus: true });
      expect(report.tally).toEqual({ read: 500, kept: 500, rejected: 0, merged: 0 });
      const [run] = report.runs;
      expect(run?.source.format).toBe('ircot-run');
      expect(run?.source.tells).toEqual({ steps: true, final: true, answers: true, scores: false });
      expect(run?.source.passages.none).toBe(0);
      const k = run?.meta?.header.parameters.k ?? 0;
      expect(k).toBe(15);
      const { allEvidence, anyHit, steps } = await diagnose(place, run?.meta?.header.run ?? '', k);
      expect(allEvidence).toMatchObject({ count: 167, n: 500 });
      expect(anyHit).toMatchObject({ count: 167 + 234, n: 500 });
      // By the number of gold titles among the titles so far, counted from the file alone.
      expect(steps?.map(({ all, some, none }) => [all, some, none])).toEqual(BY_STEP);
    },
    TIMEOUT,
  );
});
