import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines, readSummary, runDiagnose } from '../support/diagnose';

const temporary = (): string => mkdtempSync(join(tmpdir(), 'hopscope-in-'));

describe('npm run diagnose', () => {
  it('diagnoses the demo and writes every file', { timeout: 1_800_000 }, () => {
    const { code, stdout, out } = runDiagnose(['--demo', '--retriever', 'all']);
    expect(code).toBe(0);
    const summary = readSummary(out);
    expect(summary.schema).toBe('hopscope.summary/1');
    expect(summary.runs.map((run) => `${run.system} ${run.retriever.kind}`)).toHaveLength(9);
    for (const run of summary.runs) {
      expect(Object.values(run.triage).reduce((sum, count) => sum + count, 0)).toBe(run.n);
      expect(run.n + run.errors).toBe(summary.questions.kept);
    }
    expect(stdout).toContain('evidence recall');
    expect(readdirSync(out).some((name) => name.endsWith('.html'))).toBe(true);
    expect(readdirSync(out).some((name) => name.endsWith('.csv'))).toBe(true);
    expect(readLines(out, 'questions.jsonl')).toHaveLength(summary.questions.kept * summary.runs.length);
  });

  it('ends with 1 when a gate is not met and 0 when it is', () => {
    const folder = temporary();
    writeFileSync(
      join(folder, 'corpus.jsonl'),
      '{"title":"Mill","text":"The mill at Orn was built by Ada Voss."}\n{"title":"Ada Voss","text":"Ada Voss was born in Tarn."}\n',
    );
    writeFileSync(
      join(folder, 'questions.jsonl'),
      `${JSON.stringify({ question: 'Where was the builder of the mill at Orn born?', answers: ['Tarn'], gold: [{ title: 'Mill' }, { title: 'Ada Voss' }] })}\n`,
    );
    const args = [
      '--corpus',
      join(folder, 'corpus.jsonl'),
      '--questions',
      join(folder, 'questions.jsonl'),
      '--retriever',
      'bm25',
    ];
    const met = runDiagnose([...args, '--k', '2', '--fail-under', 'recall=1']);
    expect(met.code).toBe(0);
    expect(met.stdout).toContain('met: recall 1.0000');
    const missed = runDiagnose([...args, '--k', '1', '--fail-under', 'recall=0.9']);
    expect(missed.code).toBe(1);
    expect(missed.stdout).toContain('NOT MET: recall 0.5000');
  });

  it.each([
    ['an unknown option', ['--nonsense']],
    ['no questions', ['--corpus', '.']],
    ['a missing file', ['--corpus', 'nowhere.jsonl', '--questions', 'nowhere.jsonl']],
    ['a k out of range', ['--demo', '--k', '51']],
    ['a gate that is no number', ['--demo', '--fail-under', 'recall=lots']],
  ])('ends with 2 and the usage for %s', (_, args) => {
    const { code, stderr } = runDiagnose(args);
    expect(code).toBe(2);
    expect(stderr).toContain('Usage: npm run diagnose');
  });

  it('ends with 2 and a sentence when nothing can be read', () => {
    const folder = temporary();
    writeFileSync(join(folder, 'empty.jsonl'), '');
    const { code, stderr } = runDiagnose([
      '--corpus',
      join(folder, 'empty.jsonl'),
      '--questions',
      join(folder, 'empty.jsonl'),
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/empty/i);
  });

  it('reads a file that is named both as corpus and as questions once', () => {
    const folder = temporary();
    const row = {
      id: '2hop__a_b',
      question: 'Which guild did the architect of the Lantern Bridge belong to?',
      answer: 'Glaziers',
      answer_aliases: [],
      answerable: true,
      paragraphs: [
        {
          idx: 0,
          title: 'Lantern Bridge',
          paragraph_text: 'Its architect was Ilse Maren.',
          is_supporting: true,
        },
        {
          idx: 1,
          title: 'Ilse Maren',
          paragraph_text: 'Ilse Maren was of the Glaziers.',
          is_supporting: true,
        },
        { idx: 2, title: 'Tarn', paragraph_text: 'Tarn is a town.', is_supporting: false },
      ],
      question_decomposition: [
        { id: 1, question: 'Lantern Bridge >> architect', answer: 'Ilse Maren', paragraph_support_idx: 0 },
        { id: 2, question: '#1 >> guild', answer: 'Glaziers', paragraph_support_idx: 1 },
      ],
    };
    const file = join(folder, 'musique.jsonl');
    writeFileSync(file, `${JSON.stringify(row)}\n`);
    const { code, out } = runDiagnose([
      '--corpus',
      file,
      '--questions',
      file,
      '--retriever',
      'bm25',
      '--chunks',
    ]);
    expect(code).toBe(0);
    const summary = readSummary(out);
    expect(summary.corpus.documents).toBe(3);
    expect(summary.questions).toMatchObject({
      read: 1,
      kept: 1,
      rejected: 0,
      labelled: 1,
      byHops: { '2': 1 },
    });
    expect(summary.goldMapping).toMatchObject({ passages: 2, mapped: 2, unmapped: 0, coverage: 1 });
    expect(readFileSync(join(out, 'chunks.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3);
  });
});
