/** JSON within what a model wrote: prose, fences and reasoning around it, a comma too many in it. */

const TAG = /<(\/?)(?:think|thinking|reasoning)>/gi;

/**
 * The reply without its reasoning; null: the reasoning was cut off, and nothing can follow it. One pass: a reply may be a
 * megabyte of opening tags.
 */
export const withoutReasoning = (text: string): string | null => {
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

/** A reply has a token limit; whatever is longer than this was no reply that was asked for. */
const MAX_CHARACTERS = 50_000;
/** Places at which an object or list is tried: many more than a reply has, few enough for a wall of brackets. */
const MAX_TRIES = 100;

/** Where the bracket at `start` closes, strings left aside; −1: it never does. */
const closing = (text: string, start: number): number => {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
};

const parse = (text: string): unknown => {
  for (const form of [text, text.replace(/,(\s*[}\]])/g, '$1')]) {
    try {
      return JSON.parse(form);
    } catch {
      // The next form, or none.
    }
  }
  return undefined;
};

/** The outermost objects and lists of a text that can be read, in order. */
export const jsonIn = (given: string): unknown[] => {
  const text = given.slice(0, MAX_CHARACTERS);
  const found: unknown[] = [];
  let tries = 0;
  for (let at = text.search(/[{[]/); at >= 0 && tries < MAX_TRIES; tries++) {
    const end = closing(text, at);
    const value = end < 0 ? undefined : parse(text.slice(at, end + 1));
    if (value !== undefined) found.push(value);
    const from = value === undefined ? at + 1 : end + 1;
    const next = text.slice(from).search(/[{[]/);
    at = next < 0 ? -1 : from + next;
  }
  return found;
};
