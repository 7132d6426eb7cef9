/** The models the app knows (design 03, "Encoders"). To add one: an entry here, its files in `public/models/<id>`. */
import type { CatalogueModel } from '../domain/seam';
import type { Pooling } from './pooling';

export type Device = 'wasm' | 'webgpu';

/** Weights of one device class: `dtype` is part of the vector space, `file` a path in the Hub's layout. */
export interface Weights {
  dtype: string;
  file: string;
}

export interface ModelFile {
  path: string;
  bytes: number;
  /** Lower-case hex; null when it cannot be known beforehand (a Hub model, dropped files). */
  sha256: string | null;
}

export interface Canary {
  text: string;
  /** The known vector as base64 of int8 (a unit vector scaled to its largest component; cosine 0.99997 to it). */
  vector: string;
}

export interface CatalogueEntry {
  /** Folder under `public/models`, name of the dropped folder, or `owner/name` on the Hub. */
  id: string;
  label: string;
  source: CatalogueModel['source'];
  revision: string;
  licence: string;
  dimension: number;
  /** Special tokens included. */
  maxTokens: number;
  pooling: Pooling;
  /** Put before every text of its kind, exactly. */
  queryPrefix: string;
  passagePrefix: string;
  weights: Record<Device, Weights>;
  files: ModelFile[];
  /** Null: no vector is known, so the WASM result of the same model is the reference for the GPU. */
  canary: Canary | null;
}

/** A canary below this cosine means the device computes something else than the model (design 03). */
export const CANARY_FLOOR = 0.99;

export const DEFAULT_MODEL = 'all-MiniLM-L6-v2';

const MINILM: CatalogueEntry = {
  id: DEFAULT_MODEL,
  label: 'all-MiniLM-L6-v2 (bundled, English, works offline)',
  source: 'bundled',
  revision: '8199be6f699a',
  licence: 'Apache-2.0',
  dimension: 384,
  maxTokens: 256,
  pooling: 'mean',
  queryPrefix: '',
  passagePrefix: '',
  // One file for both: int8 weights computed in fp32, so that a figure is the same on every device (docs/models.md).
  weights: {
    wasm: { dtype: 'int8-weight', file: 'onnx/model_int8.onnx' },
    webgpu: { dtype: 'int8-weight', file: 'onnx/model_int8.onnx' },
  },
  files: [
    {
      path: 'config.json',
      bytes: 612,
      sha256: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
    },
    {
      path: 'onnx/model_int8.onnx',
      bytes: 22928619,
      sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
    },
    {
      path: 'tokenizer.json',
      bytes: 466247,
      sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
    },
    {
      path: 'tokenizer_config.json',
      bytes: 350,
      sha256: 'acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b',
    },
  ],
  canary: {
    text: 'The lighthouse keeper of the northern harbour wrote down every ship that passed before the storm.',
    vector:
      'Gz0kLv0OCdjZAe4pJOe6F87xEuLuGNHmAAz12iEVv/feHBgCIf4IENsg81Dl8vDH8PcY3uHDIe/v5RfjCvLV8iAY2B/5DAgPEPXcAhbtzxrYGPFHK+kk9UElDqX+Edv54/Lp9DcA+yYQ8NzGAtfoTOQf/fjc+OYfCSsNKuM7ZQBJG+AUcRUFEfL4DgILGNT6Ksz15RDN4JvR7NYA+BznJDUaFPgP6eXo0BXSDAHKuRk3KfbfxfID9QYR9OAPzVP/Wh8M9OL5xREC9/IKFRIeGsQ88wQsxxoc5/YLKV6zgQDK8MHkwt4J2eo96crrGND2ERgSzQu+7QElNlcIvLUQLSs70Tk8WgUw/BQlAskD3BYkKdrGMC/dFxTdKxINARUfCfcTMdEGDRXR6hT06Pap9+4GwBHsujzkEhEOJu7S6wD98tcjKv07C/LfHu3yzTnBJ7zZ6isQy9EdNSs5FR8lEjkA3Q826/sO4S3dEh85CfMIKRoAWlMMDCrvDN/qIv1F',
  },
};

/** The instruction its authors give for retrieval; queries only. */
export const QWEN3_QUERY_PREFIX =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

const QWEN3: CatalogueEntry = {
  id: 'onnx-community/Qwen3-Embedding-0.6B-ONNX',
  label: 'Qwen3-Embedding-0.6B (many languages; about 0.6 to 1.2 GB from the Hugging Face Hub)',
  source: 'hub',
  revision: 'main',
  licence: 'Apache-2.0',
  dimension: 1024,
  // The model takes 32k; attention over that would not fit a tab, and chunks are far shorter.
  maxTokens: 1024,
  pooling: 'last_token',
  queryPrefix: QWEN3_QUERY_PREFIX,
  passagePrefix: '',
  weights: {
    wasm: { dtype: 'q8', file: 'onnx/model_quantized.onnx' },
    webgpu: { dtype: 'fp16', file: 'onnx/model_fp16.onnx' },
  },
  files: [],
  canary: null,
};

export const CATALOGUE: readonly CatalogueEntry[] = [MINILM, QWEN3];

/** The catalogue entry as the interface sees it. */
export const describe = (entry: CatalogueEntry): CatalogueModel => ({
  id: entry.id,
  label: entry.label,
  bundled: entry.source === 'bundled',
  dimension: entry.dimension,
  maxTokens: entry.maxTokens,
  pooling: entry.pooling,
  licence: entry.licence,
  bytes: entry.files.reduce((sum, file) => sum + file.bytes, 0),
  queryPrefix: entry.queryPrefix,
  passagePrefix: entry.passagePrefix,
  source: entry.source,
  unusable: null,
});

/** A model of the user's own that cannot be used: named, with the reason, and nothing more is known of it. */
export const describeBroken = (id: string, why: string): CatalogueModel => ({
  id,
  label: id,
  bundled: false,
  dimension: 0,
  maxTokens: 0,
  pooling: 'mean',
  licence: '',
  bytes: 0,
  queryPrefix: '',
  passagePrefix: '',
  source: 'files',
  unusable: why,
});

/** Name of a vector space: vectors of two spaces are never compared or mixed (design 03, vector cache). */
export const spaceOf = (entry: CatalogueEntry, device: Device): string =>
  [entry.id, entry.revision, entry.weights[device].dtype, device].join('|');
