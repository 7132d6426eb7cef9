import { describe, expect, test } from 'vitest';
import { HopscopeError } from '../../src/domain/outcome';
import { attempt, toFailure, unwrap } from '../../src/seam/outcome';

const failing = (thrown: unknown) =>
  attempt(() => {
    throw thrown;
  });

describe('what was thrown crosses the seam as data', () => {
  test('an error of ours with all it says', async () => {
    const error = new HopscopeError('newer-version', 'Saved by a newer one.', {
      detail: 'v9',
      retryable: true,
    });
    expect(await failing(error)).toEqual({
      ok: false,
      error: { code: 'newer-version', message: 'Saved by a newer one.', detail: 'v9', retryable: true },
    });
  });

  test('the cause becomes the detail where there is none', () => {
    const failure = toFailure(new HopscopeError('model', 'm', { cause: new RangeError('out of memory') }));
    expect(failure.detail).toContain('RangeError: out of memory');
  });

  test.each([
    ['AbortError', 'cancelled', false],
    ['QuotaExceededError', 'quota', true],
    ['NotReadableError', 'bad-input', true],
    ['NoModificationAllowedError', 'busy', true],
    ['NotFoundError', 'not-found', false],
  ])('a DOMException %s is %s', async (name, code, retryable) => {
    const outcome = await failing(new DOMException('from the browser', name));
    expect(outcome).toMatchObject({
      ok: false,
      error: { code, retryable, detail: expect.stringContaining('from the browser') },
    });
  });

  test.each([
    [new TypeError('x is undefined'), 'x is undefined'],
    ['a string', 'a string'],
    [undefined, 'undefined'],
    [new DOMException('odd', 'DataCloneError'), 'odd'],
  ])('anything else (%s) is internal and keeps its text', async (thrown, text) => {
    const outcome = await failing(thrown);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal', retryable: false } });
    expect(outcome.ok ? '' : outcome.error.message).toContain(text);
  });

  test('nothing but plain data: it survives a structured clone', async () => {
    const outcome = await failing(new DOMException('full', 'QuotaExceededError'));
    expect(structuredClone(outcome)).toEqual(outcome);
  });

  test('a value comes back, and a failure is thrown again as it was', async () => {
    expect(unwrap(await attempt(async () => 7))).toBe(7);
    const again = await failing(new HopscopeError('quota', 'full', { retryable: true }));
    expect(() => unwrap(again)).toThrow(HopscopeError);
    try {
      unwrap(again);
    } catch (thrown) {
      expect(toFailure(thrown)).toEqual(again.ok ? null : again.error);
    }
  });
});
