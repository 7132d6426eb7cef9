import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Summary } from '../../src/domain/summary';
import { root } from './app';

/** Runs the headless command as a user would and returns what it left behind. */
export const runDiagnose = (
  args: string[],
): { code: number | null; stdout: string; stderr: string; out: string } => {
  const out = mkdtempSync(join(tmpdir(), 'hopscope-out-'));
  const done = spawnSync(process.execPath, ['scripts/diagnose.mjs', ...args, '--out', out], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: done.status, stdout: done.stdout, stderr: done.stderr, out };
};

export const readSummary = (out: string): Summary =>
  JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as Summary;

export const readLines = <T>(out: string, name: string): T[] =>
  readFileSync(join(out, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
