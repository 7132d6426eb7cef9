/** The spans of one trace → one answered question: what the root was asked and said, and what happened inside it. */
import { BadRecord } from '../../ingest/types';
import { answered } from '../answered';
import type { Act, Answered, Ranked } from '../types';
import type { Span } from './span';
import { askedIn, saidIn } from './words';

const byStart = (a: Span, b: Span): number => (a.start ?? 0) - (b.start ?? 0);

const rootOf = (spans: readonly Span[]): Span => {
  const ids = new Set(spans.map(({ id }) => id));
  const roots = spans.filter(({ parent }) => parent === null || !ids.has(parent));
  // What asks nothing, as a span of set-up, is not what the user asked.
  const root = roots.find(({ input }) => askedIn(input) !== null) ?? roots[0];
  if (root === undefined)
    throw new BadRecord('the spans of this trace form a circle: none of them is the first');
  return root;
};

/** A retriever that calls others has fused their lists: its own list counts, and theirs are parts of it. */
const isInner = (span: Span, byId: ReadonlyMap<string, Span>): boolean => {
  const seen = new Set<string>();
  for (let at = span.parent; at !== null && !seen.has(at); ) {
    seen.add(at);
    const above = byId.get(at);
    if (above === undefined) return false;
    if (above.kind === 'retriever' && above.documents !== null) return true;
    at = above.parent;
  }
  return false;
};

const durationOf = ({ start, end }: Span): number | null =>
  start === null || end === null ? null : Math.max(0, end - start);

const actOf = (span: Span, byId: ReadonlyMap<string, Span>): Act[] => {
  if (span.kind === 'retriever') {
    if (span.error !== null) return [{ kind: 'note', text: `${span.name}: ${span.error}` }];
    if (span.documents === null)
      return [{ kind: 'note', text: `${span.name}: the span records no documents` }];
    return [
      {
        kind: 'search',
        query: askedIn(span.input),
        tool: span.name,
        retrieved: span.documents,
        inner: isInner(span, byId),
      },
    ];
  }
  if (span.kind !== 'model') return [];
  return [
    {
      kind: 'model',
      purpose: span.name,
      model: span.model,
      tokens: span.tokens,
      ms: durationOf(span),
      asked: askedIn(span.input),
      reply: saidIn(span.output),
    },
  ];
};

export const answeredOf = (spans: readonly Span[]): Answered => {
  const ordered = spans.toSorted(byStart);
  const root = rootOf(ordered);
  const text = askedIn(root.input);
  const id = ordered.find(({ question }) => question !== null)?.question ?? null;
  if (text === null && id === null)
    throw new BadRecord('the first span of this trace says nothing of a question');
  const byId = new Map(ordered.map((span) => [span.id, span]));
  const reranked = ordered.findLast(({ kind, documents }) => kind === 'reranker' && documents !== null);
  const retrievesOnly = root.kind === 'retriever' || root.kind === 'reranker';
  return answered({
    question: { id, text },
    answer: retrievesOnly ? null : saidIn(root.output),
    acts: ordered.flatMap((span) => actOf(span, byId)),
    final: (reranked?.documents as Ranked[] | undefined) ?? null,
    ms: durationOf(root),
    error: root.error,
  });
};
