/** PDF files through the whole ingest: text, pages, and files that cannot be read. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../src/domain/corpus';
import { locateExact, needleOf } from '../../src/gold/locate';
import { viewOf } from '../../src/gold/views';
import { linesAt, makePdf, type PdfOptions, type PlacedText } from '../support/pdf';
import { blob, entry, fixture, ingest } from './support';

const read = async (bytes: Uint8Array<ArrayBuffer>, name = 'a.pdf') => {
  const { store, workspace, report } = await ingest([
    entry(name, blob(bytes), 'corpus'),
    entry('other.txt', 'Another file is kept.', 'corpus'),
  ]);
  const documents = await store.readDocuments(workspace);
  expect(documents.map(({ id }) => id)).toContain('other.txt');
  return {
    document: documents.find(({ id }) => id === name),
    chunks: (await store.readChunks(workspace)).filter((chunk) => chunk.document === name),
    report,
  };
};
const pdf = (pages: readonly (readonly PlacedText[])[], options?: PdfOptions) =>
  read(makePdf(pages, options));

const LEFT = [
  'The mill at Orl was built in 1411 by a ferryman',
  'who had learned his trade in the neighbour-',
  'hood of Pim. Its administration fell to the com-',
  'missioners of the valley, and they kept books',
  'in which the well-known master is named, and',
];
const RIGHT = [
  'the harbour is drawn beside it on a leaf of its',
  'own. A later hand has added that the well-',
  'known master died before the roof was laid and',
  'that no other was found who would finish it in',
  'the years that followed the great flood of Orl.',
];

describe('a PDF with a text layer', () => {
  it('is one document with its pages; title from its metadata', async () => {
    const { document, chunks, report } = await pdf(
      [linesAt(72, 100, ['The mill stands.']), linesAt(72, 100, ['The ferry lands.'])],
      { title: 'Mills of Orl' },
    );
    expect(document).toMatchObject({
      id: 'a.pdf',
      title: 'Mills of Orl',
      text: 'The mill stands.\n\nThe ferry lands.',
      pages: [0, 18],
      kind: 'text',
    });
    expect(chunks.map(({ pages }) => pages)).toEqual([[1, 2]]);
    expect(report.notices.filter((notice) => notice.includes('a.pdf'))).toEqual([]);
  });

  it('takes its title from its largest line, else from its name', async () => {
    const body = linesAt(72, 140, ['The mill at Orl was built in 1411.']);
    expect((await pdf([[...linesAt(72, 100, ['On mills'], 18), ...body]])).document?.title).toBe('On mills');
    expect((await pdf([body], { title: 'Microsoft Word - draft.doc' })).document?.title).toBe('a');
  });

  it.each([
    ['column by column', (left: PlacedText[], right: PlacedText[]) => [...left, ...right]],
    [
      'line by line across both',
      (left: PlacedText[], right: PlacedText[]) => left.flatMap((line, i) => [line, right[i] ?? line]),
    ],
  ])('two columns drawn %s are read one after the other, cut words joined', async (_, mix) => {
    const { document } = await pdf([
      [
        ...linesAt(72, 80, ['On the mill of Orl and on what became of its master in later years'], 14),
        ...mix(linesAt(60, 120, LEFT), linesAt(310, 120, RIGHT)),
      ],
    ]);
    expect(document?.text).toBe(
      'On the mill of Orl and on what became of its master in later years\n\n' +
        'The mill at Orl was built in 1411 by a ferryman who had learned his trade in the neighbourhood of Pim. ' +
        'Its administration fell to the commissioners of the valley, and they kept books in which the well-known ' +
        'master is named, and the harbour is drawn beside it on a leaf of its own. A later hand has added that the ' +
        'well-known master died before the roof was laid and that no other was found who would finish it in the ' +
        'years that followed the great flood of Orl.',
    );
  });

  it('a table is read by rows, whatever the order of its cells', async () => {
    const rows = [
      ['Mill', 'Built', 'Burned'],
      ['Orl', '1411', '1502'],
      ['Pim', '1433', '1590'],
      ['Tarn', '1450', '1601'],
    ];
    const cells = rows.flatMap((row, i) =>
      row.map((text, j): PlacedText => ({ x: 72 + 90 * j, y: 100 + 12 * i, text })),
    );
    const { document } = await pdf([cells]);
    expect(document?.text).toBe(rows.map((row) => row.join('\t')).join('\n'));
  });

  it('headers, footers and page numbers repeated from page to page are left out, and counted', async () => {
    const page = (number: number): PlacedText[] => [
      { x: 72, y: 40, text: 'Annals of Orl' },
      ...linesAt(72, 200, [`Year ${1410 + number} was dry.`, `The mill stood still for ${number} weeks.`]),
      { x: 290, y: 810, text: `- ${number} -` },
    ];
    const { document, report } = await pdf([1, 2, 3, 4].map(page));
    expect(document?.text).toBe(
      [1, 2, 3, 4]
        .map((n) => `Year ${1410 + n} was dry.\n\nThe mill stood still for ${n} weeks.`)
        .join('\n\n'),
    );
    expect(report.notices).toContain(
      '“a.pdf”: 8 headers, footers and page numbers repeated from page to page left out.',
    );
  });

  it('says which pages hold no text', async () => {
    const { document, report } = await pdf([
      linesAt(72, 100, ['The mill.']),
      [],
      linesAt(72, 100, ['The ferry.']),
    ]);
    expect(document?.pages).toEqual([0, 11, 11]);
    expect(report.notices).toContain(
      '“a.pdf”: no text on page 2 (empty, or a picture without text recognition).',
    );
  });

  it('is known by its content under another name, and that is said', async () => {
    const { document, report } = await read(makePdf([linesAt(72, 100, ['The mill.'])]), 'notes.txt');
    expect(document?.text).toBe('The mill.');
    expect(report.notices).toContain(
      '“notes.txt” is a PDF file by its content, whatever its name says: it was read as one.',
    );
  });
});

describe('a PDF that cannot be read is named with the reason', () => {
  const reasonOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> =>
    (await read(bytes)).report.rejects.find(({ file }) => file === 'a.pdf')?.reason;
  const good = makePdf([linesAt(72, 100, ['The mill.'])]);

  it('encrypted', async () => {
    const secret = makePdf([linesAt(72, 100, ['The mill.'])], { password: 'orl' });
    expect(await reasonOf(secret)).toBe(
      'the PDF is encrypted and opens only with a password: save a copy without one',
    );
  });

  it('but one that opens without a password is read', async () => {
    const { document } = await pdf([linesAt(72, 100, ['The mill.'])], { password: '' });
    expect(document?.text).toBe('The mill.');
  });

  it('scanned', async () => {
    expect(await reasonOf(makePdf([[], []]))).toBe(
      'the PDF has no text layer: its 2 pages are pictures (a scan). Run text recognition (OCR) over it first',
    );
  });

  it('damaged', async () => {
    expect(await reasonOf(good.slice(0, 60))).toMatch(/^the PDF is damaged \(.+\): open it in a viewer/);
  });

  it('plain text named .pdf', async () => {
    const text = new TextEncoder().encode('Not found. The page you asked for is gone.');
    expect(await reasonOf(text)).toMatch(/^it is named \.pdf, but holds plain text\./);
  });
});

/** Set by pdfTeX in two columns of 10 pt, with ligatures, hyphenation, a table, a footnote and running heads. */
describe('a paper by pdfTeX', () => {
  const paper = () => read(Uint8Array.from(readFileSync(fixture('two-columns.pdf'))), 'paper.pdf');

  it.each([
    [
      'across a hyphenated line end',
      'The office was efficient; it flourished and its officials afforded themselves fine buildings.',
      1,
    ],
    ['with a hyphen of its own at a line end', 'A well-known inspector, the well-known Sela Durn', 1],
    [
      'before a footnote',
      'The investigation demonstrates that contemporaneous observers distinguished between hereditary entitlements',
      1,
    ],
    ['in a footnote', 'The archive was reorganised in 1911; shelfmarks have changed considerably since.', 1],
    ['in a table', 'Tarn 1450 1601', 1],
    ['on the second page', 'The granddaughter relinquished it unconditionally.', 2],
  ])('a gold quote is found exactly: %s', async (_, quote, page) => {
    const { document } = await paper();
    if (document === undefined) throw new Error('not read');
    const found = locateExact(viewOf(document), needleOf(quote));
    expect(found).toMatchObject({ method: 'exact', strict: true });
    expect(pagesOf(document, found?.start ?? 0, found?.end ?? 0)?.[0]).toBe(page);
  });

  it('has no running head, no page number and no ligature in its text', async () => {
    const { document } = await paper();
    expect(document?.text).not.toMatch(/The Annals of Orl|[\ufb00-\ufb06]/);
    expect(document?.text).not.toMatch(/^\d+$/m);
    expect(document?.title).toBe('On the Watermills of Orl and their Administrative Responsibilities');
  });
});
