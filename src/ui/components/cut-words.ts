/** Longest name that is shown whole. */
const LONGEST = 240;

/** The text, or its beginning and a sign that there is more: at the end of a word where one is near. */
export const cutWords = (text: string, limit = LONGEST): string => {
  if (text.length <= limit) return text;
  // Never between the halves of a character.
  const start = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  const word = /^(.*\S)\s+\S{0,24}$/s.exec(start)?.[1];
  return `${word ?? start} …`;
};
