import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../src/diagnosis';
import { CATEGORIES } from '../../src/domain/category';
import { CELLS, VERDICTS } from '../../src/domain/diagnosis';
import { judgeName } from '../../src/domain/names';
import { SHIPPED_JUDGE } from '../../src/domain/shipped-judge';
import { escapeText, html, Markup } from '../../src/report/html/escape';
import { reportHtml } from '../../src/report/html/report';
import { CATEGORY_TERMS, CELL_TERMS, VERDICT_TERMS } from '../../src/report/html/terms';
import type { ReportInput } from '../../src/report/input';
import { CATEGORY, CELL, VERDICT } from '../../src/ui/messages';
import { answeredInput, judgedInput, NASTY, reportInput, reportPrepared } from './make';

interface Parsed {
  tags: string[];
  attributes: { tag: string; name: string; value: string }[];
  text: string;
  unbalanced: string[];
}

const VOID = new Set(['meta', 'line', 'polyline', 'rect', '!doctype']);

/** What a browser would see: the tags, their attributes, the visible text, and tags that were never closed by hand. */
const parse = (page: string): Parsed => {
  const parsed: Parsed = { tags: [], attributes: [], text: '', unbalanced: [] };
  const parser = new Parser({
    onopentag(name, attributes) {
      parsed.tags.push(name);
      for (const [key, value] of Object.entries(attributes))
        parsed.attributes.push({ tag: name, name: key, value });
    },
    onclosetag(name, implied) {
      if (implied && !VOID.has(name)) parsed.unbalanced.push(name);
    },
    ontext(text) {
      parsed.text += text;
    },
  });
  parser.end(page);
  return parsed;
};

const page = reportHtml(reportInput());
const seen = parse(page);

