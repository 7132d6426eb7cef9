/** The last turn that several systems share: an answer, or an abstention where none can be read. */

import { ANSWER, answerRequest } from './prompts/answer';
import type { ShownPassage } from './prompts/passages';
import { opening } from './prompts/prompt';
import { NO_ANSWER } from './prompts/words';
import type { AnswerReply } from './replies';
import { readAnswer } from './replies';
import type { Episode } from './system';
import type { Talk } from './talk';

export const ANSWER_FORM = `Reply with one line and nothing else:\nANSWER: the answer, or ${NO_ANSWER} if you have none`;

/** `reply` null: it could not be read, which was noted. */
export const give = (episode: Episode, reply: AnswerReply | null, forced = false): void =>
  episode.answer(reply?.text ?? null, forced);

/** The answer to `asked` from these passages alone. */
export const answerFrom = (
  talk: Talk,
  asked: string,
  passages: readonly ShownPassage[],
  purpose = 'answer',
): Promise<AnswerReply | null> =>
  talk.ask({
    purpose,
    prompt: ANSWER.id,
    messages: opening(ANSWER, answerRequest(asked, passages)),
    read: readAnswer,
    form: ANSWER_FORM,
  });
