/** The key that is remembered, the ledger of what left, and the switch that lets nothing leave, in the built app. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpoint, MODEL } from '../../scripts/test-llm/endpoint.mjs';
import { readLabelled } from '../../scripts/test-llm/labelled.mjs';
import { listen } from '../../scripts/test-llm/listen.mjs';
import { type App, openApp, root } from '../support/app';
import { dropOnStart, goTo, PATIENT, readAndIndex, screenHash, stopVectors, until } from '../support/screens';

const KEY = 'sk-test-Qm7v2nT9pUnmistakable';
const PASS = 'nine unlikely herons';
const demo = (name: string): string => resolve(root, 'public/demo', name);

const serve = async () => {
  const questions = readLabelled(demo('questions.jsonl'));
  const endpoint = createEndpoint({ questions, personality: 'oracle', chosen: 0.5, key: KEY });
  return { endpoint, ...(await listen(endpoint)) };
};

describe('what leaves the page', () => {
  let app: App;
  let served: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    served = await serve();
    app = await openApp();
  });
  afterAll(async () => {
    await app?.close();
    await served?.close();
  });
  const model = () => app.page.getByRole('region', { name: 'Language model' });
  const egress = () => app.page.getByRole('region', { name: 'What leaves the page' });
  const button = (name: string) => model().getByRole('button', { name, exact: true });
  const offline = () => egress().getByRole('checkbox', { name: 'Offline: let nothing leave' });
  const posts = (): number => served.endpoint.calls.filter(({ method }) => method === 'POST').length;
  const reload = async (): Promise<void> => {
    await app.page.reload();
    await egress().waitFor(PATIENT);
  };

  it('is nothing at first, and the page says so', async () => {
    await goTo(app.page, '#/settings');
    await egress().getByText('Nothing has left this page.').waitFor(PATIENT);
  });

  it('a key is remembered with a passphrase, and a reload unlocks it', async () => {
    await model().getByRole('textbox', { name: 'Address' }).fill(served.url);
    await model().getByPlaceholder('name of the model').fill(MODEL);
    await model().getByLabel('Key', { exact: true }).fill(KEY);
    await button('Use this model').click();
    await model()
      .getByText(/^In use: /)
      .waitFor(PATIENT);
    await model().getByText('Remember the key on this device').click();
    await model().getByLabel('Passphrase').fill(PASS);
    await button('Remember').click();
    await model()
      .getByText(/is remembered on this device, encrypted/)
      .waitFor(PATIENT);
    await reload();
    await model().getByLabel('Passphrase').fill('not this one');
    await button('Unlock').click();
    await model()
      .getByText(/That is not the passphrase/)
      .waitFor(PATIENT);
    await model().getByLabel('Passphrase').fill(PASS);
    await button('Unlock').click();
    await model()
      .getByText(/^In use: /)
      .waitFor(PATIENT);
    const before = posts();
    await button('Test connection').click();
    await model().getByText('Works.').waitFor(PATIENT);
    expect(posts()).toBeGreaterThan(before);
  });

  it('is in the ledger with its purpose, also after a reload; neither key nor passphrase is anywhere', async () => {
    await egress().getByText('test of the connection').first().waitFor(PATIENT);
    await reload();
    await egress().getByText('test of the connection').first().waitFor(PATIENT);
    const kept = await app.page.evaluate(async () => {
      const answered = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const parts = [document.documentElement.outerHTML, location.href, JSON.stringify({ ...localStorage })];
      for (const { name } of await indexedDB.databases()) {
        const database = await answered(indexedDB.open(name ?? ''));
        for (const table of database.objectStoreNames) {
          const values = await answered(database.transaction(table).objectStore(table).getAll());
          // Bytes as they lie there, not as numbers in a list.
          const readable = (_: string, value: unknown): unknown =>
            value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value;
          parts.push(JSON.stringify(values, readable));
        }
        database.close();
      }
      return parts.join('\n');
    });
    expect(kept).toContain('hopscope.llm-key/1');
    for (const secret of [KEY, PASS]) expect(kept.includes(secret)).toBe(false);
  });

  it('is nothing while the switch is on, which a reload keeps; runs that ask a model say so', async () => {
    await offline().check();
    await reload();
    await until(() => offline().isChecked()).toBe(true);
    await app.page
      .getByRole('banner')
      .getByText(/^offline/)
      .waitFor(PATIENT);
    await model().getByLabel('Passphrase').fill(PASS);
    await button('Unlock').click();
    await model()
      .getByText(/^In use: /)
      .waitFor(PATIENT);
    const before = served.endpoint.calls.length;
    await button('Test connection').click();
    await model()
      .getByText(/Offline is switched on, so nothing was sent/)
      .waitFor(PATIENT);
    await egress().getByText('refused, nothing left').first().waitFor(PATIENT);
    await goTo(app.page, '#/');
    await dropOnStart(app.page, [demo('corpus.jsonl'), demo('questions.jsonl')]);
    await readAndIndex(app.page);
    await stopVectors(app.page);
    await goTo(app.page, `${screenHash(app.page, 'runs')}?systems=direct&retrievers=bm25`);
    await app.page
      .getByText(/Offline is switched on: runs/)
      .first()
      .waitFor(PATIENT);
    expect(await app.page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
    expect(served.endpoint.calls.length).toBe(before);
  });

  it('the key is forgotten with one click', async () => {
    await goTo(app.page, '#/settings');
    await button('Forget key').click();
    await model()
      .getByText(/is remembered on this device/)
      .waitFor({ ...PATIENT, state: 'detached' });
    await reload();
    expect(
      await model()
        .getByText(/is remembered on this device/)
        .count(),
    ).toBe(0);
    expect(app.watch.violations).toEqual([]);
  });
});
