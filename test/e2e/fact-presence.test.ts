import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import { isLong, sayIfShort } from '../support/long';
import { expectClean, goTo, openDemo, PATIENT, screenHash, stopVectors, until } from '../support/screens';

// The judge reads for every run of the demo first: minutes on two cores.
sayIfShort('has the judge read for the whole demo');

describe.skipIf(!isLong)('fact presence on the demo', () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
    await openDemo(app.page);
    await stopVectors(app.page);
    await app.page.locator('.cells').waitFor({ timeout: 600_000 });
  }, 900_000);
  afterAll(() => app?.close());

  /** Label of a cell → its count. */
  const cells = async (): Promise<Map<string, number>> => {
    const buttons = await app.page.locator('.cells button').allTextContents();
    return new Map(
      buttons.map((text) => {
        const [, n = '', label = ''] = /^([\d,]+)\S? ?(.+?) ·/.exec(text) ?? [];
        return [label.trim(), Number(n.replaceAll(',', ''))];
      }),
    );
  };
  const listed = async (): Promise<number> =>
    Number(
      /^[\d,]+/.exec((await app.page.locator('#questions').getByRole('status').textContent()) ?? '')?.[0],
    );

  it('shows four cells that add up, three when folded, with the coverage of the judge beside them', async () => {
    const four = await cells();
    expect([...four.keys()]).toEqual([
      'fact present',
      'extraction failure',
      'other evidence',
      'retrieval failure',
    ]);
    const sum = [...four.values()].reduce((a, b) => a + b, 0);
    await app.page.getByText(new RegExp(`^${sum} hops with both facts known`)).waitFor(PATIENT);
    await app.page
      .getByText(/judged \d+ of \d+ hops/)
      .first()
      .waitFor(PATIENT);
    await app.page
      .getByRole('link', { name: /unchecked on your data/ })
      .first()
      .waitFor(PATIENT);
    await app.page.getByLabel('three-way, as in arXiv 2609.17043').check();
    const three = await cells();
    expect([...three.keys()]).toEqual(['fact present', 'extraction failure', 'retrieval failure']);
    expect(three.get('retrieval failure')).toBe(
      (four.get('retrieval failure') ?? 0) + (four.get('other evidence') ?? 0),
    );
    await app.page.getByLabel('three-way, as in arXiv 2609.17043').uncheck();
  });

  it('a cell filters the questions; the same hops stand in the table by depth', async () => {
    const all = await listed();
    const present = (await cells()).get('fact present') ?? 0;
    const depth = app.page.getByRole('region', { name: 'Outcome by hop depth' });
    const column = await depth.locator('tbody tr td:nth-child(2) button').allTextContents();
    expect(column.reduce((sum, text) => sum + Number(text), 0)).toBe(present);
    await app.page.locator('.cells button').first().click();
    await app.page.getByRole('button', { name: /^Remove filter: some hop: fact present/ }).waitFor(PATIENT);
    await until(listed).toBeLessThan(all);
    expect(await listed()).toBeLessThanOrEqual(present);
    await app.page.getByRole('button', { name: 'Clear all' }).click();
    await until(listed).toBe(all);
  });

  it('moves the threshold: everything is flagged at 100%, nothing at 0%', async () => {
    const slider = app.page.getByRole('slider', { name: /^Threshold from which a fact/ });
    await slider.fill('0');
    await until(async () => (await cells()).get('extraction failure')).toBe(0);
    await slider.fill('100');
    await until(async () => (await cells()).get('fact present')).toBe(0);
    await app.page.getByRole('button', { name: 'The judge’s own' }).click();
    await until(async () => (await cells()).get('fact present')).toBeGreaterThan(0);
  });

  it('says on the card of a hop what the judge says, and finds the sentence on demand', async () => {
    await goTo(app.page, screenHash(app.page, 'question/q10'));
    const card = app.page.getByRole('article', { name: /^Hop 1/ });
    await card.getByText(/\d+%, threshold \d+%, best of \d+ passages?/).waitFor(PATIENT);
    await card.getByRole('button', { name: 'Which sentence decides it?' }).first().click();
    await card
      .getByText(/the sentence that the judge scores highest/)
      .first()
      .waitFor(PATIENT);
    expect(await card.locator('.stating mark').count()).toBeGreaterThan(0);
  });

  it('lets the judge read what a trial query finds', async () => {
    await app.page.getByRole('button', { name: /^Let the judge read \d+ passages?/ }).click();
    await app.page.getByRole('columnheader', { name: 'states the fact' }).waitFor(PATIENT);
    expect(
      await app.page.locator('.trial tbody tr td:last-child', { hasText: /^\d+%$|^<0\.?\d*%$/ }).count(),
    ).toBeGreaterThan(0);
  });

  it('broke no content policy, asked no other origin, logged no error', () => {
    expectClean(app);
  });
});

describe.skipIf(!isLong)('a judging that a reload breaks off', () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
    await openDemo(app.page);
    await stopVectors(app.page);
  }, 300_000);
  afterAll(() => app?.close());

  const bar = () => app.page.getByRole('progressbar', { name: /^Judging \d+ runs?/ });
  const done = async (): Promise<number> =>
    Number(
      (await bar()
        .getAttribute('aria-valuenow', { timeout: 1_000 })
        .catch(() => null)) ?? 0,
    );

  it('goes on by itself, and ends', async () => {
    await bar().waitFor({ timeout: 300_000 });
    await until(done).toBeGreaterThan(0);
    await app.page.reload();
    // No click from here on.
    await bar().waitFor({ timeout: 300_000 });
    await app.page.locator('.cells').waitFor({ timeout: 600_000 });
    await bar().waitFor({ state: 'detached', timeout: 600_000 });
    await app.page.reload();
    await app.page.locator('.cells').waitFor(PATIENT);
    expect(await bar().count()).toBe(0);
  }, 1_500_000);
});
