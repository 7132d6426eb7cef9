/** A classifier around lanes that compute by rule, so that windows, states and failures can be had on cue. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, HopscopeError, ok } from '../../src/domain/outcome';
import { type ClassifierEntry, SHIPPED_CLASSIFIER } from '../../src/models/classifier/catalogue';
import type { ClassifierLane } from '../../src/models/classifier/lane';
import type { ClassifierBatch, ClassifierResult } from '../../src/models/classifier/session';
import type { ModelFiles } from '../../src/models/files';

const TOKENIZER = resolve(import.meta.dirname, '../../public/models/all-MiniLM-L6-v2');

export const tokenizerJson: unknown = JSON.parse(readFileSync(resolve(TOKENIZER, 'tokenizer.json'), 'utf8'));

/** The shipped classifier's tokenizer is that of the encoder; weights are never looked at. */
export const fakeFiles: ModelFiles = {
  read: async (path) =>
    path.endsWith('.onnx') ? new Uint8Array(4) : Uint8Array.from(readFileSync(resolve(TOKENIZER, path))),
};

export const fakeEntry: ClassifierEntry = {
  ...SHIPPED_CLASSIFIER,
  id: 'fake',
  revision: 'r1',
  temperature: 1,
  threshold: 0.5,
  reader: { maxAnswerTokens: 30, nullMargin: 0 },
  files: [],
  canary: null,
};

export interface Row {
  ids: number[];
  types: number[];
}

/** Log-odds of a row, and where a span stands in it if anywhere. */
export type Rule = (
  row: Row,
  device: string,
) => { presence: number; spans?: { start: number; end: number; score: number }[] };

export interface FakeLanes {
  spawn: () => ClassifierLane;
  lanes: { device: string; batches: ClassifierBatch[]; lose(reason: string): void; die(): void }[];
  /** All rows that were run, in order. */
  rows(): Row[];
  /** Set to hold each batch until the promise resolves. */
  gate: { wait: () => Promise<void> };
}

export const fakeLanes = (rule: Rule): FakeLanes => {
  const lanes: FakeLanes['lanes'] = [];
  const gate = { wait: async (): Promise<void> => {} };
  const spawn = (): ClassifierLane => {
    let die: (error: unknown) => void = () => {};
    const died = new Promise<never>((_, reject) => {
      die = reject;
    });
    died.catch(() => {});
    const own: FakeLanes['lanes'][number] = {
      device: '',
      batches: [],
      lose: () => {},
      die: () => die(new HopscopeError('worker-lost', 'died', { retryable: true })),
    };
    lanes.push(own);
    const compute = ({ rows, spans }: ClassifierBatch): ClassifierResult => {
      const length = Math.max(...rows.map(({ ids }) => ids.length));
      const start = new Float32Array(rows.length * length);
      const end = new Float32Array(rows.length * length);
      const presence = new Float32Array(rows.length);
      rows.forEach((row, r) => {
        const result = rule(row, own.device);
        presence[r] = result.presence;
        for (const span of result.spans ?? []) {
          start[r * length + span.start] = span.score / 2;
          end[r * length + span.end] = span.score / 2;
        }
      });
      return { presence, spans: spans ? { start, end, length } : null };
    };
    return {
      died,
      end: () => die(new HopscopeError('worker-lost', 'ended', { retryable: true })),
      open: async (_files, options, onLost) => {
        own.device = options.device;
        own.lose = onLost;
        return ok(undefined);
      },
      run: async (batch) => {
        own.batches.push(batch);
        await gate.wait();
        try {
          return ok(compute(batch));
        } catch (error) {
          return fail('model', error instanceof Error ? error.message : String(error));
        }
      },
    };
  };
  return {
    spawn,
    lanes,
    gate,
    rows: () => lanes.flatMap(({ batches }) => batches.flatMap(({ rows }) => rows)),
  };
};
