import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnoseQuestion, diagnoseRun } from '../../src/diagnosis';
import type { SearchPurpose } from '../../src/domain/trace';
import { gold, header, hop, mapping, prepare, question, ranked, run, search, unmapped } from './build';

const chain = question([gold('a'), gold('b')], { hops: [hop(1, ['a']), hop(2, ['b'])] });
const mapped = [mapping('a'), mapping('b')];
const own = run(header('own'), { q: [ranked({ 'a#0': 1, 'b#0': 31 }, { query: 'whole' })] });
const other = (
  name: string,
  purpose: SearchPurpose,
  rank: number,
  retriever = 'same',
  system = 'probe-oracle',
  unresolved: number[] = [],
) =>
  run(header(name, { system }, retriever), {
    q: [ranked({ 'b#0': rank }, { hop: 2, purpose, query: `${name} asks`, unresolved })],
  });

const certificatesAt = (k: number, ...others: ReturnType<typeof other>[]) => {
  const prepared = prepare({ questions: [chain], mappings: mapped, run: own, others });
  return diagnoseQuestion(prepared, 'q', k)?.golds.map(({ certificates }) => certificates) ?? [];
};

describe('reachability certificates (05.5)', () => {
  it('A: this run retrieved it within k', () => {
    const [first, second] = certificatesAt(5);
    expect(first).toEqual([
      {
        level: 'A',
        run: 'own',
        system: 'probe-single',
        purpose: 'question',
        query: 'whole',
        rank: 1,
        score: 1,
        chunk: 'a#0',
      },
    ]);
    expect(second).toEqual([]);
    expect(certificatesAt(31)[1]).toMatchObject([{ level: 'A', rank: 31 }]);
  });

  it.each([
    ['question', 'B'],
    ['sub-question', 'C'],
    ['oracle', 'C'],
    ['keywords', 'D'],
    ['relation', 'D'],
    ['title', 'D'],
  ] as const)('a %s search of another run gives %s', (purpose, level) => {
    expect(certificatesAt(5, other('two', purpose, 2))[1]).toEqual([
      {
        level,
        run: 'two',
        system: 'probe-oracle',
        purpose,
        query: 'two asks',
        rank: 2,
        score: 0.5,
        chunk: 'b#0',
      },
    ]);
  });

  it.each([
    ['probe-hops', [], 'C'],
    ['probe-hops', [1], 'D'],
    ['self-ask', [], 'B'],
    ['self-ask', [1], 'B'],
  ] as const)('a sub-question of %s with open bridges %j gives %s', (system, unresolved, level) => {
    const run = other('two', 'sub-question', 2, 'same', system, [...unresolved]);
    expect(certificatesAt(5, run)[1]).toMatchObject([{ level, rank: 2 }]);
  });

  it('another retriever certifies nothing', () => {
    expect(certificatesAt(5, other('two', 'oracle', 1, 'another'))[1]).toEqual([]);
  });

  it('a rank beyond k certifies nothing at k, and does at a larger k', () => {
    const two = other('two', 'oracle', 6);
    expect(certificatesAt(5, two)[1]).toEqual([]);
    expect(certificatesAt(6, two)[1]).toMatchObject([{ level: 'C', rank: 6 }]);
  });

  it('keeps the best search of each level, the levels in order', () => {
    const found = certificatesAt(
      40,
      other('d', 'title', 1),
      other('c', 'oracle', 3),
      other('c2', 'oracle', 2),
      other('b', 'question', 4),
    );
    expect(found[1]?.map(({ level, run: by, rank }) => [level, by, rank])).toEqual([
      ['A', 'own', 31],
      ['B', 'b', 4],
      ['C', 'c2', 2],
      ['D', 'd', 1],
    ]);
  });

  it('a probe under view: its own searches are A, its reformulations stay D because R does not hold what they find', () => {
    const probe = run(header('probe', { system: 'probe-oracle' }), {
      q: [
        search(['a#0'], { hop: 1, purpose: 'oracle' }),
        search(['x#0'], { hop: 2, purpose: 'oracle' }),
        search(['b#0'], { hop: 2, purpose: 'keywords', query: 'kw' }),
      ],
    });
    const prepared = prepare({ questions: [chain], mappings: mapped, run: probe });
    const golds = diagnoseQuestion(prepared, 'q', 5)?.golds ?? [];
    expect(golds.map(({ certificate, retrieved }) => [certificate?.level, retrieved])).toEqual([
      ['A', true],
      ['D', false],
    ]);
  });

  it('a hop is certified by the least reachable passage that it needs', () => {
    const both = question([gold('a'), gold('b')], { hops: [hop(1, ['a', 'b'])] });
    const level = (...others: ReturnType<typeof other>[]) =>
      diagnoseQuestion(prepare({ questions: [both], mappings: mapped, run: own, others }), 'q', 5)?.hops[0]
        ?.certificate;
    expect(level(other('two', 'oracle', 2))).toBe('C');
    expect(level()).toBeNull();
  });

  it('counts each gold passage once at its best level, and the counts sum to n', () => {
    const third = question([gold('a'), gold('b'), gold('c')], { id: 'q2' });
    const nothing = question([gold('a')], { id: 'q3', answerable: false });
    const prepared = prepare({
      questions: [chain, third, nothing],
      mappings: [
        ...mapped,
        mapping('a', { question: 'q2' }),
        mapping('b', { question: 'q2' }),
        unmapped('c', { question: 'q2', status: 'notInCorpus' }),
        mapping('a', { question: 'q3' }),
      ],
      run: run(header('own'), {
        q: [ranked({ 'a#0': 1, 'b#0': 31 })],
        q2: [ranked({ 'b#0': 2 })],
        q3: [ranked({ 'a#0': 1 })],
      }),
      others: [other('two', 'oracle', 2)],
    });
    expect(diagnoseRun(prepared, 5, { questions: false }).certificates).toEqual({
      A: 2,
      B: 0,
      C: 1,
      D: 0,
      none: 1,
      notInCorpus: 1,
      n: 5,
    });
  });

  it('A holds exactly for what was retrieved, at any k', () => {
    const list = fc.array(fc.constantFrom('a#0', 'b#0', 'x#0', 'y#0'), { maxLength: 8 });
    const purpose = fc.constantFrom<SearchPurpose>('question', 'sub-question', 'oracle', 'keywords', 'title');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(list, purpose), { maxLength: 4 }),
        fc.integer({ min: 1, max: 8 }),
        (made, k) => {
          const prepared = prepare({
            questions: [chain],
            mappings: mapped,
            run: run(header('own'), { q: made.map(([chunks, why]) => search(chunks, { purpose: why })) }),
          });
          for (const one of diagnoseQuestion(prepared, 'q', k)?.golds ?? [])
            expect(one.certificates.some(({ level }) => level === 'A')).toBe(one.retrieved);
        },
      ),
    );
  });
});

