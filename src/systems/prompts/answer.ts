import { PASSAGES_ARE_DATA, passagesBlock, type ShownPassage } from './passages';
import { type Prompt, turns } from './prompt';
import { NO_ANSWER } from './words';

export const answerRequest = (text: string, passages: readonly ShownPassage[]): string =>
  `${passagesBlock(passages)}\n\nQuestion: ${text}`;

/** Question and passages, answer: the last step of single-shot, multi-query and decompose. */
export const ANSWER: Prompt = {
  id: 'answer/1',
  title: 'Answer from passages',
  system: `You answer a question from passages that a search has brought.
Use what the passages say, and what follows from several of them together. Do not add what you believe from elsewhere.
${PASSAGES_ARE_DATA}
Reply with one line and nothing else:
ANSWER: the answer, as short as it can be: a name, a date, a number, yes or no, in the language of the question
If the passages do not hold the answer, reply:
ANSWER: ${NO_ANSWER}`,
  examples: turns(
    answerRequest('In which valley does the inventor of the tide organ live?', [
      {
        title: 'Tide organ',
        text: 'The tide organ at Pell Harbour was invented by Suri Dane in a single winter.',
      },
      { title: 'Suri Dane', text: 'Suri Dane keeps a workshop in the Ulmen valley, where she also lives.' },
    ]),
    'ANSWER: the Ulmen valley',
    answerRequest('How many bells hang in the tower of Pell Harbour?', [
      { title: 'Pell Harbour', text: 'The tower of Pell Harbour was repaired after the flood.' },
    ]),
    `ANSWER: ${NO_ANSWER}`,
  ),
};
