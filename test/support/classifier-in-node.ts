/** The shipped classifier, its real weights and tokenizer, in this process: what the app's lanes compute, one pair at a time. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as ort from 'onnxruntime-web';
import { HopscopeError, ok } from '../../src/domain/outcome';
import { createClassifierApi } from '../../src/judge/create-api';
import { SHIPPED_CLASSIFIER } from '../../src/models/classifier/catalogue';
import type { ClassifierLane } from '../../src/models/classifier/lane';
import type { ClassifierBatch } from '../../src/models/classifier/session';
import type { ModelFiles } from '../../src/models/files';
import { createMemoryStore } from '../../src/workspace/store';

const FOLDER = resolve(import.meta.dirname, '../../public/models', SHIPPED_CLASSIFIER.id);

const files: ModelFiles = {
  read: async (path) => Uint8Array.from(readFileSync(resolve(FOLDER, path))),
};

const tensor = (values: number[]): ort.Tensor =>
  new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);

const lane = (): ClassifierLane => {
  let session: ort.InferenceSession | null = null;
  let end: (error: HopscopeError) => void = () => {};
  const died = new Promise<never>((_, reject) => {
    end = reject;
  });
  died.catch(() => {});
  const logitsOf = async ({ ids, types }: ClassifierBatch['rows'][number]) => {
    if (session === null) throw new Error('The session is not open.');
    const found = await session.run({
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      token_type_ids: tensor(types),
    });
    return (name: string): number[] => Array.from(found[name]?.data as Float32Array);
  };
  return {
    died,
    end: () => end(new HopscopeError('worker-lost', 'The model was closed.')),
    open: async ({ weights }) => {
      ort.env.wasm.numThreads = 1;
      session = await ort.InferenceSession.create(weights, { executionProviders: ['wasm'] });
      return ok(undefined);
    },
    run: async ({ rows, spans }) => {
      const length = Math.max(...rows.map(({ ids }) => ids.length));
      const presence = new Float32Array(rows.length);
      const [start, end] = [new Float32Array(rows.length * length), new Float32Array(rows.length * length)];
      for (const [at, row] of rows.entries()) {
        const logits = await logitsOf(row);
        presence[at] = logits(SHIPPED_CLASSIFIER.output ?? 'logits')[0] ?? Number.NaN;
        start.set(logits('start_logits'), at * length);
        end.set(logits('end_logits'), at * length);
      }
      return ok({ presence, spans: spans ? { start, end, length } : null });
    },
  };
};

/** The classifier worker's api, loaded. */
export const classifierInNode = async () => {
  const memory = createMemoryStore();
  const api = createClassifierApi({
    store: async () => memory,
    library: {
      list: async () => [],
      add: () => Promise.reject(new Error('no model is added here')),
      refuse: () => Promise.reject(new Error('no model is refused here')),
      remove: () => Promise.reject(new Error('no model is removed here')),
      find: async () => ({ entry: SHIPPED_CLASSIFIER, files }),
    },
    around: { spawn: lane, cores: 1 },
  });
  const loaded = await api.load({ device: 'wasm' }, () => {});
  if (!loaded.ok) throw new Error(loaded.error.message);
  return { api, judge: loaded.value.judge };
};
