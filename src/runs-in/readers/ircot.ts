/**
 * Runs of IRCoT (arXiv 2212.10509) as published with reasoning and titles: each step has the titles retrieved so far and the
 * reasoning so far, the record the titles it ended with. Queries are not told; titles stand for passages.
 */
import { field, hasAll, isRow, listOf, textOf } from '../../ingest/readers/fields';
import { answered, answerIn, answersIn, goldFrom, questionOf, search } from '../answered';
import { jsonRun } from '../json-run';
import { rankedOf } from '../passages';
import type { Act } from '../types';

export const ircotRun = jsonRun({
  id: 'ircot-run',
  label: 'IRCoT run (titles by step)',
  detect: (keys) => (hasAll(keys, 'final_titles', 'steps') ? 0.95 : 0),
  answered: (row) => {
    const question = questionOf(row, ['id', '_id', 'question_id'], ['question', 'question_text']);
    let before = '';
    const acts = listOf(row.steps).flatMap((entry): Act[] => {
      if (!isRow(entry)) return [];
      const retrieved = rankedOf(entry.titles_so_far, 'title') ?? [];
      const reasoning = textOf(entry.reasoning_so_far)?.trim() ?? '';
      const said = reasoning.startsWith(before) ? reasoning.slice(before.length).trim() : reasoning;
      before = reasoning;
      return [search(null, retrieved), ...(said === '' ? [] : [{ kind: 'note' as const, text: said }])];
    });
    return [
      answered({
        question,
        labels: {
          answers: answersIn(row, 'gold_answer', 'gold_answers'),
          gold: goldFrom(row.gold_titles, 'title'),
          type: field(row, 'type'),
        },
        answer: answerIn(row, 'prediction', 'answer'),
        acts,
        final: rankedOf(row.final_titles, 'title'),
      }),
    ];
  },
});
