import type { CaseMessage, CaseRequest } from './case.worker';
import type { BenchReport } from './types';

export interface BenchWindow {
  runCase(request: CaseRequest): Promise<{ title: string; report: BenchReport }>;
  benchLine?(line: string): void;
}

interface MemoryPerformance {
  measureUserAgentSpecificMemory?(): Promise<{ bytes: number }>;
}

const page = window as unknown as BenchWindow;

/** Runs one case in a fresh worker, which is ended afterwards so that no case inherits another's memory. */
page.runCase = (request) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./case.worker.ts', import.meta.url), { type: 'module' });
    const measure = async (): Promise<number | null> =>
      (await (performance as MemoryPerformance).measureUserAgentSpecificMemory?.())?.bytes ?? null;
    worker.onmessage = async ({ data }: MessageEvent<CaseMessage>) => {
      if (data.kind === 'line') page.benchLine?.(data.line);
      else if (data.kind === 'memory?') worker.postMessage({ memory: await measure().catch(() => null) });
      else {
        worker.terminate();
        if (data.kind === 'report') resolve({ title: data.title, report: data.report });
        else reject(new Error(data.message));
      }
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(request);
  });
