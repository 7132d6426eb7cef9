/** What `parser.worker` exposes. The parsers of formats are loaded when one is asked for. */
import { HopscopeError, type Outcome } from '../../domain/outcome';
import { attempt } from '../../seam/outcome';
import type { Archive } from '../archive/open-archive';
import { BadRecord } from '../types';
import type { ParsedText, ParserContract } from './contract';

/** A refused file crosses the seam as `bad-input` with its reason. */
const parse = <T>(work: () => Promise<T>): Promise<Outcome<T>> =>
  attempt(async () => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof BadRecord ? new HopscopeError('bad-input', error.message) : error;
    }
  });

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

const MOST_NAMED = 12;

/** "3, 4 and 9"; long lists are cut. */
const numbers = (values: readonly number[]): string => {
  const shown = values.slice(0, MOST_NAMED).join(', ');
  return values.length > MOST_NAMED ? `${shown} and ${values.length - MOST_NAMED} more` : shown;
};

const pdfText = async (file: Blob, alive: () => void): Promise<ParsedText> => {
  const { readPdf } = await import('../pdf/read-pdf');
  const pdf = await readPdf(file, alive);
  const bad = pdf.broken.map(({ page }) => page);
  const blank = pdf.blank.filter((page) => !bad.includes(page));
  return {
    title: pdf.title ?? pdf.headline,
    text: pdf.text,
    kind: 'text',
    pages: pdf.pages,
    notices: [
      ...(pdf.furniture === 0
        ? []
        : [
            `“{file}”: ${counted(pdf.furniture, 'header, footer or page number', 'headers, footers and page numbers')} repeated from page to page left out.`,
          ]),
      ...(blank.length === 0
        ? []
        : [`“{file}”: no text on page ${numbers(blank)} (empty, or a picture without text recognition).`]),
      ...(bad.length === 0
        ? []
        : [`“{file}”: page ${numbers(bad)} is damaged and was left out (${pdf.broken[0]?.reason ?? ''}).`]),
    ],
  };
};

/** Archives that were opened last: one for each level of archives within archives. */
const opened = new Map<string, Archive>();
const KEPT = 4;

const open = async (key: string, file: Blob, alive: () => void): Promise<Archive> => {
  const { openArchive } = await import('../archive/open-archive');
  const archive = await openArchive(file, alive);
  opened.delete(key);
  opened.set(key, archive);
  for (const old of opened.keys()) {
    if (opened.size <= KEPT) break;
    opened.delete(old);
  }
  return archive;
};

export const parserApi: ParserContract = {
  docx: (file, alive) => parse(async () => (await import('../docx/read-docx')).readDocx(file, alive)),
  html: (page) => parse(async () => (await import('../html/html-text')).htmlToText(page)),
  list: (key, file, alive) => parse(async () => [...(await open(key, file, alive)).entries]),
  unpack: (key, file, index, limit, alive) =>
    parse(async () => (opened.get(key) ?? (await open(key, file, alive))).unpack(index, limit)),
  pdf: (file, alive) => parse(() => pdfText(file, alive)),
};
