/** Files that broke other tools, made on disk (../shared/edge-cases.md and the issue's list). */
import { closeSync, mkdtempSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const lines = (records: unknown[]): string =>
  `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;

export const GOOD_DOCUMENTS = [
  { title: 'Mill', text: 'The mill at Orn was built by Ada Voss.' },
  { title: 'Ada Voss', text: 'Ada Voss was born in Tarn.' },
];

/** Writes files into a fresh folder; returns the path of each by name. */
export const folderOf = (files: Record<string, string | Uint8Array>): Record<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-bad-'));
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return [name, path];
    }),
  );
};

/** `megabytes` of text without a line end. */
export const oneLongLine = (name: string, megabytes: number): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'hopscope-bad-')), name);
  const file = openSync(path, 'w');
  const piece = Buffer.from('all in one line '.repeat(64 * 1024));
  for (let written = 0; written < megabytes * 1024 * 1024; written += piece.length) writeSync(file, piece);
  closeSync(file);
  return path;
};

const question = (id: string, gold: unknown[]): unknown => ({
  id,
  question: `Where was the builder of the mill at Orn born (${id})?`,
  answers: ['Tarn'],
  gold,
});

/** Bytes that occur in no text: a PNG-less, signature-less run of control characters. */
const noise = Uint8Array.from({ length: 4096 }, (_, i) => (i * 37) % 256);

export const damagedFiles = (): Record<string, string | Uint8Array> => ({
  'good.jsonl': lines(GOOD_DOCUMENTS),
  'empty.jsonl': '',
  'binary.txt': noise,
  'broken.jsonl': `${JSON.stringify({ title: 'Before', text: 'Stands before the damage.' })}\n{"title": "Cut", "text": "is never cl\n${JSON.stringify({ title: 'After', text: 'Stands after the damage.' })}\n`,
  'utf16.txt': new Uint8Array(Buffer.from('\ufeffDer Müller wohnt in Tarn.', 'utf16le')),
  'latin1.txt': new Uint8Array(Buffer.from('Der Müller wohnt jenseits der Brücke.', 'latin1')),
  '<img src=x onerror=alert(1)>.txt': 'A file whose name is markup.',
  'hostile.html':
    '<html><head><title>Tame</title></head><body><h1>Gate</h1><p>The gate opens at dawn.</p><script>globalThis.__owned = 1</script><img src=x onerror="globalThis.__owned = 2"><p>&lt;script&gt;globalThis.__owned = 3&lt;/script&gt; stays text.</p></body></html>',
  'formulas.csv':
    'title,text\n"=HYPERLINK(""http://x.example"")","A title that a spreadsheet would run."\n"+1+1",""\n"@SUM(A1)",""\n',
});

export const labelledFiles = (): Record<string, string> => ({
  'documents.jsonl': lines(GOOD_DOCUMENTS),
  'labels.jsonl': lines([
    question('whole', [{ title: 'Mill' }, { title: 'Ada Voss' }]),
    question('no-gold', []),
    question('gone', [
      { title: 'Mill' },
      { title: 'Lighthouse', text: 'The lighthouse of Sarn was never indexed.' },
    ]),
  ]),
});

/** More text than a small quota takes, in distinct passages. */
export const muchText = (passages: number): string =>
  lines(
    Array.from({ length: passages }, (_, i) => ({
      title: `Passage ${i}`,
      text: `Ledger ${i} of the harbour. ${`Entry ${i * 7919} names a ship and its load. `.repeat(40)}`,
    })),
  );
