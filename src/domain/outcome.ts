/**
 * What every worker call returns. A thrown class loses its code on the way through postMessage,
 * so failures cross the seam as plain data and are never silent.
 */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** Stable machine-readable reasons; `message` says what happened, to what, and what to do. */
export type FailureCode =
  | 'cancelled'
  | 'bad-input'
  | 'not-found'
  | 'quota'
  | 'busy'
  | 'read-only'
  | 'newer-version'
  | 'damaged'
  | 'model'
  | 'worker-lost'
  /** The offline switch is on: nothing may leave. */
  | 'offline'
  | LlmFailureCode
  | 'internal';

/**
 * What a chat endpoint can fail with (`src/domain/llm.ts`). The first three would hit every further question too and
 * stop a run; the others are the fault of one question.
 */
export type LlmFailureCode =
  /** 401, 403: the endpoint does not take the key. */
  | 'llm-key'
  /** The endpoint has no model of this name, or nothing at this address. */
  | 'llm-model'
  /** The spending limit is reached, or the account at the provider is empty. */
  | 'llm-spent'
  /** The model or its provider will not answer this. */
  | 'llm-refused'
  /** The request is longer than the model's context. */
  | 'llm-limit'
  | 'llm-network'
  | 'llm-timeout'
  /** An answer came that cannot be used. */
  | 'llm-reply';

export interface Failure {
  code: FailureCode;
  /** One sentence for a person: what happened, to which file / question, what to do. */
  message: string;
  /** Technical detail for a bug report; never shown alone. */
  detail?: string;
  /** True when doing the same thing again may work (a lost worker, a freed disk). */
  retryable: boolean;
}

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const fail = (
  code: FailureCode,
  message: string,
  options: { detail?: string; retryable?: boolean } = {},
): Outcome<never> => ({
  ok: false,
  error: {
    code,
    message,
    retryable: options.retryable ?? false,
    ...(options.detail === undefined ? {} : { detail: options.detail }),
  },
});

/** Thrown inside a realm; turned into a `Failure` where the call leaves it (`src/seam/outcome.ts`). */
export class HopscopeError extends Error {
  readonly code: FailureCode;
  readonly detail: string | undefined;
  readonly retryable: boolean;
  constructor(
    code: FailureCode,
    message: string,
    options: { detail?: string; retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HopscopeError';
    this.code = code;
    this.detail = options.detail;
    this.retryable = options.retryable ?? false;
  }
}
