/** A reader for a format whose records are JSON objects: only detection and one record are left to write. */
import { readRecords } from '../ingest/input/records';
import { BadRecord, excerptOf, type Head, type Row } from '../ingest/types';
import type { Answered, RunReadContext, RunReader } from './types';

export interface JsonRun {
  id: string;
  label: string;
  detect(keys: ReadonlySet<string>, head: Head): number;
  /** What one record says, one entry a run; throws `BadRecord` when it cannot be used. */
  answered(row: Row, context: RunReadContext): Answered[];
}

export const jsonRun = (format: JsonRun): RunReader => ({
  id: format.id,
  label: format.label,
  mapped: false,
  detect: (head) => (head.json === null ? 0 : format.detect(head.keys, head)),
  async *read(context) {
    for await (const record of readRecords(context.text, context.head.json ?? { kind: 'lines' })) {
      if ('type' in record) {
        if (record.type !== 'judgement') yield record;
        continue;
      }
      const { line } = record;
      try {
        for (const answered of format.answered(record.row, context))
          yield { type: 'answered', answered, line };
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        yield { type: 'reject', of: 'record', line, reason: error.message, excerpt: excerptOf(record.raw) };
      }
    }
  },
});
