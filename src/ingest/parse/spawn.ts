/** Realms for the parsers: a worker in the app, this realm where there are no workers (tests in Node). */
import * as Comlink from 'comlink';
import type { ParserContract, ParserHandle } from './contract';
import { parserApi } from './parser-api';

export const spawnParser = (): ParserHandle => {
  const worker = new Worker(new URL('../../../workers/parser.worker.ts', import.meta.url), {
    type: 'module',
    name: 'parser',
  });
  let die: (error: Error) => void = () => {};
  const died = new Promise<never>((_, reject) => {
    die = reject;
  });
  died.catch(() => {});
  worker.onerror = (event) => {
    event.preventDefault();
    die(new Error(event.message));
  };
  worker.onmessageerror = () => die(new Error('a message could not be read'));
  return {
    api: Comlink.wrap<ParserContract>(worker) as unknown as ParserContract,
    died,
    end: () => worker.terminate(),
    callback: (call) => Comlink.proxy(call),
  };
};

/** Cannot be ended: what hangs here hangs. */
export const parseHere = (): ParserHandle => ({
  api: parserApi,
  died: new Promise<never>(() => {}),
  end: () => {},
  callback: (call) => call,
});
