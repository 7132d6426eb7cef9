import type { Chunk } from '../domain/corpus';
import type { QuestionEvent, RunTrace } from '../domain/trace';
import { jsonLines } from './questions-jsonl';

/** What a model was asked and what it replied is left out, and nothing else: no diagnosis looks at it. */
const withoutTexts = (event: QuestionEvent): QuestionEvent => {
  if (event.event !== 'llm') return event;
  const { asked: _, reply: __, ...rest } = event;
  return rest;
};

/**
 * The trace as design 04 has it: the run's header, then each question's events in the order they were written. `texts`:
 * with the words that went to a model and came back; passages of the documents stand in them.
 */
export const traceJsonl = (trace: RunTrace, { texts }: { texts: boolean }): string =>
  jsonLines(
    (function* () {
      yield trace.header;
      for (const events of trace.questions.values()) yield* texts ? events : events.map(withoutTexts);
    })(),
  );

/** Two exports of one run must not be taken for each other. */
export const traceName = (run: string, { texts }: { texts: boolean }): string =>
  `trace-${fileName(run)}${texts ? '' : '-without-texts'}.jsonl`;

/** `chunks.jsonl`: what every chunk id of the other files stands for. */
export const chunksJsonl = (chunks: Iterable<Chunk>): string =>
  jsonLines(
    (function* () {
      for (const { id, document, title, start, end, text } of chunks)
        yield { id, document, title, start, end, text };
    })(),
  );

/** A run id as a file name: letters, digits, dot and dash. */
export const fileName = (text: string): string =>
  text.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^-+|-+$/g, '');
