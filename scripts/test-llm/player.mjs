import { createFinder, readAsked } from './asked.mjs';
import { judgeAnswer, judgeFact } from './judges.mjs';
import { filled, plain } from './labelled.mjs';
import { PLAYERS } from './players.mjs';
import { share } from './random.mjs';
import { broughtBy, callsIn, passagesIn, registerIn } from './seen.mjs';

/**
 * The scripted model: no language model. It replies by the labels of the questions it was given and by what a request
 * shows, and by nothing else: the same request brings the same reply.
 *
 * @typedef {import('./labelled.mjs').Labelled} Labelled
 * @typedef {import('./players.mjs').Personality} Personality
 *
 * @typedef {object} ModelSettings
 * @property {readonly Labelled[]} questions
 * @property {Personality} personality
 * @property {number} [chosen] share of the questions for which it plays that personality; the oracle plays the others
 * @property {ReadonlyMap<string, Personality>} [script] by question id, before all else
 */

/** Off-target questions that a drifting player asks. */
const DRIFTS = 2;

/** What other questions ask and answer, for players that lose their way. @param {readonly Labelled[]} questions @param {Labelled} own */
const elsewhere = (questions, own) => {
  const at = questions.indexOf(own);
  const others =
    questions.length < 2 ? [] : [1, 2, 3, 4].map((step) => questions[(at + step) % questions.length]);
  const offTarget = others.flatMap((other) => {
    const [hop] = other?.hops ?? [];
    return other === undefined || other === own || hop === undefined ? [] : [filled(other, hop)];
  });
  const right = [...own.answers, ...own.hops.flatMap(({ answers }) => answers)].map(plain);
  const wrong = others
    .flatMap((other) => other?.answers[0] ?? [])
    .find((text) => {
      const given = plain(text);
      return !right.some((one) => one.includes(given) || given.includes(one));
    });
  return {
    offTarget: [...new Set([...offTarget, 'weather at the harbour', 'price of salt'])].slice(0, DRIFTS),
    wrong: wrong ?? 'somebody else altogether',
  };
};

/** @param {ModelSettings} settings */
export const createPlayer = ({ questions, personality, chosen = 1, script = new Map() }) => {
  const find = createFinder(questions);
  /** @param {Labelled} question @returns {Personality} */
  const personalityOf = ({ id }) => script.get(id) ?? (share('chosen', id) < chosen ? personality : 'oracle');

  /** @param {any} body @returns {{ reply: import('./oracle.mjs').Reply, task: string, question: string | null, inText: boolean }} */
  return (body) => {
    const { task, messages, register, tools, last } = readAsked(body);
    const found = find(messages);
    const inText = tools.way === 'text';
    const named = { task, question: found?.question.id ?? null, inText };
    if (task === 'connection') {
      const [name] = tools.names;
      return {
        ...named,
        reply: name === undefined ? { text: 'ready' } : { calls: [{ name, arguments: { ready: true } }] },
      };
    }
    if (task === 'fact-judge') return { ...named, reply: { text: judgeFact(found?.hop ?? null, last) } };
    if (task === 'answer-judge') return { ...named, reply: { text: judgeAnswer(last) } };
    if (task === 'unknown' || found === null)
      return {
        ...named,
        reply: { text: 'ANSWER: NO ANSWER' },
      };
    const calls = callsIn(messages);
    const thoughts = [...(last.split('Thoughts so far:')[1] ?? '').matchAll(/^- (.+)$/gm)];
    const asked = [
      ...calls.flatMap(({ arguments: given }) => (typeof given.query === 'string' ? [given.query] : [])),
      ...messages.flatMap(({ role, content }) =>
        role === 'assistant'
          ? [...content.matchAll(/^SUB-QUESTION: (.+)$/gm)].map(([, one = '']) => one)
          : [],
      ),
      ...thoughts.map(([, one = '']) => one),
    ];
    const read = calls.flatMap(({ arguments: given }) =>
      Array.isArray(given.chunk_ids) ? given.chunk_ids : [],
    );
    const play = PLAYERS[personalityOf(found.question)];
    return {
      ...named,
      reply: play({
        task,
        question: found.question,
        hop: found.hop,
        shown: [...messages.flatMap(({ content }) => passagesIn(content)), ...broughtBy(messages)],
        asked,
        read,
        register: register ? registerIn(messages) : null,
        searches: tools.names.filter((name) => name.endsWith('_search')),
        ...elsewhere(questions, found.question),
      }),
    };
  };
};
