/**
 * The seam has no `any`: checked by the compiler (`npm run check` compiles this file), not at run time.
 * Comlink's types turn into `any` easily, and from there on a wrong call would compile.
 */
import { describe, expectTypeOf, test } from 'vitest';
import type { Outcome } from '../../src/domain/outcome';
import type {
  DiagnosisContract,
  EncoderContract,
  IngestContract,
  RunContract,
  SearchContract,
  SearchResult,
} from '../../src/domain/seam';
import type { createAnswersApi } from '../../src/judge/answers-api';
import type { AskOptions, Remote, WorkerClient } from '../../src/seam/client';
import type { RunApi } from '../../src/systems/run-api';

type AnswersApi = ReturnType<typeof createAnswersApi>;

type IsAny<T> = 0 extends 1 & T ? true : false;
/** True when a parameter or the result of any method is `any`, promises and outcomes unwrapped. */
type Unwrapped<T> = Awaited<T> extends Outcome<infer V> ? V : Awaited<T>;
type MethodHasAny<F> =
  IsAny<F> extends true
    ? true
    : F extends (...args: infer A) => infer R
      ? true extends
          | { [K in keyof A]: IsAny<A[K]> }[number]
          | IsAny<R>
          | IsAny<Awaited<R>>
          | IsAny<Unwrapped<R>>
        ? true
        : false
      : false;
type HasAny<T> = true extends { [K in keyof T]: MethodHasAny<T[K]> }[keyof T] ? true : false;

describe('types of the seam', () => {
  test('the check itself finds an any', () => {
    expectTypeOf<HasAny<{ a(): Promise<Outcome<number>> }>>().toEqualTypeOf<false>();
    // biome-ignore lint/suspicious/noExplicitAny: it is what the check must find
    expectTypeOf<HasAny<{ a(): Promise<Outcome<any>> }>>().toEqualTypeOf<true>();
    // biome-ignore lint/suspicious/noExplicitAny: it is what the check must find
    expectTypeOf<HasAny<{ a(x: number, y: any): void }>>().toEqualTypeOf<true>();
  });

  test('no contract has one, before or behind Comlink', () => {
    expectTypeOf<HasAny<IngestContract>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<EncoderContract>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<SearchContract>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<RunContract>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<DiagnosisContract>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<RunApi>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<Pick<Remote<SearchContract>, keyof SearchContract>>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<Pick<Remote<RunContract>, keyof RunContract>>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<Pick<Remote<IngestContract>, keyof IngestContract>>>().toEqualTypeOf<false>();
    expectTypeOf<HasAny<WorkerClient<SearchContract>>>().toEqualTypeOf<false>();
  });

  test('a call through the client keeps its types', () => {
    type Search = Remote<SearchContract>['search'];
    expectTypeOf<Awaited<ReturnType<Search>>>().toEqualTypeOf<Outcome<SearchResult>>();
    expectTypeOf<Parameters<WorkerClient<SearchContract>['ask']>[1]>().toEqualTypeOf<
      AskOptions | undefined
    >();
    expectTypeOf<RunApi>().toExtend<Omit<RunContract, 'judgeAnswers'>>();
    expectTypeOf<AnswersApi>().toExtend<Pick<RunContract, 'judgeAnswers'>>();
  });
});
