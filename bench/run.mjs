/**
 * npm run bench [-- case… --sizes=1000,10000,50000 --scale=200000,10000 --json=file]
 * Builds the cases of bench/cases, runs each in a worker of a real Chromium and prints ratios, spread and bytes. The case
 * `scale` drives the built app with so many passages and questions.
 * Ends with 1 when a budget is broken.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_ARGS, requireChromium } from '../scripts/chromium.mjs';
import { serve } from '../scripts/serve.mjs';
import { benchData } from './data.mjs';
import { nativeRate } from './native-rate.mjs';
import { printCase, printHeader, printVerdict } from './print.mjs';
import { runScale } from './scale/run.mjs';

const root = resolve(import.meta.dirname, '..');

const args = process.argv.slice(2);
const options = Object.fromEntries(
  args.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2).split(/=(.*)/s).slice(0, 2)),
);
const SCALE = 'scale';
const known = [
  ...(await readdir(join(import.meta.dirname, 'cases'))).map((file) => basename(file, '.ts')),
  SCALE,
];
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark "${unknown.join('", "')}". There are: ${known.join(', ')}.`);
  process.exit(2);
}
const names = wanted.length > 0 ? wanted : known;
const sizes = (options.sizes ?? '1000,10000,50000').split(',').map(Number);

const data = benchData(root);
// Measured before the browser starts, so that the two do not share the cores.
if (names.includes('embedding')) options.native ??= String(nativeRate('embedding', data.passages) ?? '');
if (names.includes('classifier')) {
  options.nativeClassifier ??= String(nativeRate('classifier', data.passages) ?? '');
}

const folder = await mkdtemp(join(tmpdir(), 'hopscope-bench-'));
await build({
  root: import.meta.dirname,
  base: './',
  configFile: false,
  logLevel: 'warn',
  publicDir: resolve(root, 'public'),

  worker: { format: 'es' },
  build: { outDir: folder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4096 },
});
await writeFile(join(folder, 'bench-data.json'), JSON.stringify(data));

const server = await serve(folder);
const browser = await chromium.launch({
  executablePath: requireChromium(),
  // Memory is asked for after each step: do not wait for the browser's next garbage collection.
  args: [...CHROMIUM_ARGS, '--enable-blink-features=ForceEagerMeasureMemory'],
});
const results = [];
try {
  const cores = cpus();
  printHeader({
    machine: `${cores[0]?.model ?? 'unknown processor'} × ${cores.length}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    versions: `Chromium ${browser.version()}, Node ${process.versions.node}`,
    corpus: `${data.source}: ${data.passages.length} passages, ${data.questions.length} questions; sizes ${sizes.join(', ')}`,
  });
  for (const name of names.filter((of) => of !== SCALE)) {
    // A fresh context, so that storage and memory of one case cannot touch another.
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.exposeFunction(
      'benchLine',
      (/** @type {string} */ line) => process.stderr.isTTY && console.error(`  … ${line}`),
    );
    await page.goto(server.url);
    await page.waitForFunction(() => 'runCase' in window);
    const request = { name, sizes, options, base: server.url };
    const result = await page.evaluate(
      (asked) => /** @type {import('./page').BenchWindow} */ (/** @type {unknown} */ (window)).runCase(asked),
      request,
    );
    printCase(result);
    results.push({ name, ...result });
    await context.close();
  }
  if (names.includes(SCALE)) {
    const [passages = 0, questions = 0] = (options.scale ?? '200000,10000').split(',').map(Number);
    const result = await runScale({ root, browser, data, counts: { passages, questions } });
    printCase(result);
    results.push({ name: SCALE, ...result });
  }
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, null, 1)}\n`);
process.exitCode = printVerdict(results) ? 0 : 1;
