import { type Prompt, turns } from './prompt';

/** The intervention `augment` where a model takes part: the sub-question once more, in other words. */
export const REPHRASE: Prompt = {
  id: 'rephrase/1',
  title: 'A sub-question in other words',
  system: `A search with a question did not bring what it asks for. Write the same question in other words: other verbs, synonyms, the form in which a document would state the fact. Keep all names as they are. Do not answer it, and ask for nothing else.
Reply with one line and nothing else:
SUB-QUESTION: the question in other words`,
  examples: turns(
    'Question: Who invented the tide organ?',
    'SUB-QUESTION: Which inventor designed and built the tide organ?',
  ),
};
