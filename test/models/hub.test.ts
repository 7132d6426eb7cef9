import { afterEach, describe, expect, it, vi } from 'vitest';
import { isHubId, openHub } from '../../src/models/hub';

const QWEN = 'onnx-community/Qwen3-Embedding-0.6B-ONNX';
const SHA = '0123456789abcdef0123456789abcdef01234567';

const answer = (paths: Record<string, string | object>) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const url = String(input);
    asked.push(url);
    if (url.includes('/api/models/')) {
      return Response.json({ sha: SHA, siblings: Object.keys(paths).map((rfilename) => ({ rfilename })) });
    }
    const content = paths[url.split(`/resolve/${SHA}/`)[1] ?? ''];
    if (content === undefined) return new Response('', { status: 404 });
    return new Response(typeof content === 'string' ? content : JSON.stringify(content), {
      headers: { 'content-type': 'application/octet-stream' },
    });
  });
  return asked;
};

afterEach(() => vi.unstubAllGlobals());

it('an id is owner and name, nothing that leads elsewhere', () => {
  for (const good of ['BAAI/bge-small-en-v1.5', QWEN]) expect(isHubId(good)).toBe(true);
  for (const bad of ['', 'a', 'a/b/c', '../x', 'https://x.org/y', 'a/b?c', 'a /b'])
    expect(isHubId(bad), bad).toBe(false);
});

describe('a Hub model', () => {
  it('from the catalogue keeps its pooling and instruction, pinned to the commit that answered', async () => {
    const asked = answer({
      'onnx/model_quantized.onnx': 'weights',
      'onnx/model.onnx': '',
      'tokenizer.json': {},
    });
    const { entry, files } = await openHub(QWEN);
    expect(entry).toMatchObject({ pooling: 'last_token', revision: SHA.slice(0, 12) });
    expect(entry.queryPrefix).toMatch(/^Instruct: /);
    expect(entry.weights.wasm.file).toBe('onnx/model_quantized.onnx');
    // The catalogue's fp16 file is not there: what is there is taken.
    expect(entry.weights.webgpu).toEqual({ dtype: 'fp32', file: 'onnx/model.onnx' });
    expect(new TextDecoder().decode((await files.read('onnx/model_quantized.onnx')) ?? undefined)).toBe(
      'weights',
    );
    expect(asked.at(-1)).toContain(`/resolve/${SHA}/onnx/model_quantized.onnx`);
    expect(await files.read('no-such-file')).toBeNull();
  });

  it('of any other id is read from its own configuration', async () => {
    answer({
      'config.json': { hidden_size: 384, max_position_embeddings: 512 },
      'tokenizer.json': {},
      '1_Pooling/config.json': { pooling_mode_cls_token: true },
      'onnx/model_int8.onnx': '',
    });
    const { entry } = await openHub('BAAI/bge-small-en-v1.5');
    expect(entry).toMatchObject({ source: 'hub', dimension: 384, pooling: 'cls', maxTokens: 512 });
  });

  it('that has no ONNX weights, does not exist, or cannot be reached is a sentence', async () => {
    answer({ 'config.json': { hidden_size: 4 }, 'tokenizer.json': {}, 'model.safetensors': '' });
    await expect(openHub('a/b')).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/ONNX/),
    });
    await expect(openHub(QWEN)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/onnx/),
    });
    vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
    await expect(openHub('a/b')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/401/),
    });
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(openHub('a/b')).rejects.toMatchObject({ code: 'model', retryable: true });
  });
});
