import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { mainThreadTasks, startTrace } from '../../scripts/main-thread.mjs';
import { serve } from '../../scripts/serve.mjs';
import { writeScaleFiles } from './files.mjs';
import { scaleSteps } from './steps.mjs';

/** A task of the main thread may take so long. */
const TASK_MS = 50;

/**
 * Memory of all processes of the page, now and at most so far, in MB; null where the system does not say.
 * @param {import('playwright-core').CDPSession} session of the browser
 */
const memory = async (session) => {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const status = processInfo
    .filter(({ type, id }) => type === 'renderer' && existsSync(`/proc/${id}/status`))
    .map(({ id }) => readFileSync(`/proc/${id}/status`, 'utf8'));
  if (status.length === 0) return null;
  const sum = (/** @type {RegExp} */ field) =>
    status.reduce((total, text) => total + Number(field.exec(text)?.[1] ?? 0) / 1024, 0);
  return { now: sum(/VmRSS:\s+(\d+)/), peak: sum(/VmHWM:\s+(\d+)/) };
};

/**
 * A large corpus in one tab of the built app, step by step: how long each takes, the longest task of the main thread in
 * it, and memory.
 * @param {{ root: string, browser: import('playwright-core').Browser, data: ReturnType<typeof import('../data.mjs').benchData>,
 *   counts: { passages: number, questions: number } }} parts
 * @returns {Promise<{ title: string, report: import('../types').BenchReport }>}
 */
export const runScale = async ({ root, browser, data, counts }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hopscope-scale-'));
  const dist = join(folder, 'dist');
  await build({ root, logLevel: 'error', build: { outDir: dist } });
  const files = await writeScaleFiles(folder, data, counts);
  const server = await serve(dist);
  const context = await browser.newContext();
  /** @type {import('../types').BenchReport} */
  const report = { measurements: [], checks: [], notes: [] };
  try {
    const session = await browser.newBrowserCDPSession();
    const page = await context.newPage();
    page.on('pageerror', (error) => report.notes.push(`error of the page: ${error.message}`));
    await page.goto(server.url);
    let longest = { ms: 0, step: '' };
    let peak = 0;
    for (const { name, act } of scaleSteps(files)) {
      const trace = await startTrace(browser, page);
      const begun = performance.now();
      await act(page);
      const seconds = (performance.now() - begun) / 1000;
      const tasks = mainThreadTasks(await trace.stop());
      const most = tasks.reduce((ms, { cpuMs }) => Math.max(ms, cpuMs), 0);
      if (most > longest.ms) longest = { ms: most, step: name };
      const held = await memory(session);
      peak = Math.max(peak, held?.peak ?? 0);
      report.measurements.push(
        row(name, counts.passages, 's', seconds),
        row('· longest task', counts.passages, 'ms', most),
      );
      if (held !== null) report.measurements.push(row('· memory after', counts.passages, 'MB', held.now));
      if (process.stderr.isTTY)
        console.error(`  … ${name}: ${seconds.toFixed(1)} s, task ${most.toFixed(0)} ms`);
    }
    if (peak > 0) report.measurements.push(row('peak memory of the tab', counts.passages, 'MB', peak));
    report.checks.push({
      quantity: `longest main thread task, processor time (${longest.step})`,
      value: longest.ms,
      relation: '<=',
      budget: TASK_MS,
    });
    report.notes.push(
      `${counts.questions.toLocaleString('en')} questions of two hops; scrolling and filtering include their pauses`,
    );
  } finally {
    await context.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
  return { title: 'a large corpus in one tab of the built app', report };
};

/**
 * @param {string} quantity @param {number} size @param {'s' | 'ms' | 'MB'} unit @param {number} value
 * @returns {import('../types').Measurement}
 */
const row = (quantity, size, unit, value) => ({
  quantity,
  subject: 'Hopscope',
  size,
  unit,
  n: 1,
  median: value,
  low: value,
  high: value,
});
