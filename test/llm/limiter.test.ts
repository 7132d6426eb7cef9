import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter, type Slot } from '../../src/llm/limiter';
import { delayBefore } from '../../src/llm/retry';
import { idle } from '../support/waits';

const takeAll = (limiter: ReturnType<typeof createLimiter>, count: number): Promise<Slot[]> =>
  Promise.all(Array.from({ length: count }, () => limiter.acquire(new AbortController().signal)));

describe('calls at a time', () => {
  it('halve once for a burst, however many of it are refused', async () => {
    const limiter = createLimiter(8);
    const slots = await takeAll(limiter, 8);
    for (const slot of slots) slot.release('limited');
    expect(limiter.allowed).toBe(4);
    for (const slot of await takeAll(limiter, 4)) slot.release('limited');
    expect(limiter.allowed).toBe(2);
  });

  it('never fall below one, and grow back one by one, never above the setting', async () => {
    const limiter = createLimiter(4);
    for (let round = 0; round < 5; round++)
      (await limiter.acquire(new AbortController().signal)).release('limited');
    expect(limiter.allowed).toBe(1);
    const seen: number[] = [];
    for (let call = 0; call < 20; call++) {
      (await limiter.acquire(new AbortController().signal)).release('good');
      seen.push(limiter.allowed);
    }
    // One good call at one, two at two, three at three.
    expect(seen.slice(0, 7)).toEqual([2, 2, 3, 3, 3, 4, 4]);
    expect(Math.max(...seen)).toBe(4);
  });

  it('one that leaves the queue keeps no slot, and a slot is given back once', async () => {
    const limiter = createLimiter(1);
    const first = await limiter.acquire(new AbortController().signal);
    const leaving = new AbortController();
    const left = limiter.acquire(leaving.signal);
    const third = limiter.acquire(new AbortController().signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    first.release('other');
    first.release('other');
    (await third).release('good');
    expect(limiter.running).toBe(0);
    // Aborted in the same moment as it was started.
    const both = new AbortController();
    const held = await limiter.acquire(new AbortController().signal);
    const racing = limiter.acquire(both.signal);
    held.release('good');
    both.abort();
    await racing.then(
      (slot) => slot.release('other'),
      () => {},
    );
    await idle();
    expect(limiter.running).toBe(0);
  });

  it('never more than allowed run, and nobody waits for ever', async () => {
    const outcome = fc.constantFrom<'good' | 'limited' | 'other'>('good', 'limited', 'other');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(outcome, { minLength: 1, maxLength: 40 }),
        async (most, outcomes) => {
          const limiter = createLimiter(most);
          let done = 0;
          await Promise.all(
            outcomes.map(async (how) => {
              const slot = await limiter.acquire(new AbortController().signal);
              expect(limiter.running).toBeLessThanOrEqual(most);
              await Promise.resolve();
              slot.release(how);
              done++;
            }),
          );
          expect(done).toBe(outcomes.length);
          expect(limiter.running).toBe(0);
          expect(limiter.allowed).toBeGreaterThanOrEqual(1);
          expect(limiter.allowed).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});

describe('the wait before another try', () => {
  it('lies between half and all of a doubling second, to a minute; or after what is asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.option(fc.integer({ min: 0, max: 1e6 })),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (tries, after, chance) => {
          const wait = delayBefore(tries, after, () => chance);
          const whole = Math.min(60_000, 1000 * 2 ** (tries - 1));
          expect(wait).toBeGreaterThanOrEqual(after ?? whole / 2);
          expect(wait).toBeLessThanOrEqual(after === null ? whole : after + 1000);
        },
      ),
    );
  });
});
