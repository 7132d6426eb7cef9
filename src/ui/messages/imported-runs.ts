/** Words about runs that were made elsewhere. */
import type { RunSource } from '../../domain/trace';
import { count, plural } from '../format';

const FOUND_BY: Record<keyof RunSource['passages'], string> = {
  chunk: 'by the id of a chunk',
  document: 'by their document',
  text: 'by their text',
  title: 'by their title alone',
  none: 'in no document',
};

const listed = <Key extends string>(counts: Record<Key, number>, words: Record<Key, string>): string =>
  (Object.keys(words) as Key[])
    .filter((key) => counts[key] > 0)
    .map((key) => `${count(counts[key])} ${words[key]}`)
    .join(', ');

/** "98 by id, 3 by text". */
export const questionsFound = ({ questions }: RunSource): string =>
  listed(questions, { id: 'by id', text: 'by text', none: 'not in this workspace' }) || 'none';

export const passagesFound = ({ passages }: RunSource): string => listed(passages, FOUND_BY) || 'none';

/** What a run's file leaves open, and what that costs; empty: it tells everything. */
export const notTold = ({ tells }: RunSource): string[] => [
  ...(tells.answers ? [] : ['No answers: verdicts are about evidence only, and no accuracy is given.']),
  ...(tells.steps ? [] : ['No single steps: which hop a search was made for is not known.']),
  ...(tells.scores ? [] : ['No scores: only ranks count.']),
];

export const sourceLine = (source: RunSource): string =>
  `${source.file}: ${plural(source.records, 'record')}; questions ${questionsFound(source)}; passages ${passagesFound(source)}`;

export const IMPORT = {
  title: 'Import a run made elsewhere',
  why: 'What your own RAG system retrieved and answered, from a file: its failures are diagnosed like those of the systems here.',
  drop: 'Drop the file of a run',
  formats:
    'A table or JSON with questions, answers and what was retrieved; RAGAS, DeepEval or RAGChecker cases; spans of Phoenix or Langfuse; a trace of Hopscope.',
  name: 'Name of the system',
  nameHint: 'if not in the file',
  addQuestions: 'Add questions that this workspace does not have, with the labels that the file carries',
  bringCorpus: 'Take the passages that the run retrieved as the corpus',
  bringWhy:
    'There are no documents yet. Passages that no run retrieved are then unknown, so what the corpus lacks cannot be told from what was missed.',
  check: 'See what matches',
  import: 'Import',
  importing: 'Importing …',
  another: 'Import another',
  nothing:
    'No record belongs to a question of this workspace. Add the questions, here or on the Questions screen.',
} as const;
