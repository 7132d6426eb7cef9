import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatReply } from '../../../src/domain/llm';
import { valuesIn } from '../../../src/domain/reply-json';
import { withoutReasoning } from '../../../src/domain/reply-text';
import { readAnswer, readTurn } from '../../../src/systems/agent/reply';
import { call } from '../../support/scripted-chat';

const reply = (text: string, more: Partial<ChatReply> = {}): ChatReply => ({
  text,
  toolCalls: [],
  truncated: false,
  usage: { input: 0, output: 0, cachedInput: 0, counted: 'endpoint' },
  ms: 0,
  retries: 0,
  cached: false,
  cost: null,
  ...more,
});
const TOOLS = ['keyword_search', 'read_chunk'];

describe('JSON in a reply', () => {
  test.each([
    ['alone', '{"a": 1}', [{ a: 1 }]],
    ['in a fence, with words around', 'Sure:\n```json\n{"a": [1, 2]}\n```\nDone.', [{ a: [1, 2] }]],
    ['with commas too many', '{"a": [1, 2,], }', [{ a: [1, 2] }]],
    ['with brackets in its strings', '{"a": "}{]["}', [{ a: '}{][' }]],
    ['with an escaped quote', '{"a": "\\"}"}', [{ a: '"}' }]],
    ['after braces of prose', 'The set {x, y} is {"a": 1}', [{ a: 1 }]],
    ['several', '{"a": 1} [2] {"b": 3}', [{ a: 1 }, [2], { b: 3 }]],
    ['cut off', '{"a": "b', []],
    ['nothing of one that is cut off', '{"calls": [{"a": 1}', []],
    ['none', 'no JSON', []],
  ])('%s', (_, text, values) => expect(valuesIn(text).values).toEqual(values));

  test('is found wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.object({ maxDepth: 3 }), fc.array(fc.jsonValue({ maxDepth: 2 }))),
        fc.stringMatching(/^[a-z .,:]*$/),
        (value, words) => {
          const text = JSON.stringify(value);
          expect(valuesIn(`${words}\n${text}\n${words}`).values).toEqual([JSON.parse(text)]);
        },
      ),
    );
  });

  test.each([
    ['<think>{"a": 1}</think>{"b": 2}', '{"b": 2}'],
    ['{"a": 1}</think>{"b": 2}', '{"b": 2}'],
    ['<think>{"a": 1}', null],
    ['plain', 'plain'],
  ])('reasoning is no part of %j', (text, rest) => expect(withoutReasoning(text)).toBe(rest));
});

describe('a turn', () => {
  const search = { name: 'keyword_search', arguments: { query: 'x' } };
  test.each([
    ['as asked for', '{"calls": [{"tool": "keyword_search", "arguments": {"query": "x"}}]}'],
    ['one call alone', '{"tool": "keyword_search", "arguments": {"query": "x"}}'],
    ['arguments beside the name', '{"tool": "keyword_search", "query": "x"}'],
    [
      'in the form of a well-known endpoint',
      '{"function": {"name": "keyword_search", "arguments": "{\\"query\\": \\"x\\"}"}}',
    ],
    ['between tags', '<tool_call>\n{"name": "keyword_search", "parameters": {"query": "x"}}\n</tool_call>'],
    ['as a list', '[{"name": "keyword_search", "input": {"query": "x"}}]'],
  ])('may write its call %s', (_, text) => {
    for (const native of [true, false])
      expect(readTurn(reply(text), TOOLS, native)).toMatchObject({
        kind: 'calls',
        native: false,
        calls: [search],
      });
  });

  test('with native calls is those, whatever it says besides', () => {
    const calls = [call('keyword_search', null, '{bro'), call('none', {})];
    expect(readTurn(reply('ANSWER: x', { toolCalls: calls }), TOOLS, true)).toEqual({
      kind: 'calls',
      calls,
      native: true,
    });
  });

  test('an unknown tool is a call where calls are text, and an object of its own where they are not', () => {
    const text = '{"tool": "send_mail", "arguments": {}}';
    expect(readTurn(reply(text), TOOLS, false)).toMatchObject({
      kind: 'calls',
      calls: [{ name: 'send_mail' }],
    });
    expect(readTurn(reply(text), TOOLS, true).kind).toBe('broken');
  });

  test('an object that happens to have a name is no call', () => {
    expect(readTurn(reply('{"name": "Mira Tal", "born": "Kelm"}'), TOOLS, false).kind).toBe('broken');
  });

  test('arguments that are no object are null, for the tool to complain about', () => {
    expect(readTurn(reply('{"tool": "read_chunk", "arguments": [1]}'), TOOLS, false)).toMatchObject({
      calls: [{ name: 'read_chunk', arguments: null }],
    });
  });
});

describe('an answer', () => {
  test.each([
    ['ANSWER: Mira Tal', 'Mira Tal'],
    ['I have read enough.\n**Answer:** Mira Tal\nThat is all.', 'Mira Tal'],
    ['Final answer: "Mira Tal"', 'Mira Tal'],
    ['ANSWER:\n\nMira Tal', 'Mira Tal'],
    ['ANSWER: first\nANSWER: second', 'second'],
    ['<think>ANSWER: no</think>ANSWER: yes', 'yes'],
    ['{"answer": "Mira Tal"}', 'Mira Tal'],
    ['{"answer": 42}', '42'],
    ['{"answer": null}', null],
    ['ANSWER: NO ANSWER', null],
    ['answer: no_answer.', null],
    ['NO ANSWER', null],
    ['ANSWER: No answers were recorded', 'No answers were recorded'],
    ['ANSWER：東京', '東京'],
  ])('%j is %j', (text, answer) =>
    expect(readAnswer({ text, truncated: false })).toEqual({ kind: 'answer', text: answer }),
  );

  test.each([
    ['', 'empty'],
    ['<think>for ever', 'never ended'],
    ['{"verdict": "yes"}', 'another form'],
    ['***', 'no words'],
    ['ANSWER:', 'no words'],
  ])('%j cannot be read', (text, why) => {
    const said = readAnswer({ text, truncated: false });
    expect(said.kind === 'broken' ? said.why : said.kind).toContain(why);
  });

  test.each([
    ['new lines', '\n'],
    ['stars', '*'],
    ['brackets', '{'],
    ['quotes', '"'],
    ['openings of reasoning', '<think>'],
    ['ends of reasoning', '</think>'],
    ['labels', 'ANSWER:\n'],
    ['commas', '[, '],
  ])('is looked for in a wall of %s in one go', (_, brick) => {
    const wall = brick.repeat(300_000);
    for (const text of [wall, `${wall}x`, `x${wall}x`])
      expect(['answer', 'prose', 'broken']).toContain(readTurn(reply(text), TOOLS, false).kind);
  });

  test('is not cut within a character', () => {
    const said = readAnswer({ text: `ANSWER: x${'🌉'.repeat(2000)}`, truncated: false });
    expect(said).toMatchObject({ kind: 'answer', text: expect.stringMatching(/^x🌉+$/u) });
  });

  test('cut JSON is named as cut', () => {
    expect(readAnswer({ text: '{"answer": "Mi', truncated: true })).toMatchObject({ why: 'it was cut off.' });
  });
});
