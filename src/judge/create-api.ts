/** The classifier worker's api over whatever store, models and lanes it is given: the browser's, or a test's. */
import * as Comlink from 'comlink';
import { HopscopeError } from '../domain/outcome';
import type { JudgeMode } from '../domain/presence';
import type { ClassifierContract, DevicePreference } from '../domain/seam';
import { SHIPPED_JUDGE } from '../domain/shipped-judge';
import type { WorkspaceStore } from '../domain/store';
import { Classifier, type ClassifierSurroundings } from '../models/classifier/classifier';
import type { ClassifierLibrary } from '../models/classifier/library';
import { atFault } from '../models/own-models';
import { createJobs } from '../seam/jobs';
import { attempt } from '../seam/outcome';
import { CHECKS } from './examples';
import { judgeRuns } from './judge-runs';
import { createScoreBook, keyOf, type ScoreBook } from './score-book';
import { scorePairs } from './score-pairs';

export interface ClassifierParts {
  store: () => Promise<WorkspaceStore>;
  library: ClassifierLibrary;
  around?: ClassifierSurroundings;
}

interface Wanted {
  model: string;
  mode: JudgeMode;
  /** Undefined: no wish. */
  device: DevicePreference | undefined;
  present: number | undefined;
}

/** A run and the page ask for the same judge, one with a device chosen and one without: neither may throw the other out. */
const serves = (open: Wanted, wanted: Wanted): boolean =>
  open.model === wanted.model &&
  open.mode === wanted.mode &&
  (wanted.device === undefined || wanted.device === (open.device ?? 'auto')) &&
  (wanted.present === undefined || wanted.present === open.present);

/** Leaves when the call is cancelled: a model that is still loading, or a busy disk, must not hold it. */
const orAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  let leave: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
  });
  // Either may be left without anybody waiting.
  for (const promise of [aborted, work]) promise.catch(() => {});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
};

export const createClassifierApi = ({ store, library, around = {} }: ClassifierParts) => {
  const jobs = createJobs();
  let current: { wanted: Wanted; model: Promise<Classifier> } | null = null;
  let open: { space: string; book: Promise<ScoreBook> } | null = null;

  const loaded = async (): Promise<Classifier> => {
    if (current === null) {
      throw new HopscopeError('model', 'No classifier is loaded yet: load one first.', { retryable: true });
    }
    return current.model;
  };

  /** The recorded scores of a judge, read once; a book that could not be opened or written is opened anew. */
  const bookOf = (space: string): Promise<ScoreBook> => {
    if (open?.space === space) return open.book;
    const book = store()
      .then((opened) => opened.vectors(space, 1))
      .then((cache) => createScoreBook(cache));
    const mine = { space, book };
    open = mine;
    book.catch(() => {
      if (open === mine) open = null;
    });
    return book;
  };
  const withBook = async <T>(judge: Classifier, work: (book: ScoreBook) => Promise<T>): Promise<T> => {
    try {
      return await work(await bookOf(judge.judge.space));
    } catch (error) {
      if (error instanceof HopscopeError && error.code === 'damaged') open = null;
      throw error;
    }
  };

  const api = {
    catalogue: () => attempt(() => library.list()),

    addModel: (files, options) =>
      attempt(async () => {
        const described = await library.add(files, options);
        if (current !== null && (await current.model).entry.id === described.id) {
          // Other files under the same name: the next load must not find the old model open.
          (await current.model).close();
          current = null;
        }
        return described;
      }),

    removeModel: (id) =>
      attempt(async () => {
        await library.remove(id);
        if (current?.wanted.model !== id) return;
        const gone = current;
        current = null;
        await gone.model.then(
          (old) => old.close(),
          () => {},
        );
      }),

    load: ({ model = SHIPPED_JUDGE.model, mode = 'passage', device, present }, onProgress) =>
      attempt(async () => {
        const wanted: Wanted = { model, mode, device, present };
        if (current === null || !serves(current.wanted, wanted)) {
          const previous = current?.model;
          const opening = (async () => {
            // Two models at once could exceed the memory of a tab.
            await previous?.then(
              (old) => old.close(),
              () => {},
            );
            const { entry, files } = await library.find(model, present);
            try {
              return await Classifier.load(
                entry,
                files,
                { mode, device: device ?? 'auto' },
                onProgress,
                around,
              );
            } catch (error) {
              if (entry.source === 'files' && atFault(error)) await library.refuse(model, error.message);
              throw error;
            }
          })();
          const mine = { wanted, model: opening };
          current = mine;
          // A failed load is forgotten, so that the next call tries again.
          opening.catch(() => {
            if (current === mine) current = null;
          });
        }
        return (await loaded()).state;
      }),

    state: () => attempt(async () => (current === null ? null : (await current.model).state)),

    check: () =>
      attempt(async () => {
        const judge = await loaded();
        const signal = new AbortController().signal;
        const scores = await judge.score(
          CHECKS.map(({ pair }) => pair),
          { urgent: true, signal },
        );
        return CHECKS.map((check, i) => {
          const score = scores[i];
          if (score?.probability == null) {
            throw new HopscopeError(
              'model',
              `${judge.entry.label} cannot judge: ${score?.message ?? 'it gave no score.'}`,
            );
          }
          return { ...check, probability: score.probability };
        });
      }),

    score: (pairs, id) =>
      attempt(() =>
        jobs.runJob(id, async ({ signal }) => {
          const judge = await orAborted(signal, loaded());
          return withBook(judge, async (book) => {
            await orAborted(signal, book.refresh());
            const keyed = pairs.map((pair) => ({ key: keyOf(pair, judge.mode), pair }));
            try {
              return await scorePairs(judge, book, keyed, { urgent: true, signal });
            } finally {
              await book.finish(signal);
            }
          });
        }),
      ),

    read: (question, passages, id) =>
      attempt(() =>
        jobs.runJob(id, async ({ signal }) =>
          (await orAborted(signal, loaded())).read(question, passages, signal),
        ),
      ),

    judgeRuns: (request, id, onProgress) =>
      attempt(() =>
        jobs.runJob(id, async (job) => {
          const judge = await orAborted(job.signal, loaded());
          const parts = { store: await store(), judge };
          return withBook(judge, (book) => judgeRuns(request, { ...parts, book }, job, onProgress));
        }),
      ),

    connect(port) {
      Comlink.expose(api, port);
    },

    pause: (id) => jobs.pause(id),
    resume: (id) => jobs.resume(id),
    cancel: (id) => jobs.cancel(id),
  } satisfies ClassifierContract;
  return api;
};
