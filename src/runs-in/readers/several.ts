/** One file, several runs: a record is a question, and `runs` has what each system retrieved and answered. */
import { field, isRow } from '../../ingest/readers/fields';
import { BadRecord } from '../../ingest/types';
import { answersIn, goldFrom, questionOf } from '../answered';
import { jsonRun } from '../json-run';
import { genericAnswered } from './generic';

export const severalRuns = jsonRun({
  id: 'several-runs',
  label: 'Several runs in one file (question, runs)',
  detect: (keys, head) =>
    keys.has('runs') && keys.has('question') && head.rows.some(({ runs }) => isRow(runs)) ? 0.97 : 0,
  answered: (row) => {
    if (!isRow(row.runs)) throw new BadRecord('the field “runs” is missing or not an object of runs');
    const question = questionOf(row, ['id', '_id', 'question_id', 'qid'], ['question', 'query']);
    const labels = {
      answers: answersIn(row, 'gold_answer', 'gold_answers', 'answers', 'reference'),
      gold: [...goldFrom(row.gold_titles, 'title'), ...goldFrom(row.gold, 'auto')],
      type: field(row, 'type', 'question_type'),
    };
    return Object.entries(row.runs).map(([run, made]) => {
      if (!isRow(made)) throw new BadRecord(`the run “${run}” is not an object`);
      return { ...genericAnswered(made, question), run, labels };
    });
  },
});
