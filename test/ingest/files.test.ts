/** Text, Markdown, HTML and tables. */
import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../src/ingest/html/html-text';
import { suggestColumns } from '../../src/ingest/readers/columns';
import { entry, ingest } from './support';

const one = async (name: string, content: string) => {
  const { store, workspace, report } = await ingest([entry(name, content, 'corpus')]);
  return {
    document: (await store.readDocuments(workspace))[0],
    chunks: await store.readChunks(workspace),
    report,
  };
};

describe('files that hold nothing', () => {
  it.each(['[]', ' [ ]\n', 'null', '{}'])('%j as .json holds no records', async (content) => {
    const { document, report } = await one('empty.json', content);
    expect(document).toBeUndefined();
    expect(report.rejects.map(({ reason }) => reason)).toEqual(['the file holds no records']);
  });

  it.each(['\u200b', '\ufeff\u200b\u200d\n\u2060', ' \u00ad\t'])(
    'a text of marks without a width is none: %j',
    async (content) => {
      const { document, report } = await one('blank.txt', content);
      expect(document).toBeUndefined();
      expect(report.rejects.map(({ reason }) => reason)).toEqual(['the file holds no text']);
    },
  );
});

describe('text files', () => {
  it('a .txt file is one document named after the file; its id is its path', async () => {
    const { document } = await one('notes/Old mills.txt', 'The mill at Orl.\r\nIt burned.\r\n');
    expect(document).toEqual({
      id: 'notes/Old mills.txt',
      title: 'Old mills',
      text: 'The mill at Orl.\nIt burned.\n',
      source: 'notes/Old mills.txt',
      kind: 'text',
    });
  });

  it('Markdown takes its title from front matter or the first heading, and keeps the heading path', async () => {
    const { document, chunks } = await one(
      'a.md',
      'Intro line.\n\n# The **Orl** mill\n\nIt stands.\n\n## Fire\n\nIt burned in 1411.\n',
    );
    expect(document?.title).toBe('The Orl mill');
    expect(chunks).toHaveLength(1);
    const long = 'It stands by the water and has stood there for a long time. '.repeat(40);
    const cut = await one('b.md', `# Orl\n\n${long}\n\n## Fire\n\nIt burned in 1411.\n`);
    expect(cut.chunks.at(-1)).toMatchObject({ heading: 'Orl › Fire', text: '## Fire\n\nIt burned in 1411.' });
    expect((await one('c.md', '---\ntitle: "Of mills"\n---\n# Other\n')).document?.title).toBe('Of mills');
    expect((await one('d.md', 'Setext\n======\n\ntext\n')).document?.title).toBe('Setext');
    expect((await one('e.md', '```\n# no heading\n```\ntext\n')).document?.title).toBe('e');
  });

  it('HTML: scripts, styles and navigation are left out, tables and code keep their form', () => {
    const page = `<!doctype html><html><head><title>Orl &amp; Pim</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a></nav><div role="banner">Banner</div>
      <main><h1>The mill</h1><p>It <b>stands</b>
      by the water.<br>Still.</p><script>alert(1)</script><div hidden>secret</div>
      <table><tr><th>Year</th><th>Event</th></tr><tr><td>1411</td><td>fire</td></tr></table>
      <pre>a = 1
  b = 2</pre><ul><li>one</li><li>two</li></ul></main><footer>Imprint</footer></body></html>`;
    expect(htmlToText(page)).toEqual({
      title: 'Orl & Pim',
      heading: 'The mill',
      text: '# The mill\n\nIt stands by the water.\nStill.\n\n| Year | Event |\n| 1411 | fire |\n\n```\na = 1\n  b = 2\n```\n\n- one\n- two',
    });
  });

  it('broken and hostile HTML neither throws nor leaks markup', () => {
    expect(htmlToText('<p>a<p>b</div></span><b>c').text).toBe('a\n\nbc');
    expect(htmlToText(`${'<div>'.repeat(2_000)}deep`).text).toBe('deep');
    expect(() => htmlToText(`${'<div>'.repeat(50_000)}deep`)).toThrow('nested deeper than 5,000');
    expect(htmlToText('<svg><title>icon</title></svg><p>x</p>')).toMatchObject({ title: null, text: 'x' });
    expect(htmlToText('<script>if (a < b) { "</p>" }</script>ok').text).toBe('ok');
  });

  it('a page without text is rejected with a sentence', async () => {
    const { report } = await one('x.html', '<html><body><script>1</script></body></html>');
    expect(report.rejects).toEqual([
      {
        file: 'x.html',
        line: null,
        reason: 'the page holds no text outside of scripts, styles and navigation',
        excerpt: '',
      },
    ]);
  });
});

