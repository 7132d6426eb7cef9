/** One file → its records, by whichever reader fits or was chosen, with every bad record named. */
import type { Reject, Tally } from '../domain/corpus';
import type { RunColumns } from '../domain/seam-runs-in';
import type { QuestionEvent, RunHeader } from '../domain/trace';
import { createNotices, type Notices } from '../ingest/collect/notices';
import { decodeStream, emptyReport } from '../ingest/input/decode';
import { encodingNotices, readHead } from '../ingest/read-file';
import { BadRecord } from '../ingest/types';
import type { Job } from '../seam/jobs';
import { createPassagePool, type PassagePool } from './pool';
import { guessRunReaders, runReaderById } from './registry';
import { type Skeleton, skeletonOf } from './skeleton';
import type { RunReader } from './types';

export interface FileOfRuns {
  reader: RunReader;
  records: Skeleton[];
  /** Of the app's own trace; null: another format. */
  own: { header: RunHeader; questions: Map<string, { events: QuestionEvent[]; line: number }> } | null;
  pool: PassagePool;
  tally: Tally;
  rejects: Reject[];
  notices: Notices;
}

interface Request {
  path: string;
  file: Blob;
  /** Id of a reader; '' or `auto`: the best guess. */
  reader: string;
  columns: RunColumns | null;
}

/** Below this a guess is no more than what a user might make of the file by hand. */
const GUESSED = 0.2;

const readerOf = ({ reader, columns }: Request, head: Parameters<RunReader['detect']>[0]): RunReader => {
  if (reader !== '' && reader !== 'auto') {
    const chosen = runReaderById(reader);
    if (chosen === undefined) throw new BadRecord(`there is no reader of runs “${reader}”`);
    return chosen;
  }
  const best = guessRunReaders(head, columns)[0];
  const found = best === undefined || best.confidence < GUESSED ? undefined : runReaderById(best.reader);
  if (found === undefined)
    throw new BadRecord('this looks like no run: choose the format, or say which columns hold what');
  return found;
};

/** Throws `BadRecord` with a sentence for a file that nothing can read. */
export const readRuns = async (
  request: Request,
  job: Pick<Job, 'pausePoint'>,
  onBytes: (count: number) => void,
): Promise<FileOfRuns> => {
  const { path, file, columns } = request;
  const { head, bytes } = await readHead(path, file);
  const reader = readerOf(request, head);
  const read: FileOfRuns = {
    reader,
    records: [],
    own: null,
    pool: createPassagePool(),
    tally: { read: 0, kept: 0, rejected: 0, merged: 0 },
    rejects: [],
    notices: createNotices(),
  };
  const report = emptyReport();
  const text = decodeStream(file, bytes, { job, onBytes, report });
  for await (const item of reader.read({ path, head, columns, text })) {
    await job.pausePoint();
    switch (item.type) {
      case 'notice':
        read.notices.add(item.message, item.count, item.about);
        break;
      case 'header':
        if (read.own !== null)
          throw new BadRecord('the file holds the traces of several runs: import them one by one');
        read.own = { header: item.header, questions: new Map() };
        break;
      case 'events':
        read.own?.questions.set(item.question, item);
        read.tally.read += 1;
        break;
      case 'answered':
        read.records.push(skeletonOf(item.answered, read.pool, item.line));
        read.tally.read += 1;
        break;
      case 'reject':
        read.tally.read += 1;
        read.rejects.push({ file: path, line: item.line, reason: item.reason, excerpt: item.excerpt });
        break;
    }
  }
  for (const message of encodingNotices(path, report)) read.notices.add(message);
  if (read.tally.read === 0) throw new BadRecord('the file holds no records of a run');
  return read;
};
