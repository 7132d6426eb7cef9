/**
 * The workers of this page, each made on first use. Encoder and search, search and run, classifier and run talk over
 * MessagePorts; a worker that was lost is made again, and its ports with it.
 */
import type {
  ClassifierContract,
  DiagnosisContract,
  EncoderContract,
  IngestContract,
  RunContract,
  SearchContract,
} from '../../domain/seam';
import type { RunsInContract } from '../../domain/seam-runs-in';
import type { TransferContract } from '../../domain/seam-transfer';
import { callback, createClient, linkWorkers } from '../../seam/client';

// The addresses must stand here as literals: the build finds the workers by this very pattern.
export const ingest = createClient<IngestContract>(
  'ingest',
  () => new Worker(new URL('../../../workers/ingest.worker.ts', import.meta.url), { type: 'module' }),
);
export const encoder = createClient<EncoderContract>(
  'encoder',
  () => new Worker(new URL('../../../workers/encoder.worker.ts', import.meta.url), { type: 'module' }),
);
export const search = createClient<SearchContract>(
  'search',
  () => new Worker(new URL('../../../workers/search.worker.ts', import.meta.url), { type: 'module' }),
);
export const run = createClient<RunContract>(
  'run',
  () => new Worker(new URL('../../../workers/run.worker.ts', import.meta.url), { type: 'module' }),
);
export const classifier = createClient<ClassifierContract>(
  'classifier',
  () => new Worker(new URL('../../../workers/classifier.worker.ts', import.meta.url), { type: 'module' }),
);
export const diagnosis = createClient<DiagnosisContract>(
  'diagnosis',
  () => new Worker(new URL('../../../workers/diagnosis.worker.ts', import.meta.url), { type: 'module' }),
);
export const runsIn = createClient<RunsInContract>(
  'runs-in',
  () => new Worker(new URL('../../../workers/runs-in.worker.ts', import.meta.url), { type: 'module' }),
);

export const transfer = createClient<TransferContract>(
  'transfer',
  () => new Worker(new URL('../../../workers/transfer.worker.ts', import.meta.url), { type: 'module' }),
);

linkWorkers(search, encoder, {
  from: (api, port) => api.connectEncoder(port),
  to: (api, port) => api.connect(port),
});
linkWorkers(run, search, {
  from: (api, port) => api.connectSearch(port),
  to: (api, port) => api.connect(port),
});
linkWorkers(run, classifier, {
  from: (api, port) => api.connectClassifier(port),
  to: (api, port) => api.connect(port),
});

/** Wraps a progress callback (or any function) that is handed to a worker. */
export { callback };
