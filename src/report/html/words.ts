import { html, type Markup } from './escape';

/** The words that the page uses and a reader from elsewhere may not know. */
const WORDS: readonly (readonly [string, string])[] = [
  ['Passage, chunk', 'a piece of a document, as it is indexed and searched'],
  ['Retriever', 'what finds passages for a query: by words (BM25), by meaning (vector), or both (hybrid)'],
  ['k', 'how many passages a search returns'],
  [
    'Hop',
    'one step of a question that needs several facts: each hop has a sub-question, an answer, and a passage that states it',
  ],
  [
    'Gold passage, gold answer',
    'the passage that is needed and the answer that is right, by the labels of the question set',
  ],
  ['Evidence recall', 'the share of a question’s gold passages that were retrieved'],
  [
    'Certificate',
    'proof that a missing passage can be reached: a query that finds it within k on the same retriever. Without one nothing is proven.',
  ],
  [
    'Search drift',
    'a passage was missed although a certificate shows that it can be reached: the search did not ask for it',
  ],
  ['Judge', 'a model or a person who says whether a passage states a fact, or whether an answer is right'],
  [
    'n and [low, high]',
    'how many were counted, and the interval in which the true share lies in 95 of 100 such samples',
  ],
];

export const wordsSection = (): Markup =>
  html`<section class="panel" id="words" aria-labelledby="words-title"><h2 id="words-title">Words used here</h2><dl class="small">${WORDS.map(([word, meaning]) => html`<dt>${word}</dt><dd>${meaning}</dd>`)}</dl></section>`;
