/** Office files in the built app, whose parsers run in a worker of their own: what is kept, and what is named. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from '../support/app';
import { linesAt, makePdf } from '../support/pdf';
import { dropOnStart, expectClean, goTo, PATIENT, readAndIndex, screenHash, tally } from '../support/screens';
import { makeZip } from '../support/zip';

const LEFT = [
  'The mill at Orl was built in 1411 by a ferry-',
  'man who had learned his trade in the valley.',
  'The commissioners kept the books in which he',
  'is named.',
];
const RIGHT = [
  'The harbour beside it is drawn on a leaf of its',
  'own. A later hand added that he died before the',
  'roof was laid, and that the great flood took',
  'what there was.',
];
const twoColumns = makePdf([[...linesAt(60, 100, LEFT), ...linesAt(320, 100, RIGHT)]], { title: 'Orl' });

const page = '<html><body><nav>Home</nav><main><h1>Pim</h1><p>Pim lies on the Aven.</p></main></body></html>';
const packed = makeZip([
  { name: 'in/pim.html', content: page },
  { name: 'in/scanned.pdf', content: makePdf([[]]) },
  { name: '../out.txt', content: 'A path that leads out.' },
]);

describe('PDF files and archives in the built app', () => {
  let app: App;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hopscope-files-'));
    app = await openApp();
  });
  afterAll(async () => {
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const written = (name: string, content: Uint8Array | string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('keeps what has text, names what has none, and adds up', async () => {
    await dropOnStart(app.page, [
      written('orl.pdf', twoColumns),
      written('locked.pdf', makePdf([linesAt(60, 100, LEFT)], { password: 'secret' })),
      written('cut.pdf', '%PDF-1.7\nnothing behind it'),
      written('more.zip', packed),
      written('questions.csv', 'question,answer\nWho built the mill at Orl?,a ferryman\n'),
    ]);
    await readAndIndex(app.page);
    const rejects = app.page.getByRole('grid', { name: 'Rejected records' });
    await rejects.getByText('locked.pdf').waitFor(PATIENT);
    const rows = await rejects.getByRole('row').allTextContents();
    const reasonOf = (file: string): string => rows.find((row) => row.startsWith(file)) ?? `none of ${file}`;
    expect(reasonOf('locked.pdf')).toMatch(/password|encrypted/i);
    expect(reasonOf('cut.pdf')).toMatch(/damaged|cannot be read|no pages/i);
    expect(reasonOf('more.zip/in/scanned.pdf')).toMatch(/no text/i);
    expect(reasonOf('more.zip/../out.txt')).toMatch(/out of the archive/);
    const [read = 0, kept = 0, rejected = 0] = await tally(app.page, 'Documents');
    expect(kept).toBe(2);
    expect(read).toBe(kept + rejected);
  });

  it('reads one column after the other and joins the word that a line end cut', async () => {
    await goTo(app.page, screenHash(app.page, 'corpus?q=ferryman'));
    const documents = app.page.getByRole('grid', { name: 'Documents' });
    await documents.getByRole('row').filter({ hasText: 'Orl' }).first().click();
    const read = app.page.getByText(/by a ferryman who had learned his trade in the valley\./).last();
    await read.waitFor(PATIENT);
  });

  it('broke no content policy, asked no other origin, logged no error', () => {
    expectClean(app);
  });
});
