/** A record of a run made elsewhere → the events of a question, as a run of this app would have written them (04). */
import { givenOf } from '../domain/given';
import { contentHash } from '../domain/hash';
import type { Question } from '../domain/question';
import { STORED_DEPTH } from '../domain/retriever';
import { normalise } from '../domain/text';
import type { QuestionEvent, SearchEvent, SearchPurpose } from '../domain/trace';
import type { PassageMatch } from './match-passages';
import { calledIn, type Pooled } from './pool';
import type { Place, Skeleton, SkeletonAct } from './skeleton';

export interface Found {
  pooled: readonly Pooled[];
  matches: readonly PassageMatch[];
}

/** A passage that is in no document still takes its rank, under an id that no chunk has. */
const unmatchedId = (pooled: Pooled): string =>
  `not in the corpus~${contentHash(JSON.stringify(pooled.passage)).slice(0, 12)}`;

const hitsOf = (places: readonly Place[], { pooled, matches }: Found): SearchEvent['hits'] =>
  places.slice(0, STORED_DEPTH).flatMap(({ passage, score }, index): SearchEvent['hits'] => {
    const rank = index + 1;
    if (passage === null) return [{ chunk: '', rank, score }];
    const chunks = matches[passage]?.chunks ?? [];
    if (chunks.length > 0) return chunks.map((chunk) => ({ chunk, rank, score }));
    const entry = pooled[passage];
    return entry === undefined
      ? []
      : [{ chunk: unmatchedId(entry), rank, score, unmatched: calledIn(entry.passage) }];
  });

type SearchAct = Extract<SkeletonAct, { kind: 'search' }>;

const purposeOf = (act: SearchAct, question: Question, hasFinal: boolean): SearchPurpose => {
  if (act.inner) return 'leg';
  if (hasFinal) return 'step';
  // Without its words nobody can say which hop a search was made for.
  return act.query === null || normalise(act.query) === normalise(question.text) ? 'question' : 'agent';
};

/** In the order of the file, ended by `done` or `error`. */
export const eventsOf = (record: Skeleton, question: Question, found: Found): QuestionEvent[] => {
  const events: QuestionEvent[] = [];
  const of = { question: question.id };
  // Labels of this workspace took no part in a run made elsewhere.
  const given = givenOf(question, 'nothing');
  const hasFinal = record.final !== null && record.acts.some(({ kind }) => kind === 'search');
  const steps: number[] = [];
  let step = 0;
  const searched = (
    query: string,
    tool: string,
    places: readonly Place[],
    as: Pick<SearchEvent, 'purpose'> & Partial<Pick<SearchEvent, 'fused'>>,
  ): void => {
    step += 1;
    events.push({
      event: 'search',
      ...of,
      step,
      hop: null,
      tool,
      query,
      key: normalise(query),
      duplicateOf: null,
      unresolved: [],
      hits: hitsOf(places, found),
      ...as,
    });
  };
  for (const act of record.acts) {
    if (act.kind === 'search') {
      const purpose = purposeOf(act, question, hasFinal);
      searched(act.query ?? '', act.tool ?? 'search', act.retrieved, { purpose });
      if (!act.inner) steps.push(step);
      continue;
    }
    step += 1;
    if (act.kind === 'note') events.push({ event: 'note', ...of, step, message: act.text });
    else
      events.push({
        event: 'llm',
        ...of,
        step,
        purpose: act.purpose,
        prompt: 'not recorded',
        usage: act.tokens === null ? null : { ...act.tokens, cachedInput: 0, counted: 'endpoint' },
        cost: null,
        ms: act.ms,
        retries: 0,
        cached: false,
        truncated: false,
        ...(act.asked === null ? {} : { asked: [{ role: 'user', content: act.asked }] }),
        ...(act.reply === null ? {} : { reply: act.reply }),
        calls: [],
      });
  }
  if (record.final !== null)
    searched(question.text, 'final list', record.final, {
      purpose: 'question',
      ...(hasFinal ? { fused: steps } : {}),
    });
  step += 1;
  if (record.answer !== null)
    events.push({
      event: 'answer',
      ...of,
      step,
      text: record.answer,
      abstained: record.answer === '',
      forced: false,
    });
  events.push(
    record.error === null
      ? { event: 'done', ...of, given, ms: record.ms }
      : { event: 'error', ...of, step: step + 1, code: 'made-elsewhere', message: record.error, given },
  );
  return events;
};
