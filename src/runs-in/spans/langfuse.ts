/** Observations of Langfuse: exported one by one, or inside their traces. */
import { field, isRow, listOf, textOf } from '../../ingest/readers/fields';
import { BadRecord, type Row } from '../../ingest/types';
import { numberOf } from '../passages';
import { documentsIn } from './documents';
import { timeOf } from './open-inference';
import type { Span, SpanKind } from './span';

const KINDS: Record<string, SpanKind> = { RETRIEVER: 'retriever', GENERATION: 'model' };

/** Input and output may be any JSON; the words are looked for later, the documents in it now. */
const written = (value: unknown): string | null =>
  value === undefined || value === null ? null : (textOf(value) ?? JSON.stringify(value));

const tokensOf = (row: Row): Span['tokens'] => {
  const details = isRow(row.usageDetails) ? row.usageDetails : {};
  const usage = isRow(row.usage) ? row.usage : {};
  const input = numberOf(details.input ?? usage.input ?? row.promptTokens ?? row.inputUsage);
  const output = numberOf(details.output ?? usage.output ?? row.completionTokens ?? row.outputUsage);
  return input === null || output === null ? null : { input, output };
};

const questionIn = (row: Row): string | null => {
  const metadata = isRow(row.metadata) ? row.metadata : {};
  return field(metadata, 'question_id', 'query_id', 'qid');
};

const observation = (row: Row, trace: string | null): Span => {
  const id = field(row, 'id');
  const of = field(row, 'traceId', 'trace_id') ?? trace;
  if (id === null || of === null)
    throw new BadRecord('an observation without the ids of its trace and of itself');
  const kind = KINDS[(field(row, 'type') ?? '').toUpperCase()] ?? 'other';
  return {
    trace: of,
    id,
    parent: field(row, 'parentObservationId', 'parent_observation_id'),
    kind,
    name: field(row, 'name') ?? kind,
    start: timeOf(row.startTime ?? row.start_time),
    end: timeOf(row.endTime ?? row.end_time),
    input: written(row.input),
    output: written(row.output),
    documents: kind === 'retriever' ? documentsIn(row.output) : null,
    model: field(row, 'model', 'providedModelName'),
    tokens: tokensOf(row),
    error:
      field(row, 'level') === 'ERROR'
        ? (field(row, 'statusMessage', 'status_message') ?? 'the observation ended in an error')
        : null,
    question: questionIn(row),
  };
};

export const langfuseSpans = (row: Row): Span[] => {
  if (!Array.isArray(row.observations)) return [observation(row, null)];
  const id = field(row, 'id');
  if (id === null) throw new BadRecord('a trace without an id');
  const inside = listOf(row.observations).flatMap((entry) => (isRow(entry) ? [observation(entry, id)] : []));
  const root: Span = {
    trace: id,
    id: `trace ${id}`,
    parent: null,
    kind: 'other',
    name: field(row, 'name') ?? 'trace',
    start: timeOf(row.timestamp),
    end: null,
    input: written(row.input),
    output: written(row.output),
    documents: null,
    model: null,
    tokens: null,
    error: null,
    question: questionIn(row),
  };
  return [root, ...inside.map((span) => ({ ...span, parent: span.parent ?? root.id }))];
};
