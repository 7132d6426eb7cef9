import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../src/domain/llm';
import { createLlmJudge, type JudgeReply } from '../../src/judge/llm-judge';
import { judgeMessages } from '../../src/judge/llm-prompt';
import { parseReply } from '../../src/judge/llm-reply';

describe('a reply is read', () => {
  it.each<[string, boolean, string, number | null]>([
    ['ANSWERABLE - [2] It says so.', true, 'It says so.', 2],
    ['NOT-ANSWERABLE - no passage speaks of it', false, 'no passage speaks of it', null],
    ['Not answerable: nothing about her birth', false, 'nothing about her birth', null],
    ['not_answerable', false, '', null],
    ['UNANSWERABLE. Only the theatre is named.', false, 'Only the theatre is named.', null],
    ['**ANSWERABLE** — [1] stated', true, 'stated', 1],
    ['Verdict: NOT-ANSWERABLE\nReason: it is answerable only from elsewhere', false, '', null],
    ['Final answer: "ANSWERABLE"', true, '', null],
    ['```\nANSWERABLE - [1] stated\n```', true, 'stated', 1],
    ['```json\n{"verdict": "NOT-ANSWERABLE", "reason": "open"}\n```', false, 'open', null],
    ['Here it is: {"Verdict": "answerable", "reason": "[3] told"} Good luck.', true, 'told', 3],
    ['{"answerable": false, "reason": "open"}', false, 'open', null],
    ['<think>NOT-ANSWERABLE at first sight</think>\nANSWERABLE - [1] told', true, 'told', 1],
    ['NOT-ANSWERABLE at first sight, but</think>ANSWERABLE - told', true, 'told', null],
    ['Let me look at each passage.\n\nNOT-ANSWERABLE - open', false, 'open', null],
    ['ANSWERABLE - told\nANSWERABLE', true, 'told', null],
  ])('%j', (text, answerable, reason, passage) => {
    expect(parseReply(text)).toEqual({ state: 'scored', answerable, reason, passage });
  });

  it.each<[string, boolean, RegExp]>([
    ['', false, /no verdict/],
    ['I would say that it is hard to tell.', false, /no verdict/],
    ['This may well be answerable.', false, /no verdict/],
    ['ANSWERABLE\nNOT-ANSWERABLE', false, /contradict/],
    ['<think>ANSWERABLE, because the passage', true, /reasoning never ended/],
    ['{"verdict": "ANSWERABLE", "reason": "becau', true, /truncated/],
    ['The passages say that', true, /truncated/],
  ])('%j is inconclusive, never a no', (text, truncated, reason) => {
    expect(parseReply(text, truncated)).toEqual({
      state: 'inconclusive',
      reason: expect.stringMatching(reason),
    });
  });
});

describe('the prompt', () => {
  const messages = judgeMessages('Who built the mill?', [
    { id: 'x', text: 'The mill stands.' },
    { id: 'y', text: 'Ann built it.' },
  ]);

  it('shows both verdicts, in the four kinds of case, each of which is read as it is meant', () => {
    const replies = messages
      .filter(({ role }) => role === 'assistant')
      .map(({ content }) => parseReply(content));
    expect(replies.map((reply) => reply.state === 'scored' && reply.answerable)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      ...Array.from({ length: 4 }, () => ['user', 'assistant']).flat(),
      'user',
    ]);
  });

  it('ends in the question and its numbered passages', () => {
    expect(messages.at(-1)?.content).toBe(
      'Question: Who built the mill?\n\nPassages:\n[1] The mill stands.\n\n[2] Ann built it.',
    );
  });
});

describe('the LLM judge', () => {
  const sent: ChatRequest[] = [];
  const judgeSaying = (reply: JudgeReply | Error) =>
    createLlmJudge({
      id: 'here/model',
      async complete(request) {
        sent.push(request);
        if (reply instanceof Error) throw reply;
        return reply;
      },
    });
  const passages = [
    { id: 'x', text: 'The mill stands.' },
    { id: 'empty', text: '  ' },
    { id: 'y', text: 'Ann built it.' },
  ];

  it('gives a word with the passage that states it; empty passages are not counted', async () => {
    const judge = judgeSaying({ text: 'ANSWERABLE - [2] Ann did', truncated: false });
    expect(judge.space).toBe('llm|fact-presence/1|here/model');
    expect(await judge.judge('Who built the mill?', passages)).toEqual({
      state: 'scored',
      present: 1,
      passage: 'y',
      reason: 'Ann did',
    });
    expect(sent.at(-1)?.temperature).toBe(0);
    const no = judgeSaying({ text: 'NOT-ANSWERABLE - [1] only the mill', truncated: false });
    expect(await no.judge('Who built the mill?', passages)).toMatchObject({ present: 0, passage: null });
  });

  it('names no passage that was not there', async () => {
    const judge = judgeSaying({ text: 'ANSWERABLE - [7] somewhere', truncated: false });
    expect(await judge.judge('Who?', passages)).toMatchObject({ present: 1, passage: null });
  });

  it('a failure and an unreadable reply are states, not zeros', async () => {
    expect(await judgeSaying(new Error('503 busy\nlater')).judge('Who?', passages)).toEqual({
      state: 'errored',
      present: null,
      passage: null,
      reason: '503 busy later',
    });
    expect(await judgeSaying({ text: 'Well,', truncated: true }).judge('Who?', passages)).toMatchObject({
      state: 'inconclusive',
      present: null,
    });
  });

  it('asks nothing about an open sub-question, nor about no text', async () => {
    const before = sent.length;
    const judge = judgeSaying({ text: 'ANSWERABLE', truncated: false });
    expect(await judge.judge('Where was #1 born?', passages)).toMatchObject({ state: 'inconclusive' });
    expect(await judge.judge('Who?', [])).toMatchObject({ state: 'scored', present: 0 });
    expect(sent).toHaveLength(before);
  });
});
