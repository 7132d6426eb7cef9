/**
 * Parses files one at a time in a realm that can be ended (design 08, "Documents are hostile"). A parser that hangs,
 * takes too long or dies costs the one file; the next file gets a fresh one.
 */
import { cancelled } from '../../seam/jobs';
import { BadRecord } from '../types';
import type { Parser, ParserHandle } from './contract';

/** No page or part was read for this long: the parser hangs. */
export const STALLED_MS = 60_000;
/** Longest time for one file. */
export const LONGEST_MS = 15 * 60_000;

/** Calls back once after so many milliseconds; returns how to stop it. */
type Timer = (ms: number, call: () => void) => () => void;

const timer: Timer = (ms, call) => {
  const id = setTimeout(call, ms);
  return () => clearTimeout(id);
};

export interface ParserParts {
  spawn: () => ParserHandle;
  after?: Timer;
}

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} min`;

export const createParser = ({ spawn, after = timer }: ParserParts): Parser => {
  let handle: ParserHandle | null = null;
  const end = (): void => {
    handle?.end();
    handle = null;
  };

  return {
    async parse(job, call) {
      if (job.signal.aborted) throw cancelled();
      handle ??= spawn();
      const own = handle;
      let stop = (error: Error): void => void error;
      const stopped = new Promise<never>((_, reject) => {
        stop = reject;
      });
      stopped.catch(() => {});
      const tooLong = (what: string) => (): void =>
        stop(new BadRecord(`the parser ${what} and was ended: the file is damaged, hostile or too large`));
      const stalled = tooLong(`did not get on for ${STALLED_MS / 1000} seconds`);
      let stopStall = after(STALLED_MS, stalled);
      const stopWhole = after(LONGEST_MS, tooLong(`was not done after ${minutes(LONGEST_MS)}`));
      const alive = own.callback(() => {
        stopStall();
        stopStall = after(STALLED_MS, stalled);
      });
      const onAbort = (): void => stop(cancelled());
      job.signal.addEventListener('abort', onAbort);
      let answered = false;
      try {
        const outcome = await Promise.race([
          call(own.api, alive),
          stopped,
          own.died.catch((): never => {
            throw new BadRecord(
              'reading it broke the parser, perhaps for want of memory: the file is damaged, hostile or too large',
            );
          }),
        ]);
        answered = true;
        if (outcome.ok) return outcome.value;
        const { code, message } = outcome.error;
        throw new BadRecord(code === 'bad-input' ? message : `the parser failed: ${message}`);
      } finally {
        // A parser that has not answered is busy with this file, or dead.
        if (!answered) end();
        stopStall();
        stopWhole();
        job.signal.removeEventListener('abort', onAbort);
      }
    },
    close: end,
  };
};
