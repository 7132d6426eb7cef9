import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { compareRuns, diagnoseRun } from '../../src/diagnosis';
import {
  type QuestionEvent,
  QuestionEventSchema,
  RunHeaderSchema,
  type RunTrace,
} from '../../src/domain/trace';
import { traceJsonl, traceName } from '../../src/report/exports';
import {
  answer,
  failure,
  gold,
  header,
  hop,
  limit,
  mapping,
  prepare,
  question,
  ranked,
  register,
  requirement,
  run,
} from '../diagnosis/build';

/** A run is replayed from its export alone: no model, no store, only the lines of the file (04, "Trace"). */
const replayed = (jsonl: string): RunTrace => {
  const [first = '', ...rest] = jsonl.trimEnd().split('\n');
  const questions = new Map<string, QuestionEvent[]>();
  for (const line of rest) {
    const parsed = v.parse(QuestionEventSchema, JSON.parse(line));
    questions.set(parsed.question, [...(questions.get(parsed.question) ?? []), parsed]);
  }
  return { header: v.parse(RunHeaderSchema, JSON.parse(first)), questions };
};

const questions = ['q', 'r', 's'].map((id) =>
  question([gold('a'), gold('b')], { id, hops: [hop(1, ['a']), hop(2, ['b'])] }),
);
const mappings = questions.flatMap(({ id }) => ['a', 'b'].map((one) => mapping(one, { question: id })));

const asked = 'ask, with a passage: the bridge was built by Maren';
const llm = (more: Partial<Extract<QuestionEvent, { event: 'llm' }>> = {}): QuestionEvent => ({
  event: 'llm',
  question: 'q',
  step: 2,
  purpose: 'act',
  prompt: 'a-rag/1',
  usage: { input: 900, output: 20, cachedInput: 300, counted: 'endpoint' },
  cost: 0.002,
  ms: 1234,
  retries: 1,
  cached: false,
  truncated: false,
  asked: [{ role: 'user', content: asked }],
  reply: 'the reply in words',
  calls: ['keyword_search'],
  ...more,
});
const judged: QuestionEvent = {
  event: 'judge',
  question: 'q',
  step: 4,
  hop: null,
  item: 'r1',
  judge: 'space',
  threshold: 0.4,
  asked: 'need r1',
  state: 'scored',
  probability: 0.3,
  chunk: 'x#0',
  use: 'not-resolved',
};
const agent = run(header('agent', { system: 'execution-rag', model: 'some-model' }, 'same'), {
  q: [
    ranked({ 'a#0': 1, 'b#0': 8 }, { shown: 3, purpose: 'agent' }),
    llm(),
    judged,
    { event: 'open', question: 'q', step: 4, chunks: ['a#0'], unknown: ['z'] },
    register([requirement('r1', 'resolved', ['x#0'])]),
    { event: 'nudge', question: 'q', step: 6, loops: 12 },
    answer('something else'),
  ],
  r: [ranked({ 'a#0': 1, 'b#0': 2 }), llm({ cost: 0, cached: true }), limit(), answer('x', false, true)],
  s: [llm(), failure('the model did not answer')],
});
const probe = run(header('probe', { system: 'probe-oracle' }), {
  q: [ranked({ 'b#0': 2 }, { hop: 2, purpose: 'oracle' })],
});

const diagnosisOf = (trace: RunTrace, k: number) =>
  diagnoseRun(prepare({ questions, mappings, run: trace, others: [probe] }), k, {
    questions: true,
    threshold: 0.5,
  });

describe.each([true, false])('a trace exported with texts: %s', (texts) => {
  const exported = replayed(traceJsonl(agent, { texts }));
  it.each([1, 5, 10])('gives the same diagnosis at k = %i, without any model', (k) => {
    const diagnosis = diagnosisOf(agent, k);
    expect(diagnosisOf(exported, k)).toEqual(diagnosis);
    // Of something: causes, costs, certificates, the premature resolution.
    expect(diagnosis.categories?.n).toBe(2);
    expect(diagnosis.usage.cost).toBeGreaterThan(0);
    expect(diagnosis.questions[0]?.premature).toHaveLength(1);
  });
  it('compares with another run as the run itself does', () => {
    const prepared = (trace: RunTrace) => prepare({ questions, mappings, run: trace, others: [probe] });
    const base = prepared(
      run(header('base', { system: 'single-shot' }), { q: [ranked({ 'a#0': 1 }), answer('the answer')] }),
    );
    const compared = compareRuns(base, prepared(agent), 5, 1);
    expect(compareRuns(base, prepared(exported), 5, 1)).toEqual(compared);
    expect(compared.asked).toBe(1);
  });
});

describe('what an export without texts leaves out', () => {
  const lines = traceJsonl(agent, { texts: false });
  it('holds no word of what was asked or replied', () => {
    expect(traceJsonl(agent, { texts: true })).toContain(asked);
    expect(lines).not.toContain(asked);
    expect(lines).not.toContain('the reply in words');
  });
  it('keeps everything else, field by field', () => {
    const whole = replayed(traceJsonl(agent, { texts: true }));
    expect(whole.questions).toEqual(agent.questions);
    const bare = [...agent.questions].map(([id, events]) => [
      id,
      events.map((event) => {
        if (event.event !== 'llm') return event;
        return Object.fromEntries(
          Object.entries(event).filter(([key]) => key !== 'asked' && key !== 'reply'),
        );
      }),
    ]);
    expect([...replayed(lines).questions]).toEqual(bare);
    // The sub-question that a judge was asked about is no text of a model.
    expect(lines).toContain('"asked":"need r1"');
  });
  it('has a name of its own', () => {
    expect(traceName('run 1', { texts: true })).toBe('trace-run-1.jsonl');
    expect(traceName('run 1', { texts: false })).toBe('trace-run-1-without-texts.jsonl');
  });
  it('keeps the words out whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (request, reply) => {
        const words = run(agent.header, { q: [llm({ asked: [{ role: 'user', content: request }], reply })] });
        const none = run(agent.header, { q: [llm({ asked: [], reply: '' })] });
        expect(traceJsonl(words, { texts: false })).toBe(traceJsonl(none, { texts: false }));
      }),
    );
  });
});
