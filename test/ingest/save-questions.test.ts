/** Keeping a question set that was edited by hand. */
import { describe, expect, it } from 'vitest';
import { HopscopeError } from '../../src/domain/outcome';
import type { Question } from '../../src/domain/question';
import type { WorkspaceStore } from '../../src/domain/store';
import { saveQuestionSet } from '../../src/ingest/save-questions';
import { emptyQuestion } from '../../src/ui/screens/questions/draft';
import { entry, ingest } from './support';

const TEXT = 'The mill at Orl was built in 1411 by Ilo Venn. It burned twice.';
const pace = { pausePoint: async () => {} };
const of = (id: string, document: string): Question => ({
  ...emptyQuestion(id),
  text: `Question ${id}?`,
  gold: [{ id: 'g1', document }],
});

/** The store, with a count of what was read and written of it. */
const watched = (store: WorkspaceStore) => {
  const calls: string[] = [];
  const proxy = new Proxy(store, {
    get(target, name: string) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        calls.push(name);
        return (value as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return { store: proxy, calls };
};

const open = async () => {
  const { store, workspace } = await ingest([
    entry('orl.txt', TEXT, 'corpus'),
    entry('pim.txt', 'Pim.', 'corpus'),
  ]);
  return { ...watched(store), workspace };
};

describe('a set that is saved', () => {
  it('maps what changed and keeps the rest, in the order of the set', async () => {
    const { store, calls, workspace } = await open();
    const first = await saveQuestionSet(store, workspace, [of('a', 'orl.txt'), of('b', 'pim.txt')], pace);
    expect(first.map(({ question, chunks }) => [question, chunks])).toEqual([
      ['a', ['orl.txt#0']],
      ['b', ['pim.txt#0']],
    ]);
    calls.length = 0;
    // Another word in a question without new gold needs no corpus, and one that only moved needs nothing.
    const same = await saveQuestionSet(store, workspace, [of('b', 'pim.txt'), of('a', 'orl.txt')], pace);
    expect(same.map(({ question }) => question)).toEqual(['b', 'a']);
    expect(calls).not.toContain('readDocuments');
    const changed = await saveQuestionSet(store, workspace, [of('b', 'orl.txt'), of('a', 'orl.txt')], pace);
    expect(changed.map(({ chunks }) => chunks)).toEqual([['orl.txt#0'], ['orl.txt#0']]);
    expect(calls).toContain('readDocuments');
    expect(await store.readMappings(workspace)).toEqual(changed);
    expect((await store.get(workspace)).mapping).toMatchObject({ passages: 2, mapped: 2 });
  });

  it('goes in with its mappings in one step, so that no moment has one without the other', async () => {
    const { store, calls, workspace } = await open();
    await saveQuestionSet(store, workspace, [of('a', 'orl.txt')], pace);
    expect(calls.filter((name) => name.startsWith('write'))).toEqual(['writeQuestions']);
    expect((await store.get(workspace)).mapping?.mapped).toBe(1);
  });

  it('takes nothing over from another corpus, nor from mappings that cannot be read', async () => {
    const { store, workspace } = await open();
    const set = [of('a', 'orl.txt')];
    await saveQuestionSet(store, workspace, set, pace);
    const [chunk] = await store.readChunks(workspace);
    const meta = (await store.get(workspace)).corpus;
    if (chunk === undefined || meta === null) throw new Error('no corpus');
    await store.writeCorpus(workspace, { meta, documents: [], chunks: [], rejects: [] });
    expect((await saveQuestionSet(store, workspace, set, pace))[0]).toMatchObject({ status: 'unmapped' });

    const whole = await open();
    await saveQuestionSet(whole.store, whole.workspace, set, pace);
    const damaged: WorkspaceStore = Object.assign(Object.create(whole.store) as WorkspaceStore, {
      readMappings: async () => {
        throw new HopscopeError('damaged', 'torn');
      },
    });
    expect((await saveQuestionSet(damaged, whole.workspace, set, pace))[0]).toMatchObject({
      chunks: ['orl.txt#0'],
    });
  });

  it('an empty set leaves no gold behind', async () => {
    const { store, workspace } = await open();
    await saveQuestionSet(store, workspace, [of('a', 'orl.txt')], pace);
    expect(await saveQuestionSet(store, workspace, [], pace)).toEqual([]);
    expect((await store.get(workspace)).mapping).toMatchObject({ passages: 0, coverage: null });
  });
});
