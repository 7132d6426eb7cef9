/** The app's own trace as a run: events are taken over as they are, only questions and chunks are looked up. */
import { BadRecord } from '../ingest/types';
import type { Basis } from './basis';
import type { ImportParts, ReadyRun } from './parts';
import type { FileOfRuns } from './read';

export const ownRun = (
  { own, reader, rejects, notices }: FileOfRuns,
  file: string,
  { meta, questions, chunks }: Basis,
  { random }: Pick<ImportParts, 'random'>,
): ReadyRun => {
  if (own === null) throw new BadRecord('the file holds no trace');
  const { header } = own;
  const known = new Set(questions.map(({ id }) => id));
  const ids = new Set(chunks.map(({ id }) => id));
  const named = new Set<string>();
  const kept: ReadyRun['questions'] = [];
  let searched = false;
  let answered = false;
  for (const [question, { events, line }] of own.questions) {
    if (!known.has(question)) {
      rejects.push({
        file,
        line,
        reason: `no question of this workspace has the id “${question}”`,
        excerpt: question,
      });
      continue;
    }
    kept.push(events);
    searched ||= events.filter(({ event }) => event === 'search').length > 1;
    for (const event of events) {
      if (event.event === 'search') for (const { chunk } of event.hits) named.add(chunk);
      answered ||= event.event === 'answer';
    }
  }
  const found = [...named].filter((chunk) => ids.has(chunk)).length;
  if (meta.corpus !== null && header.retriever.corpus !== meta.corpus.hash)
    notices.add(
      'This run searched another corpus, or another version of this one; its chunk ids may mean other passages here.',
    );
  const taken = meta.runs.some((run) => run.header.run === header.run);
  return {
    header: {
      ...header,
      run: taken ? `${header.run}-${random()}` : header.run,
      imported: true,
      source: header.source ?? {
        format: reader.id,
        file,
        records: own.questions.size,
        questions: { id: kept.length, text: 0, none: own.questions.size - kept.length },
        passages: { chunk: found, document: 0, text: 0, title: 0, none: named.size - found },
        tells: { steps: searched, final: false, answers: answered, scores: true },
      },
    },
    questions: kept,
  };
};
