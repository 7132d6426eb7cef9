/** Turns whatever was thrown into the plain failure that crosses a worker seam, and back (design 01). */
import { type Failure, type FailureCode, HopscopeError, type Outcome, ok } from '../domain/outcome';

const DOM_FAILURES: Record<string, { code: FailureCode; message: string; retryable: boolean }> = {
  AbortError: { code: 'cancelled', message: 'Cancelled.', retryable: false },
  QuotaExceededError: {
    code: 'quota',
    message:
      'The browser has no room left for this site: free disk space or remove a workspace, then resume.',
    retryable: true,
  },
  NotFoundError: {
    code: 'not-found',
    message: 'Something that was stored is no longer there: reload the page.',
    retryable: false,
  },
  NotReadableError: {
    code: 'bad-input',
    message:
      'A file could not be read: it was changed, moved or locked after it was chosen. Choose it again.',
    retryable: true,
  },
  NoModificationAllowedError: {
    code: 'busy',
    message: 'A stored file is in use by another tab: close it or wait, then try again.',
    retryable: true,
  },
};

/** `name: message` and the stack, for bug reports; the causes of an error are followed. */
const describe = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown);
  const own = thrown.stack ?? `${thrown.name}: ${thrown.message}`;
  return thrown.cause === undefined ? own : `${own}\ncaused by ${describe(thrown.cause)}`;
};

// DOMException is not an Error in every realm, so the name is read structurally.
const nameOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : '';

const messageOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown
    ? String(thrown.message)
    : String(thrown);

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'retryable' in value &&
  'message' in value;

/** Any thrown value as a `Failure`; what is not known keeps its text as `internal`, never swallowed. */
export const toFailure = (thrown: unknown): Failure => {
  if (thrown instanceof HopscopeError) {
    const detail = thrown.detail ?? (thrown.cause === undefined ? undefined : describe(thrown.cause));
    return {
      code: thrown.code,
      message: thrown.message,
      retryable: thrown.retryable,
      ...(detail === undefined ? {} : { detail }),
    };
  }
  const known = DOM_FAILURES[nameOf(thrown)];
  if (known !== undefined) return { ...known, detail: describe(thrown) };
  if (isFailure(thrown)) return thrown;
  return {
    code: 'internal',
    message: `Something in Hopscope went wrong (${messageOf(thrown)}): try again, and report it if it comes back.`,
    detail: describe(thrown),
    retryable: false,
  };
};

const toError = (failure: Failure): HopscopeError =>
  new HopscopeError(failure.code, failure.message, {
    retryable: failure.retryable,
    ...(failure.detail === undefined ? {} : { detail: failure.detail }),
  });

/** Runs `work` and returns its value or its failure as plain data; never rejects. */
export const attempt = async <T>(work: () => T | Promise<T>): Promise<Outcome<T>> => {
  try {
    return ok(await work());
  } catch (thrown) {
    return { ok: false, error: toFailure(thrown) };
  }
};

/** The value of an outcome; throws its failure as `HopscopeError`. */
export const unwrap = <T>(outcome: Outcome<T>): T => {
  if (outcome.ok) return outcome.value;
  throw toError(outcome.error);
};
