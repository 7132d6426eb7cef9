import { type Prompt, turns } from './prompt';

export const DECOMPOSE: Prompt = {
  id: 'decompose/1',
  title: 'Plan of sub-questions',
  system: `You take a question apart. Write the sub-questions that lead to its answer, each of which a single document can answer, in an order in which they can be asked.
Where a sub-question needs the answer of an earlier one, write # and the number of that one, as in #1. A question that a single document can answer stays one sub-question. Do not answer anything.
Reply with numbered lines and nothing else, one sub-question a line, as few as will do.`,
  examples: turns(
    'Question: In which valley does the inventor of the tide organ live?',
    '1. Who invented the tide organ?\n2. In which valley does #1 live?',
    'Question: Is Pell Harbour older than the town where Orrin Fask was born?',
    '1. When was Pell Harbour founded?\n2. In which town was Orrin Fask born?\n3. When was #2 founded?',
  ),
};
