import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import { dropOnStart, expectClean, goTo, PATIENT, readAndIndex, screenHash, until } from '../support/screens';

const files = (): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-tabs-'));
  const corpus = join(folder, 'corpus.jsonl');
  const questions = join(folder, 'questions.jsonl');
  writeFileSync(
    corpus,
    '{"title":"Mill","text":"The mill at Orn was built by Ada Voss."}\n{"title":"Ada Voss","text":"Ada Voss was born in Tarn."}\n',
  );
  writeFileSync(
    questions,
    `${JSON.stringify({ question: 'Where was the builder of the mill at Orn born?', answers: ['Tarn'], gold: [{ title: 'Mill' }, { title: 'Ada Voss' }] })}\n`,
  );
  return [corpus, questions];
};

describe('two tabs on one workspace', () => {
  let app: App;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  it('lets the first write and the second read, until the first is closed', async () => {
    await dropOnStart(app.page, files());
    await readAndIndex(app.page);
    await goTo(app.page, screenHash(app.page, 'runs'));
    const notice = /This workspace is open in another tab/;
    await until(() => app.page.getByRole('button', { name: 'Start' }).isEnabled()).toBe(true);
    expect(await app.page.getByText(notice).count()).toBe(0);

    const second = await app.newPage();
    await second.goto(app.page.url());
    await second.getByText(notice).waitFor(PATIENT);
    expect(await second.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
    // Reading goes on in the second tab.
    await goTo(second, screenHash(second, 'search?q=mill'));
    await second.getByRole('region', { name: 'BM25' }).getByRole('button', { name: /Mill/ }).waitFor(PATIENT);
    await goTo(second, screenHash(second, 'runs'));

    await app.page.close();
    await second.getByText(notice).waitFor({ ...PATIENT, state: 'detached' });
    await until(() => second.getByRole('button', { name: 'Start' }).isEnabled()).toBe(true);
    await second.getByRole('checkbox', { name: /^vector/ }).uncheck();
    await second.getByRole('checkbox', { name: /^hybrid/ }).uncheck();
    await second.getByRole('button', { name: 'Start' }).click();
    await until(() => second.getByRole('link', { name: 'finished' }).count()).toBe(3);
    expectClean(app);
  });
});
