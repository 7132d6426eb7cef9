/**
 * Spans of OpenTelemetry with the attributes of OpenInference (Phoenix: spans of its client, rows of its data frame; OTLP in
 * JSON; the console exporter), or with those of OpenTelemetry's own conventions for generative AI.
 */
import { field, isRow, listOf, textOf } from '../../ingest/readers/fields';
import { BadRecord, type Row } from '../../ingest/types';
import { numberOf } from '../passages';
import { type Attributes, attributesOf, otlpAttributes, textAt } from './attributes';
import { documentsIn, openInferenceDocuments } from './documents';
import type { Span, SpanKind } from './span';

const KINDS: Record<string, SpanKind> = {
  retriever: 'retriever',
  retrieval: 'retriever',
  reranker: 'reranker',
  llm: 'model',
  chat: 'model',
  text_completion: 'model',
  generate_content: 'model',
};

/** ISO 8601, or nanoseconds, microseconds or milliseconds since 1970. */
export const timeOf = (value: unknown): number | null => {
  const number = numberOf(value);
  if (number !== null) return number > 1e17 ? number / 1e6 : number > 1e14 ? number / 1e3 : number;
  const parsed = Date.parse(textOf(value) ?? '');
  return Number.isNaN(parsed) ? null : parsed;
};

/** A row of a data frame has its attributes in columns `attributes.…`. */
const rowAttributes = (row: Row): Attributes => {
  if (Array.isArray(row.attributes)) return attributesOf(otlpAttributes(row.attributes));
  if (isRow(row.attributes)) return attributesOf(row.attributes);
  const columns = Object.entries(row).filter(([name]) => name.startsWith('attributes.'));
  return attributesOf(
    Object.fromEntries(columns.map(([name, value]) => [name.slice('attributes.'.length), value])),
  );
};

const documentsOf = (kind: SpanKind, attributes: Attributes, output: string | null): Span['documents'] => {
  if (kind === 'retriever')
    return (
      openInferenceDocuments(attributes, 'retrieval.documents') ??
      documentsIn(attributes.get('gen_ai.retrieval.documents')) ??
      documentsIn(output)
    );
  if (kind === 'reranker')
    return openInferenceDocuments(attributes, 'reranker.output_documents') ?? documentsIn(output);
  return null;
};

const tokensOf = (attributes: Attributes): Span['tokens'] => {
  const input = numberOf(
    attributes.get('llm.token_count.prompt') ?? attributes.get('gen_ai.usage.input_tokens'),
  );
  const output = numberOf(
    attributes.get('llm.token_count.completion') ?? attributes.get('gen_ai.usage.output_tokens'),
  );
  return input === null || output === null ? null : { input, output };
};

const failureOf = (row: Row, attributes: Attributes): string | null => {
  const status = isRow(row.status) ? row.status : {};
  const code = (field(row, 'status_code') ?? field(status, 'code', 'status_code') ?? '').toUpperCase();
  if (code !== 'ERROR' && code !== '2' && code !== 'STATUS_CODE_ERROR') return null;
  return (
    field(row, 'status_message') ??
    field(status, 'message', 'description') ??
    textAt(attributes, 'exception.message') ??
    'the span ended in an error'
  );
};

const idOf = (row: Row, context: Row, ...names: string[]): string | null =>
  field(context, ...names) ?? field(row, ...names, ...names.map((name) => `context.${name}`));

export const openInferenceSpan = (row: Row): Span => {
  const context = isRow(row.context) ? row.context : {};
  const trace = idOf(row, context, 'trace_id', 'traceId');
  const id = idOf(row, context, 'span_id', 'spanId');
  if (trace === null || id === null) throw new BadRecord('a span without the ids of its trace and of itself');
  const attributes = rowAttributes(row);
  const named =
    textAt(attributes, 'openinference.span.kind', 'gen_ai.operation.name') ?? field(row, 'span_kind') ?? '';
  const kind = KINDS[named.toLowerCase()] ?? 'other';
  const output = textAt(attributes, 'output.value', 'gen_ai.output.messages');
  return {
    trace,
    id,
    parent: field(row, 'parent_id', 'parentSpanId', 'parent_span_id', 'parentId'),
    kind,
    name: field(row, 'name') ?? kind,
    start: timeOf(row.start_time ?? row.startTimeUnixNano ?? row.startTime),
    end: timeOf(row.end_time ?? row.endTimeUnixNano ?? row.endTime),
    input: textAt(
      attributes,
      'input.value',
      'gen_ai.retrieval.query.text',
      'reranker.query',
      'gen_ai.input.messages',
    ),
    output,
    documents: documentsOf(kind, attributes, output),
    model: textAt(attributes, 'llm.model_name', 'gen_ai.response.model', 'gen_ai.request.model'),
    tokens: tokensOf(attributes),
    error: failureOf(row, attributes),
    question: textAt(attributes, 'metadata.question_id', 'metadata.query_id', 'question_id', 'query_id'),
  };
};

/** The spans of one record: a span, or a batch of them as OTLP sends it. */
export const openInferenceSpans = (row: Row): Span[] => {
  const batches = listOf(row.resourceSpans ?? row.resource_spans);
  if (batches.length === 0) return [openInferenceSpan(row)];
  return batches.flatMap((batch) =>
    listOf(isRow(batch) ? (batch.scopeSpans ?? batch.scope_spans) : null).flatMap((scope) =>
      listOf(isRow(scope) ? scope.spans : null).flatMap((span) =>
        isRow(span) ? [openInferenceSpan(span)] : [],
      ),
    ),
  );
};
