/** What a person does to run systems that ask a model: a world to ask about, as files, and the settings of the endpoint. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createEndpoint, MODEL } from '../../scripts/test-llm/endpoint.mjs';
import { fromQuestion } from '../../scripts/test-llm/labelled.mjs';
import { listen } from '../../scripts/test-llm/listen.mjs';
import { passagesOf, questionOf } from '../llm-runs/world';
import type { Passage } from './passages';
import { goTo, PATIENT } from './screens';

export const KEY = 'sk-test-Zr4w8wQ1kXunmistakable';

type Settings = Parameters<typeof createEndpoint>[0];

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The invented world of `test/llm-runs/world.ts` as two files. `more`: passages beside those of the questions. */
export const writeWorld = (size: number, more: readonly Passage[] = []): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-world-'));
  const questions = Array.from({ length: size }, (_, at) => {
    const { id, text, answers, hops, gold } = questionOf(at);
    const shown = hops.map(({ gold: ids, ...hop }) => ({
      ...hop,
      gold: gold
        .filter((passage) => ids.includes(passage.id))
        .map(({ title, text: of }) => ({ title, text: of })),
    }));
    return { id, question: text, answers, hops: shown };
  });
  const files = { 'corpus.jsonl': [...passagesOf(size), ...more], 'questions.jsonl': questions };
  return Object.entries(files).map(([name, rows]) => {
    writeFileSync(join(folder, name), lines(rows));
    return join(folder, name);
  });
};

/** The scripted model behind a socket. While `held`, no call gets an answer. */
export const serveModel = async (size: number, settings: Omit<Settings, 'questions' | 'key'>) => {
  const questions = Array.from({ length: size }, (_, at) => fromQuestion(questionOf(at)));
  const endpoint = createEndpoint({ ...settings, questions, key: KEY });
  const state = { held: false };
  const listening = await listen({
    ...endpoint,
    answer: (received) => {
      const sent = endpoint.answer(received);
      return state.held && received.method === 'POST' ? null : sent;
    },
  });
  return {
    ...listening,
    endpoint,
    state,
    posts: () => endpoint.calls.filter(({ method }) => method === 'POST'),
  };
};
export type ServedModel = Awaited<ReturnType<typeof serveModel>>;

const panelOf = (page: Page) => page.getByRole('region', { name: 'Language model' });

const use = async (page: Page): Promise<void> => {
  await panelOf(page).getByLabel('Key', { exact: true }).fill(KEY);
  await panelOf(page).getByRole('button', { name: 'Use this model' }).click();
  await panelOf(page).getByText(`In use: ${MODEL}`).waitFor(PATIENT);
};

/** Fills the settings of the language model in, and sets it. */
export const chooseModel = async (
  page: Page,
  url: string,
  limits: { concurrency: number; trySeconds: number },
): Promise<void> => {
  await goTo(page, '#/settings');
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: 'Address' }).fill(url);
  await panel.getByPlaceholder('name of the model').fill(MODEL);
  await panel.getByText('Limits, seed and prices').click();
  await panel.getByLabel('Calls at a time').fill(String(limits.concurrency));
  await panel.getByLabel('Seconds for one try').fill(String(limits.trySeconds));
  await use(page);
};

/** After a reload the page knows all of the model but its key. */
export const giveKeyAgain = async (page: Page): Promise<void> => {
  await goTo(page, '#/settings');
  await use(page);
};
