import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../src/domain/category';
import { CELLS, VERDICTS } from '../../src/domain/diagnosis';
import { judgeName } from '../../src/domain/names';
import { SHIPPED_JUDGE } from '../../src/domain/shipped-judge';
import { escapeText, html, Markup } from '../../src/report/html/escape';
import { instructive } from '../../src/report/html/instructive';
import { reportHtml } from '../../src/report/html/report';
import { CATEGORY_TERMS, CELL_TERMS, VERDICT_TERMS } from '../../src/report/html/terms';
import { CATEGORY, CELL, VERDICT } from '../../src/ui/messages';
import { answeredInput, judgedInput, NASTY, reportInput } from './make';

interface Parsed {
  tags: string[];
  attributes: { tag: string; name: string; value: string }[];
  text: string;
  unbalanced: string[];
}

const VOID = new Set(['meta', 'line', 'polyline', '!doctype']);

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
    expect(policy?.value).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    );
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
    expect(page).not.toContain('Do the passages state the fact');
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
    expect(seen.text).toContain('single search on BM25');
    for (const shown of [seen.text, parse(reportHtml(judgedInput())).text]) {
      expect(shown).not.toMatch(/probe-|reader-|\bbm25\b|\b(judge|llm)\|/);
    }
    expect(judgeName(SHIPPED_JUDGE.space)).toBe(SHIPPED_JUDGE.label);
    expect(judgeName('judge|org/model|r1|int8|paper|0|T1')).toBe('org/model, passages joined');
    expect(judgeName('llm|2|local model')).toBe('local model');
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

describe('escaping', () => {
  it('escapes every value and leaves only markup alone', () => {
    expect(
      html`<p title="${'"<'}">${NASTY.slice(0, 5)}${new Markup('<b>x</b>')}${[html`<i>${'&'}</i>`, null]}</p>`
        .text,
    ).toBe('<p title="&quot;&lt;">=HYPE<b>x</b><i>&amp;</i></p>');
    expect(escapeText("a'b\u0007\ud800\ufdd0\u2066c\td\n")).toBe('a&#39;b\ufffd\ufffd\ufffd\ufffdc\td\n');
  });
});

describe('the most instructive failures', () => {
  const questions = reportInput().runs[0]?.diagnosis.questions ?? [];
  it('takes the kinds in turn, the certified ones first, and no success', () => {
    expect(instructive(questions, 20).map(({ question, verdict }) => [question.id, verdict])).toEqual([
      ['q1', 'hop-miss'],
      ['q4', 'wrong-chunk'],
      ['q3', 'unmapped'],
    ]);
    expect(instructive(questions, 1)).toHaveLength(1);
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
    expect(text).toContain('Accuracy of the second run (B) minus the first (A)');
    expect(text).toContain('+0.0 [+0.0, +0.0] n 3');
    expect(text).toContain('0 of A, 0 only in A; 0 of B, 0 only in B');
  });

  it('calls the causes what the interface calls them', () => {
    for (const category of CATEGORIES) {
      expect(CATEGORY_TERMS[category].label).toBe(CATEGORY[category].label);
      expect(CATEGORY_TERMS[category].sign).toBe(CATEGORY[category].sign);
    }
  });
});
