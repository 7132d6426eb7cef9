import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { requireChromium } from './chromium.mjs';

/**
 * Everything that must hold, in one command: types, lint, dead code, dependency rules, build, bundle budget, tests in
 * Node, in a real Chromium and end to end on the built app. Ends with `N passed, N failed` on a line of its own.
 */
const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
mkdirSync(cache, { recursive: true });

const chromium = requireChromium();
const env = { ...process.env, CHROME_PATH: chromium };

let passed = 0;
let failed = 0;
let skipped = 0;
/** @type {string[]} */
const failures = [];

/** @param {string} command @param {string[]} args */
const run = (command, args) =>
  spawnSync(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
    .status === 0;

/** @param {string} name @param {string} command @param {string[]} args */
const check = (name, command, args) => {
  console.log(`\n— ${name}`);
  if (run(command, args)) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
};

/** @param {string} project */
const tests = (project) => {
  console.log(`\n— tests: ${project}`);
  const report = join(cache, `tests-${project}.json`);
  rmSync(report, { force: true });
  const good = run('npx', [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    passed += result.numPassedTests;
    failed += result.numFailedTests;
    skipped += result.numPendingTests;
    // A file that could not be loaded, or an unhandled error, fails the run without a failed test.
    if (!good && result.numFailedTests === 0) failed += 1;
    if (good && result.numPassedTests === 0) failed += 1;
  } catch {
    failed += 1;
  }
  if (!good) failures.push(`tests: ${project}`);
};

check('types: page', 'npx', ['tsc', '-p', 'tsconfig.dom.json']);
check('types: workers', 'npx', ['tsc', '-p', 'tsconfig.worker.json']);
check('types: tests and scripts', 'npx', ['tsc', '-p', 'tsconfig.node.json']);
check('lint and format', 'npx', ['biome', 'ci', '--error-on-warnings']);
check('dead code', 'npx', ['knip']);
check('dependency rules', 'npx', ['depcruise', 'src', 'workers', '--config', '.dependency-cruiser.cjs']);
check('build', 'npx', ['vite', 'build', '--logLevel', 'warn']);
check('bundle budget', process.execPath, ['scripts/check-budget.mjs']);
tests('node');
tests('browser');
tests('e2e');

if (failures.length > 0) console.log(`\nFailed: ${failures.join('; ')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
