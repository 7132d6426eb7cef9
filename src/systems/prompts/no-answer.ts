/** How a model says that it has no answer: words that are not the answer to any question. */
export const NO_ANSWER = 'NO ANSWER';
