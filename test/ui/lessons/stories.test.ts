import { beforeAll, describe, expect, it } from 'vitest';
import type { AnswerJudgement } from '../../../src/diagnosis';
import { DEFAULT_CHUNKING } from '../../../src/domain/corpus';
import type { Question } from '../../../src/domain/question';
import type { SearchResult } from '../../../src/domain/seam';
import type { QuestionEvent } from '../../../src/domain/trace';
import { parseAnswerReply } from '../../../src/judge/answer-reply';
import { type Asked, answered, searched, subQuestion, wholeQuestion } from '../../../src/lessons/events';
import { probeRun, probesOf } from '../../../src/lessons/probes';
import { FALSE_RESOLUTION, mottoQuery, playRegister } from '../../../src/lessons/register';
import { diagnoseCase, marksOf, type StoryRun } from '../../../src/lessons/stage';
import { termOf } from '../../../src/ui/messages';
import { LESSONS, lessonOf } from '../../../src/ui/messages/lessons';
import { type Bench, openBench } from './demo-bench';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});

const ask = async (question: Question, asks: readonly Asked[], more: QuestionEvent[] = []) => {
  const results: SearchResult[] = [];
  for (const { query } of asks) results.push(await bench.search(query));
  const events = asks.flatMap((one, at) => {
    const result = results[at];
    return result === undefined ? [] : [searched(question, one, result.hits, at + 1)];
  });
  const [first] = results;
  if (first === undefined) throw new Error('nothing was asked');
  const run: StoryRun = { system: 'a-rag', retriever: first.identity, events: [...events, ...more] };
  return run;
};
const verdictsAt = (question: Question, run: StoryRun, ks: number[]) =>
  ks.map((k) => diagnoseCase(bench.stage, { question, run }, k).verdict);

describe('the list', () => {
  it('names questions of the demo and terms of the glossary', () => {
    expect(LESSONS).toHaveLength(8);
    for (const { terms, question } of LESSONS) {
      for (const term of terms) expect(termOf(term), term).toBeDefined();
      expect(bench.stage.question(question).id).toBe(question);
    }
    const ids = LESSONS.flatMap(({ terms }) => terms);
    expect(new Set(ids).size).toBe(ids.length);
    expect(lessonOf('hop-miss')?.id).toBe('hop-miss');
    expect(lessonOf('recall')).toBeUndefined();
  });
});

describe('hop miss', () => {
  it('lacks the architect at k = 5, finds her at rank 49, and first when asked by name', async () => {
    const question = bench.stage.question('q10');
    const once = await ask(question, [wholeQuestion(question)]);
    expect(diagnoseCase(bench.stage, { question, run: once }, 5).golds.map((gold) => gold.bestRank)).toEqual([
      3, 49,
    ]);
    expect(verdictsAt(question, once, [2, 5, 48, 49])).toEqual([
      'total-miss',
      'hop-miss',
      'hop-miss',
      'evidence-complete',
    ]);
    const twice = await ask(question, [wholeQuestion(question), subQuestion(question, 2)]);
    expect(subQuestion(question, 2).query).toBe('Which guild did Ilse Maren belong to?');
    const healed = diagnoseCase(bench.stage, { question, run: twice }, 5);
    expect(healed.verdict).toBe('evidence-complete');
    expect(healed.golds.map((gold) => gold.bestRank)).toEqual([3, 1]);
  });

  it('has a reason that can be read: neither names the other', () => {
    const question = bench.stage.question('q10');
    expect(bench.stage.chunk('ilse-maren#0')?.text).not.toContain('Lantern Bridge');
    expect(question.text).not.toContain('Maren');
    expect([...marksOf(bench.stage, question)]).toEqual([
      ['lantern-bridge#0', 'hop 1'],
      ['ilse-maren#0', 'hop 2'],
    ]);
  });
});

describe('composition miss', () => {
  it('has both passages at k = 3, so a wrong answer is a reasoning error, and at k = 2 it is not', async () => {
    const question = bench.stage.question('q30');
    const said = async (text: string, k: number) => {
      const run = await ask(question, [wholeQuestion(question)], [answered(question, text, 2)]);
      const { verdict, category } = diagnoseCase(bench.stage, { question, run }, k);
      return [verdict, category?.paper ?? null];
    };
    const wrong = 'the Candle Fell Observatory';
    expect(await said(wrong, 5)).toEqual(['composition-miss', 'reasoning-error']);
    expect(await said(wrong, 3)).toEqual(['composition-miss', 'reasoning-error']);
    expect(await said(wrong, 2)).toEqual(['hop-miss', 'unreached']);
    expect(await said('It is the Tern Observatory.', 5)).toEqual(['pass', null]);
  });
});

