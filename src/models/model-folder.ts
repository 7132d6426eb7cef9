/**
 * Reads a model folder in the Hub's layout (config.json, tokenizer.json, onnx/*.onnx, 1_Pooling/config.json,
 * modules.json, sentence_bert_config.json, config_sentence_transformers.json) into a catalogue entry.
 */
import type * as v from 'valibot';
import { HopscopeError } from '../domain/outcome';
import type { CatalogueEntry, ModelFile, Weights } from './catalogue';
import type { ModelFiles } from './files';
import type { Pooling } from './pooling';
import { readSettings } from './read-settings';
import {
  ConfigSchema,
  ModulesSchema,
  PoolingSchema,
  PromptsSchema,
  SentenceBertSchema,
} from './settings-schemas';

/** Attention memory grows with the square of this; chunks are shorter anyway. */
const LONGEST = 1024;

/** `onnx/model_fp16.onnx` → `fp16`; the plain name is fp32. */
export const dtypeOf = (path: string): string => {
  const suffix = /_(fp16|int8|uint8|q8|quantized|q4f16|q4|bnb4)\.onnx$/.exec(path)?.[1];
  return suffix === undefined ? 'fp32' : suffix === 'quantized' ? 'q8' : suffix;
};

// int8 first where products of integers are fast; a GPU has none and takes floating point.
const PREFERRED: Record<'wasm' | 'webgpu', string[]> = {
  wasm: ['q8', 'int8', 'uint8', 'fp32', 'q4', 'bnb4', 'fp16', 'q4f16'],
  webgpu: ['fp16', 'fp32', 'q4f16', 'q4', 'int8', 'q8', 'uint8', 'bnb4'],
};

export const chooseWeights = (paths: readonly string[], device: 'wasm' | 'webgpu'): Weights | null => {
  const graphs = paths.filter((path) => path.endsWith('.onnx'));
  for (const dtype of PREFERRED[device]) {
    const file = graphs.find((path) => dtypeOf(path) === dtype);
    if (file !== undefined) return { dtype, file };
  }
  return null;
};

/** Pooling as sentence-transformers writes it, in the old form (one flag a mode) and the new (`pooling_mode`). */
export const poolingOf = (config: v.InferOutput<typeof PoolingSchema> | null): Pooling | null => {
  if (config === null) return null;
  if (config.pooling_mode_mean_tokens === true || config.pooling_mode === 'mean') return 'mean';
  if (config.pooling_mode_cls_token === true || config.pooling_mode === 'cls') return 'cls';
  if (config.pooling_mode_lasttoken === true || config.pooling_mode === 'lasttoken') return 'last_token';
  return null;
};

/** Folder of the pooling module as modules.json names it. */
const poolingFolder = (modules: v.InferOutput<typeof ModulesSchema> | null): string =>
  modules?.find(({ type }) => type?.endsWith('Pooling'))?.path || '1_Pooling';

const promptOf = (config: v.InferOutput<typeof PromptsSchema> | null, names: string[]): string => {
  for (const name of names) if (config?.prompts?.[name] != null) return config.prompts[name];
  return '';
};

export interface FolderOptions {
  id: string;
  source: 'files' | 'hub';
  revision: string;
  /** Asked from the user where the folder does not say. */
  pooling?: Pooling;
  /** Paths that exist, relative to the folder. */
  paths: readonly string[];
  known: ModelFile[];
}

export const entryFromFolder = async (files: ModelFiles, options: FolderOptions): Promise<CatalogueEntry> => {
  const { id, paths } = options;
  const config = await readSettings(files, 'config.json', ConfigSchema);
  const dimension = config?.hidden_size;
  if (dimension == null) {
    throw new HopscopeError(
      'bad-input',
      `"${id}" has no config.json with a hidden_size: drop the model's whole folder.`,
    );
  }
  if (!paths.includes('tokenizer.json')) {
    throw new HopscopeError('bad-input', `"${id}" has no tokenizer.json: drop the model's whole folder.`);
  }
  const wasm = chooseWeights(paths, 'wasm');
  const webgpu = chooseWeights(paths, 'webgpu');
  if (wasm === null || webgpu === null) {
    throw new HopscopeError(
      'bad-input',
      `"${id}" has no .onnx file. Weights in other formats (.safetensors, .gguf) must be exported to ONNX first.`,
    );
  }
  const modules = await readSettings(files, 'modules.json', ModulesSchema);
  const module = `${poolingFolder(modules)}/config.json`;
  const declared = poolingOf(await readSettings(files, module, PoolingSchema));
  const pooling = options.pooling ?? declared;
  if (pooling === null) {
    throw new HopscopeError(
      'bad-input',
      `"${id}" does not say how its token states become one vector: choose mean, cls or last token and add it again.`,
      { detail: 'pooling-unknown' },
    );
  }
  const sentences = await readSettings(files, 'sentence_bert_config.json', SentenceBertSchema);
  const limit = sentences?.max_seq_length ?? config?.max_position_embeddings ?? 512;
  const prompts = await readSettings(files, 'config_sentence_transformers.json', PromptsSchema);
  return {
    id,
    label: `${id} (${options.source === 'files' ? 'your files' : 'Hugging Face Hub'})`,
    source: options.source,
    revision: options.revision,
    licence: 'see the model’s own terms',
    dimension,
    maxTokens: Math.min(limit, LONGEST),
    pooling,
    queryPrefix: promptOf(prompts, ['query']),
    passagePrefix: promptOf(prompts, ['document', 'passage']),
    weights: { wasm, webgpu },
    files: options.known,
    canary: null,
  };
};
