/** ZIP archives and Word files: each file kept or named with the reason, bombs and tricks refused. */
import { describe, expect, it } from 'vitest';
import { linesAt, makePdf } from '../support/pdf';
import { makeZip, type ZippedFile } from '../support/zip';
import { blob, entry, ingest } from './support';

const read = async (files: readonly ZippedFile[] | Uint8Array<ArrayBuffer>, name = 'a.zip') => {
  const bytes = files instanceof Uint8Array ? files : makeZip(files);
  const { store, workspace, report } = await ingest([
    entry(name, blob(bytes), 'corpus'),
    entry('other.txt', 'Another file is kept.', 'corpus'),
  ]);
  const documents = await store.readDocuments(workspace);
  expect(documents.map(({ id }) => id)).toContain('other.txt');
  const tally = report.meta.corpus?.tally;
  expect(tally?.read).toBe((tally?.kept ?? 0) + (tally?.rejected ?? 0));
  return {
    texts: Object.fromEntries(documents.filter(({ id }) => id !== 'other.txt').map((d) => [d.id, d.text])),
    documents,
    reasons: Object.fromEntries(report.rejects.map(({ file, reason }) => [file, reason])),
    report,
  };
};

const GOOD: ZippedFile = { name: 'good.txt', content: 'The mill stands.' };

