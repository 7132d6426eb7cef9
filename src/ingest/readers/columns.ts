/** Which column of a table that no reader knows plays which part: a suggestion the user may change. */
import type { ColumnMapping } from '../../domain/seam';

const NAMES = {
  id: ['id', '_id', 'qid', 'query_id', 'question_id', 'doc_id', 'docid', 'document_id', 'nr', 'no', 'key'],
  title: ['title', 'name', 'headline', 'subject', 'titel', 'heading', 'document', 'file', 'filename'],
  text: [
    'text',
    'body',
    'content',
    'contents',
    'passage',
    'paragraph',
    'paragraph_text',
    'abstract',
    'chunk',
    'document_text',
    'page_content',
    'description',
  ],
  question: ['question', 'query', 'user_input', 'question_text', 'input', 'prompt', 'q', 'frage', 'pregunta'],
  answer: [
    'answer',
    'answers',
    'gold_answer',
    'gold_answers',
    'expected_answer',
    'expected_output',
    'expected',
    'reference',
    'ground_truth',
    'gt_answer',
    'possible_answers',
    'a',
    'antwort',
    'respuesta',
  ],
  type: ['type', 'question_type', 'category', 'kind', 'prop'],
  hops: ['hops', 'decomposition', 'sub_questions', 'subquestions'],
} as const;

/** Columns with gold labels, and what they hold. */
const GOLD: [name: RegExp, as: NonNullable<ColumnMapping['goldAs']>][] = [
  [
    /^(?:gold|expected|relevant|supporting|source|evidence|reference)?_?(?:documents?|docs?|files?|sources?|titles?|document_ids?|doc_ids?)$/,
    'document',
  ],
  [/^(?:gold|labels?|gold_labels?)$/, 'document'],
  [
    /^(?:gold_|supporting_|reference_|evidence_)?(?:quotes?|snippets?|facts?|evidences?|excerpts?|citations?)$/,
    'quote',
  ],
  [
    /^(?:(?:gold|supporting|reference|evidence)_(?:text|texts|passages?|paragraphs?|contexts?|chunks?)|contexts?)$/,
    'text',
  ],
];

const canonical = (column: string): string =>
  column
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
    .replace(/[()*]/g, '');

export const suggestColumns = (columns: readonly string[]): ColumnMapping => {
  const byName = new Map(columns.map((column) => [canonical(column), column]));
  const find = (names: readonly string[]): string | undefined => {
    const name = names.find((candidate) => byName.has(candidate));
    return name === undefined ? undefined : byName.get(name);
  };
  const mapping: ColumnMapping = {};
  for (const part of ['id', 'question', 'answer', 'title', 'text', 'type', 'hops'] as const) {
    const column = find(NAMES[part]);
    if (column !== undefined) mapping[part] = column;
  }
  if (mapping.question === undefined) {
    // Not a question set: no answers, types or hops.
    for (const part of ['answer', 'type', 'hops'] as const) delete mapping[part];
    return mapping;
  }
  const taken = new Set(Object.values(mapping).filter((column) => column !== mapping.title));
  for (const [pattern, as] of GOLD) {
    const column = columns.find((candidate) => pattern.test(canonical(candidate)) && !taken.has(candidate));
    if (column === undefined) continue;
    if (mapping.gold === undefined) {
      mapping.gold = column;
      mapping.goldAs = as;
    } else if (mapping.goldAs === 'document' && as === 'quote') mapping.goldQuote = column;
  }
  if (mapping.title === mapping.gold || mapping.text === undefined) delete mapping.title;
  return mapping;
};
