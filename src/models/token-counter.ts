/** The chunker's token counter, loaded from the model's own tokenizer file (ingest.worker; in Node: `createTokenCounter`). */
import { HopscopeError } from '../domain/outcome';
import { CATALOGUE, DEFAULT_MODEL } from './catalogue';
import { appBase, parseJson, readChecked, urlFiles } from './files';
import { createTokenCounter, type TokenCounter } from './tokenizer';

let cached: Promise<TokenCounter> | null = null;

/** Content tokens (special tokens excluded) of the bundled encoder. Loaded once a realm; a failed load is forgotten. */
export const loadTokenCounter = (): Promise<TokenCounter> => {
  cached ??= load().catch((error: unknown) => {
    cached = null;
    throw error;
  });
  return cached;
};

const load = async (): Promise<TokenCounter> => {
  const entry = CATALOGUE.find(({ id }) => id === DEFAULT_MODEL);
  if (entry === undefined) throw new HopscopeError('not-found', 'The bundled model is not in the catalogue.');
  const files = urlFiles(new URL(`models/${entry.id}/`, appBase()).href, 'The bundled model');
  return createTokenCounter(
    parseJson(await readChecked(files, 'tokenizer.json', entry.files), 'tokenizer.json'),
  );
};
