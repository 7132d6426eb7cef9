/** Files of an archive one after the other, within what one dropped file may unpack to. */
import type { Job } from '../../seam/jobs';
import type { Parser } from '../parse/contract';
import { BadRecord } from '../types';

export interface Budget {
  /** Bytes that may still be unpacked. */
  bytes: number;
}

/** All that one dropped file may unpack to, archives within it included. */
export const archiveBudget = (): Budget => ({ bytes: 1024 * 1024 * 1024 });
/** Archives within archives. */
export const DEEPEST = 3;

export type Unpacked = { path: string; packed: number } & ({ file: Blob } | { refused: string });

/** `path` of the archive becomes a folder of its files. Throws `BadRecord` for an archive that cannot be opened. */
export async function* expandArchive(
  { path, file }: { path: string; file: Blob },
  { job, parser, budget }: { job: Pick<Job, 'pausePoint' | 'signal'>; parser: Parser; budget: Budget },
): AsyncGenerator<Unpacked> {
  const entries = await parser.parse(job, (api, alive) => api.list(path, file, alive));
  if (entries.length === 0) throw new BadRecord('the archive holds no files');
  for (const { index, path: inner, packed, refused } of entries) {
    await job.pausePoint();
    const base = { path: `${path}/${inner}`, packed };
    if (refused !== null) {
      yield { ...base, refused };
      continue;
    }
    try {
      const limit = budget.bytes;
      const unpacked = await parser.parse(job, (api, alive) => api.unpack(path, file, index, limit, alive));
      budget.bytes -= unpacked.size;
      yield { ...base, file: unpacked };
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      yield { ...base, refused: error.message };
    }
  }
}
