/** Reads all files of a request into a collector, with progress by bytes. */
import type { IngestFile } from '../domain/seam';
import type { Job } from '../seam/jobs';
import type { Meter } from '../seam/meter';
import { archiveBudget, type Budget, DEEPEST, expandArchive } from './archive/expand';
import type { Collector } from './collect/collector';
import type { Parser } from './parse/contract';
import { openFile, readItems } from './read-file';
import { BadRecord } from './types';

/** Records between two lines about how fast records are read. */
const NOTE_EVERY = 2000;

/** The same file given twice, once for each role, is one file with both. */
const servesQuestionsToo = (file: IngestFile, files: readonly IngestFile[]): boolean =>
  files.some(
    (other) =>
      other !== file &&
      other.role === 'questions' &&
      (other.file === file.file || (other.path === file.path && other.file.size === file.file.size)),
  );

/** What a browser throws when the bytes on disk are no longer those that were chosen. */
const GONE = new Set(['NotReadableError', 'NotFoundError']);

/** Why this one file cannot be read, the others being read all the same; null: it is not the file's fault. */
const reasonOf = (thrown: unknown): string | null => {
  if (thrown instanceof BadRecord) return thrown.message;
  // Nothing but the chosen files is read here, so the name is that of a chosen file's failure.
  return thrown instanceof DOMException && GONE.has(thrown.name)
    ? 'the file was changed, moved or deleted after it was chosen: choose it again'
    : null;
};

export const readAll = async (
  files: readonly IngestFile[],
  collector: Collector,
  { job, meter, parser }: { job: Job; meter: Meter; parser: Parser },
): Promise<void> => {
  const used = files.filter((file) => file.role !== 'ignore');
  meter.phase(
    'reading',
    'bytes',
    used.reduce((sum, { file }) => sum + file.size, 0),
  );
  const started = performance.now();
  let done = 0;
  let records = 0;
  const readOne = async (entry: IngestFile, budget: Budget, depth: number): Promise<void> => {
    const { path, file, role } = entry;
    const request = { path, file, role, reader: entry.reader, columns: entry.columns ?? null };
    const refuse = (name: string, reason: string): void => {
      const source = { path: name, reader: entry.reader, role };
      collector.take({ type: 'reject', of: 'record', line: null, reason, excerpt: '' }, source);
      collector.notices.add(`“${name}”: ${reason}`);
    };
    const onBytes = (count: number): void => {
      if (depth > 0) return;
      done += count;
      meter.set(done);
    };
    try {
      const opened = await openFile(request);
      const { reader, gives } = opened;
      if (reader.id === 'zip') {
        if (depth >= DEEPEST)
          throw new BadRecord(`archives within archives are opened ${DEEPEST} deep, and no deeper`);
        for await (const inner of expandArchive({ path, file }, { job, parser, budget })) {
          if ('refused' in inner) refuse(inner.path, inner.refused);
          else await readOne({ path: inner.path, file: inner.file, role, reader: 'auto' }, budget, depth + 1);
          onBytes(inner.packed);
        }
        return;
      }
      if (role === 'corpus' && gives === 'both' && !servesQuestionsToo(entry, used)) {
        collector.notices.add(
          `“${path}” is a question file (${reader.label}): its passages are used as corpus, its questions are not.`,
        );
      }
      const source = { path, reader: reader.id, role: gives === 'judgements' ? ('qrels' as const) : role };
      for await (const item of readItems(request, opened, { job, parser, onBytes })) {
        collector.take(item, source);
        if (item.type === 'notice') continue;
        records += 1;
        if (records % 64 === 0) await job.pausePoint();
        if (records % NOTE_EVERY === 0) {
          const rate = Math.round((records / Math.max(1, performance.now() - started)) * 1000);
          meter.note(`${records.toLocaleString('en')} records, ${rate.toLocaleString('en')} a second`);
        }
      }
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      refuse(path, reason);
    }
  };
  for (const entry of used) {
    const before = done;
    await readOne(entry, archiveBudget(), 0);
    // A reader may stop before the end of a file; the bar must not.
    done = before + entry.file.size;
    meter.set(done);
  }
};
