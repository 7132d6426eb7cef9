/** Exports of tracing tools: spans are gathered by trace, and each trace is one question. */
import { readRecords } from '../../ingest/input/records';
import { hasAny, isRow } from '../../ingest/readers/fields';
import { BadRecord, excerptOf, type Head, type Row } from '../../ingest/types';
import { langfuseSpans } from '../spans/langfuse';
import { openInferenceSpans } from '../spans/open-inference';
import type { Span } from '../spans/span';
import { answeredOf } from '../spans/trace';
import type { RunReader } from '../types';

const spanReader = (
  format: Pick<RunReader, 'id' | 'label'>,
  detect: (keys: ReadonlySet<string>, head: Head) => number,
  spansOf: (row: Row) => Span[],
): RunReader => ({
  ...format,
  mapped: false,
  detect: (head) => (head.json === null ? 0 : detect(head.keys, head)),
  async *read({ head, text }) {
    // The spans of a trace may stand anywhere in the file.
    const traces = new Map<string, { spans: Span[]; line: number }>();
    for await (const record of readRecords(text, head.json ?? { kind: 'lines' })) {
      if ('type' in record) {
        if (record.type !== 'judgement') yield record;
        continue;
      }
      const { line } = record;
      try {
        for (const span of spansOf(record.row)) {
          const trace = traces.get(span.trace) ?? { spans: [], line };
          trace.spans.push(span);
          traces.set(span.trace, trace);
        }
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        yield { type: 'reject', of: 'record', line, reason: error.message, excerpt: excerptOf(record.raw) };
      }
    }
    for (const [trace, { spans, line }] of traces) {
      traces.delete(trace);
      try {
        yield { type: 'answered', answered: answeredOf(spans), line };
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        yield { type: 'reject', of: 'record', line, reason: error.message, excerpt: `trace ${trace}` };
      }
    }
  },
});

const hasContext = ({ rows }: Head): boolean =>
  rows.some(({ context }) => isRow(context) && ('trace_id' in context || 'traceId' in context));

export const openInference = spanReader(
  { id: 'openinference', label: 'Spans of OpenInference / OpenTelemetry (Phoenix)' },
  (keys, head) =>
    hasAny(keys, 'resourceSpans', 'resource_spans', 'context.trace_id') || hasContext(head)
      ? 0.95
      : hasAny(keys, 'trace_id', 'traceId') && hasAny(keys, 'span_id', 'spanId')
        ? 0.9
        : 0,
  openInferenceSpans,
);

export const langfuse = spanReader(
  { id: 'langfuse', label: 'Observations of Langfuse' },
  (keys, { rows }) =>
    hasAny(keys, 'parentObservationId', 'parent_observation_id') && hasAny(keys, 'traceId', 'trace_id')
      ? 0.96
      : rows.some(({ observations }) => Array.isArray(observations) && observations.some(isRow))
        ? 0.95
        : 0,
  langfuseSpans,
);
