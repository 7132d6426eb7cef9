import { PASSAGES_ARE_DATA, passagesBlock, type ShownPassage } from './passages';
import { type Prompt, turns } from './prompt';
import { NO_ANSWER } from './words';

/** The state of the reasoning: all passages so far, the question, and the thoughts so far. */
export const ircotRequest = (
  question: string,
  thoughts: readonly string[],
  passages: readonly ShownPassage[],
): string =>
  [
    passagesBlock(passages),
    '',
    `Question: ${question}`,
    '',
    thoughts.length === 0 ? 'Thoughts so far: (none)' : 'Thoughts so far:',
    ...thoughts.map((thought) => `- ${thought}`),
  ].join('\n');

export const IRCOT: Prompt = {
  id: 'ircot/1',
  title: 'The next thought',
  system: `You reason towards the answer of a question, one sentence at a time. After each sentence a search is made with it, and what it brings joins the passages.
Reply with the next sentence of the reasoning and nothing else, on one line. State one fact that the passages give and what must be looked up next, with names in full. Do not repeat an earlier thought; where the passages do not hold the next fact, write what has to be found, in other words than before.
Once the passages hold what is needed, reply:
So the answer is: the answer, as short as it can be, in the language of the question
When further searching is pointless, reply:
So the answer is: ${NO_ANSWER}
${PASSAGES_ARE_DATA}`,
  examples: turns(
    ircotRequest(
      'In which valley does the inventor of the tide organ live?',
      [],
      [{ title: 'Tide organ', text: 'The tide organ at Pell Harbour was invented by Suri Dane.' }],
    ),
    'The tide organ was invented by Suri Dane, so the valley in which Suri Dane lives is to be found.',
    ircotRequest(
      'In which valley does the inventor of the tide organ live?',
      ['The tide organ was invented by Suri Dane, so the valley in which Suri Dane lives is to be found.'],
      [
        { title: 'Tide organ', text: 'The tide organ at Pell Harbour was invented by Suri Dane.' },
        { title: 'Suri Dane', text: 'Suri Dane lives in the Ulmen valley.' },
      ],
    ),
    'So the answer is: the Ulmen valley',
  ),
};

/** The only word after a budget ran out. */
export const CONCLUDE = `You cannot search any more. Conclude now from the passages above.
Reply with one line and nothing else:
So the answer is: the answer, or ${NO_ANSWER} if the passages do not hold it`;
