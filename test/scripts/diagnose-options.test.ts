import { describe, expect, it } from 'vitest';
import { BadInput, readOptions } from '../../scripts/diagnose/options.mjs';
import { metricValue } from '../../scripts/diagnose/print.mjs';
import type { Summary } from '../../src/domain/summary';
import { wholeSlice } from '../../src/ui/screens/headless/headless-api';

describe('options of the headless command', () => {
  it('has the documented defaults', () => {
    expect(readOptions(['--demo'])).toMatchObject({
      demo: true,
      retrievers: ['hybrid'],
      systems: ['probe-single', 'probe-hops', 'probe-oracle'],
      judge: false,
      k: 5,
      chunking: null,
      out: null,
      gates: [],
    });
  });

  it('reads everything', () => {
    const options = readOptions([
      ...[
        '--corpus',
        'docs',
        '--corpus',
        'more.jsonl',
        '--questions',
        'q.csv',
        '--retriever',
        'all',
        '--k',
        '10',
      ],
      ...[
        '--system',
        'probe-single',
        '--system',
        'reader-hops',
        '--judge',
        '--chunk-size',
        '64',
        '--fail-under',
        'recall=0.8',
        '--fail-under',
        'coverage=1',
      ],
    ]);
    expect(options).toMatchObject({
      corpus: ['docs', 'more.jsonl'],
      questions: ['q.csv'],
      retrievers: ['bm25', 'vector', 'hybrid'],
      systems: ['probe-single', 'reader-hops'],
      judge: true,
      k: 10,
      chunking: { unit: 'tokens', size: 64, overlap: 1 },
      gates: [
        { metric: 'recall', least: 0.8 },
        { metric: 'coverage', least: 1 },
      ],
    });
  });

  it.each([
    [['--demo', '--k', '0']],
    [['--demo', '--k', '5.5']],
    [['--demo', '--retriever', 'dense']],
    [['--demo', '--system', 'probe']],
    [['--demo', '--fail-under', 'recall']],
    [['--demo', '--fail-under', 'recall=1.5']],
    [['--demo', '--fail-under', 'speed=1']],
    [['--demo', '--corpus', 'x']],
    [['--corpus', 'x']],
    [['--questions', 'x']],
    [['stray']],
  ])('refuses %j', (argv) => {
    expect(() => readOptions(argv)).toThrow(BadInput);
  });
});

describe('gates', () => {
  const summary = {
    goldMapping: { coverage: 0.5 },
    runs: [
      { evidenceRecall: { mean: 0.25 }, allEvidence: { rate: 0.1 }, anyHit: { rate: null }, answers: null },
      { answers: { accuracy: 0.4 } },
    ],
  } as unknown as Summary;
  it.each([
    ['recall', 0.25],
    ['all-evidence', 0.1],
    ['any-hit', null],
    ['coverage', 0.5],
    ['accuracy', 0.4],
  ])('%s', (metric, value) => {
    expect(metricValue(summary, metric)).toBe(value);
  });
});

describe('slices of a file leaving the page', () => {
  it('never end inside a surrogate pair, and join to the whole', () => {
    const text = 'a😀b😀😀c';
    for (let most = 1; most < 5; most += 1) {
      let joined = '';
      for (let start = 0; start < text.length; ) {
        const part = wholeSlice(text, start, most === 1 ? 2 : most);
        expect(part.text.isWellFormed()).toBe(true);
        expect(part.next).toBeGreaterThan(start);
        joined += part.text;
        start = part.next;
      }
      expect(joined).toBe(text);
    }
  });
});