describe('the HTML report', () => {
  it('is one well-formed file with nothing to run, to fetch or to send', () => {
    expect(page.startsWith('<!doctype html>')).toBe(true);
    expect(seen.unbalanced).toEqual([]);
    for (const tag of ['script', 'img', 'link', 'iframe', 'form', 'object', 'base'])
      expect(seen.tags).not.toContain(tag);
    expect(seen.tags.filter((tag) => tag === 'style')).toHaveLength(1);
    for (const { name, value } of seen.attributes) {
      expect(name).not.toMatch(/^on|^src$|^srcset$/);
      expect(value).not.toMatch(/^\s*(https?:|\/\/|javascript:|data:)/i);
    }
    expect(
      seen.attributes.filter(({ name }) => name === 'href').every(({ value }) => value.startsWith('#')),
    ).toBe(true);
    expect(page).not.toMatch(/url\(|@import/);
  });

  it('forbids everything but its own style', () => {
    const policy = seen.attributes.find(
      ({ name, value }) => name === 'content' && value.includes('default-src'),
    );
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    expect(style.length).toBeGreaterThan(1000);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy?.value).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(seen.attributes.filter(({ name }) => name === 'style')).toEqual([]);
  });

  it('shows hostile text as text', () => {
    expect(seen.text).toContain('<script>alert(1)</script>');
    expect(page).not.toMatch(/[^\P{Cc}\t\n\r]|\p{Cs}|\u202e/u);
  });

  it('holds the finding, the identity, coverage, numbers with n, fixes and chains', () => {
    for (const words of [
      'Of 3 questions, 2 lack a passage they need at k = 5.',
      '[6.1%, 79.2%] n 3',
      'Decompose before searching',
      'For 1 of 1 hop-miss question',
      'Gold mapping',
      '85.7% of 7 gold passages',
      'Certificate C',
      'which proves nothing',
      'The chain breaks at hop 2',
    ])
      expect(seen.text).toContain(words);
    expect(
      seen.attributes.filter(({ name, value }) => name === 'class' && value.includes('hop fill')).length,
    ).toBeGreaterThan(3);
  });

  it('shows cells, gaps, baselines and the word on each hop once a judge has scored the run', () => {
    expect(page).not.toContain('Do the passages state the fact, by the judge?');
    const judged = parse(reportHtml(judgedInput()));
    expect(judged.unbalanced).toEqual([]);
    expect(judged.tags).not.toContain('script');
    for (const text of [
      'Do the passages state the fact, by the judge?',
      'Nobody has checked this judge on these documents.',
      '5 of 5 hops have a word, 0 are inconclusive, 0 not judged',
      'Of 3 extraction failures (accumulated), the judge finds for 3 no chunk in the corpus that states the fact (corpus gap)',
      'the answer or an alias stands in a retrieved passage',
      'fact not found by the judge (at most 0.20, in a#0)',
      'The judge finds no chunk of the corpus that states it, among those that contain the answer (corpus gap). 1 of 1 candidates judged',
      'fact found by the judge (at most 0.70, in a#0)',
    ])
      expect(judged.text).toContain(text);
  });

  it('uses the words and signs of the interface, and no identifier where there is a name', () => {
    for (const verdict of VERDICTS) {
      expect(VERDICT_TERMS[verdict].label).toBe(VERDICT[verdict].label);
      expect(VERDICT_TERMS[verdict].sign).toBe(VERDICT[verdict].sign);
      expect(VERDICT_TERMS[verdict].tone).toBe(VERDICT[verdict].tone);
    }
    for (const cell of CELLS) {
      const { label, sign, tone } = CELL[cell];
      expect(CELL_TERMS[cell]).toMatchObject({ label, sign, tone });
    }
    expect(seen.text).toContain('single search · BM25');
    for (const shown of [seen.text, parse(reportHtml(judgedInput())).text]) {
      expect(shown).not.toMatch(/probe-|reader-|\bbm25\b|\b(judge|llm)\|/);
    }
    expect(judgeName(SHIPPED_JUDGE.space)).toBe(SHIPPED_JUDGE.label);
    expect(judgeName('judge|org/model|r1|int8|paper|0|T1')).toBe('org/model, passages joined');
    expect(judgeName('llm|2|local model')).toBe('local model');
  });

  it('has one heading of the first level, skips no level, and links to what is there', () => {
    for (const input of [reportInput(), judgedInput(), answeredInput()]) {
      const { tags, attributes } = parse(reportHtml(input));
      const levels = tags.filter((tag) => /^h[1-6]$/.test(tag)).map((tag) => Number(tag[1]));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      expect(levels[0]).toBe(1);
      for (const [at, level] of levels.slice(1).entries())
        expect(level - (levels[at] ?? 0)).toBeLessThanOrEqual(1);
      const ids = attributes.filter(({ name }) => name === 'id').map(({ value }) => value);
      expect(new Set(ids).size).toBe(ids.length);
      const links = attributes.filter(({ name }) => name === 'href').map(({ value }) => value.slice(1));
      expect(links.length).toBeGreaterThan(5);
      for (const link of links) expect(ids).toContain(link);
      for (const tag of ['header', 'nav', 'main', 'footer'])
        expect(tags.filter((one) => one === tag)).toHaveLength(1);
    }
  });

  it('says on its first screen what is wrong and what to try', () => {
    const text = seen.text.replace(/\s+/g, ' ');
    const order = [
      'What is wrong with Workspace',
      'Of 3 questions, 2 lack a passage they need at k = 5.',
      'What to try first',
      'touches 1 of 5 questions',
      'Decompose before searching',
      'The figures behind it',
      '5 of 5',
      'What went wrong',
    ].map((words) => text.indexOf(words));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('says who judged and whether a person has checked it', () => {
    const text = (input: ReportInput): string => parse(reportHtml(input)).text.replace(/\s+/g, ' ');
    expect(text(reportInput())).toContain('none of 5 hops');
    expect(text(reportInput())).toContain('the run gives no answers');
    const answered = answeredInput();
    expect(text(answered)).toContain('no judge: words compared with the gold answers3 of 3 answers');
    const asked = answered.runs[0]?.diagnosis.questions.map(({ question }) => question) ?? [];
    const record = (id: string, answer: string, by: string, verdict: 'correct' | 'incorrect') => ({
      question: id,
      asked: asked.find((one) => one.id === id)?.text ?? '',
      gold: asked.find((one) => one.id === id)?.answers ?? [],
      answer,
      by,
      verdict,
      reason: '',
      time: '2026-01-01T00:00:00.000Z',
    });
    const judged = text({
      ...answered,
      judgements: [
        record('q1', 'the answer', 'llm|1|some model', 'correct'),
        record('q2', 'x', 'llm|1|some model', 'incorrect'),
        record('q2', 'x', 'person', 'incorrect'),
      ],
    });
    expect(judged).toContain('a person1 of 3 answers');
    expect(judged).toContain('some model1 of 3 answers; 0 without a verdict');
    expect(judged).toContain('A person has judged 1 of the same answers and agrees on 1');
  });

  it('shows the run beside the others of the workspace', () => {
    const [single, oracle] = reportPrepared();
    const input = reportInput();
    const text = parse(
      reportHtml({
        ...input,
        runs: input.runs.slice(0, 1),
        beside: [{ other: oracle.header, comparison: compareRuns(single, oracle, 5, 1) }],
      }),
    ).text.replace(/\s+/g, ' ');
    expect(text).toContain('single search · BM25 → oracle · BM25');
    // q1 is the one question that both reached: half of its passages, then all. A run that gives no answers loses none.
    expect(text).toContain('0.500 → 1.000 n 1no question with a judged answer in both');
    expect(text).not.toContain('questions changed');
  });

  it('is the same bytes for the same input', () => {
    expect(reportHtml(reportInput())).toBe(page);
  });

  it('never claims that a passage cannot be reached', () => {
    expect(seen.text).not.toMatch(/unreachable/i);
  });

  it('says so when there is no run', () => {
    expect(parse(reportHtml({ ...reportInput(), runs: [] })).text).toContain('No run has been made yet');
  });
});

describe('text from anywhere', () => {
  /** The same report with one text wherever a file, a model or a person could have put one. */
  const filled = (text: string): ReportInput => {
    const input = judgedInput();
    return {
      ...input,
      meta: { ...input.meta, name: text },
      passage: () => ({ title: text, text }),
      runs: input.runs.map(({ header, diagnosis }) => ({
        header: {
          ...header,
          run: text,
          system: text,
          model: text,
          started: text,
          retriever:
            header.retriever.kind === 'external'
              ? { ...header.retriever, id: text }
              : { ...header.retriever, id: text, model: text },
        },
        diagnosis: {
          ...diagnosis,
          byType: diagnosis.byType.map((row) => ({ ...row, type: text })),
          warnings: diagnosis.warnings.map((one) => ({ ...one, message: text })),
          fixes: diagnosis.fixes.map((one) => ({ ...one, title: text, evidence: text })),
          questions: diagnosis.questions.map((one) => ({
            ...one,
            answer: text,
            explanation: text,
            retrieved: [text],
            question: { ...one.question, id: text, text, answers: [text] },
            golds: one.golds.map((gold) => ({ ...gold, chunks: [text] })),
            hops: one.hops.map((hop) => ({
              ...hop,
              subQuestion: text,
              answers: [text],
              ownQuery: text,
              judgement: hop.judgement === null ? null : { ...hop.judgement, chunk: text },
            })),
          })),
        },
      })),
    };
  };
  const shapeOf = (text: string) => {
    const { tags, attributes, unbalanced } = parse(reportHtml(filled(text)));
    return { tags, names: attributes.map(({ tag, name }) => `${tag} ${name}`), unbalanced };
  };

  it('never becomes markup', () => {
    const plain = shapeOf('word');
    const parts = [
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '=',
      '</style>',
      '</title>',
      '<script>',
      '<!--',
      ']]>',
      '\u202e',
      '\ud800',
      '\u0000',
      ' ',
    ];
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...parts, 'word'), { maxLength: 12 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        expect(shapeOf(`a${text}`)).toEqual(plain);
      }),
    );
  });
});

