/** The scripted model reads the app's own prompts: a prompt whose words change must not be mistaken for another. */
import { describe, expect, it } from 'vitest';
import { readAsked } from '../../scripts/test-llm/asked.mjs';
import { createEndpoint, MODEL } from '../../scripts/test-llm/endpoint.mjs';
import { fromQuestion, readLabelled } from '../../scripts/test-llm/labelled.mjs';
import { createPlayer } from '../../scripts/test-llm/player.mjs';
import { PERSONALITIES } from '../../scripts/test-llm/players.mjs';
import type { ChatMessage } from '../../src/domain/llm';
import { answerJudgeMessages } from '../../src/judge/answer-prompt';
import { judgeMessages } from '../../src/judge/llm-prompt';
import { firstDialect } from '../../src/llm/dialect';
import { openai } from '../../src/llm/providers/openai';
import { toolSpecs } from '../../src/systems/agent/tools';
import { A_RAG } from '../../src/systems/prompts/a-rag';
import { PROMPTS } from '../../src/systems/prompts/all';
import { EXECUTION_RAG } from '../../src/systems/prompts/execution-rag';
import { opening } from '../../src/systems/prompts/prompt';
import { textToolsFor } from '../../src/systems/prompts/text-tools';
import { CHAIN } from '../systems/tiny-search';

const base = 'https://llm.example/v1';
const bodyOf = (messages: ChatMessage[], tools = toolSpecs([])) =>
  openai.body({
    base,
    model: MODEL,
    request: { messages, temperature: 0, maxTokens: 9, tools },
    seed: null,
    dialect: firstDialect('openai', base),
  });

describe('the prompt of a request', () => {
  it('is known for every prompt of a chain', () => {
    const tasks = PROMPTS.map((prompt) => [
      prompt.id.split('/')[0],
      readAsked(bodyOf(opening(prompt, 'Question: x?'))).task,
    ]);
    expect(Object.fromEntries(tasks)).toEqual({
      direct: 'direct',
      answer: 'answer',
      'multi-query': 'queries',
      decompose: 'plan',
      compose: 'compose',
      'self-ask': 'step',
      rephrase: 'rephrase',
      ircot: 'thought',
    });
  });

  const system = (content: string): ChatMessage => ({ role: 'system', content });
  const user = (content: string): ChatMessage => ({ role: 'user', content });
  const model = (content: string): ChatMessage => ({ role: 'assistant', content });
  const { later } = EXECUTION_RAG;
  const registered = system(`${A_RAG.system}\n\n${EXECUTION_RAG.system}`);

  it.each([
    ['act', [user('Question: x?')]],
    ['register', [user(`Question: x?\n\n${later.start}`)]],
    ['act', [user(later.start), model('{}'), user(later.first)]],
    ['update', [user(later.start), model('{}'), user('…'), model(''), user(`results\n\n${later.update}`)]],
    ['update', [user(later.update), model('?'), user(later.unreadable)]],
    ['register', [user(later.start), model('?'), user(later.unreadable)]],
    ['final', [user(later.update), model('{}'), user(`${later.active}\n\n${A_RAG.later.final}`)]],
    ['act', [user('Question: x?'), model('?'), user(A_RAG.later.unreadable)]],
  ] as [string, ChatMessage[]][])('is %s at its turn of an agent', (task, messages) => {
    expect(readAsked(bodyOf([registered, ...messages]))).toMatchObject({ task, register: true });
    expect(readAsked(bodyOf([system(A_RAG.system), ...messages])).register).toBe(false);
  });

  it('says which tools there are, natively and in text', () => {
    const specs = toolSpecs(['keyword_search']);
    const names = ['keyword_search', 'read_chunk'];
    expect(readAsked(bodyOf([system(A_RAG.system)], specs)).tools).toEqual({ way: 'native', names });
    const inText = system(`${A_RAG.system}\n\n${textToolsFor(specs)}`);
    expect(readAsked(bodyOf([inText])).tools).toEqual({ way: 'text', names });
  });

  it('is that of a judge', () => {
    const passages = [{ id: 'a', text: 'Mira Tal learned from Jonas Vey.' }];
    expect(readAsked(bodyOf(judgeMessages('Who?', passages as never))).task).toBe('fact-judge');
    const graded = answerJudgeMessages({ asked: 'Who?', gold: ['Mira Tal'], answer: 'Mira Tal, I think' });
    const play = createPlayer({ questions: [], personality: 'oracle' });
    expect(play(bodyOf(graded))).toMatchObject({
      task: 'answer-judge',
      reply: { text: expect.stringMatching(/^CORRECT/) },
    });
    const wrong = answerJudgeMessages({ asked: 'Who?', gold: ['Mira Tal'], answer: 'Jonas Vey' });
    expect(play(bodyOf(wrong)).reply).toEqual({ text: expect.stringMatching(/^INCORRECT/) });
  });
});

