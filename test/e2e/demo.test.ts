import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import { isLong, sayIfShort } from '../support/long';
import {
  copiedQuestions,
  expectClean,
  goTo,
  openDemo,
  PATIENT,
  screenHash,
  until,
  waitForRuns,
} from '../support/screens';
import { recordWorkerCalls, workerCalls } from '../support/worker-calls';

/** Verdicts that need no answer (05.2), by the words of the interface. */
const NEED_NO_ANSWER = [
  'evidence complete',
  'hop miss',
  'total miss',
  'missing document',
  'wrong chunk',
  'unmapped',
  'unanswerable',
  'unlabelled',
];
/** What each question was written to show, with one search on BM25 at k = 5. */
const SINGLE_ON_BM25 = {
  q01: 'evidence complete',
  q03: 'wrong chunk',
  q06: 'missing document',
  q10: 'hop miss',
  q15: 'total miss',
  q33: 'unanswerable',
  q36: 'unlabelled',
  q37: 'unmapped',
};

/** Runs that read and answer; they read the top 3. */
const ANSWERING = ['read once|hybrid', 'read hop by hop|hybrid'];
/** Verdicts of a run with answers (05.2): some right, some not, and null questions judged by what was said. */
const NEED_ANSWERS = ['pass', 'composition miss'];

/** Worker methods that ask a retriever. */
const SEARCHING = ['search', 'start', 'resumeRuns', 'embed'];

sayIfShort('looks at the verdicts on the answers of the demo');