describe('wrong chunk', () => {
  const rankAt = async (size: number) => {
    const chunking =
      size === DEFAULT_CHUNKING.size
        ? DEFAULT_CHUNKING
        : { ...DEFAULT_CHUNKING, unit: 'tokens' as const, size };
    const { stage, search } = await openBench(chunking);
    const question = stage.question('q03');
    const result = await search(question.text);
    const events = [searched(question, wholeQuestion(question), result.hits, 1)];
    const run = { system: 'probe-single', retriever: result.identity, events };
    const { verdict, golds } = diagnoseCase(stage, { question, run }, 5);
    return { verdict, rank: golds[0]?.bestRank ?? null, identity: result.identity.id };
  };

  it('finds four other pieces of the roll first; k = 9 reaches the one with the answer', async () => {
    const question = bench.stage.question('q03');
    const run = await ask(question, [wholeQuestion(question)]);
    expect(verdictsAt(question, run, [1, 5, 8, 9])).toEqual([
      'missing-document',
      'wrong-chunk',
      'wrong-chunk',
      'evidence-complete',
    ]);
  });

  it('comes first enough in larger pieces, and later in smaller ones', async () => {
    const [small, medium, usual, large] = await Promise.all([64, 128, 254, 400].map(rankAt));
    expect(usual).toMatchObject({ verdict: 'wrong-chunk', rank: 9 });
    expect(large).toMatchObject({ verdict: 'evidence-complete', rank: 4 });
    expect(medium).toMatchObject({ verdict: 'wrong-chunk', rank: 13 });
    expect(small).toMatchObject({ verdict: 'wrong-chunk', rank: 25 });
    // Another cut is another retriever: what one finds certifies nothing for the other.
    expect(new Set([small, medium, usual, large].map((one) => one?.identity)).size).toBe(4);
  });
});

describe('search drift', () => {
  const drift = async () => {
    const question = bench.stage.question('q13');
    const asks = [question.text, 'How did Ludo Hallick die?', 'Linnet Rusk death'].map(
      (query): Asked => ({ query, purpose: 'agent', hop: null }),
    );
    const run = await ask(question, asks, [answered(question, 'in the fire of 377', 4)]);
    const at = (others: StoryRun[], k: number) => {
      const { golds, category } = diagnoseCase(bench.stage, { question, run, others }, k);
      return { level: golds[1]?.certificate?.level ?? null, category: category?.paper };
    };
    const probe = async (asked: Asked) => probeRun(question, asked, await bench.search(asked.query));
    return { question, at, probe };
  };

  it('is unreached until the ideal query finds the composer at rank 2', async () => {
    const { question, at, probe } = await drift();
    const [ideal, ...others] = probesOf(question, 2);
    if (ideal === undefined) throw new Error('no ideal query');
    expect(ideal.query).toBe('Of what did Tilde Quennick die?');
    expect(at([], 5)).toEqual({ level: null, category: 'unreached' });
    expect(at([await probe(ideal)], 5)).toEqual({ level: 'C', category: 'search-drift' });
    expect(at([await probe(ideal)], 1)).toEqual({ level: null, category: 'unreached' });
    const title = others.find(({ purpose }) => purpose === 'title');
    expect(title?.query).toBe('Tilde Quennick');
    if (title !== undefined) expect(at([await probe(title)], 1).level).toBe('D');
  });

  it('takes a person’s query for another run, and nothing from another retriever', async () => {
    const { at, probe } = await drift();
    const own = await probe({ query: 'Tilde Quennick fever', purpose: 'agent', hop: null });
    expect(at([own], 5)).toEqual({ level: 'B', category: 'search-drift' });
    const elsewhere = { ...own, retriever: { ...own.retriever, id: 'another' } };
    expect(at([elsewhere], 5)).toEqual({ level: null, category: 'unreached' });
  });
});

