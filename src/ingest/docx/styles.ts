/** What a Word file's styles and numberings say of a paragraph: a heading's level, a list's sign. */
import { Parser } from 'htmlparser2';

export interface Styles {
  /** Heading levels by style id, 1 to 6. */
  headings: ReadonlyMap<string, number>;
  /** Numbering ids of styles that are lists. */
  lists: ReadonlyMap<string, string>;
}

/** Whether a level of a numbering counts; false: bullets. By numbering id and level. */
export type Numberings = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

type Attributes = Record<string, string>;

const eachTag = (xml: string, open: (name: string, attributes: Attributes) => void): void => {
  const parser = new Parser({ onopentag: open }, { xmlMode: true });
  parser.write(xml);
  parser.end();
};

/** Styles inherit from each other; a longer chain than this is a circle. */
const LONGEST_CHAIN = 20;

export const stylesOf = (xml: string): Styles => {
  const parents = new Map<string, string>();
  const levels = new Map<string, number>();
  const numbered = new Map<string, string>();
  let id = '';
  eachTag(xml, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'w:style') id = attributes['w:styleId'] ?? '';
    else if (name === 'w:basedOn') parents.set(id, value);
    else if (name === 'w:name') {
      const level = /^heading ([1-6])$/i.exec(value)?.[1] ?? (/^title$/i.test(value) ? '1' : null);
      if (level !== null) levels.set(id, Number(level));
    } else if (name === 'w:outlineLvl' && /^[0-5]$/.test(value) && !levels.has(id))
      levels.set(id, Number(value) + 1);
    else if (name === 'w:numId') numbered.set(id, value);
  });
  const inherited = <T>(own: ReadonlyMap<string, T>): Map<string, T> => {
    const all = new Map(own);
    for (const style of parents.keys()) {
      let at: string | undefined = style;
      for (let step = 0; at !== undefined && step < LONGEST_CHAIN; step++) {
        const value = own.get(at);
        if (value !== undefined) {
          all.set(style, value);
          break;
        }
        at = parents.get(at);
      }
    }
    return all;
  };
  return { headings: inherited(levels), lists: inherited(numbered) };
};

export const numberingsOf = (xml: string): Numberings => {
  const kinds = new Map<string, Map<string, boolean>>();
  const numberings = new Map<string, Map<string, boolean>>();
  let kind = new Map<string, boolean>();
  let level = '0';
  let number = '';
  eachTag(xml, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'w:abstractNum') {
      kind = new Map();
      kinds.set(attributes['w:abstractNumId'] ?? '', kind);
    } else if (name === 'w:lvl') level = attributes['w:ilvl'] ?? '0';
    else if (name === 'w:numFmt') kind.set(level, value !== 'bullet' && value !== 'none');
    else if (name === 'w:num') number = attributes['w:numId'] ?? '';
    else if (name === 'w:abstractNumId') numberings.set(number, kinds.get(value) ?? new Map());
  });
  return numberings;
};
