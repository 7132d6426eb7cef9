/**
 * Reads a sequence classifier in the Hub's layout (config.json, tokenizer.json, onnx/*.onnx) into a catalogue entry.
 * A folder with a `presence.json`, as `training/` writes it, brings its own settings and may read as well as judge.
 */
import * as v from 'valibot';
import { HopscopeError } from '../../domain/outcome';
import type { ModelFile } from '../catalogue';
import { type ModelFiles, parseJson } from '../files';
import { chooseWeights } from '../model-folder';
import type { ClassifierEntry } from './catalogue';

/** Rows longer than this cost more than they find: passages are read in windows. */
const LONGEST = 512;
const STRIDE = 96;

const PresenceSchema = v.object({
  maxTokens: v.pipe(v.number(), v.integer(), v.minValue(32)),
  stride: v.pipe(v.number(), v.integer(), v.minValue(0)),
  maxAnswerTokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
  temperature: v.pipe(v.number(), v.gtValue(0)),
  threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  nullMargin: v.number(),
  outputs: v.array(v.string()),
  canary: v.object({
    question: v.string(),
    passage: v.string(),
    presence: v.number(),
    margin: v.number(),
  }),
});

const ConfigSchema = v.object({
  max_position_embeddings: v.optional(v.number()),
  model_type: v.optional(v.string()),
  id2label: v.optional(v.record(v.string(), v.string())),
  num_labels: v.optional(v.number()),
});

export interface ClassifierFolder {
  id: string;
  source: 'files' | 'hub';
  revision: string;
  /** Index of the logit that means "present"; null: the last one, as in 0 = no, 1 = yes. */
  present: number | null;
  /** Paths that exist, relative to the folder. */
  paths: readonly string[];
  known: ModelFile[];
}

const read = async <T extends v.GenericSchema>(
  files: ModelFiles,
  path: string,
  schema: T,
): Promise<v.InferOutput<T> | null> => {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  const parsed = v.safeParse(schema, parseJson(bytes, path));
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new HopscopeError('bad-input', `The model's "${path}" cannot be used: ${issue.message}.`, {
    detail: v.getDotPath(issue) ?? '',
  });
};

/** RoBERTa and its kin count positions from 2. */
const positionsOf = (config: v.InferOutput<typeof ConfigSchema>): number => {
  const positions = config.max_position_embeddings ?? LONGEST;
  return /roberta|camembert/i.test(config.model_type ?? '') ? positions - 2 : positions;
};

/** Class names in order; a model of one logit has none. */
const labelsOf = ({ id2label, num_labels }: v.InferOutput<typeof ConfigSchema>): string[] => {
  const named = Object.entries(id2label ?? {}).sort(([a], [b]) => Number(a) - Number(b));
  const count = num_labels ?? named.length;
  // Two is what a configuration leaves out, because it is the default of the library that wrote it.
  const classes = count === 0 ? 2 : count;
  return classes === 1 ? [] : Array.from({ length: classes }, (_, i) => named[i]?.[1] ?? `LABEL_${i}`);
};

/** Throws `bad-input` naming what the folder lacks. */
export const classifierFromFolder = async (
  files: ModelFiles,
  { id, source, revision, present: chosen, paths, known }: ClassifierFolder,
): Promise<ClassifierEntry> => {
  const config = await read(files, 'config.json', ConfigSchema);
  if (config === null || !paths.includes('tokenizer.json')) {
    const missing = config === null ? 'config.json' : 'tokenizer.json';
    throw new HopscopeError('bad-input', `"${id}" has no ${missing}: drop the model's whole folder.`);
  }
  const wasm = chooseWeights(paths, 'wasm');
  const webgpu = chooseWeights(paths, 'webgpu');
  if (wasm === null || webgpu === null) {
    throw new HopscopeError(
      'bad-input',
      `"${id}" has no .onnx file. Weights in other formats (.safetensors) must be exported to ONNX first.`,
    );
  }
  const presence = await read(files, 'presence.json', PresenceSchema);
  const labels = presence === null ? labelsOf(config) : [];
  const present = chosen ?? Math.max(0, labels.length - 1);
  if (!Number.isInteger(present) || present < 0 || present >= Math.max(1, labels.length)) {
    throw new HopscopeError(
      'bad-input',
      `"${id}" has ${Math.max(1, labels.length)} logit(s), so number ${present} cannot mean "present": choose another one.`,
      { detail: 'present-unknown' },
    );
  }
  const longest = Math.min(positionsOf(config), LONGEST);
  const { outputs = [], canary } = presence ?? {};
  const reads = outputs.includes('start_logits') && outputs.includes('end_logits');
  return {
    id,
    label: `${id} (${source === 'files' ? 'your files' : 'Hugging Face Hub'})`,
    source,
    revision,
    licence: 'see the model’s own terms',
    maxTokens: Math.min(presence?.maxTokens ?? longest, longest),
    longest,
    stride: presence?.stride ?? STRIDE,
    output: outputs.includes('presence') ? 'presence' : null,
    labels,
    present,
    temperature: presence?.temperature ?? 1,
    threshold: presence?.threshold ?? 0.5,
    reader:
      presence !== null && reads
        ? { maxAnswerTokens: presence.maxAnswerTokens, nullMargin: presence.nullMargin }
        : null,
    weights: { wasm, webgpu },
    files: known,
    canary:
      canary === undefined
        ? null
        : {
            question: canary.question,
            passage: canary.passage,
            presence: canary.presence,
            margin: reads ? canary.margin : null,
          },
  };
};
