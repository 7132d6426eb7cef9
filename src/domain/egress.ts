/** What is written down of a request that leaves the app's own origin: never a text, a path or a key. */

export type EgressPurpose = 'run' | 'judging' | 'connection-test' | 'model-files' | 'page' | 'other';

export interface EgressEntry {
  /** ISO 8601, when it was asked for. */
  time: string;
  method: string;
  /** Scheme, host and port. */
  origin: string;
  purpose: EgressPurpose;
  /** Bytes of the body, without headers; null: not known. */
  sent: number | null;
  /** Bytes of the answer's body; null: none came, or its length is not known. */
  received: number | null;
  /** `open`: under way, or cut off with its tab. */
  outcome: 'open' | 'answered' | 'failed' | 'refused';
  /** Of HTTP; null: no answer that may be read. */
  status: number | null;
}

/** As many entries are kept, the latest ones. */
export const MOST_ENTRIES = 10_000;

export interface Ledger {
  /** Oldest first. */
  entries: EgressEntry[];
  /** Earlier ones that made room. */
  dropped: number;
  /** Nothing may leave. */
  offline: boolean;
}

export interface EgressTotals {
  requests: number;
  refused: number;
  sent: number;
  received: number;
}

/** By origin, the most requests first; what is not known counts as 0 bytes. */
export const totalsByOrigin = (entries: readonly EgressEntry[]): [string, EgressTotals][] => {
  const totals = new Map<string, EgressTotals>();
  for (const { origin, outcome, sent, received } of entries) {
    const sum = totals.get(origin) ?? { requests: 0, refused: 0, sent: 0, received: 0 };
    const left = outcome !== 'refused';
    totals.set(origin, {
      requests: sum.requests + 1,
      refused: sum.refused + (left ? 0 : 1),
      sent: sum.sent + (left ? (sent ?? 0) : 0),
      received: sum.received + (received ?? 0),
    });
  }
  return [...totals].sort(([a, x], [b, y]) => y.requests - x.requests || (a < b ? -1 : 1));
};
