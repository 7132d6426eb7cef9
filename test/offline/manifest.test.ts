import { describe, expect, it } from 'vitest';
import { bySize, planUpdate, scopedPath } from '../../src/offline/manifest';

const file = (url: string, hash: string, bytes = 1, optional = false) => ({ url, hash, bytes, optional });

describe('what an update fetches', () => {
  it('fetches everything on a first visit', () => {
    const next = { version: '1', files: [file('index.html', 'a'), file('models/m.onnx', 'b')] };
    expect(planUpdate(next, null)).toEqual({ fetch: next.files, reuse: [] });
  });

  it('takes over what is unchanged and fetches what is new or changed', () => {
    const previous = {
      version: '1',
      files: [file('index.html', 'a'), file('models/m.onnx', 'b'), file('gone.js', 'c')],
    };
    const next = {
      version: '2',
      files: [file('index.html', 'a2'), file('models/m.onnx', 'b'), file('new.js', 'd')],
    };
    const plan = planUpdate(next, previous);
    expect(plan.reuse.map((entry) => entry.url)).toEqual(['models/m.onnx']);
    expect(plan.fetch.map((entry) => entry.url)).toEqual(['index.html', 'new.js']);
  });

  it('never fetches ahead what only some devices need, and takes it over once it was used', () => {
    const next = { version: '2', files: [file('page.js', 'a'), file('gpu.wasm', 'b', 9, true)] };
    expect(planUpdate(next, null).fetch.map((entry) => entry.url)).toEqual(['page.js']);
    const plan = planUpdate(next, { ...next, version: '1' });
    expect(plan.reuse.map((entry) => entry.url)).toEqual(['page.js', 'gpu.wasm']);
  });

  it('fetches small files first, and leaves its input as it was', () => {
    const files = [file('big', 'a', 9), file('small', 'b', 1)];
    expect(bySize(files).map((entry) => entry.url)).toEqual(['small', 'big']);
    expect(files[0]?.url).toBe('big');
  });
});

describe('which requests are for the app itself', () => {
  it.each([
    ['https://host.test/tools/hopscope/assets/a.js', 'assets/a.js'],
    ['https://host.test/tools/hopscope/', 'index.html'],
    ['https://host.test/tools/hopscope/demo/my%20file.jsonl?x=1#y', 'demo/my file.jsonl'],
    ['https://host.test/tools/other/a.js', null],
    ['https://other.test/tools/hopscope/a.js', null],
  ])('%s → %s', (request, path) => {
    expect(scopedPath(request, 'https://host.test/tools/hopscope/')).toBe(path);
  });
});
