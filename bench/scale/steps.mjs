/**
 * What a person does with a large corpus, on the built app by role and name.
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ name: string, act: (page: Page) => Promise<void> }} Step
 */

/** Longer than any step takes on a busy machine. */
const PATIENT = { timeout: 1_800_000 };

/** @param {Page} page @param {string} screen */
const goTo = async (page, screen) => {
  const workspace = /#\/w\/([^/?]+)/.exec(page.url())?.[1];
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/w/${workspace}/${screen}`);
};

/** @param {Page} page @param {number} times @param {number} pixels */
const wheel = async (page, times, pixels) => {
  for (let i = 0; i < times; i++) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(50);
  }
};

/** @param {Page} page */
const documents = (page) => page.getByRole('grid', { name: 'Documents' });

/**
 * @param {string[]} files
 * @returns {Step[]}
 */
export const scaleSteps = (files) => [
  {
    name: 'look into the files',
    act: async (page) => {
      await page.getByTestId('files').first().setInputFiles(files);
      await page.getByRole('grid', { name: 'Files found' }).waitFor(PATIENT);
    },
  },
  {
    name: 'import and map the gold',
    act: async (page) => {
      await page.getByRole('button', { name: 'Read and index' }).click();
      await page.waitForURL(/tab=report/, PATIENT);
    },
  },
  {
    name: 'index for BM25',
    // The vectors begin when it is done; they would take hours for so many.
    act: async (page) => {
      await page.getByRole('progressbar', { name: 'Vectors' }).waitFor(PATIENT);
      await page
        .getByRole('region', { name: 'Running jobs' })
        .getByRole('button', { name: 'Cancel' })
        .click();
      await page.getByRole('progressbar', { name: 'Vectors' }).waitFor({ state: 'hidden', ...PATIENT });
    },
  },
  {
    name: 'search',
    act: async (page) => {
      await goTo(page, 'search?q=Which film was directed first');
      await page.getByRole('region', { name: 'BM25' }).getByRole('listitem').nth(5).waitFor(PATIENT);
    },
  },
  {
    name: 'run one search a question',
    act: async (page) => {
      await goTo(page, 'runs');
      for (const other of [/^hop by hop/, /^oracle/, /^vector/, /^hybrid/])
        await page.getByRole('checkbox', { name: other }).uncheck();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      const runs = page.getByRole('region', { name: 'Runs', exact: true });
      await runs.getByRole('link', { name: 'finished' }).first().waitFor(PATIENT);
    },
  },
  {
    name: 'triage',
    act: async (page) => {
      await goTo(page, 'diagnosis');
      await page.getByRole('group', { name: 'Verdicts' }).waitFor(PATIENT);
    },
  },
  {
    name: 'move k five times',
    act: async (page) => {
      const slider = page.getByRole('slider').first();
      for (let i = 0; i < 5; i++) {
        await slider.press('ArrowRight');
        await page.waitForTimeout(300);
      }
    },
  },
  {
    name: 'filter the questions',
    act: async (page) => {
      await page.getByPlaceholder('Filter by text').fill('which film');
      await page.waitForTimeout(600);
      await page.getByPlaceholder('Filter by text').fill('');
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'scroll the questions',
    act: async (page) => {
      const grid = page.getByRole('grid', { name: 'Questions of this run' });
      await grid.scrollIntoViewIfNeeded();
      await grid.hover();
      await wheel(page, 40, 4000);
    },
  },
  {
    name: 'open the documents',
    act: async (page) => {
      await goTo(page, 'corpus');
      await documents(page).getByRole('row').nth(5).waitFor(PATIENT);
    },
  },
  {
    name: 'scroll the documents',
    act: async (page) => {
      await documents(page).hover();
      await wheel(page, 40, 100_000);
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'filter the documents',
    act: async (page) => {
      const heading = page.getByRole('heading', { name: /^[\d,]+ documents?$/ });
      const all = await heading.textContent();
      await page.getByPlaceholder('Filter by title or text').fill('film director');
      await heading.filter({ hasNotText: all ?? '' }).waitFor(PATIENT);
    },
  },
  {
    name: 'reload',
    act: async (page) => {
      await page.reload();
      await documents(page).getByRole('row').nth(2).waitFor(PATIENT);
    },
  },
];
