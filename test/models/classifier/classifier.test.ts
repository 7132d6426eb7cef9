import { describe, expect, it } from 'vitest';
import { HopscopeError } from '../../../src/domain/outcome';
import { Classifier } from '../../../src/models/classifier/classifier';
import { createPairTokenizer } from '../../../src/models/classifier/pair-tokenizer';
import {
  fakeEntry,
  fakeFiles,
  fakeLanes,
  type Row,
  type Rule,
  tokenizerJson,
} from '../../support/classifier-lanes';
import { holdAfter, idle, until } from '../../support/waits';

const tokenizer = createPairTokenizer(tokenizerJson);
const idOf = (word: string): number => tokenizer.ids(word)[0] ?? -1;
const never = new AbortController().signal;
const GPU = { adapter: 'test GPU', software: false, reason: '' };
const NEEDLE = 'lighthouse';

/** 3 where the passage side of a row has the word, −3 where it has not. */
const hasNeedle = ({ ids, types }: Row): boolean =>
  ids.some((id, i) => types[i] === 1 && id === idOf(NEEDLE));
const byNeedle: Rule = (row) => ({ presence: hasNeedle(row) ? 3 : -3 });
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

const load = async (
  rule: Rule,
  options: { gpu?: boolean; mode?: 'passage' | 'paper'; cores?: number } = {},
) => {
  const fake = fakeLanes(rule);
  const classifier = await Classifier.load(
    fakeEntry,
    fakeFiles,
    { mode: options.mode ?? 'passage', device: 'auto' },
    () => {},
    {
      spawn: fake.spawn,
      cores: options.cores ?? 1,
      probe: async () => (options.gpu ? GPU : { adapter: null, software: false, reason: 'no GPU adapter' }),
    },
  );
  return { classifier, fake };
};
const words = (n: number, word = 'river'): string => Array.from({ length: n }, () => word).join(' ');
const scoreAll = (classifier: Classifier, pairs: { question: string; passage: string }[]) =>
  classifier.score(pairs, { urgent: true, signal: never });

