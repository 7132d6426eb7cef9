/**
 * node scripts/shipped-judge.mjs [folder]
 * Writes src/domain/shipped-judge.json from the files of the shipped classifier: what the app must know of it before it
 * is loaded (identity, threshold), and what it is checked against (sizes, hashes, canary). Run it after each export.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const id = 'hopscope-presence-reader';
const folder = resolve(process.argv[2] ?? join(root, 'public/models', id));
const PATHS = [
  'config.json',
  'onnx/model_int8.onnx',
  'presence.json',
  'tokenizer.json',
  'tokenizer_config.json',
];

const files = PATHS.map((path) => {
  const bytes = readFileSync(join(folder, path));
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
});
const presence = JSON.parse(readFileSync(join(folder, 'presence.json'), 'utf8'));
const { canary } = presence;
const shipped = {
  id,
  revision: presence.revision,
  maxTokens: presence.maxTokens,
  stride: presence.stride,
  temperature: presence.temperature,
  threshold: presence.threshold,
  reader: { maxAnswerTokens: presence.maxAnswerTokens, nullMargin: presence.nullMargin },
  files,
  canary: {
    question: canary.question,
    passage: canary.passage,
    presence: canary.presence,
    margin: canary.margin,
  },
};
writeFileSync(join(root, 'src/domain/shipped-judge.json'), `${JSON.stringify(shipped, null, 2)}\n`);
console.log(`${id} ${shipped.revision}: threshold ${shipped.threshold}, temperature ${shipped.temperature}`);
