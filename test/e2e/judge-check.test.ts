import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import { isLong, sayIfShort } from '../support/long';
import { expectClean, goTo, openDemo, PATIENT, screenHash, stopVectors, until } from '../support/screens';

interface Exported {
  schema: string;
  labels: { question: string; hop: number; asked: string; chunks: string[]; label: string }[];
}

/** Cohen's κ of a 2 × 2 table, from its definition. */
const kappaOf = (bothPresent: number, onlyJudge: number, onlyPerson: number, bothAbsent: number): number => {
  const n = bothPresent + onlyJudge + onlyPerson + bothAbsent;
  const observed = (bothPresent + bothAbsent) / n;
  const judge = (bothPresent + onlyJudge) / n;
  const person = (bothPresent + onlyPerson) / n;
  const chance = judge * person + (1 - judge) * (1 - person);
  return (observed - chance) / (1 - chance);
};

// The judge reads for every run of the demo first: minutes on two cores.
sayIfShort('has the judge read for the whole demo');

describe.skipIf(!isLong)('checking the judge with the keyboard alone', () => {
  let app: App;
  const WANTED = 20;

  beforeAll(async () => {
    app = await openApp();
    await openDemo(app.page);
    await stopVectors(app.page);
    // The demo is judged by itself; the sample is there once its first runs are.
    await app.page.locator('.cells').waitFor({ timeout: 600_000 });
    await goTo(app.page, screenHash(app.page, `judge?per=${WANTED / 2}`));
  }, 900_000);
  afterAll(() => app?.close());

  const progress = (): Promise<string | null> =>
    app.page.getByRole('complementary', { name: 'Label this hop' }).getByRole('status').textContent(PATIENT);
  const labelled = async (): Promise<number> => Number(/\d+/.exec((await progress()) ?? '')?.[0]);
  const total = async (): Promise<number> => Number(/of (\d+)/.exec((await progress()) ?? '')?.[1]);
  const asked = (): Promise<string | null> => app.page.locator('#asked').textContent(PATIENT);

  it('shows the question and the passages, and nothing of what the judge or the labels say', async () => {
    expect(await labelled()).toBe(0);
    expect(await total()).toBe(WANTED);
    const card = app.page.locator('.label-card');
    expect(await card.getByRole('article').count()).toBeGreaterThan(0);
    expect(await card.textContent()).not.toMatch(/%|threshold|gold|fact present|extraction/);
  });

  it('labels, goes back and changes its mind; a reload comes back to the same place', async () => {
    const first = await asked();
    for (const key of ['p', 'a', 'u', 'p', 'a']) {
      const before = await labelled();
      await app.page.keyboard.press(key);
      await until(labelled).toBe(before + 1);
    }
    await app.page.keyboard.press('b');
    await app.page.keyboard.press('p');
    await until(labelled).toBe(5);
    await until(progress).toContain('all saved');
    const next = await asked();
    expect(next).not.toBe(first);
    await app.page.reload();
    await until(labelled).toBe(5);
    expect(await asked()).toBe(next);
  });

  it('labels the rest, and the table, κ and the exported file agree', async () => {
    for (let at = 5; at < WANTED; at += 1) {
      await app.page.keyboard.press(at % 3 === 0 ? 'a' : 'p');
      await until(labelled).toBe(at + 1);
    }
    await until(progress).toContain('all saved');
    await goTo(app.page, screenHash(app.page, `judge?per=${WANTED / 2}&tab=results`));
    const table = app.page.getByRole('region', { name: 'Confusion table' });
    await table.waitFor(PATIENT);
    const [bothPresent = 0, onlyJudge = 0, onlyPerson = 0, bothAbsent = 0] = (
      await table.locator('td.r').allTextContents()
    ).map(Number);
    // One hop was called unsure: it is kept, and in no agreement.
    expect(bothPresent + onlyJudge + onlyPerson + bothAbsent).toBe(WANTED - 1);
    // Ten of each word of the judge were drawn.
    expect(Math.abs(bothPresent + onlyJudge - (onlyPerson + bothAbsent))).toBe(1);
    const title = await app.page.getByRole('heading', { name: /^κ / }).textContent();
    const shown = Number(/κ (-?[\d.]+)/.exec(title ?? '')?.[1]);
    expect(shown).toBeCloseTo(kappaOf(bothPresent, onlyJudge, onlyPerson, bothAbsent), 2);

    const button = app.page.getByRole('button', { name: /^Export 20 labels/ });
    await button.waitFor(PATIENT);
    await button.focus();
    const [download] = await Promise.all([
      app.page.waitForEvent('download', PATIENT),
      app.page.keyboard.press('Enter'),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as Exported;
    expect(exported.schema).toBe('hopscope.judge-labels/1');
    expect(exported.labels).toHaveLength(WANTED);
    const count = (label: string): number => exported.labels.filter((one) => one.label === label).length;
    expect(count('unsure')).toBe(1);
    expect(count('present')).toBe(bothPresent + onlyPerson);
    expect(count('absent')).toBe(onlyJudge + bothAbsent);
  });

  it('no figure of the diagnosis is called unchecked any more', async () => {
    await goTo(app.page, screenHash(app.page, 'diagnosis'));
    await app.page
      .getByRole('link', { name: /^checked on 19 of your hops, κ/ })
      .first()
      .waitFor(PATIENT);
    expect(await app.page.getByText('unchecked on your data').count()).toBe(0);
  });

  it('broke no content policy, asked no other origin, logged no error', () => {
    expectClean(app);
  });
});
