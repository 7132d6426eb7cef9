import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Size and shape of the 2Wiki open corpus, for machines that do not have it. */
const SHAPE = { passages: 6119, words: 60, vocabulary: 40_000, questions: 254, questionWords: 11 };

/**
 * Deterministic numbers in [0, 1).
 * @param {number} seed
 */
const generator = (seed) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
};

const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ren',
  'tas',
  'vo',
  'du',
  'sel',
  'pri',
  'nor',
  'ba',
  'eth',
  'qui',
  'zan',
  'fe',
  'gur',
];

/** @param {number} rank */
const word = (rank) => {
  let name = '';
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    name += SYLLABLES[rest % SYLLABLES.length];
  }
  return name;
};

/** Words follow Zipf's law, so that a question holds some words of half the corpus and some of few passages. */
const generated = () => {
  const next = generator(7);
  const draw = () => word(Math.floor(SHAPE.vocabulary ** next()) - 1);
  /** @param {number} n */
  const words = (n) => Array.from({ length: n }, draw).join(' ');
  return {
    source: 'generated corpus',
    passages: Array.from({ length: SHAPE.passages }, () => ({
      title: words(3),
      text: `${words(Math.round(SHAPE.words * (0.4 + 1.2 * next())))}.`,
    })),
    questions: Array.from({ length: SHAPE.questions }, () => `${words(SHAPE.questionWords)}?`),
  };
};

/**
 * Corpus and questions of the benchmark: real where the shared data lies beside the checkout.
 * @param {string} root
 * @returns {{ source: string, passages: { title: string, text: string }[], questions: string[] }}
 */
export const benchData = (root) => {
  const shared = resolve(root, '../shared/data');
  const corpus = resolve(shared, 'corpora/2wikimultihopqa_corpus.json');
  const questions = resolve(shared, 'questions/2wikimultihopqa_open.jsonl');
  if (!existsSync(corpus) || !existsSync(questions)) return generated();
  return {
    source: '2WikiMultihopQA open corpus (Apache-2.0)',
    passages: JSON.parse(readFileSync(corpus, 'utf8')),
    questions: readFileSync(questions, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line).question),
  };
};