describe('scoring a pair', () => {
  it('encodes question and passage as the model was trained', async () => {
    const { classifier, fake } = await load(byNeedle);
    const [score] = await scoreAll(classifier, [
      { question: 'Who kept it?', passage: 'The lighthouse stood.' },
    ]);
    expect(score).toEqual({ state: 'scored', probability: expect.closeTo(sigmoid(3), 6) });
    const question = tokenizer.ids('Who kept it?');
    const passage = tokenizer.ids('The lighthouse stood.');
    expect(fake.rows().at(-1)).toEqual({
      ids: [101, ...question, 102, ...passage, 102],
      types: [0, ...question.map(() => 0), 0, ...passage.map(() => 1), 1],
    });
  });

  it('applies the temperature', async () => {
    const fake = fakeLanes(byNeedle);
    const warm = await Classifier.load(
      { ...fakeEntry, temperature: 2 },
      fakeFiles,
      { mode: 'passage', device: 'wasm' },
      () => {},
      { spawn: fake.spawn, cores: 1 },
    );
    const [score] = await scoreAll(warm, [{ question: 'q', passage: NEEDLE }]);
    expect(score?.probability).toBeCloseTo(sigmoid(1.5), 6);
  });

  it.each([0, 1, 100, 229, 230, 231, 400, 1000, 9000])(
    'finds a fact at word %i of a long passage: windows overlap and nothing is left out',
    async (at) => {
      const { classifier, fake } = await load(byNeedle);
      const passage = `${words(at)} ${NEEDLE} ${words(9000 - at)}`;
      const [score] = await scoreAll(classifier, [{ question: 'Who kept it?', passage }]);
      expect(score?.probability).toBeCloseTo(sigmoid(3), 6);
      const rows = fake.rows();
      expect(Math.max(...rows.map(({ ids }) => ids.length))).toBe(256);
      // Room is 256 less question and specials; each window begins room − 96 tokens after the one before.
      const room = 256 - tokenizer.ids('Who kept it?').length - 3;
      expect(rows).toHaveLength(1 + Math.ceil((9001 - room) / (room - 96)));
    },
  );

  it('a passage of 50,000 characters without the fact is absent, not an error', async () => {
    const { classifier } = await load(byNeedle);
    const [score] = await scoreAll(classifier, [{ question: 'Who?', passage: words(8334).slice(0, 50_000) }]);
    expect(score).toEqual({ state: 'scored', probability: expect.closeTo(sigmoid(-3), 6) });
  });

  it('scores CJK and odd characters', async () => {
    const { classifier } = await load(byNeedle);
    const passages = ['東京の灯台', 'x'.repeat(5000), '🜁🏽‍🚀', '\u202eعربي', 'a\uD800b'];
    const scores = await scoreAll(
      classifier,
      passages.map((passage) => ({ question: '灯台は?', passage })),
    );
    for (const score of scores)
      expect(score).toEqual({ state: 'scored', probability: expect.closeTo(sigmoid(-3), 6) });
  });

  it('says why a pair cannot be decided, and decides the others', async () => {
    const { classifier } = await load(byNeedle);
    const scores = await scoreAll(classifier, [
      { question: 'Who kept it?', passage: '' },
      { question: 'Who kept it?', passage: ' \n\u200b\0' },
      { question: 'Where was #1 born?', passage: NEEDLE },
      { question: '', passage: NEEDLE },
      { question: words(126), passage: NEEDLE },
      { question: words(125), passage: NEEDLE },
      { question: 'Who kept it?', passage: NEEDLE },
    ]);
    expect(scores.map(({ state }) => state)).toEqual([
      ...Array<string>(5).fill('inconclusive'),
      'scored',
      'scored',
    ]);
    for (const score of scores.slice(0, 5)) expect(score.probability).toBeNull();
    expect(scores[0]?.message).toMatch(/passage is empty/);
    expect(scores[2]?.message).toMatch(/#1/);
    expect(scores[4]?.message).toMatch(/126 tokens.*at most 125/);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'a logit of %d is an error of that pair, never a number',
    async (bad) => {
      const { classifier } = await load((row) => ({ presence: hasNeedle(row) ? bad : 1 }));
      const scores = await scoreAll(classifier, [
        { question: 'q', passage: `${words(600)} ${NEEDLE}` },
        { question: 'q', passage: 'mill' },
      ]);
      expect(scores[0]).toMatchObject({ state: 'errored', probability: null });
      expect(scores[1]).toEqual({ state: 'scored', probability: expect.closeTo(sigmoid(1), 6) });
    },
  );

  it('a model that fails on one pair fails no other', async () => {
    const { classifier } = await load((row) => {
      if (hasNeedle(row)) throw new Error('boom');
      return { presence: 0 };
    });
    const scores = await scoreAll(classifier, [
      { question: 'q', passage: 'mill' },
      { question: 'q', passage: `${words(400)} ${NEEDLE}` },
      { question: 'q', passage: 'weir' },
    ]);
    expect(scores.map(({ state }) => state)).toEqual(['scored', 'errored', 'scored']);
    expect(scores[1]?.message).toMatch(/boom/);
  });

  it('puts rows of like length together on a GPU', async () => {
    const { classifier, fake } = await load(byNeedle, { gpu: true });
    const pairs = Array.from({ length: 64 }, (_, i) => ({
      question: 'q',
      passage: words(1 + ((i * 37) % 200)),
    }));
    await scoreAll(classifier, pairs);
    const batches = fake.lanes[0]?.batches.slice(1) ?? [];
    expect(batches.map(({ rows }) => rows.length)).toEqual(Array(8).fill(8));
    const real = batches.flatMap(({ rows }) => rows).reduce((sum, { ids }) => sum + ids.length, 0);
    const padded = batches.reduce(
      (sum, { rows }) => sum + rows.length * Math.max(...rows.map(({ ids }) => ids.length)),
      0,
    );
    expect(padded / real).toBeLessThan(1.15);
  });

  it('no pairs give no scores', async () => {
    const { classifier } = await load(byNeedle);
    expect(await scoreAll(classifier, [])).toEqual([]);
  });
});

describe('paper mode', () => {
  it('reads what is left of 1,500 characters in one row', async () => {
    const { classifier, fake } = await load(byNeedle, { mode: 'paper' });
    const inside = `${words(200)} ${NEEDLE} ${words(2000)}`;
    const beyond = `${words(260)} ${NEEDLE}`;
    const scores = await scoreAll(classifier, [
      { question: 'q', passage: inside },
      { question: 'q', passage: beyond },
    ]);
    expect(scores.map(({ probability }) => (probability ?? 0) > 0.5)).toEqual([true, false]);
    expect(fake.rows()).toHaveLength(2);
    expect(classifier.judge).toMatchObject({ mode: 'paper', threshold: 0.5 });
    expect(classifier.state.maxTokens).toBe(512);
  });
});

describe('devices', () => {
  it('a GPU that disagrees with WASM is not used, and says so', async () => {
    const { classifier } = await load(
      (row, device) => ({ presence: device === 'webgpu' ? 2 : byNeedle(row, device).presence }),
      { gpu: true },
    );
    expect(classifier.state).toMatchObject({ device: 'wasm' });
    expect(classifier.state.why).toMatch(/canary .* so WASM$/);
  });

  it('a GPU that gives no number in mid-call is left for WASM', async () => {
    const { classifier } = await load(
      (row, device) => ({
        presence: device === 'webgpu' && row.ids.length > 40 ? Number.NaN : byNeedle(row, device).presence,
      }),
      { gpu: true },
    );
    expect(classifier.state.device).toBe('webgpu');
    const [score] = await scoreAll(classifier, [{ question: 'q', passage: words(100) }]);
    expect(score).toEqual({ state: 'scored', probability: expect.closeTo(sigmoid(-3), 6) });
    expect(classifier.state).toMatchObject({ device: 'wasm', judge: classifier.judge });
  });

  it('a known canary that comes out wrong on WASM refuses the model', async () => {
    const fake = fakeLanes(byNeedle);
    const canary = { question: 'q', passage: NEEDLE, presence: 3, margin: 0 };
    const open = (presence: number) =>
      Classifier.load(
        { ...fakeEntry, canary: { ...canary, presence } },
        fakeFiles,
        { mode: 'passage', device: 'wasm' },
        () => {},
        { spawn: fake.spawn, cores: 1 },
      );
    await expect(open(3.01)).resolves.toBeInstanceOf(Classifier);
    await expect(open(-1)).rejects.toMatchObject({ code: 'model', message: expect.stringMatching(/canary/) });
  });

  it('the space names model, weights, mode, class and temperature, and no device', async () => {
    const { classifier } = await load(byNeedle);
    expect(classifier.judge.space).toBe('judge|fake|r1|int8-weight|passage|0|T1');
  });
});

describe('the queue', () => {
  it('urgent pairs overtake patient ones', async () => {
    const { classifier, fake } = await load(byNeedle);
    const release: (() => void)[] = [];
    fake.gate.wait = () => new Promise((resolve) => release.push(resolve));
    const patient = classifier.score(
      Array.from({ length: 4 }, () => ({ question: 'q', passage: 'mill mill' })),
      { urgent: false, signal: never },
    );
    await until(() => release).toHaveLength(1);
    const urgent = classifier.score([{ question: 'q', passage: NEEDLE }], { urgent: true, signal: never });
    for (let done = 1; done <= 5; done++) {
      await until(() => release).toHaveLength(done);
      release[done - 1]?.();
    }
    await Promise.all([patient, urgent]);
    expect(fake.rows().map(hasNeedle)).toEqual([false, true, false, false, false]);
  });

  it('a cancelled call ends at once, keeps what was scored, and starts nothing more', async () => {
    const { classifier, fake } = await load(byNeedle);
    const before = fake.rows().length;
    const hold = holdAfter(3);
    fake.gate.wait = hold.wait;
    const abort = new AbortController();
    const kept: number[] = [];
    const running = classifier.score(
      Array.from({ length: 200 }, (_, i) => ({ question: 'q', passage: words(i + 1) })),
      { urgent: false, signal: abort.signal, onScore: (index) => kept.push(index) },
    );
    await hold.reached;
    abort.abort(new HopscopeError('cancelled', 'Cancelled.'));
    // The fourth is still being computed: this would not end if the call waited for it.
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(kept).toHaveLength(3);
    hold.release();
    await idle();
    expect(fake.rows()).toHaveLength(before + 4);
  });

  it('closing ends waiting calls', async () => {
    const { classifier, fake } = await load(byNeedle);
    fake.gate.wait = () => new Promise(() => {});
    const waiting = scoreAll(classifier, [{ question: 'q', passage: 'mill' }]);
    await until(fake.rows).toHaveLength(1);
    classifier.close();
    await expect(waiting).rejects.toMatchObject({ code: 'worker-lost', retryable: true });
  });
});
