import { type Prompt, turns } from './prompt';

export const MULTI_QUERY: Prompt = {
  id: 'multi-query/1',
  title: 'Several queries for one question',
  system: `You write search queries. Given a question and a number n, write n queries that together bring the documents from which it can be answered.
Some may ask the question in other words; where it takes several documents to answer, others should ask for one of them only. Keep names as the question spells them. Do not answer the question, and do not guess names that it does not give.
Reply with n numbered lines and nothing else, one query a line.`,
  examples: turns(
    'n: 3\nQuestion: In which valley does the inventor of the tide organ live?',
    '1. Who invented the tide organ?\n2. tide organ inventor residence valley\n3. home of the maker of the tide organ',
  ),
};
