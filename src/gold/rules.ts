/** Which rules of normalisation made a gold text and a document's text equal: the rule a user is shown. */
import { collapseSpace, unifyDashes, unifyQuotes } from '../domain/text';
import { decodeEntity, ENTITY, loosen } from './loose';

const RULES: [name: string, apply: (text: string) => string][] = [
  ['white space', collapseSpace],
  ['upper and lower case', (text) => text.toLowerCase()],
  ['quotes and dashes', (text) => unifyDashes(unifyQuotes(text))],
  ['entities', (text) => text.replace(ENTITY, decodeEntity)],
  ['Unicode form', (text) => text.normalize('NFKC')],
  [
    'hyphenation',
    (text) => text.replace(/\u00ad/g, '').replace(/(\p{L})[-\u2010]\s*\r?\n\s*(\p{L})/gu, '$1$2'),
  ],
];

/** What is left when no rule is enough: only letters and digits agree. */
const LOOSE = 'punctuation and spacing';

/**
 * Names of the rules that are needed to find `needle` in `text`, as few as there are: none when it is there
 * verbatim, one when one is enough, else the ones that suffice together. Null when nothing is enough.
 */
export const rulesNeeded = (needle: string, text: string): string[] | null => {
  const bare = needle.trim();
  if (text.includes(bare)) return [];
  for (const [name, apply] of RULES) if (apply(text).includes(apply(bare))) return [name];
  const through = (rules: typeof RULES): boolean => {
    let [a, b] = [bare, text];
    for (const [, apply] of rules) [a, b] = [apply(a), apply(b)];
    return b.includes(a);
  };
  // Joined words must be seen before their line break is collapsed.
  const last = RULES.filter(([name]) => name === 'hyphenation');
  const order = [...last, ...RULES.filter((rule) => !last.includes(rule))];
  if (!through(order)) return loosen(text).includes(loosen(bare)) ? [LOOSE] : null;
  let needed = order;
  for (const rule of order.toReversed()) {
    const fewer = needed.filter((other) => other !== rule);
    if (through(fewer)) needed = fewer;
  }
  return needed.map(([name]) => name);
};
