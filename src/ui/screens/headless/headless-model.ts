import type { ChatConfig } from '../../../domain/chat-config';
import type { AnswerTally } from '../../../domain/seam';
import { ANSWER_VERDICT } from '../../messages/answers';
import { DEFAULT_CHAT } from '../../state/chat-choice';
import { tallyRows } from '../runs/answer-runs';
import type { HeadlessModel } from './headless-api';

/** The endpoint of a headless run; a price of the command line stands before the table. */
export const chatConfigOf = ({ price, ...given }: HeadlessModel): ChatConfig => {
  const { currency, rows } = DEFAULT_CHAT.prices;
  // In a pattern `*` stands for any characters; a name that holds one is covered all the same.
  const own = price === null ? [] : [{ pattern: given.model, cachedInput: price.input, ...price }];
  return { ...DEFAULT_CHAT, ...given, prices: { currency, rows: [...own, ...rows] } };
};

/** What the judging of answers came to, with the reasons why some have no verdict. */
export const answersNotice = (tally: AnswerTally): string =>
  [
    `The model judged ${tally.answers} answers: ${tallyRows(tally)
      .map(({ verdict, count }) => `${count} ${ANSWER_VERDICT[verdict].label}`)
      .join(', ')}.`,
    ...tally.messages,
  ].join(' ');
