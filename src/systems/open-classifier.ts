/** The judge and reader in the classifier worker, made ready before a run and again when that worker was restarted. */
import { proxy, type Remote } from 'comlink';
import { indexText } from '../domain/corpus';
import { HopscopeError, type Outcome, ok } from '../domain/outcome';
import type { OnProgress } from '../domain/progress';
import type { ClassifierContract, ClassifierState } from '../domain/seam';
import type { Job } from '../seam/jobs';
import type { Meter } from '../seam/meter';
import { attempt, toFailure } from '../seam/outcome';
import type { EpisodeClassifier, PassageTexts } from './episode';
import type { ClassifierLink } from './worker-link';

/** How long a call may take before the worker counts as stuck: it may be judging other runs in between. */
const PATIENCE_MS = 180_000;
/** A window of a passage takes a tenth of it on a fast machine. Windows hold about a thousand characters. */
const PATIENCE_PER_WINDOW_MS = 3_000;
const WINDOW_CHARACTERS = 1_000;

/** Milliseconds for judging or reading these passages, which are cut into windows: a long one takes many. */
export const patienceFor = (passages: readonly string[]): number =>
  passages.reduce(
    (ms, { length }) => ms + Math.max(1, Math.ceil(length / WINDOW_CHARACTERS)) * PATIENCE_PER_WINDOW_MS,
    PATIENCE_MS,
  );

export interface Classifier {
  /**
   * The classifier that is loaded, or else the shipped one, loaded now. Later calls give the same one. Throws what kept
   * it from being loaded.
   */
  prepare(): Promise<ClassifierState>;
  /** Judges and reads passages of one corpus, with this threshold. */
  on(texts: PassageTexts, threshold: number): EpisodeClassifier;
}

export const openClassifier = (options: { link: ClassifierLink; job: Job; meter: Meter }): Classifier => {
  const { link, job, meter } = options;
  const { signal } = job;
  let loaded: { generation: number; state: ClassifierState } | null = null;
  let calls = 0;

  const loadOnce = async (report: OnProgress): Promise<ClassifierState> => {
    const { generation } = link;
    const before = loaded?.state ?? null;
    const there = before === null ? await link.ask((api) => api.state(), { signal }) : null;
    const wanted = before === null ? {} : { model: before.judge.model, mode: before.judge.mode };
    const state = there ?? (await link.ask((api) => api.load(wanted, proxy(report)), { signal }));
    if (before !== null && before.judge.space !== state.judge.space) {
      throw new HopscopeError(
        'model',
        'The judge of this run has changed while it went on, so it cannot go on: start a new run.',
        { detail: `was ${before.judge.space}, is ${state.judge.space}` },
      );
    }
    loaded = { generation, state };
    return state;
  };

  /** A worker that dies while it loads is restarted, and its job tried once more. */
  const load = async (report: OnProgress): Promise<ClassifierState> => {
    try {
      return await loadOnce(report);
    } catch (thrown) {
      if (toFailure(thrown).code !== 'worker-lost' || link.generation === 0) throw thrown;
      meter.note('The classifier worker was restarted.');
      return loadOnce(report);
    }
  };

  type Use<T> = (api: Remote<ClassifierContract>, job: string) => Promise<Outcome<T>>;

  /** What `use` gives, or null when the worker was restarted or has another judge loaded. */
  const ask = async <T>(use: Use<T>, passages: readonly string[]): Promise<T | null> => {
    if (loaded === null || loaded.generation !== link.generation) return null;
    const id = `${job.id}/judge-${++calls}`;
    // Its answer does not matter: the run has ended for its caller already.
    const stop = (): void => void attempt(() => link.ask(async (api) => ok(await api.cancel(id))));
    signal.addEventListener('abort', stop, { once: true });
    try {
      const value = await link.ask((api) => use(api, id), {
        signal,
        timeoutMs: patienceFor(passages),
      });
      // Scores do not say whose they are, and the page may have chosen another judge meanwhile.
      const now = await link.ask((api) => api.state(), { signal });
      return now?.judge.space === loaded.state.judge.space ? value : null;
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.code === 'worker-lost') return null;
      if (failure.code === 'cancelled') throw thrown;
      // Whatever it is, it is about these passages: the question gets an error and the run goes on.
      throw new HopscopeError('internal', `The classifier failed on this question: ${failure.message}`, {
        ...(failure.detail === undefined ? {} : { detail: failure.detail }),
        cause: thrown,
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  const askOurs = async <T>(use: Use<T>, passages: readonly string[]): Promise<T> => {
    const first = await ask(use, passages);
    if (first !== null) return first;
    meter.note('The classifier was loaded again.');
    await load(({ phase }) => meter.note(phase));
    const second = await ask(use, passages);
    if (second !== null) return second;
    throw new HopscopeError(
      'worker-lost',
      'The classifier was stopped or replaced twice in a row. Resume the run to go on.',
      { retryable: true },
    );
  };

  return {
    prepare: async () => loaded?.state ?? load((progress) => meter.pass(progress)),
    on(texts, threshold) {
      const passagesOf = async (chunks: readonly string[]): Promise<string[]> =>
        (await texts(chunks)).map(indexText);
      return {
        get space() {
          return loaded?.state.judge.space ?? '';
        },
        threshold,
        async score(question, chunks) {
          const passages = await passagesOf(chunks);
          const pairs = passages.map((passage) => ({ question, passage }));
          return askOurs((api, id) => api.score(pairs, id), passages);
        },
        async read(question, chunks) {
          const passages = await passagesOf(chunks);
          return askOurs((api, id) => api.read(question, passages, id), passages);
        },
      };
    },
  };
};
