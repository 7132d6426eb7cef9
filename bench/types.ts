/** What a benchmark case gets and gives. A case runs in a dedicated worker of a real Chromium. */
export interface Passage {
  title: string;
  text: string;
}

export interface BenchContext {
  /** 2Wiki open corpus, or a generated one of the same shape; `source` says which. */
  passages: Passage[];
  questions: string[];
  source: string;
  /** Corpus sizes to measure, ascending. */
  sizes: number[];
  /** `--key=value` arguments of the command line. */
  options: Record<string, string>;
  /** Base address of the served folder; `public/` lies at its root. */
  base: string;
  /** A line for the person who waits. */
  say(line: string): void;
  /** Bytes that all realms of the page hold after a garbage collection; null when the browser will not say. */
  memory(): Promise<number | null>;
}

/** One row of the table: a quantity of a subject, with its median and spread over n repetitions. */
export interface Measurement {
  quantity: string;
  /** What was measured: Hopscope, or a competitor with its version. */
  subject: string;
  /** Passages in the corpus; null when it does not apply. */
  size: number | null;
  unit: 'ms' | 's' | 'bytes' | 'MB' | 'per second' | 'ratio';
  n: number;
  median: number;
  low: number;
  high: number;
}

/** A budget of the design, kept as a ratio or an absolute bound. */
export interface Check {
  quantity: string;
  value: number;
  relation: '<=' | '>=';
  budget: number;
}

export interface BenchReport {
  measurements: Measurement[];
  checks: Check[];
  /** Facts beside the figures: fitted exponents, settings of competitors, versions. */
  notes: string[];
}

export interface BenchCase {
  title: string;
  run(context: BenchContext): Promise<BenchReport>;
}
