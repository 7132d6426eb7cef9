import { share } from './random.mjs';

/**
 * The same reply as messy models write it: reasoning first, fences around JSON, a greeting before it, chatter behind.
 * @param {import('./oracle.mjs').Reply} reply
 * @param {Pick<import('./oracle.mjs').Situation, 'task' | 'question' | 'asked'>} situation
 * @returns {import('./oracle.mjs').Reply}
 */
export const dressed = (reply, { task, question, asked }) => {
  if ('calls' in reply) return reply;
  const way = Math.floor(share('dress', question.id, task, asked.length) * 5);
  const { text } = reply;
  const isJson = text.startsWith('{');
  const thinking = '<think>\nLet me see. {"updates": maybe} ANSWER: not yet, I should check.\n</think>\n\n';
  // A thought is the first line of the reply: what stands before it would be taken for one.
  const isLine = task === 'thought';
  switch (way) {
    case 0:
      return { text: `${thinking}${text}` };
    case 1:
      return {
        text: isJson
          ? `Sure! Here it is:\n\n\`\`\`json\n${text}\n\`\`\``
          : isLine
            ? `**${text}**`
            : `\`\`\`\n${text}\n\`\`\``,
      };
    case 2:
      return {
        text: isJson
          ? text.replace(/\}$/, ',}')
          : isLine
            ? `${text}\n\nI hope this helps!`
            : `\n\n  ${text}\n`,
      };
    case 3:
      return {
        text: isLine
          ? `Thought 1: ${text}`
          : isJson
            ? `${text}\n\nLet me know if you need anything else.`
            : text.replace(/^([A-Z-]+):/, '**$1:**'),
      };
    default:
      return { text: `${thinking}${text}\n` };
  }
};
