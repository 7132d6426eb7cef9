/** The replies that broke other tools (edge-cases), and JSON as models write it. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { askJson } from '../../src/domain/ask-json';
import type { ChatMessage } from '../../src/domain/llm';
import { readJson, type Said } from '../../src/domain/reply-json';
import { withoutReasoning } from '../../src/domain/reply-text';

const Verdict = v.object({ verdict: v.picklist(['yes', 'no']), reason: v.optional(v.string()) });
/** Whatever JSON holds at the top of a reply. */
const Any = v.custom<object>((value) => typeof value === 'object' && value !== null);
const read = (text: string, truncated = false) => readJson({ text, truncated }, Verdict);

describe('reasoning is taken off', () => {
  it.each<[string, string | null]>([
    ['<think>a</think>b', 'b'],
    ['a</think>b', 'b'],
    ['<think>a', null],
    ['b <thinking>a</thinking> <think>c', null],
    ['[THINK]a[/THINK]b', 'b'],
    ['[THINK]a', null],
    ['<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b', 'b'],
    ['<Thought>a</Thought>b', 'b'],
    ['b', 'b'],
  ])('%j', (text, said) => {
    expect(withoutReasoning(text)?.trim() ?? null).toBe(said);
  });
});

describe('the verdict is read', () => {
  it.each<[string, 'yes' | 'no']>([
    ['{"verdict":"yes"}', 'yes'],
    ['```json\n{"verdict": "no", "reason": "open"}\n```', 'no'],
    ['Here is what I think:\n```json\n{"verdict": "yes"}\n```\nI hope that helps {you}.', 'yes'],
    ['<think>maybe {"verdict":"no"}</think>{"verdict":"yes"}', 'yes'],
    ['maybe {"verdict":"no"}</think>{"verdict":"yes"}', 'yes'],
    ['As passage [2] says, and [1, too: {"verdict": "yes", "reason": "[2] {x}"}', 'yes'],
    ["{'verdict': 'no', 'reason': 'it\\'s open',}", 'no'],
    ['{verdict: "yes", // sure\n reason: "two\nlines",}', 'yes'],
    ['{"verdict": "yes"}\nAgain: {"verdict": "yes"}', 'yes'],
    ['{"other": [1, {"verdict": "no"}]} {"verdict": "yes"}', 'yes'],
    ['{“verdict”: “no”}', 'no'],
  ])('%j', (text, verdict) => {
    expect(read(text)).toMatchObject({ state: 'read', value: { verdict } });
  });

  it.each<[string, boolean, 'truncated' | 'invalid', RegExp]>([
    ['<think>{"verdict":"yes"}, but', true, 'truncated', /reasoning never ended/],
    ['{"verdict":"no","reason":"becau', true, 'truncated', /never ended/],
    ['{"verdict":"no","reason":"becau', false, 'truncated', /never ended/],
    ['{"verdict":"no"', false, 'truncated', /never ended/],
    ['{"verdict":"yes"} or rather {"verdict":', true, 'truncated', /never ended/],
    ['{"outer": {"verdict": "no"}, "more": [', true, 'truncated', /never ended/],
    ['Let me look at the pass', true, 'truncated', /before its JSON/],
    ['', false, 'invalid', /no JSON/],
    ['I would say yes.', false, 'invalid', /no JSON/],
    ['{"verdict":"yes"} {"verdict":"no"}', false, 'invalid', /two answers/],
    ['{"verdict":"maybe"}', false, 'invalid', /at verdict: /],
    ['{"outer": {"verdict": "no"}}', false, 'invalid', /verdict/],
  ])('%j is no verdict', (text, truncated, state, reason) => {
    expect(read(text, truncated)).toEqual({ state, reason: expect.stringMatching(reason) });
  });

  it('any JSON comes back as it is, in any dress', () => {
    const json = fc.jsonValue().filter((value) => typeof value === 'object' && value !== null);
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const expected = { state: 'read', value: JSON.parse(text) as unknown };
        expect(readJson({ text, truncated: false }, Any)).toEqual(expected);
        expect(readJson({ text: `So:\n\`\`\`json\n${text}\n\`\`\`\n`, truncated: false }, Any)).toEqual(
          expected,
        );
      }),
    );
  });

  it('a value cut anywhere is never read as a smaller one', () => {
    const json = fc.jsonValue().filter((value) => typeof value === 'object' && value !== null);
    fc.assert(
      fc.property(json, fc.double({ min: 0, max: 1, noNaN: true }), (value, share) => {
        const whole = JSON.stringify(value);
        const text = whole.slice(0, Math.max(1, Math.floor(share * (whole.length - 1))));
        expect(readJson({ text, truncated: false }, Any)).toMatchObject({ state: 'truncated' });
      }),
    );
  });

  it('a key that names the prototype is a key', () => {
    const Named = v.record(v.string(), v.unknown());
    const reply = readJson({ text: '{"a": {"__proto__": {"b": 1}}}', truncated: false }, Named);
    const inner = reply.state === 'read' ? (reply.value.a as object) : {};
    expect(Object.keys(inner)).toEqual(['__proto__']);
    expect('b' in inner).toBe(false);
  });

  it('thousands of open brackets are no crash', () => {
    expect(read('['.repeat(20_000))).toMatchObject({ state: expect.stringMatching(/invalid|truncated/) });
  });
});

describe('a model is asked for JSON', () => {
  const asking = (...texts: (string | Said)[]) => {
    const sent: ChatMessage[][] = [];
    const attempts: string[] = [];
    const result = askJson({
      messages: [{ role: 'user', content: 'Is it?' }],
      schema: Verdict,
      shape: 'an object {"verdict": "yes" or "no"}',
      async ask(messages, attempt) {
        sent.push(messages);
        attempts.push(attempt);
        const text = texts[sent.length - 1] ?? '';
        return typeof text === 'string' ? { text, truncated: false } : text;
      },
    });
    return { result, sent, attempts };
  };

  it('once, when it answers', async () => {
    const { result, sent } = asking('{"verdict":"yes"}');
    expect((await result).value).toEqual({ verdict: 'yes' });
    expect(sent).toHaveLength(1);
  });

  it('a second time, with what was wrong', async () => {
    const { result, sent, attempts } = asking('{"verdict":"perhaps"}', '{"verdict":"no"}');
    expect(await result).toMatchObject({ value: { verdict: 'no' }, replies: [{}, {}] });
    expect(attempts).toEqual(['first', 'repair']);
    expect(sent[1]?.slice(0, 2)).toEqual([
      { role: 'user', content: 'Is it?' },
      { role: 'assistant', content: '{"verdict":"perhaps"}' },
    ]);
    expect(sent[1]?.[2]?.content).toMatch(/at verdict.*an object {"verdict"/);
  });

  it('no third time: it is the error of this question', async () => {
    const { result, sent } = asking('well', { text: '{"verdict":"ye', truncated: true });
    await expect(result).rejects.toMatchObject({
      code: 'llm-reply',
      message: expect.stringMatching(/truncated.*longer replies/),
    });
    expect(sent).toHaveLength(2);
  });
});
