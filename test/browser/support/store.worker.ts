import { expose } from 'comlink';
import { attempt } from '../../../src/seam/outcome';
import { openStore } from '../../../src/workspace/open-store';
import { answered, corpusMeta, document, header, questionsMeta, wholeChunk } from '../../workspace/make';

/** What a worker of the app does to the store, so that a test can end it in the middle. */
const api = {
  writeCorpus: (workspace: string, texts: string[]) =>
    attempt(async () => {
      const documents = texts.map((text, i) => document(`d${i}`, text));
      await (await openStore()).writeCorpus(workspace, {
        meta: corpusMeta(texts.length, texts.length),
        documents,
        chunks: documents.map((one) => wholeChunk(one)),
        rejects: [],
      });
    }),
  /** Writes documents without end; tells after each megabyte. */
  writeWithoutEnd: (workspace: string, onMegabyte: () => void) =>
    attempt(async () => {
      const endless = async function* () {
        for (let i = 0; ; i++) {
          yield document(`new${i}`, 'x'.repeat(1 << 20));
          onMegabyte();
        }
      };
      await (await openStore()).writeCorpus(workspace, {
        meta: corpusMeta(1, 1),
        documents: endless(),
        chunks: [],
        rejects: [],
      });
    }),
  startRun: (workspace: string, run: string) =>
    attempt(async () => (await openStore()).startRun(workspace, header(run), 1000)),
  /** Stores questions from `first` on; tells each that is durable. */
  appendWithoutEnd: (workspace: string, run: string, first: number, onStored: (n: number) => void) =>
    attempt(async () => {
      const store = await openStore();
      for (let n = first; ; n++) {
        await store.appendRun(
          workspace,
          run,
          answered(`q${n}`, [{ chunk: `c${n % 10}`, rank: 1, score: n }]),
        );
        onStored(n);
      }
    }),
  appendVectors: (space: string, first: number, onStored: (n: number) => void) =>
    attempt(async () => {
      const cache = await (await openStore()).vectors(space, 8);
      for (let n = first; ; n++) {
        await cache.append([n.toString(16).padStart(32, '0')], new Float32Array(8).fill(n));
        onStored(n);
      }
    }),
  writeQuestions: (workspace: string) =>
    attempt(async () => (await openStore()).writeQuestions(workspace, [], questionsMeta)),
};
export type StoreWorkerApi = typeof api;
expose(api);
