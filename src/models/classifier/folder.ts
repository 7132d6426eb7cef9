/**
 * Reads a sequence classifier in the Hub's layout (config.json, tokenizer.json, onnx/*.onnx) into a catalogue entry.
 * A folder with a `presence.json`, as `training/` writes it, brings its own settings and may read as well as judge.
 */
import type * as v from 'valibot';
import { HopscopeError } from '../../domain/outcome';
import type { ModelFile } from '../catalogue';
import type { ModelFiles } from '../files';
import { chooseWeights } from '../model-folder';
import { readSettings, refusedSetting } from '../read-settings';
import { ConfigSchema, FEWEST_TOKENS, PresenceSchema } from '../settings-schemas';
import type { ClassifierEntry } from './catalogue';

/** Rows longer than this cost more than they find: passages are read in windows. */
const LONGEST = 512;
const STRIDE = 96;

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

type Config = v.InferOutput<typeof ConfigSchema>;

/** RoBERTa and its kin count positions from 2. */
const positionsOf = ({ max_position_embeddings, model_type }: Config): number => {
  const positions = max_position_embeddings ?? LONGEST;
  const from = /roberta|camembert/i.test(model_type ?? '') ? 2 : 0;
  if (positions - from < FEWEST_TOKENS) {
    const allowed = `at least ${FEWEST_TOKENS + from} for a model of this type`;
    throw refusedSetting('config.json', 'max_position_embeddings', positions, allowed);
  }
  return max_position_embeddings == null ? LONGEST : positions - from;
};

/** Class names in order; a model of one logit has none. */
const labelsOf = ({ id2label, num_labels }: Config): string[] => {
  const named = Object.keys(id2label ?? {}).length;
  if (named > 0 && num_labels != null && num_labels !== named) {
    throw refusedSetting('config.json', 'num_labels', num_labels, `${named}, as many as "id2label" names`);
  }
  // Two is what a configuration leaves out, because it is the default of the library that wrote it.
  const classes = num_labels ?? (named === 0 ? 2 : named);
  return classes === 1 ? [] : Array.from({ length: classes }, (_, i) => id2label?.[i] ?? `LABEL_${i}`);
};

/**
 * The longest question leaves half of a row to the passage, and windows must move on by an eighth of a row: else a long
 * passage would be read once a token.
 */
const longestStride = (maxTokens: number): number => Math.floor((maxTokens * 3) / 8);

/** Throws `bad-input` naming what the folder lacks. */
export const classifierFromFolder = async (
  files: ModelFiles,
  { id, source, revision, present: chosen, paths, known }: ClassifierFolder,
): Promise<ClassifierEntry> => {
  const config = await readSettings(files, 'config.json', ConfigSchema);
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
  const presence = await readSettings(files, 'presence.json', PresenceSchema);
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
  const maxTokens = presence?.maxTokens ?? longest;
  if (maxTokens > longest) {
    const allowed = `at most ${longest}, which is what "config.json" gives the model positions for`;
    throw refusedSetting('presence.json', 'maxTokens', maxTokens, allowed);
  }
  const stride = presence?.stride ?? Math.min(STRIDE, longestStride(maxTokens));
  if (stride > longestStride(maxTokens)) {
    const allowed = `at most ${longestStride(maxTokens)}, three eighths of "maxTokens"`;
    throw refusedSetting('presence.json', 'stride', stride, allowed);
  }
  const { outputs = [], canary } = presence ?? {};
  const reads = outputs.includes('start_logits') && outputs.includes('end_logits');
  return {
    id,
    label: `${id} (${source === 'files' ? 'your files' : 'Hugging Face Hub'})`,
    source,
    revision,
    licence: 'see the model’s own terms',
    maxTokens,
    longest,
    stride,
    segments: config.type_vocab_size ?? null,
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
