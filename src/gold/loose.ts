/**
 * The loose form: letters and digits alone, entities decoded. Two texts that differ only in line breaks, hyphenation
 * at line ends, entities, spacing or punctuation are equal in it.
 */
import { type MappedText, mapClusters, normalise } from '../domain/text';

/** Entities by the shape of their names; the rest of HTML's list is punctuation, which the loose form drops anyway. */
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
};
/** Maps: a text may hold `&constructor;`, and every object has one. */
const LETTERS = new Map(
  Object.entries({
    szlig: 'ß',
    aelig: 'æ',
    oelig: 'œ',
    oslash: 'ø',
    eth: 'ð',
    thorn: 'þ',
    lslash: 'ł',
  }),
);

const PUNCTUATION = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ndash: '-',
    mdash: '-',
    lsquo: "'",
    rsquo: "'",
    ldquo: '"',
    rdquo: '"',
    hellip: '…',
  }),
);

/** The character an entity stands for; '' for one that is not known. */
export const decodeEntity = (entity: string): string => {
  const name = entity.slice(1, -1);
  const numeric = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
  if (numeric !== null) {
    const code = numeric[1] === undefined ? Number(numeric[2]) : Number.parseInt(numeric[1], 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
      ? String.fromCodePoint(code)
      : '';
  }
  const accented = /^([A-Za-z])(acute|grave|circ|tilde|uml|ring|cedil|caron)$/.exec(name);
  if (accented !== null) return `${accented[1]}${ACCENTS[accented[2] ?? ''] ?? ''}`.normalize('NFC');
  return LETTERS.get(name.toLowerCase()) ?? PUNCTUATION.get(name) ?? '';
};

export const ENTITY = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,30});/gi;
const CLUSTERS =
  /&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[a-zA-Z][a-zA-Z0-9]{1,30});|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+\p{M}*|[\s\S]\p{M}*/uy;
const OTHER = /[^\p{L}\p{N}]+/gu;

const rewrite = (cluster: string): string =>
  normalise(cluster.length > 2 && cluster.startsWith('&') ? decodeEntity(cluster) : cluster).replace(
    OTHER,
    '',
  );

export const loosen = (text: string): string =>
  normalise(text.replace(ENTITY, decodeEntity)).replace(OTHER, '');

/** `loosen` with the way back. */
export const loosenMapped = (text: string): MappedText => mapClusters(text, CLUSTERS, rewrite, 0x26);