describe('the demo, with the network cut after the app was loaded', () => {
  let app: App;
  /** Diagnosis addresses by "system retriever". */
  const addresses = new Map<string, string>();

  beforeAll(async () => {
    app = await openApp();
    await recordWorkerCalls(app.page);
    await app.page.goto(`${app.url}#/settings`);
    await app.page.reload();
    await app.page.getByText('it works with the network cut').waitFor(PATIENT);
    await app.context.setOffline(true);
    await app.stopServing();
    await app.page.goto(app.url);
    await openDemo(app.page);
  }, 600_000);
  afterAll(() => app?.close());

  const open = async (run: string): Promise<void> => {
    const address = addresses.get(run);
    if (address === undefined) throw new Error(`no run ${run}`);
    await goTo(app.page, screenHash(app.page, 'runs'));
    await goTo(app.page, address);
    await app.page
      .getByText(`${run.replace('|', ' on ')}, k = ${ANSWERING.includes(run) ? 3 : 5}`)
      .waitFor(PATIENT);
  };

  it('ends in a diagnosis of every probe on every retriever, and in answers', {
    timeout: 1_800_000,
  }, async () => {
    const table = await waitForRuns(app.page, 11);
    for (const row of await table.getByRole('row').all()) {
      const link = row.getByRole('link', { name: 'Diagnosis' });
      if ((await link.count()) === 0) continue;
      const [system, retriever, , , questions, errors] = await row.getByRole('cell').allTextContents();
      expect([questions?.trim(), errors?.trim()]).toEqual(['40', '0']);
      // Below its name stands which labels the system uses.
      const name = system?.trim().replace(/uses the labelled.*$/, '');
      addresses.set(`${name}|${retriever?.trim()}`, (await link.getAttribute('href')) ?? '');
    }
    expect([...addresses.keys()].sort()).toEqual(
      [
        ...['hop by hop', 'oracle', 'single search'].flatMap((system) =>
          ['BM25', 'hybrid', 'vector'].map((kind) => `${system}|${kind}`),
        ),
        ...ANSWERING,
      ].sort(),
    );
    for (const run of addresses.keys()) {
      await open(run);
      await app.page.getByRole('group', { name: 'Verdicts' }).waitFor(PATIENT);
      await app.page.getByText('40 questions').first().waitFor(PATIENT);
    }
  });

  it('gives every verdict that needs no answer, and the ones the questions were written for', async () => {
    const seen = new Set<string>();
    for (const kind of ['BM25', 'vector', 'hybrid']) {
      await open(`single search|${kind}`);
      const [head, ...rows] = await copiedQuestions(app.page);
      expect(head).toContain('verdict');
      const at = head?.indexOf('verdict') ?? -1;
      const verdicts = new Map(rows.map((row) => [row[0] ?? '', row[at] ?? '']));
      expect(verdicts.size).toBe(40);
      for (const verdict of verdicts.values()) seen.add(verdict);
      if (kind === 'BM25') expect(Object.fromEntries(verdicts)).toMatchObject(SINGLE_ON_BM25);
    }
    expect([...seen].sort()).toEqual(NEED_NO_ANSWER.toSorted());
  });

  // What the reader answers hangs on its weights, which are still being trained (see the model's card).
  it.skipIf(!isLong)('gives verdicts on answers where there are answers', async () => {
    const seen = new Set<string>();
    for (const run of ANSWERING) {
      await open(run);
      const [head, ...rows] = await copiedQuestions(app.page);
      const at = head?.indexOf('verdict') ?? -1;
      for (const row of rows) seen.add(row[at] ?? '');
    }
    expect([...seen]).toEqual(expect.arrayContaining(NEED_ANSWERS));
    // With an answer in view, "evidence complete" is either of the two.
    expect(seen).not.toContain('evidence complete');
  });

  it('comes back to the same place after a reload', async () => {
    await open('single search|BM25');
    await app.page.getByRole('button', { name: /^hop miss/ }).click();
    await app.page.getByRole('button', { name: /^Remove filter: .*hop miss/ }).waitFor(PATIENT);
    const address = app.page.url();
    const finding = await app.page.getByRole('heading', { level: 1 }).textContent();
    await app.page.reload();
    await app.page.getByRole('button', { name: /^Remove filter: .*hop miss/ }).waitFor(PATIENT);
    expect(app.page.url()).toBe(address);
    expect(await app.page.getByRole('heading', { level: 1 }).textContent()).toBe(finding);
    expect(await app.page.getByRole('radio', { name: 'BM25' }).isChecked()).toBe(true);
  });

  it('moves every figure with k and searches nothing', async () => {
    await open('single search|BM25');
    const figures = () => app.page.getByRole('group', { name: 'Verdicts' }).textContent();
    const before = await figures();
    const searches = await app.page
      .getByText(/\d+ search(es)?$/)
      .first()
      .textContent();
    await app.page.waitForTimeout(1000);
    const earlier = (await workerCalls(app.page)).length;
    const slider = app.page.getByRole('slider', { name: /^k, how many/ });
    await slider.focus();
    for (let step = 0; step < 5; step++) await slider.press('ArrowRight');
    await app.page.getByText('single search on BM25, k = 10').waitFor(PATIENT);
    await until(figures).not.toBe(before);
    await app.page.waitForTimeout(1000);
    const made = (await workerCalls(app.page)).slice(earlier);
    expect(made).toContain('diagnose');
    expect(made.filter((call) => SEARCHING.includes(call))).toEqual([]);
    expect(
      await app.page
        .getByText(/\d+ search(es)?$/)
        .first()
        .textContent(),
    ).toBe(searches);
  });

  it('shows where the chain of a question breaks, proves it, and heals it', async () => {
    await open('single search|BM25');
    await app.page.getByRole('searchbox', { name: 'Filter questions by text' }).fill('Lantern Bridge belong');
    await app.page
      .getByRole('grid', { name: 'Questions of this run' })
      .getByRole('link', { name: /architect of the Lantern Bridge/ })
      .click();
    const chain = app.page.getByRole('region', { name: 'Chain of hops' });
    await chain.getByRole('article', { name: 'Hop 1: retrieved' }).waitFor(PATIENT);
    const broken = chain.getByRole('article', { name: /^Hop 2: search drift/ });
    await broken.waitFor(PATIENT);
    expect(await broken.getByText('the chain breaks here').isVisible()).toBe(true);
    expect(await chain.getByText('the chain breaks here').count()).toBe(1);
    // Another probe on the same retriever found her, and her name in the query does.
    await broken
      .getByText(/^Certificate [BC]$/)
      .first()
      .waitFor(PATIENT);
    const trial = app.page.getByRole('region', { name: 'Try it' });
    await trial.getByRole('button', { name: 'hop 2', exact: true }).click();
    await broken.getByText(/heals with your query, at rank \d+/).waitFor(PATIENT);
    await trial
      .getByRole('status')
      .filter({ hasText: /Heals hop 2 \(rank \d+\)/ })
      .waitFor(PATIENT);
    expect(await trial.getByRole('searchbox', { name: 'Query to try' }).inputValue()).toContain('Ilse Maren');
  });

  it('broke no content policy, asked no other origin, logged no error', () => {
    expectClean(app);
  });
});
