/** Several workspaces at once, and a page that is closed in the middle: what a first visitor does to a long job. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import {
  dropOnStart,
  expectClean,
  goTo,
  openDemo,
  PATIENT,
  readAndIndex,
  screenHash,
  until,
  waitForRuns,
} from '../support/screens';

const folder = mkdtempSync(join(tmpdir(), 'hopscope-workspaces-'));
const written = (name: string, records: object[]): string => {
  const path = join(folder, name);
  writeFileSync(path, `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
  return path;
};
const LOTS = 15;
const corpus = written(
  'corpus.jsonl',
  Array.from({ length: LOTS }, (_, i) => ({
    title: `Lighthouse ${i + 1}`,
    text: `Lighthouse ${i + 1} of Varn stands on rock number ${i + 1}.`,
  })),
);
const questions = written('questions.jsonl', [
  {
    question: 'On which rock does lighthouse 3 of Varn stand?',
    answers: ['3'],
    gold: [{ title: 'Lighthouse 3' }],
  },
]);

describe('another workspace while the demo runs', { timeout: 1_800_000 }, () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  it('shows, searches and embeds its own documents, and the demo gets its runs', async () => {
    const { page } = app;
    await openDemo(page);
    const demo = screenHash(page, 'runs');
    // Two probes on three retrievers; the runs that are judged come next, and take long enough to look elsewhere.
    await waitForRuns(page, 6);
    const running = page.getByRole('progressbar', { name: /^Runs/ });
    await running.first().waitFor(PATIENT);
    await page.evaluate(() => {
      location.hash = '#/';
    });
    await dropOnStart(page, [corpus, questions]);
    await readAndIndex(page);

    let looks = 0;
    for (let lot = 1; lot <= 5; lot++) {
      await goTo(page, screenHash(page, 'corpus'));
      await page.getByRole('heading', { name: `${LOTS} documents` }).waitFor(PATIENT);
      expect(await page.getByText('Lighthouse 1 of Varn', { exact: false }).count()).toBeGreaterThan(0);
      await goTo(page, screenHash(page, `search?q=lighthouse ${lot} of Varn`));
      const found = page.getByRole('region', { name: 'BM25' }).getByRole('button');
      await found.first().waitFor(PATIENT);
      expect(await found.first().textContent()).toContain(`Lighthouse ${lot}`);
      if ((await running.count()) > 0) looks++;
    }
    expect(looks, 'looks while the demo ran').toBeGreaterThan(0);
    await page.getByText(/vectors ready/).waitFor(PATIENT);
    expect(await page.getByText('No corpus is open').count()).toBe(0);

    // What was not begun is offered where it belongs, and nowhere else; what goes on ends well.
    const left = page.getByText(/not begun/);
    expect(await left.count()).toBe(0);
    await until(() => running.count()).toBe(0);
    await goTo(page, demo);
    await waitForRuns(page, 9);
    expect(await left.textContent()).toContain('2 runs were not begun');
    expectClean(app);
  });
});

describe('a page that is closed in the middle of a batch', { timeout: 1_800_000 }, () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  it('offers every run that was asked for, and makes them', async () => {
    const { page } = app;
    await openDemo(page);
    await page.reload();
    const notice = page.getByText(/not begun/);
    await notice.waitFor(PATIENT);
    // Two probes on BM25 are made; on the other two retrievers, hop by hop and reading are not.
    expect(await notice.textContent()).toMatch(
      /^(9 runs were not begun|1 run stopped half-way and 8 were not begun)/,
    );
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
    await waitForRuns(page, 11);
    await until(() => notice.count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor(PATIENT);
    expect(await notice.count()).toBe(0);
    expectClean(app);
  });
});

describe('what cannot be', () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  it('questions without documents cannot be run', async () => {
    const { page } = app;
    await dropOnStart(page, [questions]);
    await readAndIndex(page);
    await goTo(page, screenHash(page, 'runs'));
    await page.getByText('No documents yet').waitFor(PATIENT);
    expect(await page.getByRole('button', { name: 'Start' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Add documents' }).click();
    await page.getByText('Drop', { exact: false }).first().waitFor(PATIENT);
    expectClean(app);
  });

  it('a cut-off address is no such page, and only that one', async () => {
    const { page } = app;
    const broken = screenHash(page, 'question/%E0%A4%A');
    await goTo(page, screenHash(page, 'questions'));
    await page.evaluate((to) => {
      location.hash = to;
    }, broken);
    const nowhere = page.getByText('There is no such page');
    await nowhere.waitFor(PATIENT);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /Questions/ }).waitFor(PATIENT);
    expect(await nowhere.count()).toBe(0);
    await page.goForward();
    await nowhere.waitFor(PATIENT);
    // Opened at it, as from a link in a mail.
    await page.reload();
    await nowhere.waitFor(PATIENT);
    await page.getByRole('link', { name: 'Go to the start' }).click();
    await page.getByRole('button', { name: 'Open the demo' }).waitFor(PATIENT);
    expectClean(app);
  });

  it('a workspace that another tab has open is not deleted, and not said to be', async () => {
    const { page } = app;
    await goTo(page, '#/');
    const row = page.getByRole('region', { name: 'Table of recent workspaces' });
    await row.getByRole('link').first().click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor(PATIENT);
    const second = await app.newPage();
    await second.goto(app.url);
    await second
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await second.getByText(/open for writing in another tab/).waitFor(PATIENT);
    expect(await second.getByText(/deleted/).count()).toBe(0);
    expect(await second.getByRole('button', { name: /^Delete / }).count()).toBe(1);

    await page.close();
    const remove = second.getByRole('button', { name: /^Delete / });
    await until(async () => {
      if ((await remove.count()) > 0) await remove.first().click();
      return second.getByText(/about to be deleted/).count();
    }).toBe(1);
    await second.getByText(/ is deleted\./).waitFor(PATIENT);
    await second.reload();
    await second.getByRole('button', { name: 'Open the demo' }).waitFor(PATIENT);
    expect(await remove.count()).toBe(0);
  });
});
