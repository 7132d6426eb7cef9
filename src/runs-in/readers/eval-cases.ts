/**
 * Test cases of evaluation libraries, which carry what was retrieved and answered: RAGAS (`SingleTurnSample`, and the names it
 * had before 0.2), DeepEval (`LLMTestCase`) and RAGChecker's input. The texts are in rank order and without scores.
 */
import { hasAll, hasAny } from '../../ingest/readers/fields';
import { answered, answerIn, answersIn, goldFrom, oneList, questionOf } from '../answered';
import { jsonRun } from '../json-run';
import { rankedOf } from '../passages';

export const ragas = jsonRun({
  id: 'ragas',
  label: 'RAGAS samples',
  detect: (keys) =>
    hasAll(keys, 'user_input', 'retrieved_contexts')
      ? 0.95
      : hasAll(keys, 'question', 'contexts') &&
          hasAny(keys, 'ground_truth', 'ground_truths') &&
          keys.has('answer')
        ? 0.85
        : 0,
  answered: (row) => {
    const question = questionOf(row, ['id', '_id', 'question_id'], ['user_input', 'question']);
    return [
      answered({
        question,
        labels: {
          answers: answersIn(row, 'reference', 'ground_truth', 'ground_truths'),
          gold: goldFrom(row.reference_contexts, 'text'),
        },
        answer: answerIn(row, 'response', 'answer'),
        acts: oneList(question, rankedOf(row.retrieved_contexts ?? row.contexts, 'text')),
      }),
    ];
  },
});

export const deepeval = jsonRun({
  id: 'deepeval',
  label: 'DeepEval test cases',
  detect: (keys) =>
    keys.has('input') && hasAny(keys, 'retrieval_context', 'retrievalContext')
      ? 0.95
      : hasAll(keys, 'input', 'actual_output')
        ? 0.8
        : 0,
  answered: (row) => {
    // A `name` is often the same for all cases, so it names no question.
    const question = questionOf(row, ['id'], ['input']);
    return [
      answered({
        question,
        labels: {
          answers: answersIn(row, 'expected_output', 'expectedOutput'),
          // DeepEval's `context` is the ideal retrieval, as its author wrote it down.
          gold: goldFrom(row.context, 'text'),
        },
        answer: answerIn(row, 'actual_output', 'actualOutput'),
        acts: oneList(question, rankedOf(row.retrieval_context ?? row.retrievalContext, 'text')),
      }),
    ];
  },
});

export const ragchecker = jsonRun({
  id: 'ragchecker',
  label: 'RAGChecker inputs or results',
  detect: (keys) =>
    hasAll(keys, 'query', 'retrieved_context') && hasAny(keys, 'response', 'gt_answer', 'query_id')
      ? 0.95
      : 0,
  answered: (row) => {
    const question = questionOf(row, ['query_id'], ['query']);
    return [
      answered({
        question,
        labels: { answers: answersIn(row, 'gt_answer') },
        answer: answerIn(row, 'response'),
        acts: oneList(question, rankedOf(row.retrieved_context)),
      }),
    ];
  },
});
