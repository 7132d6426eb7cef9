/** The systems of a chat model in the built app, against the scripted model on this machine: where text goes, and where the key is not. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpoint, MODEL } from '../../scripts/test-llm/endpoint.mjs';
import { readLabelled } from '../../scripts/test-llm/labelled.mjs';
import { listen } from '../../scripts/test-llm/listen.mjs';
import { type App, openApp, root } from '../support/app';
import { readSummary } from '../support/diagnose';
import {
  dropOnStart,
  goTo,
  PATIENT,
  readAndIndex,
  screenHash,
  stopVectors,
  waitForRuns,
} from '../support/screens';

const KEY = 'sk-test-Zr4w8wQ1kXunmistakable';
const FORMS = [
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString('base64').replace(/=+$/, '').slice(0, -1),
];
const demo = (name: string): string => resolve(root, 'public/demo', name);
const leaks = (text: string): string[] => FORMS.filter((form) => text.includes(form));

const serveModel = async () => {
  const questions = readLabelled(demo('questions.jsonl'));
  const endpoint = createEndpoint({ questions, personality: 'over-confident', chosen: 0.5, key: KEY });
  return { endpoint, ...(await listen(endpoint)) };
};
type Served = Awaited<ReturnType<typeof serveModel>>;

const expectKeyInOneHeader = ({ endpoint }: Served): void => {
  const asked = endpoint.calls.filter(({ method }) => method === 'POST');
  expect(asked.length).toBeGreaterThan(40);
  for (const { headers, body, path } of asked) {
    const { authorization, ...others } = headers;
    expect(authorization).toBe(`Bearer ${KEY}`);
    expect(leaks(`${JSON.stringify(others)} ${body} ${path}`)).toEqual([]);
  }
};

describe('a chat model in the app', () => {
  let app: App;
  let served: Served;
  beforeAll(async () => {
    served = await serveModel();
    app = await openApp();
  });
  afterAll(async () => {
    await app?.close();
    await served?.close();
  });

  it('is chosen and tested, and answers the runs; the diagnosis says why answers are wrong', async () => {
    const { page } = app;
    await dropOnStart(page, [demo('corpus.jsonl'), demo('questions.jsonl')]);
    await readAndIndex(page);
    await stopVectors(page);
    const workspace = screenHash(page, 'runs');
    await goTo(page, '#/settings');
    const panel = page.getByRole('region', { name: 'Language model' });
    await panel.getByRole('textbox', { name: 'Address' }).fill(served.url);
    await panel.getByPlaceholder('name of the model').fill(MODEL);
    await panel.getByLabel('Key', { exact: true }).fill(KEY);
    await panel.getByRole('button', { name: 'Test connection' }).click();
    await panel.getByText('Works.').waitFor(PATIENT);
    await panel.getByRole('button', { name: 'Use this model' }).click();
    await panel.getByText(/^In use: scripted-model/).waitFor(PATIENT);
    expect(await panel.getByLabel('Key', { exact: true }).inputValue()).toBe('');

    await goTo(page, `${workspace}?systems=single-shot,execution-rag&retrievers=bm25`);
    await page.getByRole('button', { name: 'Start' }).click();
    await waitForRuns(page, 2);
    await goTo(page, screenHash(page, 'diagnosis'));
    await page.getByText(/^Why \d+ answers? (is|are) wrong$/).waitFor(PATIENT);
    expectKeyInOneHeader(served);
  });

  it('is the only other place that requests went to', () => {
    const origin = new URL(served.url).origin;
    for (const url of app.watch.foreign) expect(new URL(url).origin).toBe(origin);
    expect(app.watch.foreign.length).toBeGreaterThan(0);
    expect(app.watch.violations).toEqual([]);
  });

  it('leaves its key in no storage, page, address or message', async () => {
    const { page } = app;
    const kept = await page.evaluate(async () => {
      const parts: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
      const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
        for await (const [name, handle] of folder.entries()) {
          parts.push(name);
          if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle);
          // A file that a worker holds open cannot be read meanwhile.
          else parts.push(await (await (handle as FileSystemFileHandle).getFile()).text());
        }
      };
      await walk(await navigator.storage.getDirectory());
      const answered = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      for (const { name } of await indexedDB.databases()) {
        const database = await answered(indexedDB.open(name ?? ''));
        for (const table of database.objectStoreNames)
          parts.push(JSON.stringify(await answered(database.transaction(table).objectStore(table).getAll())));
        database.close();
      }
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) parts.push(request.url);
      parts.push(document.documentElement.outerHTML, location.href, JSON.stringify(history.state));
      for (const field of document.querySelectorAll('input')) parts.push(field.value);
      return parts.join('\n');
    });
    // The replies of the model are kept, so that none is paid for twice.
    expect(kept.includes('execution-rag')).toBe(true);
    expect(leaks(kept)).toEqual([]);
    expect(leaks(app.watch.errors.join('\n'))).toEqual([]);
    await goTo(page, '#/settings');
    expect(leaks(await page.content())).toEqual([]);
  });
});

it('npm run diagnose runs an agent with the key of the environment, and prints and writes it nowhere', {
  timeout: 1_800_000,
}, async () => {
  const served = await serveModel();
  const out = mkdtempSync(join(tmpdir(), 'hopscope-out-'));
  try {
    const options = [
      '--system',
      'single-shot',
      '--system',
      'execution-rag',
      '--retriever',
      'bm25',
      '--loops',
      '12',
      '--ablation',
      'no-updates',
      '--judge-answers',
    ];
    const files = ['--corpus', demo('corpus.jsonl'), '--questions', demo('questions.jsonl'), '--out', out];
    const child = spawn(
      process.execPath,
      ['scripts/diagnose.mjs', ...files, ...options, '--base-url', served.url, '--model', MODEL],
      { cwd: root, env: { ...process.env, HOPSCOPE_API_KEY: KEY } },
    );
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    const code = await new Promise((done) => child.on('close', done));
    expect([code, code === 0 ? '' : printed]).toEqual([0, '']);
    expect(printed).toContain(
      `Questions, and passages that are found for them, and answers and gold answers go to ${new URL(served.url).origin}, model ${MODEL}`,
    );
    expect(leaks(printed)).toEqual([]);
    const written = readdirSync(out);
    expect(written.filter((name) => name.startsWith('trace-') && !name.includes('without'))).toHaveLength(3);
    const { runs } = readSummary(out);
    expect(runs.map(({ system, ablation }) => [system, ablation])).toEqual([
      ['single-shot', null],
      ['execution-rag', null],
      ['execution-rag', 'no-updates'],
    ]);
    const judged = served.endpoint.calls.filter(({ task }) => task === 'answer-judge');
    expect(judged.length).toBeGreaterThan(0);
    expect(printed).toMatch(/The model judged \d+ answers: [1-9]/);
    for (const name of written)
      expect([name, leaks(readFileSync(join(out, name), 'utf8'))]).toEqual([name, []]);
    expectKeyInOneHeader(served);
  } finally {
    await served.close();
  }
});
