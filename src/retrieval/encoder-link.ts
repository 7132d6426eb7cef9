import { proxy, type Remote, releaseProxy, wrap } from 'comlink';
import { HopscopeError, type Outcome } from '../domain/outcome';
import type { JobId, OnProgress } from '../domain/progress';
import type { EncoderContract, EncoderState } from '../domain/seam';
import { unwrap } from '../seam/outcome';

/** A batch is a fraction of a second of work: an encoder that is silent for this long is lost, not slow. */
const SILENCE_MS = 120_000;

/** An encoder moves from the GPU to WASM once; one that moves more often than this is broken. */
export const SPACE_ATTEMPTS = 3;
export const restless = (model: string): HopscopeError =>
  new HopscopeError('model', `The model ${model} keeps changing its device: choose WASM in the settings.`, {
    retryable: true,
  });

export interface EncodedTexts {
  vectors: Float32Array;
  space: string | null;
}

interface Connection {
  remote: Remote<EncoderContract>;
  /** Rejects when the worker at the other end is gone; never resolves. */
  lost: Promise<never>;
  lose(reason: string): void;
}

/**
 * The encoder worker at the other end of a port. A worker that is ended leaves its callers waiting for ever, so every
 * call here also ends when the port closes, when another port takes its place, or after a long silence.
 */
export class EncoderLink {
  #connection: Connection | null = null;
  /** One load at a time: two searches that need another model must not load it twice. */
  #loading: Promise<EncoderState> | null = null;

  connect(port: MessagePort): void {
    this.#connection?.lose('another encoder took its place');
    const connection = openConnection(port);
    this.#connection = connection;
    this.#loading = null;
    connection.lost.catch(() => {
      if (this.#connection === connection) this.#connection = null;
    });
  }

  get connected(): boolean {
    return this.#connection !== null;
  }

  /** What is loaded now; null when nothing is, or no encoder is connected. */
  async state(): Promise<EncoderState | null> {
    return this.#connection === null ? null : this.#call((encoder) => encoder.state());
  }

  /** State with `model` loaded; loads it when another one is, or none. */
  async ensure(model: string, onProgress: OnProgress = () => {}): Promise<EncoderState> {
    const state = await this.#call((encoder) => encoder.state());
    if (state?.model === model) return state;
    // A function of our own: `proxy` marks what it gets, and a callback from the page is a proxy that sends marks on.
    this.#loading ??= this.#call(
      (encoder) =>
        encoder.load(
          model,
          'auto',
          proxy((progress) => onProgress(progress)),
        ),
      Number.POSITIVE_INFINITY,
    ).finally(() => {
      this.#loading = null;
    });
    const loaded = await this.#loading;
    return loaded.model === model ? loaded : this.ensure(model, onProgress);
  }

  /** Row-major unit vectors, one row a text, and the space they are in: it changes when a device is lost. */
  async encode(texts: string[], kind: 'query' | 'passage', job: JobId): Promise<EncodedTexts> {
    const { vectors, space } = await this.#call((encoder) => encoder.encode(texts, kind, job));
    return { vectors, space: space ?? (await this.state())?.space ?? null };
  }

  /** Asks the encoder to stop; does not wait for it. */
  cancel(job: JobId): void {
    // Losing the encoder meanwhile stops the job as well.
    this.#connection?.remote.cancel(job).catch(() => {});
  }

  async #call<T>(
    call: (encoder: Remote<EncoderContract>) => Promise<Outcome<T>>,
    silence = SILENCE_MS,
  ): Promise<T> {
    const connection = this.#connection;
    if (connection === null) {
      throw new HopscopeError(
        'worker-lost',
        'No embedding model is connected, so there are no vectors: keyword search works, try the vectors again.',
        { retryable: true },
      );
    }
    const timer =
      silence === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => connection.lose(`no answer for ${silence / 1000} s`), silence);
    try {
      return unwrap(await Promise.race([call(connection.remote), connection.lost]));
    } finally {
      clearTimeout(timer);
    }
  }
}

function openConnection(port: MessagePort): Connection {
  let reject: (error: HopscopeError) => void = () => {};
  const lost = new Promise<never>((_, no) => {
    reject = no;
  });
  // Nobody may be waiting when the worker goes; that is not an unhandled error.
  lost.catch(() => {});
  const remote = wrap<EncoderContract>(port);
  const lose = (reason: string): void => {
    reject(
      new HopscopeError(
        'worker-lost',
        'The worker that makes vectors has ended. What it finished is kept: resume to make the rest.',
        { detail: reason, retryable: true },
      ),
    );
    remote[releaseProxy]();
  };
  port.addEventListener('close', () => lose('its port was closed'));
  return { remote, lost, lose };
}
