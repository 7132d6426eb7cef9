import { beforeAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/domain/summary';
import { readLines, readSummary, runDiagnose } from '../support/diagnose';
import { isLong, sayIfShort } from '../support/long';

interface Line {
  run: string;
  question: string;
  verdict: string | null;
  answer: string | null;
  hopOutcomes: {
    hop: number;
    cell: string | null;
    corpusGap: string | null;
    gapChunk: string | null;
    statedIn: string | null;
    judged: string | null;
  }[];
}

// Twelve runs are judged and read: several thousand pairs, minutes on two cores.
sayIfShort('judges every run of the demo');

/** The demo as the command line sees it: the same app and models as on the screens, with the judge's word. */
describe.skipIf(!isLong)('fact presence and answers in the demo', () => {
  let summary: Summary;
  let lines: Line[];

  beforeAll(() => {
    const done = runDiagnose([
      '--demo',
      '--judge',
      ...['--retriever', 'all'],
      ...['probe-single', 'probe-hops', 'probe-oracle', 'reader-hops'].flatMap((id) => ['--system', id]),
    ]);
    expect(done.stderr + done.stdout).toContain('accuracy');
    expect(done.code).toBe(0);
    summary = readSummary(done.out);
    lines = readLines<Line>(done.out, 'questions.jsonl');
  }, 3_600_000);

  const hops = (question: string, hop: number) =>
    lines
      .filter((line) => line.question === question)
      .flatMap(({ hopOutcomes }) => hopOutcomes.filter((one) => one.hop === hop));
  const cells = (question: string, hop: number) => new Set(hops(question, hop).map(({ cell }) => cell));

  it('scores every hop that can be scored', () => {
    const states = new Set(lines.flatMap(({ hopOutcomes }) => hopOutcomes.map(({ judged }) => judged)));
    expect(states).not.toContain('errored');
    expect(states).toContain('scored');
  });

  it('shows all four cells', () => {
    const seen = new Set(lines.flatMap(({ hopOutcomes }) => hopOutcomes.map(({ cell }) => cell)));
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'fact-present',
        'extraction-failure',
        'alternate-evidence',
        'retrieval-failure',
      ]),
    );
  });

  it('shows the corpus gap that was written into it', () => {
    expect(cells('q19', 2)).toContain('extraction-failure');
    expect(hops('q19', 2).some(({ corpusGap }) => corpusGap === 'corpus-gap')).toBe(true);
  });

  it('shows the ranking gap that was written into it, and names the passage', () => {
    expect(cells('q39', 2)).toContain('extraction-failure');
    const gap = hops('q39', 2).find(({ corpusGap }) => corpusGap === 'ranking-gap');
    expect(gap?.gapChunk).toMatch(/^treatise-glass#/);
  });

  it('shows other evidence for a hop whose labelled passage is missed', () => {
    const others = hops('q16', 2).filter(({ cell }) => cell === 'alternate-evidence');
    expect(others.length).toBeGreaterThan(0);
    // Two passages besides the labelled one say how long the river was shut: sixty-one days, and two months.
    for (const { statedIn } of others) expect(statedIn).toMatch(/^(great-frost|chronicle-quillhaven)#/);
  });

  it('answers, abstains and is judged', () => {
    const readers = summary.runs.filter(({ system }) => system === 'reader-hops');
    expect(readers).toHaveLength(3);
    for (const { answers } of readers) {
      expect(answers?.accuracy).toBeGreaterThan(0);
      expect(answers?.gaveUp).toBeGreaterThan(0);
    }
    const answered = lines.filter(({ run }) => run.startsWith('reader-hops'));
    expect(answered.some(({ verdict }) => verdict === 'pass')).toBe(true);
    expect(
      summary.runs
        .filter(({ system }) => system.startsWith('probe'))
        .every(({ answers }) => answers === null),
    ).toBe(true);
  });
});
