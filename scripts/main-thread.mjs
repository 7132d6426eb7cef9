/**
 * Tasks of the page's main thread with the processor time they took. The clock of a task on a machine that is busy
 * with other work also counts the time in which the thread was not running at all, so it says nothing about the app.
 *
 * @typedef {{ startMs: number, wallMs: number, cpuMs: number }} Task
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args: { name?: string } }} TraceEvent
 *   `ts`, `dur` and `tdur` (processor time) in microseconds.
 */

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').Page} page
 * @returns {Promise<{ stop(): Promise<TraceEvent[]> }>}
 */
export const startTrace = async (browser, page) => {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  return { stop: async () => JSON.parse((await browser.stopTracing()).toString('utf8')).traceEvents };
};

/**
 * Tasks of the renderer main thread that ran the most of them: the page's (other renderers idle).
 * @param {TraceEvent[]} events
 * @returns {Task[]}
 */
export const mainThreadTasks = (events) => {
  const mains = new Set(
    events
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  /** @type {Map<string, Task[]>} */
  const byThread = new Map();
  for (const { name, ph, pid, tid, ts, dur = 0, tdur } of events) {
    const thread = `${pid}/${tid}`;
    if (ph !== 'X' || name !== 'RunTask' || tdur === undefined || !mains.has(thread)) continue;
    const tasks = byThread.get(thread) ?? [];
    tasks.push({ startMs: ts / 1000, wallMs: dur / 1000, cpuMs: tdur / 1000 });
    byThread.set(thread, tasks);
  }
  const total = (/** @type {Task[]} */ tasks) => tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  return [...byThread.values()].sort((a, b) => total(b) - total(a))[0] ?? [];
};
