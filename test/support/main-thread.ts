/**
 * Tasks of the page's main thread with the processor time they took. The clock of a task on a machine that is busy
 * with other work also counts the time in which the thread was not running at all, so it says nothing about the app.
 */
import type { App } from './app';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args: { name?: string };
}

export interface Task {
  startMs: number;
  wallMs: number;
  cpuMs: number;
}

export const startTrace = async (app: App): Promise<{ stop(): Promise<TraceEvent[]> }> => {
  await app.browser.startTracing(app.page, {
    categories: ['disabled-by-default-devtools.timeline', '__metadata'],
  });
  return {
    stop: async () => {
      const { traceEvents } = JSON.parse((await app.browser.stopTracing()).toString('utf8')) as {
        traceEvents: TraceEvent[];
      };
      return traceEvents;
    },
  };
};

/** Tasks of the renderer main thread that ran the most of them: the page's (other renderers idle). */
export const mainThreadTasks = (events: TraceEvent[]): Task[] => {
  const mains = new Set(
    events
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const byThread = new Map<string, Task[]>();
  for (const { name, ph, pid, tid, ts, dur = 0, tdur } of events) {
    const thread = `${pid}/${tid}`;
    if (ph !== 'X' || name !== 'RunTask' || tdur === undefined || !mains.has(thread)) continue;
    const tasks = byThread.get(thread) ?? [];
    tasks.push({ startMs: ts / 1000, wallMs: dur / 1000, cpuMs: tdur / 1000 });
    byThread.set(thread, tasks);
  }
  const total = (tasks: Task[]): number => tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  return [...byThread.values()].toSorted((a, b) => total(b) - total(a))[0] ?? [];
};