describe('tables', () => {
  it('BOM, `;`, quoted line breaks, formula-leading cells, two columns of one name', async () => {
    const csv =
      '\ufeffid;text;text;note\n1;"first\nline; still first";b;=SUM(A1)\n2;-5 degrees;c;@x\n\n3;"he said ""no""";d;\n';
    const { store, workspace, report } = await ingest([entry('t.csv', csv, 'corpus')]);
    expect(report.perFile).toEqual([
      { path: 't.csv', reader: 'table', role: 'corpus', read: 3, kept: 3, rejected: 0, merged: 0 },
    ]);
    expect((await store.readDocuments(workspace)).map(({ id, text, line }) => [id, text, line])).toEqual([
      ['1', 'first\nline; still first', 2],
      ['2', '-5 degrees', 4],
      ['3', 'he said "no"', 6],
    ]);
  });

  it('the preview has clean column names and rows', async () => {
    const { createIngestApi } = await import('../../src/ingest/create-api');
    const { createMemoryStore } = await import('../../src/workspace/store');
    const api = createIngestApi({ store: async () => createMemoryStore(), counter: async () => () => 1 });
    const outcome = await api.inspect(
      [{ path: 't.csv', file: new Blob(['Frage;Text;Text;\na;b;c;d\n']) }],
      'i',
    );
    expect(outcome).toMatchObject({
      ok: true,
      value: [
        {
          preview: { columns: ['Frage', 'Text', 'Text (2)', 'column 4'], rows: [['a', 'b', 'c', 'd']] },
          suggestedColumns: { question: 'Frage', text: 'Text' },
        },
      ],
    });
  });

  it('own questions as a table: several gold documents with quotes, hops in a cell', async () => {
    const csv =
      'id,question,answers,gold documents,gold quotes,hops\nq1,When?,1411|MCDXI,orl|pim,Orl burned.|Pim stands.,"Which mill? => Orl\nWhen did #1 burn? => 1411"\n';
    const { store, workspace } = await ingest([entry('q.csv', csv, 'questions')]);
    expect(await store.readQuestions(workspace)).toEqual([
      {
        id: 'q1',
        text: 'When?',
        answers: ['1411', 'MCDXI'],
        answerable: true,
        source: 'q.csv',
        gold: [
          { id: 'g1', document: 'orl', quote: 'Orl burned.' },
          { id: 'g2', document: 'pim', quote: 'Pim stands.' },
        ],
        hops: [
          { id: 1, question: 'Which mill?', answers: ['Orl'], dependsOn: [], gold: [] },
          { id: 2, question: 'When did #1 burn?', answers: ['1411'], dependsOn: [1], gold: [] },
        ],
      },
    ]);
  });

  it('the column mapper reads any table, and JSON records as well', async () => {
    const columns = { question: 'Was?', answer: 'Lösung', gold: 'Beleg', goldAs: 'text' as const };
    const file = {
      ...entry('x.tsv', 'Was?\tLösung\tBeleg\nWann?\t1411\tOrl brannte 1411 ab.\n', 'questions'),
      columns,
      reader: 'table',
    };
    const json = {
      ...entry('y.jsonl', '{"Was?":"Wo?","Lösung":["Orl"],"Beleg":["a b","c d"]}', 'questions'),
      columns,
      reader: 'table',
    };
    const { store, workspace } = await ingest([file, json]);
    expect(
      (await store.readQuestions(workspace)).map(({ text, answers, gold }) => [
        text,
        answers,
        gold.map((g) => g.text),
      ]),
    ).toEqual([
      ['Wann?', ['1411'], ['Orl brannte 1411 ab.']],
      ['Wo?', ['Orl'], ['a b', 'c d']],
    ]);
  });

  it('rows with more cells than the header and quotes that never close are named, the rest kept', async () => {
    const csv = 'id,text\n1,one\n2,two,three\n3,"never closed\n4,four\n5,five\n';
    const { report, store, workspace } = await ingest([entry('t.csv', csv, 'corpus')]);
    expect((await store.readDocuments(workspace)).map(({ id }) => id)).toEqual(['1', '4', '5']);
    expect(report.rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [3, '3 cells where the header has 2'],
      [4, 'a quoted cell is opened and never closed'],
    ]);
  });

  it('suggests columns by name in several spellings', () => {
    expect(suggestColumns(['Question', 'Expected Answer', 'Source Documents', 'Quote'])).toEqual({
      question: 'Question',
      answer: 'Expected Answer',
      gold: 'Source Documents',
      goldAs: 'document',
      goldQuote: 'Quote',
    });
    expect(suggestColumns(['query', 'ground_truth', 'reference_contexts'])).toEqual({
      question: 'query',
      answer: 'ground_truth',
      gold: 'reference_contexts',
      goldAs: 'text',
    });
    expect(suggestColumns(['_id', 'title', 'text'])).toEqual({ id: '_id', title: 'title', text: 'text' });
    expect(suggestColumns(['foo', 'bar'])).toEqual({});
  });
});
