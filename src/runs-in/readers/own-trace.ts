/** The app's own trace (04), as Diagnosis exports it: a header, then the events of each question; taken over as it is. */
import * as v from 'valibot';
import { type QuestionEvent, QuestionEventSchema, RunHeaderSchema, TRACE_VERSION } from '../../domain/trace';
import { readRecords } from '../../ingest/input/records';
import { textOf } from '../../ingest/readers/fields';
import { BadRecord, excerptOf } from '../../ingest/types';
import type { RunReader } from '../types';

const isEnd = ({ event }: QuestionEvent): boolean => event === 'done' || event === 'error';

export const ownTrace: RunReader = {
  id: 'hopscope-trace',
  label: 'Trace of Hopscope',
  mapped: false,
  detect: (head) => (head.rows[0]?.event === 'run' && head.keys.has('run') ? 1 : 0),
  async *read({ head, text }) {
    let begun = false;
    const open = new Map<string, { events: QuestionEvent[]; line: number }>();
    const reject = (line: number, reason: string, raw: string) =>
      ({ type: 'reject', of: 'record', line, reason, excerpt: excerptOf(raw) }) as const;
    for await (const record of readRecords(text, head.json ?? { kind: 'lines' })) {
      if ('type' in record) {
        if (record.type !== 'judgement') yield record;
        continue;
      }
      const { line, row, raw } = record;
      if (row.event === 'run') {
        const version = Number(textOf(row.version));
        if (version > TRACE_VERSION)
          throw new BadRecord(
            'this trace was written by a newer version of Hopscope: update, then import it again',
          );
        const header = v.safeParse(RunHeaderSchema, row);
        if (!header.success)
          throw new BadRecord(`the header of the trace cannot be read: ${header.issues[0].message}`);
        begun = true;
        yield { type: 'header', header: header.output, line };
        continue;
      }
      if (!begun) throw new BadRecord('the trace does not begin with the header of a run');
      const event = v.safeParse(QuestionEventSchema, row);
      if (!event.success) {
        yield reject(line, `no event of a trace: ${event.issues[0].message}`, raw);
        continue;
      }
      const { question } = event.output;
      const of = open.get(question) ?? { events: [], line };
      of.events.push(event.output);
      open.set(question, of);
      if (!isEnd(event.output)) continue;
      open.delete(question);
      yield { type: 'events', question, ...of };
    }
    for (const [question, { line }] of open)
      yield reject(line, `the events of the question “${question}” break off before its end`, question);
  },
};
