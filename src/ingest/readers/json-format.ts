/** A reader for a format whose records are JSON objects: only detection and one record are left to write. */

import { type JsonRecord, readRecords } from '../input/records';
import {
  BadRecord,
  excerptOf,
  type Guess,
  type Head,
  type Item,
  type ReadContext,
  type Reader,
  type Row,
} from '../types';

export interface JsonFormat {
  id: string;
  label: string;
  detect(keys: ReadonlySet<string>, head: Head): Guess | null;
  /** Items of one record; throws `BadRecord` when it cannot be used. */
  items(row: Row, line: number, context: ReadContext): Iterable<Item>;
}

const isItem = (record: JsonRecord): record is Exclude<JsonRecord, { row: Row }> => 'type' in record;

export const jsonReader = (format: JsonFormat): Reader => ({
  id: format.id,
  label: format.label,
  detect: (head) => (head.json === null ? null : format.detect(head.keys, head)),
  async *read(context) {
    for await (const record of readRecords(context.text, context.head.json ?? { kind: 'lines' })) {
      if (isItem(record)) {
        yield record;
        continue;
      }
      try {
        // All items of a record or none: a record that fails half-way must not leave passages behind.
        yield* [...format.items(record.row, record.line, context)];
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        yield {
          type: 'reject',
          of: 'record',
          line: record.line,
          reason: error.message,
          excerpt: excerptOf(record.raw),
        };
      }
    }
  },
});
