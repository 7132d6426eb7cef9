/** Rows of a delimited file in pieces: papaparse's parser, fed with as much text as is there. */
import Papa from 'papaparse';
import { excerptOf, RECORD_LIMIT } from '../types';
import { tooLongReason } from './json-values';
import { unifyLineEnds } from './lines';

export type CsvRow = { line: number; cells: string[] } | { line: number; problem: string; excerpt: string };

interface Parsed {
  data: string[][];
  errors: { code: string }[];
  meta: { cursor: number };
}

const parsePart = (text: string, delimiter: string, ignoreLast: boolean): Parsed => {
  const parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"', escapeChar: '"' });
  return parser.parse(text, 0, ignoreLast) as Parsed;
};

/** Delimiter of a head of text, from what makes its rows agree in length. */
export const guessDelimiter = (head: string): string => {
  const guess = Papa.parse<string[]>(head, {
    preview: 20,
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
  });
  return guess.meta.delimiter || ',';
};

/** First rows of a head; the last one may be cut off and is left out when the head is not the whole file. */
export const headRows = (head: string, delimiter: string, whole: boolean): string[][] => {
  const text = head.replace(/\r\n?/g, '\n');
  return parsePart(text, delimiter, !whole).data.filter((row) => row.some((cell) => cell.trim() !== ''));
};

/** Characters that are parsed again behind open quotes: a file with one in every line must come to an end. */
const MOST_REPARSED = 16 * 1024 * 1024;

/** `line`: 1-based line in which the row begins. Blank rows are passed over. */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: string,
  limit = RECORD_LIMIT,
): AsyncGenerator<CsvRow> {
  let buffer = '';
  let line = 1;
  let threshold = 0;
  let reparsed = 0;

  const rows = function* (data: string[][]): Generator<CsvRow> {
    for (const cells of data) {
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
      line += 1;
      for (const cell of cells)
        for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) line += 1;
    }
  };
  /** The row at the front has a quote that never closes: its first line goes, the next lines get their chance. */
  const dropFirstLine = (reason: string): CsvRow => {
    const next = buffer.indexOf('\n');
    const end = reparsed < MOST_REPARSED ? next : -1;
    const problem = end < next ? `${reason}, like many before it; what stands behind it is not read` : reason;
    const dropped: CsvRow = { line, problem, excerpt: excerptOf(buffer.slice(0, 400)) };
    reparsed += buffer.length;
    buffer = end < 0 ? '' : buffer.slice(end + 1);
    line += 1;
    threshold = 0;
    return dropped;
  };

  for await (const piece of unifyLineEnds(text)) {
    buffer += piece;
    if (buffer.length < threshold) continue;
    const { data, meta } = parsePart(buffer, delimiter, true);
    yield* rows(data);
    buffer = buffer.slice(meta.cursor);
    // A long row is parsed again only when its text has doubled: linear in the end.
    threshold = data.length === 0 ? buffer.length * 2 : 0;
    if (buffer.length > limit) {
      yield dropFirstLine(buffer.includes('\n') ? OPEN_QUOTE : tooLongReason(buffer.length));
    }
  }
  while (buffer !== '') {
    const whole = parsePart(buffer, delimiter, false);
    if (!whole.errors.some((error) => error.code === 'MissingQuotes')) {
      yield* rows(whole.data);
      return;
    }
    const before = parsePart(buffer, delimiter, true);
    yield* rows(before.data);
    buffer = buffer.slice(before.meta.cursor);
    yield dropFirstLine(OPEN_QUOTE);
  }
}

const OPEN_QUOTE = 'a quoted cell is opened and never closed';

/** Header names made unique and never empty: `text`, `text (2)`, `column 3`. */
export const uniqueColumns = (header: string[]): string[] => {
  const seen = new Set<string>();
  return header.map((raw, index) => {
    const name = raw.trim() === '' ? `column ${index + 1}` : raw.trim();
    let unique = name;
    for (let n = 2; seen.has(unique); n++) unique = `${name} (${n})`;
    seen.add(unique);
    return unique;
  });
};
