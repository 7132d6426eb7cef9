/** Runs: a record with the state in the metadata, and an append-only log of what happened. */
import { HopscopeError } from '../domain/outcome';
import type { WorkspaceStore } from '../domain/store';
import type { QuestionEvent } from '../domain/trace';
import type { RunMeta } from '../domain/workspace';
import { writeFile } from './files';
import type { Base } from './parts';
import { directoryOf, runKey, type StoredRun } from './record';
import { type Dictionary, decodeRunLog, encodeHeader, encodeQuestion } from './run-log';

type RunStore = Pick<WorkspaceStore, 'startRun' | 'appendRun' | 'updateRun' | 'readRun' | 'removeRun'>;

/** Where the next block of a log goes, as this realm knows it. */
interface Tail {
  bytes: number;
  dictionary: Dictionary;
}

const checkBlock = (events: QuestionEvent[]): string => {
  const last = events.at(-1);
  const complete = last?.event === 'done' || last?.event === 'error';
  if (last === undefined || !complete || events.some(({ question }) => question !== last.question)) {
    throw new HopscopeError(
      'bad-input',
      'A question was to be stored before it was complete: this is a fault in Hopscope.',
      { detail: `events ${events.map(({ event }) => event).join(', ')}` },
    );
  }
  return last.question;
};

export const createRunStore = (base: Base): RunStore => {
  const { files, metadata } = base;
  const tails = new Map<string, Tail>();
  /** The last write of each run: blocks must not interleave, whoever asks for them. */
  const queues = new Map<string, Promise<unknown>>();

  const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = queues.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    queues.set(key, turn);
    return turn;
  };

  const stored = async (id: string, run: string): Promise<StoredRun> => {
    const record = (await metadata.get('runs', runKey(id, run))) as StoredRun | undefined;
    if (record !== undefined) return record;
    throw new HopscopeError('not-found', 'This run does not exist (any more).', { detail: `run ${run}` });
  };

  /** Reads the log to its last whole block and cuts off what is torn behind it. */
  const findTail = async (path: string, meta: RunMeta): Promise<Tail> => {
    const log = decodeRunLog((await files.read(path)) ?? new Uint8Array());
    if (log.torn > 0) await files.truncate(path, log.bytes);
    if (log.header !== null) return { bytes: log.bytes, dictionary: log.dictionary };
    // Not even the header is whole: the log starts again, with the header that the metadata kept.
    const header = encodeHeader(meta.header);
    await files.append(path, header);
    return { bytes: header.length, dictionary: log.dictionary };
  };

  return {
    startRun: (id, header, total) =>
      base.writing(id, async (_, directory) => {
        const file = `run-${base.random()}.log`;
        await writeFile(files, `${directory}/${file}`, [encodeHeader(header)]);
        const meta: RunMeta = { header, state: 'running', done: 0, total, errors: 0, finished: null };
        await metadata.update('runs', runKey(id, header.run), (current) => {
          if (current !== undefined) {
            throw new HopscopeError('busy', 'A run of this name exists already.', {
              detail: `run ${header.run}`,
            });
          }
          return { meta, file } satisfies StoredRun;
        });
        return meta;
      }),

    appendRun: (id, run, events) =>
      inTurn(runKey(id, run), async () => {
        const question = checkBlock(events);
        await base.assertWritable(id);
        const { file, meta } = await stored(id, run);
        const path = `${directoryOf(id)}/${file}`;
        let tail = tails.get(path);
        // Another realm has written meanwhile, or the last append was torn: look again.
        if (tail === undefined || (await files.size(path)) !== tail.bytes) tail = await findTail(path, meta);
        tails.delete(path);
        const block = encodeQuestion(question, events, tail.dictionary);
        await files.append(path, block);
        // Only now: a failed append has grown the dictionary for nothing, and is read anew next time.
        tails.set(path, { bytes: tail.bytes + block.length, dictionary: tail.dictionary });
      }),

    async updateRun(id, run, change) {
      await base.assertWritable(id);
      await metadata.update('runs', runKey(id, run), (current) => {
        // A run that was removed while it ran stays removed.
        if (current === undefined) return undefined;
        const record = current as StoredRun;
        return { ...record, meta: { ...record.meta, ...change } };
      });
    },

    async readRun(id, run) {
      const { file, meta } = await stored(id, run);
      const bytes = await files.read(`${directoryOf(id)}/${file}`);
      const log = decodeRunLog(bytes ?? new Uint8Array());
      const trace = { header: meta.header, questions: log.questions };
      if (log.torn === 0 && bytes !== null) return trace;
      return {
        ...trace,
        notice: `The stored run breaks off after ${log.questions.size} questions (${log.torn} bytes behind them are damaged): resume it to ask the rest again.`,
      };
    },

    async removeRun(id, run) {
      await base.assertWritable(id);
      const { file } = await stored(id, run);
      await metadata.update('runs', runKey(id, run), () => undefined);
      tails.delete(`${directoryOf(id)}/${file}`);
      await files.remove(`${directoryOf(id)}/${file}`);
    },
  };
};
