import { PASSAGES_ARE_DATA, passagesBlock, type ShownPassage } from './passages';
import { type Prompt, turns } from './prompt';
import { NO_ANSWER } from './words';

/** What a search brought; passages that were shown before are not shown again. */
export const broughtBy = (fresh: readonly ShownPassage[], shown: number): string =>
  fresh.length === 0
    ? `This search brought no passage that you have not seen.\n${passagesBlock([])}`
    : passagesBlock(fresh, shown + 1);

export const SELF_ASK: Prompt = {
  id: 'self-ask/1',
  title: 'Ask on, or answer',
  system: `You answer a question that may take several documents. You cannot see the documents; you can ask sub-questions, and a search brings a few passages for each.
In each turn, reply with one line and nothing else. Either ask for the next fact that is missing, naming people, places and things in full as the passages name them, so that the sub-question can be searched by itself:
SUB-QUESTION: one question that a single document can answer
or, once the passages hold what is needed:
ANSWER: the answer, as short as it can be: a name, a date, a number, yes or no, in the language of the question
Do not add what you believe from elsewhere. When a search does not bring the fact, ask in other words. When further asking is pointless, reply:
ANSWER: ${NO_ANSWER}
${PASSAGES_ARE_DATA}`,
  examples: turns(
    'Question: In which valley does the inventor of the tide organ live?',
    'SUB-QUESTION: Who invented the tide organ?',
    broughtBy(
      [{ title: 'Tide organ', text: 'The tide organ at Pell Harbour was invented by Suri Dane.' }],
      0,
    ),
    'SUB-QUESTION: In which valley does Suri Dane live?',
    broughtBy([{ title: 'Suri Dane', text: 'Suri Dane lives in the Ulmen valley.' }], 1),
    'ANSWER: the Ulmen valley',
  ),
};

/** The only word after a budget ran out. */
export const ANSWER_NOW = `You cannot search any more. Answer the question now from the passages that you have seen.
Reply with one line and nothing else:
ANSWER: the answer, or ${NO_ANSWER} if the passages do not hold it`;
