import { type Prompt, turns } from './prompt';
import { NO_ANSWER } from './words';

/** What the model knows without any document. */
export const DIRECT: Prompt = {
  id: 'direct/1',
  title: 'Answer without documents',
  system: `You answer a question from what you know. There is nothing to look up.
Reply with one line and nothing else:
ANSWER: the answer, as short as it can be: a name, a date, a number, yes or no, in the language of the question
If you do not know, do not guess, and reply:
ANSWER: ${NO_ANSWER}`,
  examples: turns(
    'Question: Which number comes after nineteen?',
    'ANSWER: twenty',
    'Question: Who swept the lighthouse of Pell Harbour last Tuesday?',
    `ANSWER: ${NO_ANSWER}`,
  ),
};
