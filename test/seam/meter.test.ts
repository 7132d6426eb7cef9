import { describe, expect, test } from 'vitest';
import type { Progress } from '../../src/domain/progress';
import { createMeter, type MeterOptions } from '../../src/seam/meter';

const metered = (options: Partial<MeterOptions> = {}) => {
  let time = 1000;
  const reports: Progress[] = [];
  const meter = createMeter({
    phase: 'embedding',
    unit: 'passages',
    total: 100,
    emit: (progress) => void reports.push(progress),
    now: () => time,
    ...options,
  });
  return { meter, reports, wait: (ms: number) => (time += ms) };
};

describe('the meter', () => {
  test('knows rate and remaining from the recent past', () => {
    const { meter, reports, wait } = metered();
    for (let i = 0; i < 20; i++) {
      wait(500);
      meter.advance(2);
    }
    // Two passages in half a second, forty of a hundred done.
    expect(reports.at(-1)).toEqual({
      phase: 'embedding',
      done: 40,
      total: 100,
      unit: 'passages',
      rate: 4,
      remaining: 15,
    });
    // Four times as fast from now on: after the window of five seconds the old pace is forgotten.
    for (let i = 0; i < 11; i++) {
      wait(500);
      meter.advance(8);
    }
    expect(reports.at(-1)).toMatchObject({ done: 128, rate: 16, remaining: 0 });
  });

  test('says nothing about a rate it cannot know', () => {
    const { meter, reports, wait } = metered({ total: null });
    meter.advance();
    wait(100);
    meter.advance();
    expect(reports.map(({ rate, remaining }) => [rate, remaining])).toEqual([
      [null, null],
      [null, null],
    ]);
    wait(900);
    meter.set(20);
    expect(reports.at(-1)).toMatchObject({ rate: 20, remaining: null, total: null });
  });

  test('reports about ten times a second, notes and the end at once', () => {
    const { meter, reports, wait } = metered();
    for (let i = 0; i < 1000; i++) {
      wait(1);
      meter.advance(0.1);
    }
    expect(reports.length).toBeGreaterThanOrEqual(9);
    expect(reports.length).toBeLessThanOrEqual(11);
    const before = reports.length;
    meter.note('device lost, going on with WASM');
    meter.finish();
    expect(reports.slice(before).map(({ note }) => note)).toEqual([
      'device lost, going on with WASM',
      undefined,
    ]);
  });

  test('a new phase counts anew, and a pause does not slow the rate', () => {
    const { meter, reports, wait } = metered();
    wait(1000);
    meter.advance(50);
    meter.phase('chunking', 'documents', 10, 4);
    expect(reports.at(-1)).toEqual({
      phase: 'chunking',
      done: 4,
      total: 10,
      unit: 'documents',
      rate: null,
      remaining: null,
    });
    wait(60_000);
    meter.resetRate();
    wait(500);
    meter.advance();
    expect(reports.at(-1)).toMatchObject({ done: 5, rate: 2, remaining: 2.5 });
  });
});
