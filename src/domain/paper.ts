/** Paper mode (06): how arXiv 2609.17043 shows a hop's passages to a judge, so that models trained its way can be used. */

const CHARACTERS = 1500;

/** Not through the middle of a surrogate pair. */
const cut = (text: string): string =>
  text.length <= CHARACTERS ? text : text.slice(0, CHARACTERS).replace(/[\ud800-\udbff]$/, '');

/** The passages in the order in which they were retrieved, joined and cut at 1,500 characters: what comes later is lost. */
export const paperPassage = (passages: readonly string[]): string => cut(passages.join('\n'));
