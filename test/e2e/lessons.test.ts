import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp, root } from '../support/app';
import { expectClean, goTo, PATIENT, until } from '../support/screens';

const LESSONS = [
  'hop-miss',
  'composition-miss',
  'wrong-chunk',
  'search-drift',
  'extraction-failure',
  'other-evidence',
  'false-resolution',
  'judge-error',
] as const;

describe('the lessons, with the network cut', () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp({ scripts: [`${root}/node_modules/axe-core/axe.min.js`] });
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
  }, 300_000);
  afterAll(() => app?.close());

  const serious = () =>
    app.page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: Document): Promise<{ violations: { id: string; impact: string }[] }> };
      };
      const { violations } = await axe.run(document);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id }) => id);
    });
  const over = () =>
    app.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it('lists eight, none done, once everything is kept on this device', async () => {
    // Kept on this device: from here on nothing is asked of the host.
    await app.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await until(() =>
      app.page.evaluate(async () =>
        Boolean(await caches.match('models/hopscope-presence-reader/onnx/model_int8.onnx')),
      ),
    ).toBe(true);
    await app.stopServing();
    await app.page.reload();
    await goTo(app.page, '#/lessons');
    await app.page.getByText('0 of 8 done').waitFor(PATIENT);
    expect(await app.page.getByRole('main').getByRole('listitem').count()).toBe(8);
    expect(await serious()).toEqual([]);
  });

  it.each(LESSONS)('%s: predict, reveal, change; clean for axe, fits a phone', async (id) => {
    const { page } = app;
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo(page, `#/lessons?at=${id}`);
    await page.getByRole('radio').first().waitFor(PATIENT);
    // By keyboard, as a class without a mouse would.
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'See if it is so', disabled: false }).click(PATIENT);
    await page.getByText(/^You said: /).waitFor(PATIENT);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-part'))).toBe('1');
    const on = page.getByRole('button', { name: /^Go on/ });
    while ((await on.count()) > 0) await on.click();
    await page.getByRole('heading', { name: 'What to take along' }).waitFor(PATIENT);
    expect(await serious()).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 320]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 700 });
        expect(await over(), `${width} px`).toBe(0);
        if (width === 390) expect(await serious(), colorScheme).toEqual([]);
      }
  });

  it('heals the hop miss by k and by asking twice', async () => {
    const { page } = app;
    await goTo(page, '#/lessons?at=hop-miss&step=3');
    const change = page.locator('section', { has: page.getByRole('heading', { name: /Change one thing/ }) });
    await change.getByText('not retrieved', { exact: true }).waitFor(PATIENT);
    await change.getByRole('slider').fill('49');
    await change.getByText('evidence complete', { exact: true }).waitFor(PATIENT);
    await change.getByRole('slider').fill('5');
    await change.getByText('not retrieved', { exact: true }).waitFor(PATIENT);
    await change.getByText('ask a second time', { exact: true }).click();
    await change.getByText('evidence complete', { exact: true }).waitFor(PATIENT);
  });

  it('remembers what was read, leads from a term to its lesson, and is in the palette', async () => {
    const { page } = app;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await goTo(page, '#/lessons');
    await page.getByText('8 of 8 done').waitFor(PATIENT);
    await goTo(page, '#/terms?at=wrong-chunk');
    await page.getByRole('link', { name: 'Lesson: The right document, the wrong piece' }).click();
    await page
      .getByRole('heading', { level: 1, name: 'The right document, the wrong piece' })
      .waitFor(PATIENT);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Ticked off');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ticked off too soon' }).waitFor(PATIENT);
  });

  it('wrote no workspace, broke no content policy, asked nobody else', async () => {
    await goTo(app.page, '#/');
    expect(
      await app.page.evaluate(() => JSON.parse(localStorage.getItem('hopscope.preferences') ?? '{}').demo),
    ).toBe(null);
    expectClean(app);
  });
});
