import type { BenchCase, BenchContext, BenchReport } from './types';

const cases = import.meta.glob<{ default: BenchCase }>('./cases/*.ts');

export interface CaseRequest {
  name: string;
  sizes: number[];
  options: Record<string, string>;
  base: string;
}

export type CaseMessage =
  | { kind: 'line'; line: string }
  | { kind: 'memory?' }
  | { kind: 'report'; title: string; report: BenchReport }
  | { kind: 'failed'; message: string };

const post = (message: CaseMessage): void => postMessage(message);

let answerMemory: (bytes: number | null) => void = () => {};

async function runCase({ name, sizes, options, base }: CaseRequest): Promise<void> {
  const load = cases[`./cases/${name}.ts`];
  if (load === undefined) throw new Error(`no case "${name}"; there are ${Object.keys(cases).join(', ')}`);
  const data = (await (await fetch(`${base}bench-data.json`)).json()) as Pick<
    BenchContext,
    'passages' | 'questions' | 'source'
  >;
  const { default: benchCase } = await load();
  const report = await benchCase.run({
    ...data,
    sizes,
    options,
    base,
    say: (line) => post({ kind: 'line', line }),
    memory: () =>
      new Promise((resolve) => {
        answerMemory = resolve;
        post({ kind: 'memory?' });
      }),
  });
  post({ kind: 'report', title: benchCase.title, report });
}

addEventListener('message', (event: MessageEvent<CaseRequest | { memory: number | null }>) => {
  if ('memory' in event.data) answerMemory(event.data.memory);
  else
    runCase(event.data).catch((error: unknown) =>
      post({
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
});
