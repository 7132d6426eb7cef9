/** One onnxruntime session of a classifier: rows of token ids in, presence logits (and span logits) out. */
import type * as Ort from 'onnxruntime-web';
import { HopscopeError } from '../../domain/outcome';
import type { Device } from '../catalogue';
import { misfit } from '../graph-problem';
import type { LaneSession } from '../lane-api';
import { createOrtSession, runOrtSession, type SessionFiles, toFloats } from '../runtime';

export interface ClassifierOptions {
  device: Device;
  threads: number;
  padId: number;
  /** Output with the presence logits; null: `logits`, or the first there is. */
  output: string | null;
  /** Classes that the settings name; 1: one logit. */
  classes: number;
  /** Which logit of a row means "present"; 0 where there is only one. */
  present: number;
}

/** A type rather than an interface: it crosses to the lane as plain data. */
export type ClassifierBatch = {
  rows: { ids: number[]; types: number[] }[];
  /** Whether start and end logits are wanted as well. */
  spans: boolean;
};

export type ClassifierResult = {
  /** Log-odds of "present" a row: the logit itself where there is one, else against all other classes. */
  presence: Float32Array;
  /** `rows × length` logits each; null when they were not asked for. */
  spans: { start: Float32Array; end: Float32Array; length: number } | null;
};

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'] as const;

const feedsFor = (
  ort: typeof Ort,
  session: Ort.InferenceSession,
  rows: ClassifierBatch['rows'],
  padId: number,
): { feeds: Record<string, Ort.Tensor>; length: number } => {
  const length = Math.max(1, ...rows.map(({ ids }) => ids.length));
  const ids = new BigInt64Array(rows.length * length).fill(BigInt(padId));
  const mask = new BigInt64Array(rows.length * length);
  const types = new BigInt64Array(rows.length * length);
  rows.forEach((row, r) => {
    row.ids.forEach((id, i) => {
      ids[r * length + i] = BigInt(id);
      mask[r * length + i] = 1n;
      types[r * length + i] = BigInt(row.types[i] ?? 0);
    });
  });
  const known: Record<(typeof INPUTS)[number], BigInt64Array> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: types,
  };
  const feeds: Record<string, Ort.Tensor> = {};
  // The session was refused if it asks for anything else.
  for (const name of INPUTS)
    if (session.inputNames.includes(name))
      feeds[name] = new ort.Tensor('int64', known[name], [rows.length, length]);
  return { feeds, length };
};

/** log(p / (1 − p)) of one class under softmax over the logits of a row; the logit itself where there is one. */
export const logOdds = (logits: ArrayLike<number>, present: number): number => {
  const own = logits[present] ?? Number.NaN;
  if (logits.length === 1) return own;
  const others = Array.from(logits).filter((_, i) => i !== present);
  const highest = Math.max(...others);
  const rest = others.reduce((sum, logit) => sum + Math.exp(logit - highest), 0);
  return own - highest - Math.log(rest);
};

const SPAN_OUTPUTS = ['start_logits', 'end_logits'] as const;

export const openClassifierSession = async (
  files: SessionFiles,
  options: ClassifierOptions,
): Promise<LaneSession<ClassifierBatch, ClassifierResult>> => {
  const { ort, session, lost } = await createOrtSession(files, options);
  const output =
    options.output ??
    (session.outputNames.includes('logits') ? 'logits' : session.outputNames[0]) ??
    'logits';
  const why = misfit(session, { inputs: INPUTS, output, classes: options.classes });
  if (why !== null) {
    await session.release();
    throw new HopscopeError('model', `This model cannot be used: ${why}`);
  }
  const named = (tensors: Ort.InferenceSession.ReturnType, name: string): Ort.Tensor => {
    const tensor = tensors[name];
    if (tensor === undefined) throw new HopscopeError('model', `The model gave no "${name}".`);
    return tensor;
  };
  return {
    lost,
    async run({ rows, spans }) {
      const { feeds, length } = feedsFor(ort, session, rows, options.padId);
      const wanted = spans ? [output, ...SPAN_OUTPUTS] : [output];
      const missing = wanted.find((name) => !session.outputNames.includes(name));
      if (missing !== undefined) {
        throw new HopscopeError('model', `This model does not read: it has no "${missing}".`);
      }
      const tensors = await runOrtSession(session, feeds, wanted);
      const logits = toFloats(named(tensors, output));
      const classes = logits.length / rows.length;
      if (classes !== options.classes) {
        throw new HopscopeError(
          'model',
          `This model cannot be used: its graph gives ${logits.length} logits for ${rows.length} pair(s), and its config.json names ${options.classes} class(es).`,
        );
      }
      const presence = Float32Array.from(rows, (_, row) =>
        logOdds(logits.subarray(row * classes, (row + 1) * classes), options.present),
      );
      // Copied, because they leave this realm.
      const copyOf = (name: string): Float32Array => toFloats(named(tensors, name)).slice();
      const result: ClassifierResult = {
        presence,
        spans: spans ? { start: copyOf('start_logits'), end: copyOf('end_logits'), length } : null,
      };
      for (const tensor of Object.values(tensors)) tensor.dispose();
      return result;
    },
    release: () => session.release(),
  };
};
