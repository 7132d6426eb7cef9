import { describe, expect, it } from 'vitest';
import { BadInput, readKey, readOptions, USAGE } from '../../scripts/diagnose/options.mjs';
import { metricValue } from '../../scripts/diagnose/print.mjs';
import { SYSTEM_IDS } from '../../src/domain/seam';
import type { Summary } from '../../src/domain/summary';
import { priceOf } from '../../src/llm/prices';
import { wholeSlice } from '../../src/ui/screens/headless/headless-api';
import { answersNotice, chatConfigOf } from '../../src/ui/screens/headless/headless-model';
import { DEFAULT_CHAT } from '../../src/ui/state/chat-choice';
import { ABLATABLE, ABLATIONS } from '../../src/ui/state/run-choice';

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

  it('a run made elsewhere needs nothing beside it, and no system is run unless it is named', () => {
    expect(readOptions(['--run', 'mine.jsonl', '--run', 'other.json'])).toMatchObject({
      runs: ['mine.jsonl', 'other.json'],
      corpus: [],
      questions: [],
      systems: [],
      k: null,
    });
    expect(
      readOptions(['--run', 'mine.jsonl', '--system', 'probe-oracle', '--k', '8', '--corpus', 'docs']),
    ).toMatchObject({ systems: ['probe-oracle'], k: 8, corpus: ['docs'] });
    expect(() => readOptions(['--run', 'mine.jsonl', '--demo'])).toThrow(BadInput);
    expect(() => readOptions(['--corpus', 'docs'])).toThrow(BadInput);
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

describe('options of a chat model', () => {
  const asking = ['--demo', '--system', 'execution-rag'];
  const model = ['--base-url', 'http://localhost:8808/v1', '--model', 'small'];

  it('are none where no system asks one', () => {
    expect(readOptions(['--demo'])).toMatchObject({ model: null, loops: null, agent: {} });
  });

  it('have the documented defaults', () => {
    expect(readOptions([...asking, ...model])).toMatchObject({
      systems: ['execution-rag'],
      model: {
        baseUrl: 'http://localhost:8808/v1',
        model: 'small',
        provider: 'openai',
        tools: 'native',
        concurrency: 4,
        tryTimeoutMs: DEFAULT_CHAT.tryTimeoutMs,
        price: null,
      },
      loops: null,
      agent: {},
    });
  });

  it('are all read', () => {
    const budgets = ['--loops', '6', '--context-tokens', '9000', '--spending-limit', '0.5'];
    const endpoint = ['--provider', 'gemini', '--tools', 'text', '--concurrency', '8', '--price', '0.15/0.6'];
    const time = ['--timeout', '600'];
    expect(readOptions([...asking, ...model, ...budgets, ...endpoint, ...time])).toMatchObject({
      model: {
        provider: 'gemini',
        tools: 'text',
        concurrency: 8,
        tryTimeoutMs: 600_000,
        price: { input: 0.15, output: 0.6 },
      },
      loops: 6,
      agent: { contextTokens: 9000, spendingLimit: 0.5 },
    });
  });

  it('leave parts of the register out, each once', () => {
    expect(readOptions([...asking, ...model]).ablations).toEqual([]);
    const ids = ['no-updates', 'full-replay', 'no-updates'];
    expect(readOptions([...asking, ...model, ...ids.flatMap((id) => ['--ablation', id])]).ablations).toEqual([
      'no-updates',
      'full-replay',
    ]);
    for (const id of ABLATIONS) expect(USAGE).toContain(id);
    for (const id of ABLATABLE)
      for (const ablation of ABLATIONS)
        expect(readOptions(['--demo', '--system', id, ...model, '--ablation', ablation]).ablations).toEqual([
          ablation,
        ]);
  });

  it('have answers judged, also those of systems that ask no model', () => {
    expect(readOptions([...asking, ...model])).toMatchObject({ judgeAnswers: false, asks: true });
    expect(readOptions([...asking, ...model, '--judge-answers'])).toMatchObject({ judgeAnswers: true });
    const readers = ['--demo', '--system', 'reader-single', '--judge-answers'];
    expect(readOptions([...readers, ...model, '--spending-limit', '1'])).toMatchObject({
      judgeAnswers: true,
      asks: false,
      model: { model: 'small' },
      agent: { spendingLimit: 1 },
    });
  });

  it('know every system of the app', () => {
    for (const id of SYSTEM_IDS) {
      expect(readOptions(['--demo', '--system', 'single-shot', ...model, '--system', id]).systems).toContain(
        id,
      );
      expect(USAGE).toContain(id);
    }
  });

  it.each([
    [asking],
    [[...asking, '--model', 'small']],
    [[...asking, '--base-url', 'http://localhost/v1']],
    [[...asking, '--base-url', 'localhost:8808', '--model', 'small']],
    [[...asking, '--base-url', '', '--model', 'small']],
    [[...asking, ...model, '--provider', 'other']],
    [[...asking, ...model, '--tools', 'none']],
    [[...asking, ...model, '--concurrency', '0']],
    [[...asking, ...model, '--timeout', '4']],
    [['--demo', '--timeout', '60']],
    [[...asking, ...model, '--loops', '0']],
    [[...asking, ...model, '--context-tokens', 'many']],
    [[...asking, ...model, '--spending-limit', '-1']],
    [[...asking, ...model, '--spending-limit', '']],
    [[...asking, ...model, '--price', '3']],
    [['--demo', ...model]],
    [['--demo', ...model, '--judge-answers']],
    [['--demo', '--system', 'reader-single', '--judge-answers']],
    [[...asking, ...model, '--ablation', 'no-search']],
    [['--demo', '--system', 'a-rag', ...model, '--ablation', 'no-seed']],
    [['--demo', '--spending-limit', '1']],
  ])('refuse %j', (argv) => {
    expect(() => readOptions(argv)).toThrow(BadInput);
  });

  it.each([[['--key', 'sk-secret']], [['--api-key=sk-secret']], [['--apikey', 'sk-secret']]])(
    'take no key (%#), and do not repeat one',
    (argv) => {
      const message = (() => {
        try {
          readOptions([...asking, ...model, ...argv]);
        } catch (thrown) {
          return String(thrown);
        }
        return '';
      })();
      expect(message).toContain('HOPSCOPE_API_KEY');
      expect(message).not.toContain('sk-secret');
    },
  );

  it('put a price of the command line before the table', () => {
    const priced = (price: string[]) => {
      const { model: read } = readOptions([
        ...asking,
        '--base-url',
        'https://llm.example/v1',
        '--model',
        'gpt-4o',
        ...price,
      ]);
      if (read === null) throw new Error('no model');
      const config = chatConfigOf(read);
      expect(config).toMatchObject({ baseUrl: 'https://llm.example/v1', model: 'gpt-4o', concurrency: 4 });
      expect(config).not.toHaveProperty('price');
      return priceOf(config.prices, config.model, config.baseUrl);
    };
    expect(priced(['--price', '7/9'])).toMatchObject({ input: 7, cachedInput: 7, output: 9 });
    expect(priced([])).not.toMatchObject({ input: 7 });
  });

  it('leave the key to the environment', () => {
    expect(readKey({ HOPSCOPE_API_KEY: ' sk-1\n' })).toBe('sk-1');
    expect(readKey({})).toBe('');
    expect(JSON.stringify(readOptions([...asking, ...model]))).not.toContain('key');
  });
});

it('what the judging came to names every verdict, and why some have none', () => {
  const tally = { answers: 9, known: 0, correct: 4, incorrect: 2, abstained: 0, unjudged: 3 };
  expect(answersNotice({ ...tally, messages: ['There was no verdict in the reply.'] })).toBe(
    'The model judged 9 answers: 4 correct, 2 incorrect, 0 abstained, 3 unjudged. There was no verdict in the reply.',
  );
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
