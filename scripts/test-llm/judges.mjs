import { plain, states } from './labelled.mjs';
import { numberedIn } from './seen.mjs';

/** Is a fact stated? By the labels of the sub-question that is asked. @param {import('./labelled.mjs').LabelledHop | null} hop @param {string} text */
export const judgeFact = (hop, text) => {
  const at = hop === null ? -1 : numberedIn(text).findIndex((passage) => states(hop, passage));
  return at < 0
    ? 'NOT-ANSWERABLE - No passage states it.'
    : `ANSWERABLE - [${at + 1}] The passage states it.`;
};

/** Is an answer right? By the gold answers that stand in the request. @param {string} text */
export const judgeAnswer = (text) => {
  const gold = [...(text.split('<answer>')[0] ?? '').matchAll(/^- (.+)$/gm)].map(([, one = '']) =>
    plain(one),
  );
  const given = plain(/<answer>\n([\s\S]*?)\n<\/answer>/.exec(text)?.[1] ?? '');
  if (given === '' || given === 'no answer') return 'ABSTAINED - It gives none.';
  return gold.some((one) => one !== '' && ` ${given} `.includes(` ${one} `))
    ? 'CORRECT - It names a gold answer.'
    : 'INCORRECT - It names no gold answer.';
};
