import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines, readSummary, runDiagnose } from '../support/diagnose';
import { isLong, sayIfShort } from '../support/long';
import {
  differences,
  EXPECTED,
  figuresOf,
  type Kind,
  type QuestionLine,
  runOf,
} from '../support/retrieval-triage';
import { hasShared, sharedFile } from '../support/shared';

/** Embedding the larger files takes minutes, so only the smallest runs unless all are asked for. */
const smallest = EXPECTED.toSorted((a, b) => a.passages - b.passages)[0];
const files = isLong ? EXPECTED : EXPECTED.filter((one) => one === smallest);
sayIfShort(`compares other question files than ${smallest?.file}`);

const KINDS: Kind[] = ['bm25', 'vector', 'hybrid'];

describe.skipIf(!hasShared)('the built app equals an independent computation', () => {
  it.each(files)('$file', { timeout: 2_400_000 }, ({ file, questions, passages, retrievers }) => {
    const path = sharedFile(file);
    // One profile for all k: the vectors are made once.
    const cache = mkdtempSync(join(tmpdir(), 'hopscope-profile-'));
    for (const { k } of retrievers.bm25.counts) {
      const { code, stderr, out } = runDiagnose([
        ...['--corpus', path, '--questions', path, '--retriever', 'all', '--system', 'probe-single'],
        ...['--k', `${k}`, '--cache', cache],
      ]);
      expect(code, stderr).toBe(0);
      const summary = readSummary(out);
      expect(summary.corpus.chunks).toBe(passages);
      expect(summary.questions.kept).toBe(questions);
      const lines = readLines<QuestionLine>(out, 'questions.jsonl');
      for (const kind of KINDS) {
        const run = runOf(summary, kind);
        const { ranks, withinK } = differences(
          retrievers[kind].ranks,
          lines.filter((line) => line.run === run.id),
          k,
        );
        console.info(`${file} ${kind} k = ${k}: other ranks in ${ranks.length} of ${questions} questions`);
        expect(withinK).toEqual([]);
        const expected = retrievers[kind].counts.find((counts) => counts.k === k);
        const { evidenceRecall, ...exact } = figuresOf(run);
        expect(exact).toEqual({ ...expected, evidenceRecall: undefined });
        expect(evidenceRecall).toBeCloseTo(expected?.evidenceRecall ?? -1, 12);
      }
    }
  });
});
