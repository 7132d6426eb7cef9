import { createHash } from 'node:crypto';

/** @param {string} text */
export const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** The same number in [0, 1) for the same words, whatever the order in which they come. @param {...(string | number)} words */
export const share = (...words) => Number.parseInt(hashOf(words.join('\u0000')).slice(0, 13), 16) / 2 ** 52;
