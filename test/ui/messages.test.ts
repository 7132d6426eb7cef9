import { expect, it } from 'vitest';
import { ANSWER_STATES } from '../../src/domain/compare';
import { CELLS, VERDICTS } from '../../src/domain/diagnosis';
import { ANSWER_STATE, CATEGORY, CELL, CERTIFICATE, GLOSSARY, MAPPING, VERDICT } from '../../src/ui/messages';

const terms = GLOSSARY.flatMap((group) => group.terms);

it('has a term for every verdict and cell, and each in the glossary once', () => {
  expect(Object.keys(VERDICT).sort()).toEqual([...VERDICTS].sort());
  expect(Object.keys(CELL).sort()).toEqual([...CELLS].sort());
  expect(Object.keys(ANSWER_STATE).sort()).toEqual([...ANSWER_STATES].sort());
  const ids = terms.map((term) => term.id);
  expect(ids).toHaveLength(new Set(ids).size);
});

it('defines every term in one line, with a sign wherever a colour speaks', () => {
  for (const term of terms) {
    expect(term.definition, term.id).toMatch(/^\S[^\n]*[.?]$/);
    if (term.tone !== 'neutral') expect(term.sign, term.id).not.toBe('');
  }
});

it('keeps the signs of the interface design', () => {
  expect(CELL['fact-present'].sign).toBe('●');
  expect(CELL['retrieval-failure'].sign).toBe('○');
  expect(CELL['extraction-failure'].sign).toBe('▤');
  expect(CELL['alternate-evidence'].sign).toBe('◇');
  expect(CERTIFICATE.C.sign).toBe('◐');
  expect(MAPPING.unmapped.sign).toBe('∅');
  expect(CATEGORY['search-drift'].sign).toBe('◐');
  expect(CATEGORY['reasoning-error'].sign).toBe('✕');
  expect(CATEGORY['gave-up'].sign).toBe('–');
  expect(CATEGORY['judge-error'].sign).toBe('⚖');
});

it('tells the verdicts of one bar apart by sign as well as by colour', () => {
  const faults = (
    ['hop-miss', 'total-miss', 'missing-document', 'wrong-chunk', 'unmapped', 'unlabelled'] as const
  ).map((verdict) => VERDICT[verdict]);
  expect(new Set(faults.map((term) => term.sign)).size).toBe(faults.length);
  expect(new Set(faults.map((term) => term.tone)).size).toBe(faults.length);
});

it('tells the causes of wrong answers apart by sign as well as by colour', () => {
  const causes = Object.values(CATEGORY);
  expect(new Set(causes.map((term) => term.sign)).size).toBe(causes.length);
  expect(new Set(causes.map((term) => term.tone)).size).toBe(causes.length);
});

it('never claims that a passage cannot be reached', () => {
  for (const term of terms) expect(term.definition).not.toMatch(/unreachable|cannot be reached/i);
});
