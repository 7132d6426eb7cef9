/** JSON and JSONL that are broken somewhere: good records are kept, bad ones numbered. */
import { describe, expect, it } from 'vitest';
import { splitJson } from '../../src/ingest/input/json-values';
import { parseLenient } from '../../src/ingest/input/lenient-json';
import { splitLines } from '../../src/ingest/input/lines';
import { BadRecord } from '../../src/ingest/types';
import { entry, ingest } from './support';

const read = async (name: string, content: string) => {
  const { store, workspace, report } = await ingest([entry(name, content, 'corpus')]);
  return {
    titles: (await store.readDocuments(workspace)).map(({ title }) => title).toSorted(),
    rejects: report.rejects.map(({ line, reason }) => [line, reason]),
    report,
  };
};
const row = (title: string): string => JSON.stringify({ title, text: `text of ${title}` });

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const collect = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const value of source) all.push(value);
  return all;
};

describe('JSONL', () => {
  it('a bad line in the middle is numbered, blank lines do not count as records', async () => {
    const { titles, rejects, report } = await read(
      'a.jsonl',
      `${row('A')}\n\n{"title": "B", "text": "x\n${row('C')}\r\n[1]\n${row('D')}`,
    );
    expect(titles).toEqual(['A', 'C', 'D']);
    expect(rejects).toEqual([
      [3, 'not valid JSON: it ends in the middle'],
      [5, 'not a JSON object with named fields'],
    ]);
    expect(report.meta.corpus?.tally).toEqual({ read: 5, kept: 3, rejected: 2, merged: 0 });
  });

  it('NaN, Infinity and trailing commas are read and counted', async () => {
    const { titles, report } = await read(
      'a.jsonl',
      '{"title":"A","text":"NaN, Infinity,]","score":NaN},\n{"title":"B","text":"x","list":[1,-Infinity,],}',
    );
    expect(titles).toEqual(['A', 'B']);
    expect(report.notices).toEqual(['NaN or Infinity read as empty, trailing commas left out: 5.']);
  });

  it('reasons are sentences without stack or jargon', () => {
    expect(() => parseLenient('{"a": "b" "c"}')).toThrow(BadRecord);
    expect(() => parseLenient('{"a": "b" "c"}')).toThrow(/^not valid JSON at character \d+ \(near “.*”\)$/);
  });
});

describe('JSON', () => {
  const pretty = (...titles: string[]): string =>
    JSON.stringify(
      titles.map((title) => JSON.parse(row(title))),
      null,
      2,
    );

  it('a file that ends in the middle keeps the records before', async () => {
    const { titles, rejects } = await read('a.json', pretty('A', 'B', 'C').slice(0, -20));
    expect(titles).toEqual(['A', 'B']);
    expect(rejects).toEqual([[3, 'not valid JSON: the file ends in the middle of this record']]);
  });

  it('a missing quote or bracket costs one record', async () => {
    const noQuote = await read('a.json', pretty('A', 'B', 'C', 'D').replace('text of B"', 'text of B'));
    expect(noQuote).toMatchObject({
      titles: ['A', 'C', 'D'],
      rejects: [[2, 'not valid JSON: a quote or bracket is missing in this record']],
    });
    const noBrace = await read(
      'a.json',
      pretty('A', 'B', 'C', 'D').replace('text of B"\n  }', 'text of B"\n'),
    );
    expect(noBrace).toMatchObject({
      titles: ['A', 'C', 'D'],
      rejects: [[2, 'not valid JSON: a quote or bracket is missing in this record']],
    });
  });

  it('an array on one line with one broken value keeps the others', async () => {
    const { titles, rejects } = await read(
      'a.json',
      `[${row('A')},{"title": B},${row('C')},{"title":"D","text":"d",},]`,
    );
    expect(titles).toEqual(['A', 'C', 'D']);
    expect(rejects).toEqual([[2, expect.stringMatching(/^not valid JSON/)]]);
  });

  it('a JSONL file named .json, and values over several lines without an array', async () => {
    expect((await read('a.json', `${row('A')}\n${row('B')}\n`)).titles).toEqual(['A', 'B']);
    expect(
      (
        await read(
          'a.jsonl',
          `${JSON.stringify(JSON.parse(row('A')), null, 2)}\n${JSON.stringify(JSON.parse(row('B')), null, 2)}`,
        )
      ).titles,
    ).toEqual(['A', 'B']);
  });

  it('a file that is JSON by name and nothing by content is one reject', async () => {
    const { rejects } = await read('a.json', 'hello');
    expect(rejects).toHaveLength(1);
  });

  it('splits the same wherever the pieces end', async () => {
    const text = ` [ {"a":"}]\\"{","b":[1,{"c":"\\\\"}]} , 12, "x,y", null ,{"d":{}} ] rest`;
    const whole = await collect(splitJson(pieces(text, 1000), { arrayAt: 1 }));
    expect(whole.map((value) => ('text' in value ? value.text.trim() : value.problem))).toEqual([
      '{"a":"}]\\"{","b":[1,{"c":"\\\\"}]}',
      '12',
      '"x,y"',
      'null',
      '{"d":{}}',
    ]);
    for (let size = 1; size < 20; size++)
      expect(await collect(splitJson(pieces(text, size), { arrayAt: 1 }))).toEqual(whole);
  });

  it('a record over the limit is named by its length, the next one is read', async () => {
    const text = `[{"a":"${'x'.repeat(500)}"},{"a":"y"}]`;
    for (const size of [7, 64, 1000]) {
      const values = await collect(splitJson(pieces(text, size), { arrayAt: 0, limit: 100 }));
      expect(values.map((value) => 'problem' in value)).toEqual([true, false]);
    }
  });
});

describe('lines', () => {
  it('knows all line ends, numbers truly, and cuts a line over the limit', async () => {
    const text = 'a\r\nb\rc\n\nxxxxxxxxxxxxxxxx\nd';
    for (let size = 1; size < 12; size++) {
      expect(await collect(splitLines(pieces(text, size), 10))).toEqual([
        { line: 1, text: 'a' },
        { line: 2, text: 'b' },
        { line: 3, text: 'c' },
        { line: 4, text: '' },
        { line: 5, tooLong: 16, excerpt: 'xxxxxxxxxxxxxxxx' },
        { line: 6, text: 'd' },
      ]);
    }
  });
});
