/**
 * What the file of a run brings with it: questions with the labels it carries, and its retrieved passages as a corpus where the
 * user has none. Both go the way of every other file, through the collector.
 */
import type { GoldPassage } from '../domain/question';
import { normalise } from '../domain/text';
import type { Collector, Source } from '../ingest/collect/collector';
import { questionId, unique } from '../ingest/readers/fields';
import { createGoldList } from '../ingest/readers/gold';
import type { PassagePool } from './pool';
import type { Skeleton } from './skeleton';
import type { Passage } from './types';

export const bringQuestions = (records: readonly Skeleton[], collector: Collector, source: Source): void => {
  const seen = new Set<string>();
  for (const { question, labels, line } of records) {
    const text = question.text;
    // The runs of one file ask the same questions.
    if (text === null || seen.has(normalise(text))) continue;
    seen.add(normalise(text));
    const gold = createGoldList();
    for (const entry of labels.gold) gold.add(entry);
    collector.take(
      {
        type: 'question',
        line,
        passages: [],
        question: {
          id: questionId({ id: question.id }, text, 'id'),
          text,
          answers: unique(labels.answers),
          answerable: true,
          ...(labels.type === null ? {} : { type: labels.type }),
          hops: [],
          gold: gold.list(),
        },
      },
      source,
    );
  }
};

type Named = Pick<Passage, 'title' | 'text'> & { id: string | null; line: number };

const fromGold = ({ document, title, text }: Omit<GoldPassage, 'id'>, line: number): Named => ({
  id: document ?? null,
  title: title ?? null,
  text: text ?? null,
  line,
});

/**
 * Retrieved passages and the gold passages of the labels: what no run retrieved is missed, and not missing from a corpus that
 * nobody has seen. A passage that is known by its title or id alone has that for its text.
 */
export const bringCorpus = (
  pool: PassagePool,
  records: readonly Skeleton[],
  collector: Collector,
  source: Source,
): void => {
  const all: Named[] = [
    ...pool.all.map(({ passage, line }) => ({ ...passage, line })),
    ...records.flatMap(({ labels, line }) => labels.gold.map((gold) => fromGold(gold, line))),
  ];
  const told = new Set<string>();
  for (const { id, title, text } of all)
    if (text !== null) for (const name of [id, title]) if (name !== null) told.add(normalise(name));
  let named = 0;
  for (const { id, title, text, line } of all) {
    const name = title ?? id;
    const body = text ?? name;
    if (body === null) continue;
    if (text === null) {
      // It stands for a passage whose text the file tells elsewhere.
      if ([id, title].some((known) => known !== null && told.has(normalise(known)))) continue;
      told.add(normalise(body));
      named += 1;
    }
    collector.take(
      {
        type: 'document',
        document: { ...(id === null ? {} : { id }), title: title ?? '', text: body, kind: 'passage', line },
      },
      source,
    );
  }
  if (named > 0)
    collector.notices.add(
      'Passages that the file names without their text: {n}. Their name stands for it, so nothing can be read in them, and no judge can be asked about them.',
      named,
    );
};
