/**
 * The key by which two queries count as the same search (design 04): NFKC, lower case, runs of white space and
 * punctuation as one space. Symbols stay, or `C++` and `C` would be one.
 */
export const queryKey = (query: string): string =>
  query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
