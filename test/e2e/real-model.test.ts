/**
 * A real language model, and a very weak one, behind the headless command: whatever it writes, every question ends with
 * a category, a right answer or a named error. Runs only where HOPSCOPE_REAL_MODEL names a Python that can serve it
 * (CONTRIBUTING.md).
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../src/domain/category';
import { AGENTS, LLM_SYSTEMS } from '../../src/domain/seam';
import type { QuestionEvent, RunHeader } from '../../src/domain/trace';
import { root } from '../support/app';
import { readLines, readSummary } from '../support/diagnose';
import { hasShared, sharedFile } from '../support/shared';

const python = process.env.HOPSCOPE_REAL_MODEL ?? '';
if (python === '')
  console.info('not run: HOPSCOPE_REAL_MODEL=<python> asks a real small model with every system');

const KEY = 'sk-local-real-model';
const SIZE = 5;
/** A processor that does other work besides writes a few words a second. */
const TRY_SECONDS = 1800;

interface Served {
  child: ChildProcess;
  url: string;
  model: string;
}

/** Resolves when the model answers; it is served until the child is ended. */
const serveReal = (): Promise<Served> =>
  new Promise((resolve, reject) => {
    const child = spawn(python, ['scripts/real-model/serve.py', '--port', '8932', '--threads', '1'], {
      cwd: root,
      env: { ...process.env, HOPSCOPE_API_KEY: KEY },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server of the model ended with code ${code}.`)));
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve({ child, ...(JSON.parse(line) as { url: string; model: string }) }),
    );
  });

interface Row {
  question: string;
  answer: string | null;
  correct: boolean | null;
  category: string | null;
  error: string | null;
}

describe.skipIf(python === '' || !hasShared)('a real model of 135 million parameters', () => {
  let served: Served;
  let questions: string;
  beforeAll(async () => {
    served = await serveReal();
    const lines = readFileSync(sharedFile('questions/musique.jsonl'), 'utf8').split('\n').slice(0, SIZE);
    questions = join(mkdtempSync(join(tmpdir(), 'hopscope-real-')), 'musique.jsonl');
    writeFileSync(questions, `${lines.join('\n')}\n`);
  });
  afterAll(() => {
    served?.child.kill();
  });

  it.each([...LLM_SYSTEMS, ...AGENTS])('%s ends every question', { timeout: 7_200_000 }, (system) => {
    const out = mkdtempSync(join(tmpdir(), 'hopscope-out-'));
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        ...['scripts/diagnose.mjs', '--corpus', questions, '--questions', questions, '--out', out],
        ...['--system', system, '--retriever', 'bm25', '--k', '3', '--loops', '3', '--judge-answers'],
        ...['--base-url', served.url, '--model', served.model, '--concurrency', '2'],
        ...['--timeout', String(TRY_SECONDS)],
      ],
      { cwd: root, encoding: 'utf8', env: { ...process.env, HOPSCOPE_API_KEY: KEY } },
    );
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);

    const rows = readLines<Row>(out, 'questions.jsonl');
    expect(new Set(rows.map(({ question }) => question)).size).toBe(SIZE);
    const [run] = readSummary(out).runs;
    expect((run?.n ?? 0) + (run?.errors ?? 0)).toBe(SIZE);
    for (const { question, correct, category, error } of rows) {
      if (error !== null) expect([question, error]).toEqual([question, expect.stringMatching(/\w+ \w+/)]);
      // Where the judge's words held no verdict there is no category either, and the answer counts as unjudged.
      else if (correct === false)
        expect([question, CATEGORIES]).toEqual([question, expect.arrayContaining([category])]);
    }
    const trace = readdirSync(out).find((name) => /^trace-(?!.*without-texts)/.test(name)) ?? '';
    const events = readLines<QuestionEvent | RunHeader>(out, trace);
    const codes = events.flatMap((event) => (event.event === 'error' ? [event.code] : []));
    expect(codes).not.toContain('internal');
    const asked = events.flatMap((event) => (event.event === 'llm' ? [event] : []));
    const repairs = asked.filter(({ purpose }) => /repair|asked again/.test(purpose)).length;
    const notes = events.filter(({ event }) => event === 'note').length;
    console.info(
      `${system}: ${asked.length} replies, of which ${repairs} after a repair; ${notes} notes; ${rows.filter(({ correct }) => correct).length} right, ${rows.map(({ category, error, correct }) => (error === null ? (category ?? (correct === null ? 'unjudged' : 'right')) : 'error')).join(', ')}`,
    );
    expect(readFileSync(join(out, trace), 'utf8')).not.toContain(KEY);
  });
});
