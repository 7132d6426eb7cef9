/** A Word file → its text. Throws `BadRecord`. */
import { Parser } from 'htmlparser2';
import { openArchive } from '../archive/open-archive';
import type { ParsedText } from '../parse/contract';
import { BadRecord, RECORD_LIMIT } from '../types';
import { documentText } from './document-text';
import { numberingsOf, stylesOf } from './styles';

/** Most bytes of one part: its marks take several times the room of its text. */
const PART_LIMIT = 128 * 1024 * 1024;

/** `<dc:title>` of the core properties. */
const titleOf = (xml: string): string | null => {
  let inTitle = false;
  let title = '';
  const parser = new Parser(
    {
      onopentag: (name) => {
        inTitle = name === 'dc:title';
      },
      ontext: (text) => {
        if (inTitle) title += text;
      },
      onclosetag: () => {
        inTitle = false;
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  return title.replace(/\s+/g, ' ').trim() || null;
};

export const readDocx = async (file: Blob, alive: () => void): Promise<ParsedText> => {
  const archive = await openArchive(file, alive);
  const part = async (pattern: RegExp): Promise<string | null> => {
    const entry = archive.entries.find(({ path }) => pattern.test(path));
    if (entry === undefined) return null;
    if (entry.refused !== null) throw new BadRecord(`its part “${entry.path}” is refused: ${entry.refused}`);
    return (await archive.unpack(entry.index, PART_LIMIT)).text();
  };
  const main = await part(/^word\/document\d*\.xml$/);
  if (main === null) throw new BadRecord('the Word file is damaged: it has no main part (word/document.xml)');
  const styles = stylesOf((await part(/^word\/styles\.xml$/)) ?? '');
  const numberings = numberingsOf((await part(/^word\/numbering\.xml$/)) ?? '');
  const body = documentText(main, styles, numberings);
  const notes = documentText((await part(/^word\/footnotes\.xml$/)) ?? '', styles, numberings);
  const text = [body.text, notes.text].filter((piece) => piece !== '').join('\n\n');
  if (text === '') throw new BadRecord('the Word file holds no text (pictures alone have none)');
  if (text.length > RECORD_LIMIT)
    throw new BadRecord(
      `longer than the limit of ${RECORD_LIMIT / 1024 / 1024} MB for one document: split the file`,
    );
  const title = titleOf((await part(/^docProps\/core\.xml$/)) ?? '');
  return { title: title ?? body.heading, text, kind: 'markdown', notices: [] };
};
