/** Which field of a generic file plays which part: a suggestion that the user may change. */
import type { RunColumns } from '../../domain/seam-runs-in';

const NAMES: Record<Exclude<keyof RunColumns, 'retrievedAs'>, readonly string[]> = {
  id: ['question_id', 'query_id', 'qid', 'id', '_id'],
  question: ['question', 'query', 'user_input', 'input', 'question_text', 'prompt'],
  answer: [
    'response',
    'prediction',
    'predicted_answer',
    'actual_output',
    'generated_answer',
    'model_answer',
    'output',
    'answer',
  ],
  retrieved: [
    'retrieved',
    'retrieved_contexts',
    'retrieved_context',
    'retrieval_context',
    'retrieved_passages',
    'retrieved_documents',
    'retrieved_docs',
    'retrieved_chunks',
    'retrieved_ids',
    'retrieved_titles',
    'final_titles',
    'contexts',
    'passages',
    'documents',
    'docs',
    'hits',
    'sources',
  ],
  scores: ['scores', 'retrieved_scores', 'retrieval_scores'],
  steps: ['steps', 'searches', 'retrieval_steps', 'search_steps', 'iterations'],
  run: ['run', 'system', 'system_name', 'run_name'],
  goldAnswer: [
    'gold_answer',
    'gold_answers',
    'reference',
    'ground_truth',
    'expected_output',
    'expected_answer',
    'gt_answer',
    'answers',
  ],
  gold: ['gold_titles', 'gold', 'reference_contexts', 'gold_ids', 'gold_documents', 'gold_passages'],
};

const canonical = (column: string): string =>
  column
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');

export const suggestRunColumns = (columns: readonly string[]): RunColumns => {
  const byName = new Map(columns.map((column) => [canonical(column), column]));
  const taken = new Set<string>();
  const mapping: RunColumns = {};
  for (const [part, names] of Object.entries(NAMES) as [
    Exclude<keyof RunColumns, 'retrievedAs'>,
    readonly string[],
  ][]) {
    const column = names
      .map((name) => byName.get(name))
      .find((found) => found !== undefined && !taken.has(found));
    if (column === undefined) continue;
    mapping[part] = column;
    taken.add(column);
  }
  return mapping;
};

/** A string in a column of this name is a title or an id, unless the user says otherwise. */
export const retrievedAsOf = (column: string | undefined): NonNullable<RunColumns['retrievedAs']> => {
  const name = canonical(column ?? '');
  return /_ids$/.test(name)
    ? 'id'
    : /titles/.test(name)
      ? 'title'
      : /contexts?$|passages$/.test(name)
        ? 'text'
        : 'auto';
};