describe('the question behind a request', () => {
  const questions = [fromQuestion(CHAIN)];
  it.each(PERSONALITIES)('is found by %s, and the same request brings the same reply', (personality) => {
    const play = createPlayer({ questions, personality });
    for (const prompt of PROMPTS) {
      const body = bodyOf(opening(prompt, `Question: ${CHAIN.text}`));
      expect(play(body)).toMatchObject({ question: 'q1' });
      expect(play(structuredClone(body))).toEqual(play(body));
    }
  });

  it('is found by a sub-question with answers filled in', () => {
    const play = createPlayer({ questions, personality: 'oracle' });
    const [answer] = PROMPTS.filter(({ id }) => id.startsWith('answer/'));
    if (answer === undefined) throw new Error('no prompt');
    const shown =
      '<passages>\n<passage n="1" title="Mira Tal">\nMira Tal learned her craft from Jonas Vey.\n</passage>\n</passages>';
    const ask = (text: string) => play(bodyOf(opening(answer, `${shown}\n\nQuestion: ${text}`)));
    expect(ask('Who was the teacher of Mira Tal?').question).toBe('q1');
    expect(ask('Who stole the cheese?')).toMatchObject({
      question: null,
      reply: { text: 'ANSWER: NO ANSWER' },
    });
  });
});

describe('the endpoint', () => {
  const endpoint = (more = {}) => createEndpoint({ questions: [], personality: 'oracle', ...more });
  const received = (body: unknown, more = {}) => ({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: {},
    body: JSON.stringify(body),
    ...more,
  });

  it('refuses another model, another key, tools where it has none, and what it does not know', () => {
    expect(endpoint().answer(received({ model: 'other' }))?.status).toBe(404);
    expect(endpoint({ key: 'k' }).answer(received({ model: MODEL }))?.status).toBe(401);
    expect(
      endpoint({ key: 'k' }).answer(received({ model: MODEL }, { headers: { authorization: 'Bearer k' } }))
        ?.status,
    ).toBe(200);
    const withTools = received({ model: MODEL, tools: [{ function: { name: 'x' } }] });
    expect(endpoint({ tools: 'text' }).answer(withTools)?.status).toBe(400);
    expect(endpoint().answer(received(null, { path: '/v2' }))?.status).toBe(404);
    expect(endpoint().answer(received(null, { method: 'OPTIONS' }))?.headers).toMatchObject({
      'access-control-allow-origin': '*',
    });
  });

  it('misbehaves in the share asked for, in every way, and the same for the same seed in any order', () => {
    const bodies = Array.from({ length: 1000 }, (_, at) => received({ model: MODEL, messages: [], at }));
    const faults = { share: 0.2, seed: 7 };
    const one = endpoint({ faults });
    for (const body of bodies) one.answer(body);
    const counts = new Map<string, number>();
    for (const { fault } of one.calls) if (fault !== null) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    // Binomial: 200 ± 5 standard deviations of 12.6, and 50 ± 5 of 6.9 of each way.
    expect([...counts.values()].reduce((sum, n) => sum + n, 0)).toSatisfy((n: number) => n > 137 && n < 263);
    expect([...counts.keys()].sort()).toEqual(['429', '500', 'cut', 'hang']);
    for (const n of counts.values()) expect(n).toSatisfy((of: number) => of > 15 && of < 85);
    const other = endpoint({ faults });
    for (const body of bodies.toReversed()) other.answer(body);
    const byHash = (calls: typeof one.calls) => calls.map(({ hash, fault }) => `${hash} ${fault}`).toSorted();
    expect(byHash(other.calls)).toEqual(byHash(one.calls));
    expect(one.calls.filter(({ fault }) => fault === 'hang').every(({ status }) => status === 0)).toBe(true);
  });

  it('reads the demo’s questions', () => {
    const labelled = readLabelled('public/demo/questions.jsonl');
    expect(labelled.length).toBeGreaterThan(20);
    for (const { text, hops } of labelled) {
      expect(text).not.toBe('');
      expect(hops.every(({ question }) => question !== '')).toBe(true);
    }
  });
});