describe('a ZIP archive', () => {
  it('is a folder of files, each read by its own reader', async () => {
    const { texts, reasons } = await read([
      GOOD,
      { name: 'folder/b.md', content: '# Pim\n\nA ferry landing.' },
      { name: 'folder\\c.html', content: '<html><body><p>The ferry lands.</p></body></html>' },
      { name: 'd.pdf', content: makePdf([linesAt(72, 100, ['The mill burned.'])]) },
      { name: 'e.jsonl', content: '{"id":"orl","title":"Orl","text":"A valley."}\n' },
      { name: '__MACOSX/._good.txt', content: 'junk' },
      { name: 'empty.txt', content: '' },
    ]);
    expect(texts).toEqual({
      'a.zip/good.txt': 'The mill stands.',
      'a.zip/folder/b.md': '# Pim\n\nA ferry landing.',
      'a.zip/folder/c.html': 'The ferry lands.',
      'a.zip/d.pdf': 'The mill burned.',
      orl: 'A valley.',
    });
    expect(reasons).toEqual({ 'a.zip/empty.txt': 'the file is empty' });
  });

  it('may hold archives, three deep', async () => {
    const wrap = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
      makeZip([GOOD, { name: 'in.zip', content: bytes }]);
    const { texts, reasons } = await read(wrap(wrap(wrap(makeZip([GOOD])))));
    expect(Object.keys(texts)).toEqual([
      'a.zip/good.txt',
      'a.zip/in.zip/good.txt',
      'a.zip/in.zip/in.zip/good.txt',
    ]);
    expect(reasons).toEqual({
      'a.zip/in.zip/in.zip/in.zip': 'archives within archives are opened 3 deep, and no deeper',
    });
  });

  it.each([
    ['../up.txt', 'its name points out of the archive'],
    ['a/../../up.txt', 'its name points out of the archive'],
    ['..\\up.txt', 'its name points out of the archive'],
    ['/etc/passwd', 'its name is an absolute path'],
    ['C:\\boot.ini', 'its name is an absolute path'],
    ['a\u0001b.txt', 'its name holds control characters'],
  ])('refuses the path %j', async (name, reason) => {
    const { texts, reasons } = await read([GOOD, { name, content: 'x' }]);
    expect(Object.keys(texts)).toEqual(['a.zip/good.txt']);
    expect(Object.values(reasons)).toEqual([reason]);
  });

  it.each<[string, Partial<ZippedFile>, RegExp]>([
    ['encrypted', { encrypted: true }, /^it is encrypted/],
    ['a link', { link: true }, /^it is a link/],
    [
      'a bomb',
      { content: Buffer.alloc(8 * 1024 * 1024, 32) },
      /^it unpacks to more than 200 times its size \(8 MB\): a zip bomb$/,
    ],
    [
      'longer than it says',
      { content: 'x'.repeat(5000), claims: 10 },
      /^it (?:unpacks to more|cannot be unpacked)/,
    ],
    ['one more of its name', { name: 'good.txt' }, /^the archive holds another file of this name$/],
  ])('refuses a file that is %s, and keeps the rest', async (_, change, reason) => {
    const { texts, reasons } = await read([GOOD, { name: 'bad.txt', content: 'x', ...change }]);
    expect(Object.keys(texts)).toEqual(['a.zip/good.txt']);
    expect(Object.values(reasons)).toEqual([expect.stringMatching(reason)]);
  });

  it('that is damaged, or too full, is named', async () => {
    expect((await read(makeZip([GOOD]).slice(0, 50))).reasons['a.zip']).toMatch(/^the archive is damaged \(/);
    const many = Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}.txt`, content: '' }));
    expect((await read(many)).reasons['a.zip']).toBe(
      'the archive holds more than the limit of 10,000 files: split it',
    );
    expect((await read([])).reasons['a.zip']).toBe('the archive holds no files');
  });
});

const part = (name: string, content: string): ZippedFile => ({
  name,
  content: `<?xml version="1.0"?>${content}`,
});
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const word = (body: string, more: ZippedFile[] = []): ZippedFile[] => [
  part('[Content_Types].xml', '<Types/>'),
  part('word/document.xml', `<w:document ${W}><w:body>${body}</w:body></w:document>`),
  part(
    'word/styles.xml',
    `<w:styles ${W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="berschrift1"/></w:style></w:styles>`,
  ),
  part(
    'word/numbering.xml',
    `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
  ),
  ...more,
];
const list = (id: number): string => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`;
const cell = (content: string): string => `<w:tc>${content}</w:tc>`;

describe('a Word file', () => {
  it('keeps headings, lists and tables; leaves out what was deleted, hidden or computed', async () => {
    const table = `<w:tbl><w:tr>${cell(paragraph(run('Mill')))}${cell(paragraph(run('Built')))}</w:tr><w:tr>${cell(paragraph(run('Orl')))}${cell(paragraph(run('1411')) + paragraph(run('or 1412')))}</w:tr></w:tbl>`;
    const { documents, texts } = await read(
      word(
        [
          paragraph(run('On mills'), '<w:pStyle w:val="Own"/>'),
          paragraph(
            `${run('The mill ')}<w:del>${run('never ')}</w:del><w:ins>${run('still ')}</w:ins>${run('hidden ', '<w:vanish/>')}${run('stands &amp; turns.')}<w:r><w:instrText>PAGE</w:instrText></w:r>`,
          ),
          paragraph(run('water'), list(1)),
          paragraph(run('wind'), list(1)),
          paragraph(run('first'), list(2)),
          paragraph(run('second'), list(2)),
          table,
          paragraph(`${run('One')}<w:r><w:br/></w:r>${run('two')}<w:r><w:tab/></w:r>${run('three')}`),
        ].join(''),
      ),
      'a.docx',
    );
    expect(texts['a.docx']).toBe(
      [
        '# On mills',
        'The mill still stands & turns.',
        '- water\n- wind\n1. first\n2. second',
        '| Mill | Built |\n| Orl | 1411 or 1412 |',
        'One\ntwo three',
      ].join('\n\n'),
    );
    expect(documents.find(({ id }) => id === 'a.docx')).toMatchObject({
      title: 'On mills',
      kind: 'markdown',
    });
  });

  it('takes its title from its properties; is known by its content', async () => {
    const core = part(
      'docProps/core.xml',
      '<cp:coreProperties><dc:title>Annals</dc:title></cp:coreProperties>',
    );
    const { documents, report } = await read(word(paragraph(run('Text.')), [core]), 'notes.txt');
    expect(documents.find(({ id }) => id === 'notes.txt')).toMatchObject({ title: 'Annals', text: 'Text.' });
    expect(report.notices).toContain(
      '“notes.txt” is a Word file by its content, whatever its name says: it was read as one.',
    );
  });

  it.each<[string, ZippedFile[], RegExp]>([
    ['without text', word(paragraph('')), /^the Word file holds no text/],
    ['without its main part', [part('[Content_Types].xml', '<Types/>')], /^the Word file is damaged/],
    ['nested too deep', word('<w:p>'.repeat(3000)), /^elements are nested deeper than 2,000/],
    [
      'that is a bomb',
      word(`<w:p>${' '.repeat(8 * 1024 * 1024)}</w:p>`),
      /^its part “word\/document.xml” is refused: it unpacks to more than 200 times/,
    ],
  ])('%s is named with the reason', async (_, files, reason) => {
    expect((await read(files, 'a.docx')).reasons['a.docx']).toMatch(reason);
  });

  it.each([
    ['xl/workbook.xml', /Excel workbook/],
    ['ppt/presentation.xml', /PowerPoint file/],
  ])('other Office files are named: %s', async (name, reason) => {
    const files = [part('[Content_Types].xml', '<Types/>'), part(name, '<x/>')];
    expect((await read(files, 'a.zip')).reasons['a.zip']).toMatch(reason);
  });
});
