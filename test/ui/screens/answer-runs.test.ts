import { describe, expect, it } from 'vitest';
import { ANSWER_VERDICTS } from '../../../src/domain/answer-judgement';
import type { RunMeta, RunState } from '../../../src/domain/workspace';
import { ANSWER_VERDICT } from '../../../src/ui/messages/answers';
import { answerRuns, tallyRows } from '../../../src/ui/screens/runs/answer-runs';
import { header } from '../../diagnosis/build';

const runMeta = (system: string, state: RunState = 'finished', done = 3): RunMeta => ({
  header: { ...header(system), system },
  state,
  done,
  total: 3,
  errors: 0,
  finished: null,
});

describe('runs whose answers can be judged', () => {
  it('are the finished ones of systems that answer, an import’s among them', () => {
    const runs = [
      runMeta('probe-single'),
      runMeta('probe-oracle'),
      runMeta('reader-single'),
      runMeta('execution-rag'),
      runMeta('pipeline-of-ours'),
      runMeta('self-ask', 'interrupted'),
      runMeta('self-ask', 'running'),
      runMeta('ircot', 'finished', 0),
    ];
    expect(answerRuns(runs).map((run) => run.header.system)).toEqual([
      'reader-single',
      'execution-rag',
      'pipeline-of-ours',
    ]);
  });
});

describe('the counts of a judging', () => {
  it('show every verdict, and add up to all answers, so that what was not judged is seen', () => {
    const tally = { answers: 7, known: 2, correct: 4, incorrect: 0, abstained: 1, unjudged: 2, messages: [] };
    const rows = tallyRows(tally);
    expect(rows.map(({ verdict }) => verdict)).toEqual([...ANSWER_VERDICTS]);
    expect(rows.map(({ count }) => count)).toEqual([4, 0, 1, 2]);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(tally.answers);
    expect(Object.keys(ANSWER_VERDICT).sort()).toEqual([...ANSWER_VERDICTS].sort());
  });
});
