import * as Comlink from 'comlink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { chunkHash } from '../../src/domain/hash';
import { pairKey } from '../../src/domain/presence';
import type { Progress } from '../../src/domain/progress';
import { fillPlaceholders } from '../../src/domain/question';
import type { ClassifierState } from '../../src/domain/seam';
import { SHIPPED_JUDGE } from '../../src/domain/shipped-judge';
import shipped from '../../src/domain/shipped-judge.json';
import type { ClassifierApi } from '../../src/judge/classifier-api';
import { unwrap } from '../../src/seam/outcome';
import { openStore } from '../../src/workspace/open-store';
import reference from '../fixtures/presence/reference.json';

/** The shipped classifier in its worker, with the browser's own storage. */
const start = () => {
  const worker = new Worker(new URL('../../workers/classifier.worker.ts', import.meta.url), {
    type: 'module',
  });
  return { worker, api: Comlink.wrap<ClassifierApi>(worker) };
};
const quiet = Comlink.proxy(() => {});
let job = 0;
const nextJob = (): string => `judge-${job++}`;

interface Row {
  id: string;
  paragraphs: { title: string; paragraph_text: string }[];
  question_decomposition: { question: string; answer: string }[];
}
const musique = await commands
  .readFile('../shared/data/questions/musique.jsonl')
  .then((text) =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Row),
  )
  .catch((error: unknown) => {
    if (import.meta.env.HOPSCOPE_SHARED === 'required') throw error;
    console.info('shared data absent: the comparison with native onnxruntime is skipped');
    return null;
  });

let judge: ReturnType<typeof start>;
let state: ClassifierState;
const progress: Progress[] = [];

beforeAll(async () => {
  judge = start();
  const onProgress = Comlink.proxy((report: Progress) => void progress.push(report));
  state = unwrap(await judge.api.load({}, onProgress));
}, 300_000);
afterAll(() => judge.worker.terminate());

describe('loading', () => {
  it('is the judge that a diagnosis expects, on a device that passed its canary', () => {
    expect(state).toMatchObject({ judge: SHIPPED_JUDGE, reader: true, device: 'wasm', dtype: 'int8-weight' });
    expect(state.why).toMatch(/so WASM$/);
    expect(progress.at(-1)).toMatchObject({ unit: 'bytes', done: progress.at(-1)?.total });
  });

  it('lists itself first', async () => {
    const [first] = unwrap(await judge.api.catalogue());
    expect(first).toMatchObject({
      id: 'hopscope-presence-reader',
      source: 'bundled',
      reader: true,
      labels: [],
    });
    expect(first?.bytes).toBeLessThanOrEqual(25e6);
  });

  it('fails with a sentence for a model that does not exist', async () => {
    const other = start();
    expect(await other.api.load({ model: 'no-such' }, quiet)).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    expect(await other.api.score([], nextJob())).toMatchObject({ ok: false, error: { code: 'model' } });
    other.worker.terminate();
  });
});

describe.runIf(musique !== null)('against native onnxruntime', () => {
  const rows = new Map((musique ?? []).map((row) => [row.id, row]));
  const pairs = reference.pairs.map((of) => {
    const [id, hop, paragraphs] = of as [string, number, number[]];
    const row = rows.get(id);
    const steps = row?.question_decomposition ?? [];
    return {
      question: fillPlaceholders(steps[hop]?.question ?? '', (n) => steps[n - 1]?.answer),
      passage: paragraphs
        .map((p) => row?.paragraphs[p])
        .map((p) => `${p?.title}\n${p?.paragraph_text}`)
        .join('\n\n'),
    };
  });
  const probability = (logit: number): number => 1 / (1 + Math.exp(-logit / shipped.temperature));

  it('the reference belongs to the weights that ship', () => {
    const weights = shipped.files.find(({ path }) => path === 'onnx/model_int8.onnx');
    expect(reference.weights).toBe(weights?.sha256);
  });

  it('scores agree: the same side of the threshold on at least 99% of pairs', async () => {
    const scores = unwrap(await judge.api.score(pairs, nextJob()));
    const expected = reference.presence.map(probability);
    const differences = scores.map((score, i) =>
      Math.abs((score.probability ?? Number.NaN) - (expected[i] ?? 0)),
    );
    const { threshold } = state.judge;
    const same = scores.filter(
      (score, i) => (score.probability ?? -1) >= threshold === (expected[i] ?? 0) >= threshold,
    );
    console.info(
      `${pairs.length} pairs: same side ${((100 * same.length) / pairs.length).toFixed(1)}%, largest difference ${Math.max(...differences).toExponential(1)}`,
    );
    expect(scores.every((score) => score.state === 'scored')).toBe(true);
    expect(same.length / pairs.length).toBeGreaterThanOrEqual(0.99);
    expect(Math.max(...differences)).toBeLessThan(0.005);
  }, 300_000);

  it('the best span of a passage, long ones included, is the same', async () => {
    const picked = [...pairs.keys()].filter((i) => i % 10 === 0 || i >= pairs.length - 6);
    let same = 0;
    for (const i of picked) {
      const { question = '', passage = '' } = pairs[i] ?? {};
      const [reading] = unwrap(await judge.api.read(question, [passage], nextJob()));
      const best = reading?.spans[0];
      const [from, to] = reference.span[i] ?? [];
      if (best?.text === [...passage].slice(from, to).join('')) same++;
      expect(best?.text).toBe(passage.slice(best?.start, best?.end));
      expect(best?.score).toBeCloseTo((reference.margin[i] ?? 0) - shipped.reader.nullMargin, 1);
      expect(reading?.presence).toBeCloseTo(probability(reference.presence[i] ?? 0), 2);
    }
    expect(same / picked.length).toBeGreaterThanOrEqual(0.95);
  }, 300_000);
});

