import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SHIPPED_JUDGE } from '../../../src/domain/shipped-judge';
import { SHIPPED_CLASSIFIER } from '../../../src/models/classifier/catalogue';
import { classifierFromFolder } from '../../../src/models/classifier/folder';
import { createClassifierLibrary } from '../../../src/models/classifier/library';
import { createPairTokenizer } from '../../../src/models/classifier/pair-tokenizer';
import type { ModelFiles } from '../../../src/models/files';

const root = resolve(import.meta.dirname, '../../..');
const TINY = resolve(root, 'test/fixtures/models/tiny-pair-classifier');
const bytes = (value: unknown): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));

const filesOf = (contents: Record<string, unknown>): ModelFiles => ({
  read: async (path) => (path in contents ? bytes(contents[path]) : null),
});
const entryOf = (contents: Record<string, unknown>, present: number | null = 0) =>
  classifierFromFolder(filesOf(contents), {
    id: 'own',
    source: 'files',
    revision: 'r',
    present,
    paths: Object.keys(contents),
    known: [],
  });
const base = { 'tokenizer.json': {}, 'onnx/model.onnx': '' };

describe('a folder', () => {
  it('of one, two and three classes', async () => {
    const one = await entryOf({ ...base, 'config.json': { id2label: { 0: 'LABEL_0' } } });
    expect(one).toMatchObject({
      labels: [],
      present: 0,
      maxTokens: 512,
      reader: null,
      temperature: 1,
      threshold: 0.5,
    });
    const two = await entryOf({ ...base, 'config.json': {} }, null);
    expect(two).toMatchObject({ labels: ['LABEL_0', 'LABEL_1'], present: 1 });
    const nli = { id2label: { 2: 'contradiction', 0: 'entailment', 1: 'neutral' } };
    expect(await entryOf({ ...base, 'config.json': nli })).toMatchObject({
      labels: ['entailment', 'neutral', 'contradiction'],
      present: 0,
    });
    await expect(entryOf({ ...base, 'config.json': nli }, 3)).rejects.toMatchObject({
      detail: 'present-unknown',
    });
  });

  it('RoBERTa counts positions from two', async () => {
    const config = { model_type: 'xlm-roberta', max_position_embeddings: 514 };
    expect(await entryOf({ ...base, 'config.json': config })).toMatchObject({ longest: 512 });
    expect(
      await entryOf({ ...base, 'config.json': { ...config, max_position_embeddings: 130 } }),
    ).toMatchObject({ maxTokens: 128 });
  });

  it('with a presence.json of this project’s training brings its own settings, and reads', async () => {
    const presence = {
      maxTokens: 256,
      stride: 96,
      maxAnswerTokens: 30,
      temperature: 1.7,
      threshold: 0.42,
      nullMargin: -0.5,
      outputs: ['presence', 'start_logits', 'end_logits'],
      canary: { question: 'q', passage: 'p', presence: 0.1, margin: -1, answer: 'p' },
    };
    const config = { 'config.json': { max_position_embeddings: 512 } };
    expect(await entryOf({ ...base, ...config, 'presence.json': presence })).toMatchObject({
      maxTokens: 256,
      longest: 512,
      output: 'presence',
      labels: [],
      temperature: 1.7,
      threshold: 0.42,
      reader: { maxAnswerTokens: 30, nullMargin: -0.5 },
      canary: { presence: 0.1, margin: -1 },
    });
    await expect(
      entryOf({ ...base, ...config, 'presence.json': { ...presence, temperature: 0 } }),
    ).rejects.toMatchObject({ code: 'bad-input', detail: 'temperature' });
  });
});

