/** Progress with a rate over the recent past, throttled so that a fast job does not flood the seam. */
import type { OnProgress, Progress, Spent } from '../domain/progress';

export interface MeterOptions {
  phase: string;
  unit: string;
  total: number | null;
  emit: OnProgress;
  /** Milliseconds, monotonic. */
  now?: () => number;
  /** The rate is taken over this many recent milliseconds. */
  windowMs?: number;
  /** At least this many milliseconds between two reports (the first, a note and `finish` are never held back). */
  intervalMs?: number;
}

export interface Meter {
  /** `count` more units are done. */
  advance(count?: number): void;
  set(done: number): void;
  /** The next phase starts at zero, with its own unit and total. */
  phase(phase: string, unit: string, total: number | null, done?: number): void;
  /** Passes on the progress of another worker that does this phase for us. */
  pass(progress: Progress): void;
  /** Reports at once, with one short line. */
  note(text: string): void;
  /** A reply of a language model: its tokens and cost are added to what the job has spent. */
  spend(more: Spent): void;
  /** Reports the last state, whatever the throttle says. */
  finish(): void;
  /** Time spent paused must not drag the rate down: call when work goes on after a pause. */
  resetRate(): void;
}

export const createMeter = (options: MeterOptions): Meter => {
  const { emit, now = () => performance.now(), windowMs = 5000, intervalMs = 100 } = options;
  let { phase, unit, total } = options;
  let done = 0;
  let spent: Spent | null = null;
  let reported = Number.NEGATIVE_INFINITY;
  let samples: { at: number; done: number }[] = [{ at: now(), done: 0 }];

  const snapshot = (at: number, note?: string): Progress => {
    const first = samples[0];
    const elapsed = first === undefined ? 0 : at - first.at;
    const made = first === undefined ? 0 : done - first.done;
    // Under a fifth of a second one slow or fast unit decides the figure: better none than a wrong one.
    const rate = elapsed >= 200 && made > 0 ? (made / elapsed) * 1000 : null;
    const remaining = rate === null || total === null ? null : Math.max(0, total - done) / rate;
    return {
      phase,
      done,
      total,
      unit,
      rate,
      remaining,
      ...(note === undefined ? {} : { note }),
      ...(spent === null ? {} : { spent }),
    };
  };

  const sample = (at: number): void => {
    const last = samples.at(-1);
    // Samples closer than a twentieth of the window add nothing, and would grow without bound.
    if (last === undefined || at - last.at >= windowMs / 20) samples.push({ at, done });
    // The newest sample that is older than the window stays: it is the window's left edge.
    while ((samples[1]?.at ?? Number.POSITIVE_INFINITY) <= at - windowMs) samples.shift();
  };

  const report = (force: boolean, note?: string): void => {
    const at = now();
    sample(at);
    if (!force && at - reported < intervalMs) return;
    reported = at;
    emit(snapshot(at, note));
  };

  return {
    advance(count = 1) {
      done += count;
      report(false);
    },
    set(value) {
      done = value;
      report(false);
    },
    phase(nextPhase, nextUnit, nextTotal, nextDone = 0) {
      phase = nextPhase;
      unit = nextUnit;
      total = nextTotal;
      done = nextDone;
      samples = [{ at: now(), done }];
      report(true);
    },
    pass: (progress) => emit(progress),
    note: (text) => report(true, text),
    spend({ tokens, cost, currency }) {
      const before = spent ?? { tokens: 0, cost: 0 };
      spent = {
        tokens: before.tokens + tokens,
        cost: before.cost === null || cost === null ? null : before.cost + cost,
        currency,
      };
      report(false);
    },
    finish: () => report(true),
    resetRate() {
      samples = [{ at: now(), done }];
    },
  };
};
