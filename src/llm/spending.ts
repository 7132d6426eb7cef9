/**
 * The spending limit. What calls under way could cost at most is set aside before they begin, so that any number of them
 * at a time cannot go beyond it together. One ledger may serve several ports (the agent's and the judge's).
 */
import { HopscopeError } from '../domain/outcome';
import { orAbort } from './waiting';

export interface Reservation {
  /** What it did cost. Idempotent; afterwards it holds nothing. */
  settle(cost: number): void;
}

export interface Spending {
  /** Null: none. */
  readonly limit: number | null;
  readonly spent: number;
  /** What calls under way may still cost. */
  readonly reserved: number;
  /**
   * Sets the worst case aside. Waits while others under way may turn out cheaper; throws `llm-spent` when it would not
   * fit even then, `cancelled` when called off.
   */
  reserve(worst: number, signal: AbortSignal): Promise<Reservation>;
}

/** A sum of many small amounts may be off by this share. */
const ROUNDING = 1 + 1e-9;

/** `spent`: what a resumed run had cost before. */
export const createSpending = (limit: number | null, spentBefore = 0): Spending => {
  let spent = spentBefore;
  let reserved = 0;
  let underWay = 0;
  let changed: (() => void)[] = [];

  const fits = (worst: number): boolean =>
    limit === null || spent + reserved + worst <= limit * ROUNDING || worst === 0;

  const take = (worst: number): Reservation => {
    let held = true;
    reserved += worst;
    underWay++;
    return {
      settle(cost) {
        if (!held) return;
        held = false;
        underWay--;
        reserved = underWay === 0 ? 0 : reserved - worst;
        spent += cost;
        const waiting = changed;
        changed = [];
        for (const wake of waiting) wake();
      },
    };
  };

  return {
    limit,
    get spent() {
      return spent;
    },
    get reserved() {
      return reserved;
    },
    async reserve(worst, signal) {
      while (!fits(worst)) {
        if (underWay === 0)
          throw new HopscopeError(
            'llm-spent',
            `The spending limit is reached: ${spent.toFixed(4)} of ${limit} is spent, and the next call may cost up to ${worst.toFixed(4)}. Raise the limit to go on; what is answered is kept.`,
          );
        await orAbort(new Promise<void>((resolve) => changed.push(resolve)), signal);
      }
      return take(worst);
    },
  };
};
