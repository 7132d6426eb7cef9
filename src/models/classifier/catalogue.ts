/** The sequence classifiers the app knows (design 06): the shipped one, and what a user brings. */
import type { CatalogueClassifier } from '../../domain/seam';
import { SHIPPED_DTYPE, SHIPPED_LABEL } from '../../domain/shipped-judge';
import shipped from '../../domain/shipped-judge.json';
import type { Device, ModelFile, Weights } from '../catalogue';

/** A pair with the outputs that the Python model has for it. */
export interface ClassifierCanary {
  question: string;
  passage: string;
  /** Logit of "present", before the temperature. */
  presence: number;
  /** Best span logits minus those of "no answer"; null for a model that does not read. */
  margin: number | null;
}

export interface ClassifierEntry {
  /** Folder under `public/models`, name of the dropped folder, or `owner/name` on the Hub. */
  id: string;
  label: string;
  source: CatalogueClassifier['source'];
  revision: string;
  licence: string;
  /** Tokens of a window, special tokens included. */
  maxTokens: number;
  /** Most tokens the graph takes. */
  longest: number;
  /** Passage tokens that two windows share. */
  stride: number;
  /** Segments (token types) the model tells apart; null: it does not say, and the tokenizer is believed. */
  segments: number | null;
  /** Output with the presence logits; null: `logits`, or the first there is. */
  output: string | null;
  /** Names of the classes; empty for one logit. */
  labels: string[];
  /** Which class means "present". */
  present: number;
  /** probability = 1 / (1 + exp(−logit / temperature)) */
  temperature: number;
  threshold: number;
  /** Settings of the span head; null: none. */
  reader: { maxAnswerTokens: number; nullMargin: number } | null;
  weights: Record<Device, Weights>;
  files: ModelFile[];
  /** Null: no output is known, so the WASM result is the reference for the GPU. */
  canary: ClassifierCanary | null;
}

/** Written by `scripts/shipped-judge.mjs` from the files in `public/models`. */
export const SHIPPED_CLASSIFIER: ClassifierEntry = {
  ...shipped,
  label: SHIPPED_LABEL,
  source: 'bundled',
  licence: 'Apache-2.0',
  longest: 512,
  segments: 2,
  output: 'presence',
  labels: [],
  present: 0,
  // One file for both devices: int8 weights computed in fp32, so that a score is the same everywhere.
  weights: {
    wasm: { dtype: SHIPPED_DTYPE, file: 'onnx/model_int8.onnx' },
    webgpu: { dtype: SHIPPED_DTYPE, file: 'onnx/model_int8.onnx' },
  },
};

/** The entry as the interface sees it. */
export const describeClassifier = (entry: ClassifierEntry): CatalogueClassifier => ({
  id: entry.id,
  label: entry.label,
  source: entry.source,
  reader: entry.reader !== null,
  maxTokens: entry.maxTokens,
  licence: entry.licence,
  bytes: entry.files.reduce((sum, { bytes }) => sum + bytes, 0),
  labels: entry.labels,
  unusable: null,
});

/** A model of the user's own that cannot be used: named, with the reason, and nothing more is known of it. */
export const describeBroken = (id: string, why: string): CatalogueClassifier => ({
  id,
  label: id,
  source: 'files',
  reader: false,
  maxTokens: 0,
  licence: '',
  bytes: 0,
  labels: [],
  unusable: why,
});
