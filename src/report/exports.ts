import type { Chunk } from '../domain/corpus';
import type { RunTrace } from '../domain/trace';
import { jsonLines } from './questions-jsonl';

/** The trace as design 04 has it: the run's header, then each question's events in the order they were written. */
export const traceJsonl = (trace: RunTrace): string =>
  jsonLines(
    (function* () {
      yield trace.header;
      for (const events of trace.questions.values()) yield* events;
    })(),
  );

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
