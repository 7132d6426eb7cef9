/** The transfer worker's api over any store. No call rejects. */
import type { TransferContract } from '../../domain/seam-transfer';
import { createJobs } from '../../seam/jobs';
import { createMeter } from '../../seam/meter';
import { attempt } from '../../seam/outcome';
import { openStore } from '../open-store';
import type { Store } from '../store';
import { exportWorkspace } from './export';
import { importWorkspace } from './import';

export const createTransferApi = (open: () => Promise<Store>, now?: () => number) => {
  const jobs = createJobs(now);
  return {
    exportWorkspace: (request, id, onProgress) =>
      attempt(() =>
        jobs.runJob(id, async (job) => {
          const meter = createMeter({ phase: 'documents', unit: 'documents', total: null, emit: onProgress });
          return exportWorkspace(await open(), request, { job, meter });
        }),
      ),
    importWorkspace: (file, id, onProgress) =>
      attempt(() =>
        jobs.runJob(id, async (job) => {
          const meter = createMeter({
            phase: 'opening the file',
            unit: 'bytes',
            total: null,
            emit: onProgress,
          });
          return importWorkspace(await open(), file, { job, meter });
        }),
      ),
    cancel: (id) => jobs.cancel(id),
  } satisfies TransferContract;
};

export const transferApi = createTransferApi(openStore) satisfies TransferContract;