describe('false resolution', () => {
  const { queries, taken, requirements } = FALSE_RESOLUTION;
  const play = async (query: string, from: number, probability: number | null | undefined) => {
    const question = bench.stage.question(FALSE_RESOLUTION.question);
    const one = taken[from] ?? taken[0];
    const seed = await bench.search(question.text);
    const played = playRegister(question, {
      seed,
      second: { query, result: await bench.search(query) },
      third: await bench.search(mottoQuery(one)),
      taken: one,
      k: 5,
      check: probability === undefined ? null : { judge: 'judge', threshold: 0.5, probability },
    });
    const run = { system: 'execution-rag', retriever: seed.identity, events: played.events };
    return { ...played, diagnosis: diagnoseCase(bench.stage, { question, run }, 5) };
  };

  it('rests the second item on her guild, and the third on its motto', async () => {
    const { diagnosis, register, refused } = await play(queries[0], 0, undefined);
    expect(register.map(({ status }) => status)).toEqual(['resolved', 'resolved', 'resolved']);
    expect(refused).toEqual([]);
    expect(diagnosis.premature.map(({ id, support }) => [id, support])).toEqual([
      ['r2', ['ilse-maren#0']],
      ['r3', ['glaziers-guild#0']],
    ]);
    expect(diagnosis.category).toEqual({ paper: 'false-resolution', 'register-blind': 'unreached' });
  });

  it('refuses the father’s passage where no search has brought it, and passes where one has', async () => {
    const unseen = await play(queries[0], 1, undefined);
    expect(unseen.refused).toEqual([
      'Not retrieved for this question, so no support: dorrit-maren#0.',
      'A resolved item needs the id of a chunk that states its fact.',
    ]);
    expect(unseen.register.map(({ status }) => status)).toEqual(['resolved', 'active', 'pending']);
    expect(unseen.diagnosis.category?.paper).toBe('gave-up');
    const found = await play(queries[1], 1, undefined);
    expect(found.diagnosis).toMatchObject({ answer: 'Trim it twice', verdict: 'pass', premature: [] });
  });

  it('keeps the item open when the classifier is below the threshold or undecided', async () => {
    const refused = await play(queries[0], 0, 0.49);
    expect(refused.refused[0]).toMatch(/gives it 49%, and 50% is needed/);
    expect(refused.diagnosis.premature).toEqual([]);
    expect(refused.diagnosis.category?.paper).toBe('gave-up');
    expect((await play(queries[0], 0, null)).refused[0]).toMatch(/could not decide/);
    expect((await play(queries[0], 0, 0.5)).diagnosis.category?.paper).toBe('false-resolution');
  });

  it('quotes what the passages say', () => {
    for (const { chunk, guild, motto, mottoChunk } of taken) {
      const plain = (text: string | undefined) => text?.replaceAll('’', "'") ?? '';
      expect(plain(bench.stage.chunk(chunk)?.text)).toContain(plain(guild));
      expect(bench.stage.chunk(mottoChunk)?.text).toContain(`"${motto}"`);
    }
    expect(requirements).toHaveLength(3);
  });
});

describe('judge error', () => {
  const counted = async (text: string, judgement: AnswerJudgement) => {
    const question = bench.stage.question('q10');
    const asks = [wholeQuestion(question), subQuestion(question, 2)];
    const run = await ask(question, asks, [answered(question, text, 3)]);
    const { correct, category } = diagnoseCase(bench.stage, { question, run, judgement }, 5);
    return [correct, category?.paper ?? null];
  };
  const right = 'She was received into the Glaziers’ Guild and was later its warden.';

  it('is the judge’s where the words are there, and the answer’s where they are not', async () => {
    expect(await counted(right, { correct: false })).toEqual([false, 'judge-error']);
    expect(await counted(right, { correct: true })).toEqual([true, null]);
    expect(await counted(right, { correct: null })).toEqual([null, null]);
    expect(await counted(right, { correct: false, person: true })).toEqual([true, 'judge-error']);
    expect(await counted(right, { correct: false, person: false })).toEqual([false, 'reasoning-error']);
    expect(await counted('the Masons’ Guild', { correct: false })).toEqual([false, 'reasoning-error']);
  });

  it('reads the scripted reply as a verdict', () => {
    const reply = 'INCORRECT: the answer speaks of a warden, the reference does not.';
    expect(parseAnswerReply(reply).verdict).toBe('incorrect');
  });
});
