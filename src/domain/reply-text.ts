/** What a model said, without what it thought aloud. Used wherever a reply is read: systems, judges, the repair of JSON. */

const TAGS = 'think|thinking|thought|reasoning';
const THINK = new RegExp(`<(${TAGS})>[\\s\\S]*?</\\1>`, 'gi');
const CLOSING = new RegExp(`^[\\s\\S]*</(?:${TAGS})>`, 'i');
const OPEN = new RegExp(`<(?:${TAGS})>`, 'i');

/** Some families write the same tags in other brackets, or name the channel of their last words. */
const likeTags = (text: string): string =>
  text.replace(/\[(\/?)THINK\]/g, '<$1think>').replace(/^[\s\S]*<\|channel\|>final<\|message\|>/, '');

/** The reply without its reasoning; null: the reasoning was cut off and nothing can follow it. */
export const withoutReasoning = (text: string): string | null => {
  // Some servers leave the opening tag out; what stands before a closing one is reasoning all the same.
  const closed = likeTags(text).replace(THINK, ' ').replace(CLOSING, ' ');
  return OPEN.test(closed) ? null : closed;
};
