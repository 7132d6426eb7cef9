/** What a model said, without what it thought aloud and without its dress. Used wherever a reply is read. */

const TAG = /<(\/?)(?:think|thinking|thought|reasoning)>/gi;

/** Some families write the same tags in other brackets, or name the channel of their last words. */
const likeTags = (text: string): string => {
  const channel = '<|channel|>final<|message|>';
  const last = text.lastIndexOf(channel);
  return (last < 0 ? text : text.slice(last + channel.length)).replace(/\[(\/?)THINK\]/g, '<$1think>');
};

/**
 * The reply without its reasoning; null: the reasoning was cut off, and nothing can follow it. One pass: a reply may be a
 * megabyte of opening tags.
 */
export const withoutReasoning = (reply: string): string | null => {
  const text = likeTags(reply);
  let said = '';
  let from = 0;
  let thinking = false;
  for (const { 0: tag, 1: slash, index } of text.matchAll(TAG)) {
    if (slash === '') {
      if (!thinking) said += `${text.slice(from, index)} `;
      thinking = true;
    } else {
      // Some servers leave the opening tag out; what stands before a closing one is reasoning all the same.
      if (!thinking) said = '';
      thinking = false;
      from = index + tag.length;
    }
  }
  return thinking ? null : (said + text.slice(from)).trim();
};

/** Without the marks of code fences; what stands in them and around them stays. */
export const withoutFences = (text: string): string => text.replace(/(?:```|~~~)[a-z]*\n?/gi, '').trim();