describe('odd input', () => {
  it('has the right state and no NaN', async () => {
    const question = 'Which river does the mill stand by?';
    const long = 'The mill stands by the Ouvrel. '.repeat(1613).slice(0, 50_000);
    const [empty, blank, open, cjk, huge] = unwrap(
      await judge.api.score(
        [
          { question, passage: '' },
          { question, passage: ' \u200b\n\0' },
          { question: 'Where does #1 end?', passage: 'Anywhere.' },
          {
            question: '水車はどの川のそばにありますか。',
            passage: '水車はウーブレル川のそばに立っています。',
          },
          { question, passage: long },
        ],
        nextJob(),
      ),
    );
    for (const score of [empty, blank, open])
      expect(score).toMatchObject({ state: 'inconclusive', probability: null });
    for (const score of [cjk, huge]) {
      expect(score?.state).toBe('scored');
      expect(score?.probability).toBeGreaterThanOrEqual(0);
      expect(score?.probability).toBeLessThanOrEqual(1);
    }
    const [reading] = unwrap(await judge.api.read('水車は?', ['水車は\u{1F600}川のそば。'], nextJob()));
    for (const { text, start, end } of reading?.spans ?? [])
      expect('水車は\u{1F600}川のそば。'.slice(start, end)).toBe(text);
  }, 900_000);
});

describe('recorded scores', () => {
  it('a pair that was scored once is read, by a fresh worker as well', async () => {
    const pair = { question: 'Who minds the weir?', passage: 'A passage of this test alone.' };
    const store = await openStore();
    const cache = await store.vectors(state.judge.space, 1);
    // A value that no model would give: it can only come from the book.
    await cache.append([pairKey(pair.question, chunkHash(pair.passage))], Float32Array.of(0.123));
    const fresh = start();
    unwrap(await fresh.api.load({}, quiet));
    const [score] = unwrap(await fresh.api.score([pair], nextJob()));
    expect(score?.probability).toBeCloseTo(0.123, 6);
    fresh.worker.terminate();
  });

  it('are on disk when a call returns', async () => {
    const pair = { question: 'Who mends the lamp?', passage: 'Another passage of this test alone.' };
    const [score] = unwrap(await judge.api.score([pair], nextJob()));
    judge.worker.terminate();
    const cache = await (await openStore()).vectors(state.judge.space, 1);
    expect(cache.get(pairKey(pair.question, chunkHash(pair.passage)))?.[0]).toBeCloseTo(
      score?.probability ?? -1,
      6,
    );
    judge = start();
    unwrap(await judge.api.load({}, quiet));
  });
});

describe('a long call', () => {
  const many = Array.from({ length: 200 }, (_, i) => ({
    question: 'Who rebuilt the harbour?',
    passage: `Passage ${i} of ${job}. ${'The harbour was rebuilt in stone. '.repeat(25)}`,
  }));

  it('is cancelled in mid-work, and the worker goes on', async () => {
    const name = nextJob();
    const running = judge.api.score(many, name);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await judge.api.cancel(name);
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const [score] = unwrap(
      await judge.api.score([{ question: 'Still?', passage: 'Still here.' }], nextJob()),
    );
    expect(score?.state).toBe('scored');
  });

  it('answers on a port as on the worker', async () => {
    const { port1, port2 } = new MessageChannel();
    await judge.api.connect(Comlink.transfer(port2, [port2]));
    const second = Comlink.wrap<ClassifierApi>(port1);
    expect(unwrap(await second.state())).toEqual(unwrap(await judge.api.state()));
    const pair = { question: 'What stands by the river?', passage: 'The mill stands by the river.' };
    expect(await second.score([pair], nextJob())).toEqual(await judge.api.score([pair], nextJob()));
    port1.close();
  });
});

describe('paper mode', () => {
  it('is another judge with its own scores and threshold', async () => {
    const paper = start();
    const loaded = unwrap(await paper.api.load({ mode: 'paper' }, quiet));
    expect(loaded.judge).toMatchObject({ mode: 'paper', threshold: 0.5 });
    expect(loaded.judge.space).not.toBe(SHIPPED_JUDGE.space);
    expect(loaded.maxTokens).toBe(512);
    const checks = unwrap(await paper.api.check());
    expect(checks).toHaveLength(3);
    paper.worker.terminate();
  });
});