describe('the frame of a pair', () => {
  it('of RoBERTa has two separators and no segments', () => {
    const tokenizer = createPairTokenizer(
      JSON.parse(readFileSync(resolve(TINY, 'tokenizer.json'), 'utf8')),
      JSON.parse(readFileSync(resolve(TINY, 'tokenizer_config.json'), 'utf8')),
    );
    expect(tokenizer.frames.map(({ ids }) => ids)).toEqual([[0], [2, 2], [2]]);
    expect(tokenizer.types).toEqual([0, 0]);
    expect(tokenizer.mapped).toBeNull();
    expect(tokenizer.padId).toBe(1);
  });

  it('of a tokenizer without one is refused', () => {
    const plain = {
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: { type: 'WhitespaceSplit' },
      post_processor: null,
      decoder: null,
      model: { type: 'WordPiece', vocab: { '[UNK]': 0, one: 1, two: 2 }, unk_token: '[UNK]' },
    };
    expect(() => createPairTokenizer(plain)).toThrow(/pairs of texts/);
  });
});

describe('the shipped classifier', () => {
  const folder = resolve(root, 'public/models', SHIPPED_CLASSIFIER.id);

  it('is what its files say: sizes, hashes, threshold, temperature, canary', async () => {
    const { createHash } = await import('node:crypto');
    expect(SHIPPED_CLASSIFIER.files.length).toBeGreaterThan(3);
    for (const file of SHIPPED_CLASSIFIER.files) {
      const content = readFileSync(resolve(folder, file.path));
      expect(
        createHash('sha256').update(content).digest('hex'),
        `${file.path}: node scripts/shipped-judge.mjs`,
      ).toBe(file.sha256);
    }
    const entry = await classifierFromFolder(
      { read: async (path) => Uint8Array.from(readFileSync(resolve(folder, path))) },
      {
        id: SHIPPED_CLASSIFIER.id,
        source: 'files',
        revision: '',
        present: 0,
        paths: SHIPPED_CLASSIFIER.files.map(({ path }) => path),
        known: SHIPPED_CLASSIFIER.files,
      },
    );
    const { maxTokens, longest, stride, output, temperature, threshold, reader, canary } = entry;
    expect(SHIPPED_CLASSIFIER).toMatchObject({
      maxTokens,
      longest,
      stride,
      output,
      temperature,
      threshold,
      reader,
      canary,
    });
    expect(SHIPPED_JUDGE).toMatchObject({ model: SHIPPED_CLASSIFIER.id, mode: 'passage', threshold });
    expect(SHIPPED_JUDGE.space).toContain(
      `${SHIPPED_CLASSIFIER.revision}|int8-weight|passage|0|T${temperature}`,
    );
  });
});

describe('the library', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('asks the Hub only for an id of the Hub, pinned to the commit that answered', async () => {
    vi.stubGlobal('location', { origin: 'http://localhost' });
    const asked: string[] = [];
    const sha = '0123456789abcdef0123456789abcdef01234567';
    vi.stubGlobal('fetch', async (input: string | URL) => {
      const url = String(input);
      asked.push(url);
      if (url.includes('/api/models/')) {
        const siblings = ['config.json', 'tokenizer.json', 'onnx/model_quantized.onnx'];
        return Response.json({ sha, siblings: siblings.map((rfilename) => ({ rfilename })) });
      }
      if (url.endsWith('config.json') && !url.endsWith('presence.json')) {
        return Response.json({ id2label: { 0: 'no', 1: 'yes' } });
      }
      return new Response('', { status: 404 });
    });
    const library = createClassifierLibrary();
    const { entry } = await library.find('someone/answerability', undefined);
    expect(entry).toMatchObject({
      source: 'hub',
      revision: sha.slice(0, 12),
      labels: ['no', 'yes'],
      present: 1,
    });
    expect(entry.weights.wasm).toEqual({ dtype: 'q8', file: 'onnx/model_quantized.onnx' });
    expect((await library.find('someone/answerability', 0)).entry.present).toBe(0);
    expect(asked.every((url) => url.startsWith('https://huggingface.co/'))).toBe(true);
    const before = asked.length;
    await expect(library.find('no-such', undefined)).rejects.toMatchObject({ code: 'not-found' });
    expect((await library.find(undefined, undefined)).entry).toBe(SHIPPED_CLASSIFIER);
    await expect(library.find(undefined, 1)).rejects.toMatchObject({ detail: 'present-unknown' });
    expect(asked).toHaveLength(before);
  });
});
