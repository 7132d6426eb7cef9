import { describe, expect, it } from 'vitest';
import { diagnoseRun } from '../../src/diagnosis';
import { clip, LIMITS } from '../../src/report/html/limits';
import { reportHtml } from '../../src/report/html/report';
import { gold, header, hop, mapping, prepare, question, run, search } from '../diagnosis/build';
import { reportInput } from './make';

const LONG = 'a passage about the mill at Orl '.repeat(2_000);

/** Questions that all miss their second hop; every tenth with texts of 64,000 characters and a type of its own. */
const bigInput = (n: number) => {
  const questions = Array.from({ length: n }, (_, at) =>
    question([gold('a'), gold('b')], {
      id: `q${at}`,
      text: at % 10 === 0 ? `${at} ${LONG}` : `question ${at}`,
      type: `type ${at % 1_000}`,
      hops: [hop(1, ['a']), hop(2, ['b'], { question: at % 10 === 0 ? LONG : 'second' })],
    }),
  );
  const prepared = prepare({
    questions,
    mappings: questions.flatMap(({ id }) => ['a', 'b'].map((one) => mapping(one, { question: id }))),
    run: run(
      header('big'),
      Object.fromEntries(questions.map(({ id }) => [id, [search(['a#0'], { query: LONG })]])),
    ),
    others: [],
  });
  return {
    ...reportInput(),
    passage: () => ({ title: LONG, text: LONG }),
    runs: [{ header: prepared.header, diagnosis: diagnoseRun(prepared, 5, { questions: true }) }],
  };
};

describe('the size of a report', () => {
  it('stays small for ten thousand questions, and says what it leaves out', () => {
    const page = reportHtml(bigInput(10_000));
    expect(page.length).toBeLessThan(500_000);
    expect(page.match(/<article/g)).toHaveLength(LIMITS.drawnFirst);
    expect(page).toContain('The 20 most instructive of 10000 failures');
    expect(page).toContain(`and ${10_000 - LIMITS.fixQuestions} more: column “fixes” of questions.csv`);
    expect(page).toContain(`${1_000 - LIMITS.types} more groups are not shown.`);
  });

  it('does not grow with the number of questions', () => {
    const [small, large] = [200, 2_000].map((n) => reportHtml(bigInput(n)).length);
    expect((large ?? 0) / (small ?? 1)).toBeLessThan(1.05);
  });
});

describe('a text that is cut', () => {
  it('is cut at a blank, never inside a character, and says so', () => {
    expect(clip('one two three', 13)).toBe('one two three');
    expect(clip('one two three', 9)).toBe('one two …');
    expect(clip('\u{1f600}\u{1f600}', 3)).toBe('\u{1f600} …');
  });
});
