import { attempts, filled, plain, sameDocument, states } from './labelled.mjs';

/**
 * Plays every system as it should be played, by the labels: asks for the next fact that it has not seen stated, in other
 * words when it did not come, believes only what it was shown, and says so when that is not enough.
 *
 * What a player sees of a request:
 * @typedef {object} Situation
 * @property {import('./asked.mjs').Task} task
 * @property {import('./labelled.mjs').Labelled} question
 * @property {import('./labelled.mjs').LabelledHop | null} hop the sub-question that is asked; null: the whole question
 * @property {readonly import('./labelled.mjs').Shown[]} shown
 * @property {readonly string[]} asked queries that this conversation has made already
 * @property {readonly string[]} read ids of chunks that it has read
 * @property {ReturnType<typeof import('./seen.mjs').registerIn> | null} register
 * @property {readonly string[]} searches names of the search tools
 * @property {readonly string[]} offTarget what other questions ask
 * @property {string} wrong an answer that is not this question's
 *
 * @typedef {{ text: string } | { calls: { name: string, arguments: Record<string, unknown> }[] }} Reply
 * @typedef {(situation: Situation) => Reply} Play
 */

export const NO_ANSWER = 'NO ANSWER';
/** @param {string | null} text @returns {Reply} */
export const answer = (text) => ({ text: `ANSWER: ${text ?? NO_ANSWER}` });
/** @param {unknown} value @returns {Reply} */
export const json = (value) => ({ text: JSON.stringify(value) });
/** @param {readonly string[]} lines @returns {Reply} */
export const list = (lines) => ({ text: lines.map((line, at) => `${at + 1}. ${line}`).join('\n') });

/** @param {Situation} situation @param {import('./labelled.mjs').LabelledHop} hop */
const stated = ({ shown }, hop) => shown.some((passage) => passage.whole && states(hop, passage));
/** @param {Situation} situation */
export const allStated = (situation) =>
  situation.question.hops.length > 0 && situation.question.hops.every((hop) => stated(situation, hop));
/** What the evidence allows to say. @param {Situation} situation */
export const known = (situation) => {
  const { question, hop } = situation;
  if (hop !== null) return stated(situation, hop) ? (hop.answers[0] ?? null) : null;
  return allStated(situation) ? (question.answers[0] ?? null) : null;
};

/** @param {Situation} situation @param {string} query */
const wasAsked = ({ asked }, query) => asked.some((one) => plain(one) === plain(query));
/** The next query for a fact that was not seen; null: nothing is left to ask. @param {Situation} situation */
export const nextQuery = (situation) => {
  for (const hop of situation.question.hops) {
    if (stated(situation, hop)) continue;
    const query = attempts(situation.question, hop).find((one) => !wasAsked(situation, one));
    // What comes after a fact that cannot be found is asked all the same: the labels fill it in.
    if (query !== undefined) return query;
  }
  return null;
};

/** @param {Situation} situation @param {string} query @returns {Reply} */
export const searchFor = ({ searches }, query) => ({
  calls: [{ name: searches[0] ?? 'keyword_search', arguments: { query } }],
});

/** Chunks that a snippet shows to be of a wanted document, and that were not read. @param {Situation} situation */
const toRead = (situation) => {
  const { shown, read, question } = situation;
  const wanted = question.hops.filter((hop) => !stated(situation, hop));
  const found = shown.filter(
    (passage) =>
      passage.id !== null &&
      !read.includes(passage.id) &&
      wanted.some(
        (hop) =>
          states(hop, passage) || hop.gold.some((gold) => gold.title !== null && sameDocument(gold, passage)),
      ),
  );
  return [...new Set(found.flatMap(({ id }) => id ?? []))].slice(0, 5);
};

/** Items of the register with the hop that each stands for. @param {Situation} situation */
export const items = ({ register, question }) =>
  (register?.items ?? []).map((item) => ({
    ...item,
    hop: question.hops.find((hop) => plain(filled(question, hop)) === plain(item.text)) ?? null,
    open: item.status === 'active' || item.status === 'pending',
  }));

/**
 * @typedef {{ id: string, status: string, note?: string, support?: string[], reason?: string }} Change
 * @param {Situation} situation @returns {Reply}
 */
const updates = (situation) => {
  const { shown, question } = situation;
  const exhausted = nextQuery(situation) === null && toRead(situation).length === 0;
  /** @param {ReturnType<typeof items>[number]} item @returns {Change[]} */
  const changes = ({ id, hop, open }) => {
    if (!open) return [];
    const wanted = hop === null ? question.hops : [hop];
    const support = wanted.flatMap(
      (one) =>
        shown.find((passage) => passage.id !== null && passage.whole && states(one, passage))?.id ?? [],
    );
    if (support.length === wanted.length && support.length > 0)
      return [{ id, status: 'resolved', note: (hop ?? question).answers[0] ?? '', support }];
    return exhausted ? [{ id, status: 'retired', reason: 'No search brought it.' }] : [];
  };
  return json({ updates: items(situation).flatMap(changes) });
};

/** @type {Record<Exclude<import('./asked.mjs').Task, 'fact-judge' | 'answer-judge' | 'connection' | 'unknown'>, Play>} */
export const oracle = {
  direct: ({ question }) => answer(question.answers[0] ?? null),
  answer: (situation) => answer(known(situation)),
  compose: (situation) => answer(known(situation)),
  // The last facts first: the question itself, which is asked too, brings the first ones.
  queries: ({ question }) =>
    list(
      [0, 1, 2].flatMap((form) =>
        question.hops.toReversed().flatMap((hop) => attempts(question, hop)[form] ?? []),
      ),
    ),
  plan: ({ question }) => list(question.hops.map((hop) => hop.question)),
  step: (situation) => {
    const query = allStated(situation) ? null : nextQuery(situation);
    return query === null ? answer(known(situation)) : { text: `SUB-QUESTION: ${query}` };
  },
  thought: (situation) => {
    const query = allStated(situation) ? null : nextQuery(situation);
    return { text: query ?? `So the answer is: ${known(situation) ?? NO_ANSWER}` };
  },
  rephrase: ({ question, hop }) => ({
    text: `SUB-QUESTION: ${hop === null ? question.text : (attempts(question, hop)[1] ?? hop.question)}`,
  }),
  register: ({ question }) =>
    json({
      requirements:
        question.hops.length > 0 ? question.hops.map((hop) => filled(question, hop)) : [question.text],
    }),
  update: updates,
  act: (situation) => {
    const open = items(situation).some((item) => item.open);
    if (situation.register !== null && !open) return answer(known(situation));
    const read = toRead(situation);
    if (read.length > 0) return { calls: [{ name: 'read_chunk', arguments: { chunk_ids: read } }] };
    const query = nextQuery(situation);
    return query === null ? answer(known(situation)) : searchFor(situation, query);
  },
  final: (situation) => answer(known(situation)),
};