describe('certificates of runs whose tools are their own retrievers', () => {
  const tools = [
    { tool: 'keyword_search', retriever: 'words' },
    { tool: 'semantic_search', retriever: 'vectors' },
  ];
  const agent = (name: string, events: ReturnType<typeof search>[], retriever = 'seed', of = tools) =>
    run(header(name, { system: 'execution-rag', parameters: { k: 5, depth: 50, tools: of } }, retriever), {
      q: events,
    });
  const missesB = agent('own', [search(['a#0'], { tool: 'keyword_search', purpose: 'sub-question' })]);
  const found = (more: Parameters<typeof search>[1]) => search(['b#0'], { query: 'another query', ...more });
  const levelOfB = (...others: ReturnType<typeof run>[]) => {
    const prepared = prepare({ questions: [chain], mappings: mapped, run: missesB, others });
    return diagnoseQuestion(prepared, 'q', 5)?.golds[1]?.certificate?.level ?? null;
  };

  it.each([
    ['words', 'C'],
    ['vectors', 'C'],
    ['seed', null],
    ['elsewhere', null],
  ] as const)('a probe on the retriever %s certifies %s', (retriever, level) => {
    const probe = run(header('probe', { system: 'probe-oracle' }, retriever), {
      q: [found({ hop: 2, purpose: 'oracle' })],
    });
    expect(levelOfB(probe)).toBe(level);
  });

  it('another agent certifies B by the tool that both have, and by no other', () => {
    const by = (tool: string, of = tools) =>
      levelOfB(agent('two', [found({ tool, purpose: 'sub-question' })], 'seed', of));
    expect(by('semantic_search')).toBe('B');
    // The seed retrieval of the other agent is under its own retriever, which this one cannot ask.
    expect(by('search')).toBeNull();
    expect(by('keyword_search', [{ tool: 'keyword_search', retriever: 'other words' }])).toBeNull();
  });

  it('an agent certifies B for a run of one retriever, by the searches of the tool that is this retriever', () => {
    const single = run(header('single', {}, 'vectors'), { q: [search(['a#0'])] });
    const level = (tool: string) => {
      const two = agent('two', [found({ tool, purpose: 'sub-question' })]);
      const prepared = prepare({ questions: [chain], mappings: mapped, run: single, others: [two] });
      return diagnoseQuestion(prepared, 'q', 5)?.golds[1]?.certificate?.level ?? null;
    };
    expect(level('semantic_search')).toBe('B');
    expect(level('keyword_search')).toBeNull();
  });

  it('what the agent itself retrieved is A, whichever tool or seed brought it', () => {
    for (const tool of ['keyword_search', 'semantic_search', 'search']) {
      const prepared = prepare({
        questions: [chain],
        mappings: mapped,
        run: agent('own', [found({ tool, purpose: 'sub-question' })]),
      });
      expect(diagnoseQuestion(prepared, 'q', 5)?.golds[1]?.certificate?.level).toBe('A');
    }
  });
});
