/** What an agent may use for a question (design 04, "Budgets"). */
import type { Usage } from '../../domain/llm';
import type { LimitEvent } from '../../domain/trace';

export interface Budget {
  readonly loops: number;
  /** A round is over: whatever the model did in it, or failed to do. */
  endLoop(): void;
  /** What a call took in and gave out, all of it: the context budget is cumulative over the calls of a question. */
  spend(usage: Pick<Usage, 'input' | 'output'>): void;
  /** The limit that is reached; null: none. */
  reached(): { limit: LimitEvent['limit']; used: number; of: number } | null;
  /** No tokens are left, so nothing is asked any more but the answer. */
  readonly contextSpent: boolean;
  /** True once: when 80% of the loops are used, and some are left. */
  nudgeDue(): boolean;
}

export const createBudget = (limits: { loops: number; contextTokens: number }): Budget => {
  // Four fifths, rounded down, as a limit of four is to have its nudge too.
  const nudgeAt = Math.max(1, Math.floor((limits.loops * 4) / 5));
  let loops = 0;
  let tokens = 0;
  let nudged = false;
  const contextSpent = (): boolean => tokens >= limits.contextTokens;
  return {
    get loops() {
      return loops;
    },
    get contextSpent() {
      return contextSpent();
    },
    endLoop() {
      loops++;
    },
    spend({ input, output }) {
      tokens += input + output;
    },
    reached() {
      if (loops >= limits.loops) return { limit: 'loops', used: loops, of: limits.loops };
      return contextSpent() ? { limit: 'context', used: tokens, of: limits.contextTokens } : null;
    },
    nudgeDue() {
      if (nudged || loops < nudgeAt || loops >= limits.loops) return false;
      nudged = true;
      return true;
    },
  };
};
