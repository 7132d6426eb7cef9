/** Wrong encodings, binaries, empty and damaged files: a clear sentence, the rest kept. */
import { describe, expect, it } from 'vitest';
import { blob, entry, ingest } from './support';

const utf16 = (text: string, little: boolean, bom: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 2 + (bom ? 2 : 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  if (bom) {
    view.setUint16(0, 0xfeff, little);
    at = 2;
  }
  for (let i = 0; i < text.length; i++) view.setUint16(at + 2 * i, text.charCodeAt(i), little);
  return bytes;
};
const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

const read = async (bytes: Uint8Array<ArrayBuffer> | string, name = 'a.txt') => {
  const { store, workspace, report } = await ingest([entry(name, blob(bytes), 'corpus')]);
  return { text: (await store.readDocuments(workspace)).map(({ text }) => text).join('|'), report };
};

const TEXT = 'Die Mühle von Orl – gebaut 1411 „am Fluß“.';

describe('encodings', () => {
  it.each([
    ['UTF-16 LE with BOM', utf16(TEXT, true, true), 'UTF-16'],
    ['UTF-16 LE without BOM', utf16(TEXT, true, false), 'UTF-16'],
    ['UTF-16 BE with BOM', utf16(TEXT, false, true), 'UTF-16 (big endian)'],
    ['UTF-16 BE without BOM', utf16(TEXT, false, false), 'UTF-16 (big endian)'],
  ])('%s', async (_, bytes, name) => {
    const { text, report } = await read(bytes);
    expect(text).toBe(TEXT);
    expect(report.notices).toEqual([`“a.txt” is not UTF-8: it was read as ${name}.`]);
  });

  it('UTF-8 with a byte order mark, without a notice', async () => {
    const { text, report } = await read(`\ufeff${TEXT}`);
    expect(text).toBe(TEXT);
    expect(report.notices).toEqual([]);
  });

  it('windows-1252, also when the first accent comes after two pieces of ASCII', async () => {
    const short = await read(latin1('Die M\u00fchle \u0096 am Flu\u00df'));
    expect(short.text).toBe('Die Mühle – am Fluß');
    expect(short.report.notices).toEqual(['“a.txt” is not UTF-8: it was read as Windows-1252 (Latin-1).']);
    const long = await read(latin1(`${'The mill stands. '.repeat(10_000)}M\u00fchle`));
    expect(long.text.endsWith('stands. Mühle')).toBe(true);
    expect(long.report.notices[0]).toContain('Windows-1252');
  });

  it('UTF-8 with a damaged byte stays UTF-8', async () => {
    const bytes = new TextEncoder().encode('Mühle, Fluß, Brücke: ?.');
    bytes[bytes.length - 2] = 0xff;
    const { text, report } = await read(bytes);
    expect(text).toBe('Mühle, Fluß, Brücke: \ufffd.');
    expect(report.notices).toEqual(['“a.txt”: 1 damaged characters were replaced by “\ufffd”.']);
  });

  it('a sequence that is cut by the border of two pieces is read whole', async () => {
    // Blob streams come in pieces of 64 KiB: the ü starts on the last byte of the first.
    const { text } = await read(`${'a'.repeat(65_535)}ü${'b'.repeat(70_000)}`);
    expect(text).toBe(`${'a'.repeat(65_535)}ü${'b'.repeat(70_000)}`);
  });

  it('NUL characters are removed and counted', async () => {
    const { text, report } = await read('The\0 mill\0 stands by the water in a long and quiet valley.');
    expect(text).toBe('The mill stands by the water in a long and quiet valley.');
    expect(report.notices).toEqual(['“a.txt”: 2 NUL characters were removed.']);
  });

  it('lone surrogates and NUL in JSON escapes are replaced and counted', async () => {
    const { text, report } = await read('{"title":"a\\ud800b","text":"x\\u0000y \\ud83d\\ude00"}', 'a.jsonl');
    expect(text).toBe('xy 😀');
    expect(report.notices).toEqual(['Damaged characters (lone surrogates, NUL) replaced or removed: 2.']);
  });
});

describe('no text', () => {
  const noise = (): Uint8Array<ArrayBuffer> => Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256);
  it.each([
    ['an empty file', '', 'the file is empty'],
    ['white space only', ' \n\t\n', 'the file is empty: it holds only white space'],
    [
      'a PDF named .txt',
      '%PDF-1.7\n1 0 obj',
      'the PDF is damaged (Invalid PDF structure.): open it in a viewer and save it anew',
    ],
    [
      'an archive named .txt',
      Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]),
      expect.stringMatching(/^the archive is damaged \(/),
    ],
    [
      'binary data named .txt',
      noise(),
      'the file is no text: it looks like binary data. Save it as text first.',
    ],
  ])('%s is one reject with a sentence; other files are kept', async (_, content, reason) => {
    const { report } = await ingest([
      entry('a.txt', blob(content), 'corpus'),
      entry('b.txt', 'The mill.', 'corpus'),
    ]);
    expect(report.rejects).toEqual([{ file: 'a.txt', line: null, reason, excerpt: '' }]);
    expect(report.notices).toContain(`“a.txt”: ${report.rejects[0]?.reason}`);
    expect(report.meta.corpus?.tally).toEqual({ read: 2, kept: 1, rejected: 1, merged: 0 });
  });
});
