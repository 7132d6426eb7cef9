import { readFileSync } from 'node:fs';

/**
 * What the scripted model knows: the labels of the questions, in one shape for every source.
 * @typedef {{ document: string | null, title: string | null, text: string | null, quote: string | null }} Evidence
 * @typedef {{ id: number, question: string, answers: string[], gold: Evidence[] }} LabelledHop
 * @typedef {{ id: string, text: string, answers: string[], hops: LabelledHop[] }} Labelled
 */

/** Case, punctuation and white space make no other words. @param {string} text */
export const plain = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();

/** @param {unknown} value */
const word = (value) => (typeof value === 'string' && value.trim() !== '' ? value : null);
/** @param {unknown} value @returns {Record<string, any>[]} */
const rows = (value) => (Array.isArray(value) ? value : []);
/** @param {unknown[]} values */
const words = (values) => values.flatMap((value) => word(value) ?? []);

/** @param {Record<string, unknown>} gold @returns {Evidence} */
const evidence = ({ document, title, text, quote }) => ({
  document: word(document),
  title: word(title),
  text: word(text),
  quote: word(quote),
});

/**
 * A question as the app keeps it: hops name their gold passages by id. Without hops each passage is one to be found.
 * @param {import('../../src/domain/question').Question} question @returns {Labelled}
 */
export const fromQuestion = ({ id, text, answers, hops, gold }) => ({
  id,
  text,
  answers,
  hops:
    hops.length > 0
      ? hops.map((hop) => ({
          id: hop.id,
          question: hop.question,
          answers: hop.answers,
          gold: gold.filter((passage) => hop.gold.includes(passage.id)).map(evidence),
        }))
      : gold.map((passage, at) => ({ id: at + 1, question: text, answers, gold: [evidence(passage)] })),
});

/** @param {Record<string, any>} row @returns {Labelled} */
const fromMusique = (row) => {
  /** @param {unknown} idx */
  const paragraph = (idx) => rows(row.paragraphs).filter((one) => one.idx === idx);
  return {
    id: String(row.id),
    text: String(row.question),
    answers: words([row.answer, ...(row.answer_aliases ?? [])]),
    hops: rows(row.question_decomposition).map((step, at) => {
      const [entity, relation] = String(step.question).split('>>');
      return {
        id: at + 1,
        question:
          relation === undefined
            ? String(step.question)
            : `What is the ${relation.trim()} of ${entity?.trim()}?`,
        answers: words([step.answer]),
        gold: paragraph(step.paragraph_support_idx).map(({ title, paragraph_text: text }) =>
          evidence({ title, text }),
        ),
      };
    }),
  };
};

/** Hopscope's own lines (docs/formats.md): each hop carries its gold. @param {Record<string, any>} row @param {number} at @returns {Labelled} */
const fromOwn = (row, at) => ({
  id: String(row.id ?? at + 1),
  text: String(row.question ?? row.text),
  answers: words([...(row.answers ?? []), row.answer]),
  hops:
    rows(row.hops).length > 0
      ? rows(row.hops).map((hop, place) => ({
          id: Number(hop.id ?? place + 1),
          question: String(hop.question),
          answers: words([...(hop.answers ?? []), hop.answer]),
          gold: rows(hop.gold).map(evidence),
        }))
      : rows(row.gold).map((gold, place) => ({
          id: place + 1,
          question: String(row.question ?? row.text),
          answers: words([...(row.answers ?? []), row.answer]),
          gold: [evidence(gold)],
        })),
});

/** JSON lines of MuSiQue or of Hopscope's own format. @param {string} path @throws {Error} naming the line that is no JSON object */
export const readLabelled = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      if (line.trim() === '') return [];
      try {
        const row = JSON.parse(line);
        return [row.question_decomposition === undefined ? fromOwn(row, at) : fromMusique(row)];
      } catch (error) {
        throw new Error(`${path}, line ${at + 1}: ${error instanceof Error ? error.message : error}`);
      }
    });

/** The sub-question with the gold answers of earlier hops in it. @param {Labelled} question @param {LabelledHop} hop */
export const filled = ({ hops }, hop) =>
  hop.question.replace(/#(\d+)/g, (whole, n) => hops.find(({ id }) => id === Number(n))?.answers[0] ?? whole);

/**
 * What a search can ask for a hop, one after the other: the sub-question; its passage by title with the words that
 * the question does not have; the passage's own beginning. A model that knows the labels finds what can be found.
 * @param {Labelled} question @param {LabelledHop} hop @returns {string[]}
 */
export const attempts = (question, hop) => {
  const asked = filled(question, hop);
  const [gold] = hop.gold;
  const title = gold?.title ?? null;
  const start = (gold?.quote ?? gold?.text ?? '').split(/\s+/).slice(0, 16).join(' ');
  return [asked, ...(title === null ? [] : [`${title}: ${asked}`]), ...(start === '' ? [] : [start])];
};

/**
 * A passage as a model is shown it. `whole`: not only a snippet.
 * @typedef {{ id: string | null, title: string, text: string, whole: boolean }} Shown
 */

/** Is it (part of) the document that the label names? @param {Evidence} gold @param {Shown} shown */
export const sameDocument = (gold, { id, title }) => {
  if (gold.title !== null) return plain(gold.title) === plain(title);
  if (gold.document === null) return true;
  return id?.split('#')[0] === gold.document || plain(gold.document.replace(/\.\w+$/, '')) === plain(title);
};

/** Does the passage state the hop's fact, as far as the labels say where it stands? @param {LabelledHop} hop @param {Shown} shown */
export const states = (hop, shown) => {
  const text = plain(shown.text);
  if (text === '') return false;
  return hop.gold.some((gold) => {
    const wanted = plain(gold.quote ?? gold.text ?? '');
    if (wanted !== '' && ` ${text} `.includes(` ${wanted} `)) return true;
    if (!sameDocument(gold, shown)) return false;
    if (wanted !== '' && ` ${wanted} `.includes(` ${text} `) && gold.quote === null) return true;
    return gold.text === null && hop.answers.some((answer) => ` ${text} `.includes(` ${plain(answer)} `));
  });
};