describe('escaping', () => {
  it('escapes every value and leaves only markup alone', () => {
    expect(
      html`<p title="${'"<'}">${NASTY.slice(0, 5)}${new Markup('<b>x</b>')}${[html`<i>${'&'}</i>`, null]}</p>`
        .text,
    ).toBe('<p title="&quot;&lt;">=HYPE<b>x</b><i>&amp;</i></p>');
    expect(escapeText("a'b\u0007\ud800\ufdd0\u2066c\td\n")).toBe('a&#39;b\ufffd\ufffd\ufffd\ufffdc\td\n');
  });
});

describe('a report of runs that answer', () => {
  const text = parse(reportHtml(answeredInput())).text.replace(/\s+/g, ' ');

  it('gives causes in both readings where a run has a register, and names premature resolutions', () => {
    expect(parse(reportHtml(answeredInput())).unbalanced).toEqual([]);
    expect(text).toContain(
      'Each of 2 wrong answers once, by the first cause that holds; 0 of those given up were forced',
    );
    expect(text).toContain('This system has no register, so both readings are the same.');
    expect(text).toContain('1 requirement resolved without gold evidence');
    expect(text).toContain('q2 need r1; support x#0; not scored by a classifier');
  });

  it('compares them with interval, tests and what is left out', () => {
    expect(text).toContain('accuracy of the second run (B) minus the first (A)');
    expect(text).toContain('+0.0 [+0.0, +0.0] n 3');
    // One answer that all evidence stood behind is a false resolution in the other run, and one is given up there.
    expect(text).toContain('2 of 3 questions changed');
    expect(text).toContain('0 of A, 0 only in A; 0 of B, 0 only in B');
  });

  it('calls the causes what the interface calls them', () => {
    for (const category of CATEGORIES) {
      expect(CATEGORY_TERMS[category].label).toBe(CATEGORY[category].label);
      expect(CATEGORY_TERMS[category].sign).toBe(CATEGORY[category].sign);
    }
  });
});
