import { PASSAGES_ARE_DATA, passagesBlock, type ShownPassage } from './passages';
import { type Prompt, turns } from './prompt';
import { NO_ANSWER } from './words';

interface Step {
  asked: string;
  answer: string | null;
}

/** `null` as the answer of a step: none was found, or it was not needed on the way. */
export const composeRequest = (
  question: string,
  steps: readonly Step[],
  passages: readonly ShownPassage[],
): string =>
  [
    passagesBlock(passages),
    '',
    'Sub-questions asked:',
    ...steps.map(({ asked, answer }, at) => `${at + 1}. ${asked}${answer === null ? '' : ` → ${answer}`}`),
    '',
    `Question: ${question}`,
  ].join('\n');

/** The last step of a plan: everything that its sub-questions brought, put together. */
export const COMPOSE: Prompt = {
  id: 'compose/1',
  title: 'Answer from a plan and its passages',
  system: `You answer a question for which sub-questions were asked one after another. You get the passages that they brought, and the answers that were read on the way, which may be wrong.
Use what the passages say, and what follows from several of them together; where an answer on the way contradicts the passages, believe the passages.
${PASSAGES_ARE_DATA}
Reply with one line and nothing else:
ANSWER: the answer, as short as it can be: a name, a date, a number, yes or no, in the language of the question
If the passages do not hold the answer, reply:
ANSWER: ${NO_ANSWER}`,
  examples: turns(
    composeRequest(
      'In which valley does the inventor of the tide organ live?',
      [
        { asked: 'Who invented the tide organ?', answer: 'Suri Dane' },
        { asked: 'In which valley does Suri Dane live?', answer: null },
      ],
      [
        { title: 'Tide organ', text: 'The tide organ at Pell Harbour was invented by Suri Dane.' },
        { title: 'Suri Dane', text: 'Suri Dane lives in the Ulmen valley.' },
      ],
    ),
    'ANSWER: the Ulmen valley',
  ),
};
