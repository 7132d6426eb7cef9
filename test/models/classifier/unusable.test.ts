/** A dropped classifier whose files are at fault is named as unusable, not offered, and can be removed; the one in use stays. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, HopscopeError, type Outcome, ok } from '../../../src/domain/outcome';
import type { SourceFile } from '../../../src/domain/seam';
import { createClassifierApi } from '../../../src/judge/create-api';
import { SHIPPED_CLASSIFIER } from '../../../src/models/classifier/catalogue';
import { createClassifierLibrary } from '../../../src/models/classifier/library';
import { unwrap } from '../../../src/seam/outcome';
import { tryChoice } from '../../../src/ui/state/choose-model';
import { fakeLanes } from '../../support/classifier-lanes';
import { memoryFolder } from '../../support/opfs';

const TINY = resolve(import.meta.dirname, '../../fixtures/models/tiny-pair-classifier');
const PATHS = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'];
const folder = (change: Record<string, string> = {}): SourceFile[] =>
  PATHS.map((path) => ({
    path: `tiny/${path}`,
    file: new Blob([change[path] ?? Uint8Array.from(readFileSync(resolve(TINY, path)))]),
  }));
const DAMAGED = 'This model cannot be used: its .onnx file is damaged.';

let disk: ReturnType<typeof memoryFolder>;
beforeEach(() => {
  disk = memoryFolder();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => disk } });
});
afterEach(() => vi.unstubAllGlobals());

/** A session of the app over the same disk; `opens` is what a lane says to the weights. */
const session = (opens: () => Outcome<void> = () => ok(undefined), presence = 1) => {
  const fake = fakeLanes(() => ({ presence }));
  return createClassifierApi({
    store: () => Promise.reject(new HopscopeError('internal', 'no storage is asked for here')),
    library: createClassifierLibrary(),
    around: {
      cores: 1,
      probe: async () => ({ adapter: null, software: false, reason: 'none' }),
      spawn: () => ({ ...fake.spawn(), open: async () => opens() }),
    },
  });
};
const quiet = (): void => {};
const listed = async (api: ReturnType<typeof session>) =>
  unwrap(await api.catalogue())
    .filter(({ id }) => id !== SHIPPED_CLASSIFIER.id)
    .map(({ id, unusable }) => ({ id, unusable }));

describe('a folder with a broken graph', () => {
  it('is named with the reason, now and in the next session, and never opened again', async () => {
    const api = session(() => fail('model', DAMAGED, { detail: 'ERROR_CODE: 7' }));
    unwrap(await api.addModel(folder(), { present: 1 }));
    expect(await listed(api)).toEqual([{ id: 'tiny', unusable: null }]);
    expect(await api.load({ model: 'tiny' }, quiet)).toMatchObject({
      ok: false,
      error: { code: 'model', message: DAMAGED },
    });
    expect(await listed(api)).toEqual([{ id: 'tiny', unusable: DAMAGED }]);

    const next = session(() => expect.unreachable('an unusable model must not be opened'));
    expect(await listed(next)).toEqual([{ id: 'tiny', unusable: DAMAGED }]);
    expect(await next.load({ model: 'tiny' }, quiet)).toMatchObject({
      ok: false,
      error: { message: DAMAGED },
    });
  });

  it('can be removed, and added again when it is mended', async () => {
    const api = session(() => fail('model', DAMAGED));
    unwrap(await api.addModel(folder(), { present: 1 }));
    await api.load({ model: 'tiny' }, quiet);
    unwrap(await api.removeModel('tiny'));
    expect(await listed(api)).toEqual([]);
    expect(await listed(session())).toEqual([]);
    expect(await api.removeModel('tiny')).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await api.removeModel(SHIPPED_CLASSIFIER.id)).toMatchObject({ ok: false });

    await api.addModel(folder(), { present: 1 });
    await api.load({ model: 'tiny' }, quiet);
    const mended = session();
    unwrap(await mended.addModel(folder(), { present: 1 }));
    expect(unwrap(await mended.load({ model: 'tiny' }, quiet)).judge.model).toBe('tiny');
    expect(await listed(session())).toEqual([{ id: 'tiny', unusable: null }]);
  });

  it('is not blamed for too little memory or a lost worker', async () => {
    for (const code of ['model', 'worker-lost'] as const) {
      const api = session(() => fail(code, 'later', { retryable: true }));
      unwrap(await api.addModel(folder(), { present: 1 }));
      expect(await api.load({ model: 'tiny' }, quiet)).toMatchObject({ ok: false });
      expect(await listed(api)).toEqual([{ id: 'tiny', unusable: null }]);
    }
  });

  it('counts as broken too when what it computes is no number, or its tokenizer is none', async () => {
    const api = session(() => ok(undefined), Number.NaN);
    unwrap(await api.addModel(folder(), { present: 1 }));
    await api.load({ model: 'tiny' }, quiet);
    expect((await listed(api))[0]?.unusable).toMatch(/is no number/);
    const other = session();
    unwrap(await other.addModel(folder({ 'tokenizer.json': '{}' }), { present: 1 }));
    await other.load({ model: 'tiny' }, quiet);
    expect((await listed(other))[0]?.unusable).toMatch(/tokenizer\.json/);
  });
});

describe('what an earlier version stored', () => {
  it('is held to what this one allows: named with the reason, not offered', async () => {
    const api = session();
    unwrap(await api.addModel(folder(), { present: 1 }));
    const kept = await (await disk.getDirectoryHandle('classifiers')).getDirectoryHandle('tiny');
    const config = await (await kept.getFileHandle('config.json')).createWritable();
    await config.write(new Blob(['{"num_labels": 3000000}']));
    const [entry] = unwrap(await session().catalogue()).filter(({ id }) => id === 'tiny');
    expect(entry?.unusable).toMatch(/"num_labels" is 3000000 and must be a whole number from 1 to 256/);
    expect(entry?.labels).toEqual([]);
  });

  it('keeps the class that was chosen for it', async () => {
    unwrap(await session().addModel(folder(), { present: 0 }));
    const { entry } = await createClassifierLibrary().find('tiny', undefined);
    expect(entry).toMatchObject({ present: 0, labels: ['not answerable', 'answerable'], source: 'files' });
  });
});

describe('a choice', () => {
  const chooser = (load: () => Promise<Outcome<string>>) => {
    const made: string[] = ['shipped'];
    return {
      made,
      chosen: () => made.at(-1) ?? '',
      set: (choice: string) => void made.push(choice),
      load,
    };
  };

  it('stands when it could be loaded, and gives way to the one before when not', async () => {
    const good = chooser(async () => ok('loaded'));
    await tryChoice('tiny', good);
    expect(good.made).toEqual(['shipped', 'tiny']);
    const bad = chooser(async () => fail('model', DAMAGED));
    expect(await tryChoice('tiny', bad)).toMatchObject({ ok: false });
    expect(bad.made).toEqual(['shipped', 'tiny', 'shipped']);
  });

  it('made meanwhile is left alone', async () => {
    const hasty = chooser(async () => {
      hasty.set('another');
      return fail('model', DAMAGED);
    });
    await tryChoice('tiny', hasty);
    expect(hasty.chosen()).toBe('another');
  });
});
