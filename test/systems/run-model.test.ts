/** The run worker with a chat model: set by the user, named in the run, billed, and never holding out its key. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Progress } from '../../src/domain/progress';
import { Barred } from '../../src/seam/egress';
import { unwrap } from '../../src/seam/outcome';
import { CONFIG, completion, KEY } from '../llm/fake';
import { chatOver } from '../support/no-chat';
import { closePorts, QUESTIONS, setUp, spec } from './workers';

afterEach(closePorts);
const ignore = (): void => {};
const COST = 100 / 1e6 + (10 * 10) / 1e6;
/** Room for the worst case of the first calls, not of all. */
const TIGHT = 0.0077;

const withModel = async (reply = 'ANSWER: Marn') => {
  const sent: { url: string; key: string | null }[] = [];
  const { chat, replies } = chatOver(async (input, init) => {
    sent.push({ url: String(input), key: new Headers(init?.headers).get('authorization') });
    return completion(reply);
  });
  // Equal requests are asked once: each question has words of its own.
  const questions = QUESTIONS.map((question) => ({ ...question, text: `${question.text} (${question.id})` }));
  return { ...(await setUp({ chat, questions })), sent, replies };
};

describe('a run that asks a model', () => {
  test('is refused before anything is searched while none is set', async () => {
    const { api, workspace, store, worker } = await setUp();
    expect(await api.start(spec(workspace, { systems: ['single-shot'] }), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'llm-model', message: expect.stringContaining('Settings') },
    });
    expect(worker.asked).toEqual([]);
    expect((await store.get(workspace)).runs).toEqual([]);
  });

  test('names its model, records what it asked and cost, and is found again', async () => {
    const { api, workspace, store, sent } = await withModel();
    const { id } = unwrap(await api.setModel(CONFIG, KEY));
    const wanted = spec(workspace, { systems: ['single-shot'] });
    const seen: Progress[] = [];
    const [run] = unwrap(await api.start(wanted, 'j', (progress) => void seen.push(progress)));
    expect(run).toMatchObject({ state: 'finished', errors: 0, header: { model: id } });
    expect(run?.header.parameters.currency).toBe('USD');
    // Of the whole job, as the meter's last report has it.
    expect(seen.at(-1)?.spent).toMatchObject({ tokens: 110 * QUESTIONS.length, currency: 'USD' });
    expect(seen.at(-1)?.spent?.cost).toBeCloseTo(COST * QUESTIONS.length, 12);
    const { questions } = await store.readRun(workspace, run?.header.run ?? '');
    for (const events of questions.values()) {
      const asked = events.filter((event) => event.event === 'llm');
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatchObject({ cost: COST, usage: { input: 100, output: 10, counted: 'endpoint' } });
    }
    const calls = sent.length;
    expect(sent.every(({ key }) => key === `Bearer ${KEY}`)).toBe(true);
    expect(unwrap(await api.start(wanted, 'j', ignore))).toEqual([run]);
    expect(sent).toHaveLength(calls);
  });

  test('stops at its spending limit, and goes on from there when the limit is raised', async () => {
    const { api, workspace, store, sent } = await withModel();
    unwrap(await api.setModel({ ...CONFIG, concurrency: 1 }, KEY));
    const limited = spec(workspace, { systems: ['direct'], agent: { spendingLimit: TIGHT } });
    expect(await api.start(limited, 'j', ignore)).toMatchObject({ ok: false, error: { code: 'llm-spent' } });
    const asked = sent.length;
    const [stopped] = (await store.get(workspace)).runs;
    expect(stopped).toMatchObject({ state: 'interrupted', done: asked });
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(QUESTIONS.length);
    const raised = spec(workspace, { systems: ['direct'], agent: { spendingLimit: 1 } });
    const [run] = unwrap(await api.start(raised, 'j', ignore));
    expect(run).toMatchObject({ state: 'finished', done: QUESTIONS.length });
    expect(run?.header.run).toBe(stopped?.header.run);
    expect(sent).toHaveLength(QUESTIONS.length);
  });

  test('is not continued with another model', async () => {
    const { api, workspace, store } = await withModel();
    unwrap(await api.setModel({ ...CONFIG, concurrency: 1 }, KEY));
    const limited = spec(workspace, { systems: ['direct'], agent: { spendingLimit: TIGHT } });
    await api.start(limited, 'j', ignore);
    unwrap(await api.setModel({ ...CONFIG, model: 'another', prices: { currency: '', rows: [] } }, KEY));
    const [run] = (await store.get(workspace)).runs;
    expect(await api.resumeRuns(workspace, [run?.header.run ?? ''], 'j', ignore)).toMatchObject({
      ok: false,
    });
  });

  test('an agent has the search tools of its retriever, each named with its own identity', async () => {
    const { api, workspace } = await withModel();
    unwrap(await api.setModel({ ...CONFIG, tools: 'text' }, KEY));
    const runs = unwrap(
      await api.start(
        spec(workspace, { systems: ['a-rag'], retrievers: ['bm25', 'hybrid'], loops: 2 }),
        'j',
        ignore,
      ),
    );
    const [bm25, hybrid] = runs.map(({ header }) => header);
    expect(bm25?.parameters).toMatchObject({ loops: 2, contextTokens: 128_000 });
    expect(bm25?.parameters.tools).toEqual([{ tool: 'keyword_search', retriever: bm25?.retriever.id }]);
    expect(hybrid?.parameters.tools?.map(({ tool }) => tool)).toEqual(['keyword_search', 'semantic_search']);
    expect(hybrid?.parameters.tools?.[0]?.retriever).toBe(bm25?.retriever.id);
    expect(hybrid?.parameters.tools?.some(({ retriever }) => retriever === hybrid.retriever.id)).toBe(false);
  });

  test('makes each retriever ready once, however many runs and tools search by it', async () => {
    const { api, workspace, store, worker } = await withModel();
    unwrap(await api.setModel({ ...CONFIG, tools: 'text' }, KEY));
    const wanted = spec(workspace, {
      systems: ['single-shot', 'a-rag', 'execution-rag'],
      retrievers: ['bm25', 'hybrid'],
      loops: 2,
    });
    const runs = unwrap(await api.start(wanted, 'j', ignore));
    expect(runs).toHaveLength(6);
    const opened = () => worker.calls.filter((call) => call === 'open').length;
    // BM25, vectors and both: the vectors only as a tool of the hybrid's agents.
    expect(opened()).toBe(3);
    for (const { header } of runs)
      await store.updateRun(workspace, header.run, {
        state: 'interrupted',
        done: 0,
        errors: 0,
        finished: null,
      });
    unwrap(
      await api.resumeRuns(
        workspace,
        runs.map(({ header }) => header.run),
        'j',
        ignore,
      ),
    );
    expect(opened()).toBe(3 + 3);
  });

  test('is made once where nothing is searched, and makes no vector for it', async () => {
    const { api, workspace, worker } = await withModel();
    unwrap(await api.setModel(CONFIG, KEY));
    const alone = spec(workspace, { systems: ['direct'], retrievers: ['bm25', 'vector', 'hybrid'] });
    expect(unwrap(await api.estimate(alone))).toMatchObject({
      runs: 1,
      searches: 0,
      model: { calls: QUESTIONS.length },
    });
    const reports: Progress[] = [];
    const runs = unwrap(await api.start(alone, 'j', (progress) => void reports.push(progress)));
    expect(runs.map(({ header }) => [header.system, header.retriever.kind])).toEqual([['direct', 'bm25']]);
    expect(reports.at(-1)).toMatchObject({ done: QUESTIONS.length, total: QUESTIONS.length });
    expect(worker.calls).toEqual(['open']);
    const both = unwrap(await api.start({ ...alone, systems: ['direct', 'single-shot'] }, 'j', ignore));
    expect(both.map(({ header }) => `${header.system} ${header.retriever.kind}`)).toEqual([
      'direct bm25',
      'single-shot bm25',
      'single-shot vector',
      'single-shot hybrid',
    ]);
  });

  test('says before it starts about how much it will ask, and what that costs', async () => {
    const { api, workspace } = await withModel();
    const wanted = spec(workspace, { systems: ['single-shot', 'probe-single'] });
    expect(unwrap(await api.estimate(wanted)).model).toMatchObject({ calls: QUESTIONS.length, cost: null });
    unwrap(await api.setModel(CONFIG, KEY));
    const { model } = unwrap(await api.estimate(wanted));
    expect(model).toMatchObject({ calls: QUESTIONS.length, currency: 'USD' });
    expect(model?.cost).toBeCloseTo(((model?.inputTokens ?? 0) + 10 * (model?.outputTokens ?? 0)) / 1e6, 12);
    expect(unwrap(await api.estimate(spec(workspace, {}))).model).toBeNull();
  });

  test('the key comes out nowhere: not by the api, not in a trace, not in a kept reply', async () => {
    const { api, workspace, store, replies } = await withModel();
    const said = [await api.setModel(CONFIG, KEY), await api.model()];
    const [run] = unwrap(await api.start(spec(workspace, { systems: ['direct'] }), 'j', ignore));
    const trace = await store.readRun(workspace, run?.header.run ?? '');
    const all = JSON.stringify([said, run, [...trace.questions], [...replies]]);
    expect(replies.size).toBe(QUESTIONS.length);
    expect(all).not.toContain(KEY);
    expect(all).not.toContain(JSON.stringify(KEY).slice(1, -1));
    unwrap(await api.forgetModel());
    expect(await api.model()).toEqual({ ok: true, value: null });
  });

  test('says that it is offline before it begins; one under way stops, and goes on later', async () => {
    const { chat, disk } = chatOver(async () => {
      if (disk.offline === true) throw new Barred(true);
      asked += 1;
      if (asked === 2) disk.offline = true;
      return completion('ANSWER: Marn');
    });
    let asked = 0;
    const questions = QUESTIONS.map((one) => ({ ...one, text: `${one.text} (${one.id})` }));
    const { api, workspace, store } = await setUp({ chat, questions });
    unwrap(await api.setModel({ ...CONFIG, concurrency: 1 }, KEY));
    const wanted = spec(workspace, { systems: ['direct'] });
    disk.offline = true;
    const offline = { ok: false, error: { code: 'offline', retryable: true } };
    expect(await api.start(wanted, 'j', ignore)).toMatchObject(offline);
    expect([asked, (await store.get(workspace)).runs]).toEqual([0, []]);
    disk.offline = false;
    expect(await api.start(wanted, 'j', ignore)).toMatchObject(offline);
    const [stopped] = (await store.get(workspace)).runs;
    expect(stopped).toMatchObject({ state: 'interrupted', done: 2, errors: 0 });
    const id = stopped?.header.run ?? '';
    expect(await api.resumeRuns(workspace, [id], 'j', ignore)).toMatchObject(offline);
    disk.offline = false;
    const [run] = unwrap(await api.resumeRuns(workspace, [id], 'j', ignore));
    expect(run).toMatchObject({ state: 'finished', done: QUESTIONS.length, errors: 0 });
    expect(asked).toBe(QUESTIONS.length);
  });
});
