/** Whatever the bytes are: nothing throws, and what was read is what was kept plus what was rejected. */
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IngestFile } from '../../src/domain/seam';
import { READERS } from '../../src/ingest/registry';
import { rejectsToCsv } from '../../src/ingest/rejects';
import { blob, entry, ingest } from './support';

const NAMES = [
  'a.jsonl',
  'a.json',
  'a.csv',
  'a.tsv',
  'a.txt',
  'a.md',
  'a.html',
  'a',
  'qrels.tsv',
  'queries.jsonl',
];

const keys = [
  'question',
  'answer',
  'title',
  'text',
  '_id',
  'id',
  'paragraphs',
  'context',
  'contexts',
  'supporting_facts',
  'question_decomposition',
  'evidences',
  'hops',
  'gold',
  'query',
  'evidence_list',
  'question_text',
  'possible_answers',
  'subj',
  'qa_pairs',
];
const field = fc.constantFrom(...keys);
const record = fc.dictionary(field, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 });
const broken = (text: string, at: number, mode: number): string =>
  mode === 0
    ? text
    : mode === 1
      ? text.slice(0, at % (text.length + 1))
      : `${text.slice(0, at % (text.length + 1))}"${text.slice(at % (text.length + 1))}`;

const content = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => new Uint8Array(bytes)),
  fc
    .tuple(fc.array(record, { maxLength: 5 }), fc.boolean(), fc.nat(2000), fc.nat(2))
    .map(([rows, lines, at, mode]) =>
      broken(lines ? rows.map((row) => JSON.stringify(row)).join('\n') : JSON.stringify(rows), at, mode),
    ),
  fc
    .array(
      fc
        .array(fc.oneof(field, fc.string({ maxLength: 12 }), fc.constantFrom('"', '"a\nb"', '=1', '')), {
          maxLength: 5,
        })
        .map((cells) => cells.join(',')),
      { maxLength: 8 },
    )
    .map((rows) => rows.join('\n')),
  fc
    .array(
      fc.constantFrom(
        '<p>',
        '</div>',
        '<script>',
        '<td>',
        '<h1>',
        'text',
        '&amp;',
        '<',
        '<!--',
        '# A',
        '```',
        '\ufeff',
        '\0',
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
);
const file = fc.tuple(
  fc.constantFrom(...NAMES),
  content,
  fc.constantFrom('corpus' as const, 'questions' as const, 'both' as const, 'qrels' as const),
  fc.constantFrom('auto', ...READERS.map(({ id }) => id)),
);

describe('any input', () => {
  it('never throws, and the totals add up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (given) => {
        const files: IngestFile[] = given.map(([name, body, role, reader], i) =>
          entry(`${i}/${name}`, blob(body), role, reader),
        );
        const { report, store, workspace } = await ingest(files);
        for (const row of report.perFile) {
          expect(row.read).toBe(row.kept + row.rejected);
          expect(row.merged).toBeLessThanOrEqual(row.kept);
        }
        const sum = (of: 'read' | 'kept' | 'rejected' | 'merged', role: string): number =>
          report.perFile.filter((row) => row.role === role).reduce((total, row) => total + row[of], 0);
        expect(report.rejects).toHaveLength(report.perFile.reduce((total, row) => total + row.rejected, 0));
        const { corpus, questions } = report.meta;
        expect(corpus?.documents).toBe(sum('kept', 'corpus') - sum('merged', 'corpus'));
        expect(questions?.tally.kept).toBe(sum('kept', 'questions'));
        expect(
          (questions?.labelled ?? 0) + (questions?.unlabelled ?? 0) + (questions?.unanswerable ?? 0),
        ).toBe(sum('kept', 'questions') - sum('merged', 'questions'));
        // Every file that was given says something: it was counted.
        for (const { path } of files) expect(report.perFile.some((row) => row.path === path)).toBe(true);
        for (const document of await store.readDocuments(workspace)) {
          expect(document.text.trim()).not.toBe('');
          expect(document.text).not.toMatch(/\p{Surrogate}/u);
          expect(document.text).not.toContain('\0');
        }
      }),
      { numRuns: 250 },
    );
  }, 120_000);
});

describe('rejects as CSV', () => {
  it('property: reads back as it was, and no cell starts a formula', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1+1', '+x', '-y', '@z', '\t=1', 'a"b', 'a,b', 'a\nb', 'a;b'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ file: cell, line: fc.option(fc.nat()), reason: cell, excerpt: cell })),
        (rejects) => {
          const csv = rejectsToCsv(rejects);
          expect(csv.startsWith('\ufefffile,line,reason,excerpt\r\n')).toBe(true);
          const { data } = Papa.parse<string[]>(csv.slice(1), { newline: '\r\n' });
          const rows = data.slice(1, -1);
          expect(rows).toHaveLength(rejects.length);
          rows.forEach((row, i) => {
            const {
              file: name,
              line,
              reason,
              excerpt,
            } = rejects[i] ?? { file: '', line: null, reason: '', excerpt: '' };
            expect(row.map((value) => value.replace(/^'(?=\s*[=+\-@\t\r])/, ''))).toEqual([
              name,
              line === null ? '' : String(line),
              reason,
              excerpt,
            ]);
            for (const value of row) expect(value).not.toMatch(/^\s*[=+\-@]/);
          });
        },
      ),
    );
  });
});
