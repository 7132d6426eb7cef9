import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import { expectClean, goTo, PATIENT, screenHash } from '../support/screens';

const SHOTS = process.env.HOPSCOPE_SHOTS ?? '';

const TEXTS = [
  'The mill at Orl was built in 1411 by Ilo Venn, and it burned twice before the flood.',
  'Pim is a ferry landing below Orl, where the ferryman is a brother of Ilo Venn.',
  'Kelm is a town of weavers on the northern road, known for its blue cloth.',
];
const RUN = [
  {
    user_input: 'When was the mill of the ferryman’s brother built?',
    response: '1411',
    reference: '1411',
    retrieved_contexts: [TEXTS[1], TEXTS[0]],
    reference_contexts: [TEXTS[1], TEXTS[0]],
  },
  {
    user_input: 'Who built the mill above the landing?',
    response: 'Nobody.',
    reference: 'Ilo Venn',
    retrieved_contexts: [TEXTS[2], TEXTS[1]],
    reference_contexts: [TEXTS[1], TEXTS[0]],
  },
]
  .map((record) => `${JSON.stringify(record)}\n`)
  .join('');

describe('a run made elsewhere, in the built app', () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
  }, 600_000);
  afterAll(() => app?.close());

  it('is dropped, matched and kept, and then diagnosed like a run made here', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'import a run of your own system' }).click();
    await page.getByRole('heading', { name: 'Import a run made elsewhere' }).waitFor(PATIENT);
    await page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ has: page.getByRole('heading', { name: 'Import a run made elsewhere' }) })
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'mine.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(RUN) });
    await page.getByRole('combobox', { name: /^Read mine\.jsonl as/ }).waitFor(PATIENT);
    expect(await page.getByRole('combobox', { name: /^Read mine\.jsonl as/ }).inputValue()).toBe('ragas');
    await page.getByRole('button', { name: 'See what matches' }).click();
    await page.getByText('2 records read, 2 kept').waitFor(PATIENT);
    for (const scheme of SHOTS === '' ? [] : (['light', 'dark'] as const))
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${SHOTS}/import-${scheme}-${width}.png`, fullPage: true });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'mine', exact: true }).waitFor(PATIENT);
    await page.getByRole('link', { name: 'mine', exact: true }).click();
    await page.getByText('mine on unknown retriever, k = 2').waitFor(PATIENT);
    if (SHOTS !== '') await page.screenshot({ path: `${SHOTS}/diagnosis.png`, fullPage: true });
    await goTo(page, screenHash(page, 'runs'));
    await page.getByText('imported from mine.jsonl').waitFor(PATIENT);
    expectClean(app);
  });
});
