import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a corpus of any size by repetition with renumbered titles, and two-hop questions whose gold passages are named
 * by title. Every question is asked once per repetition of its passages, so no text of a question occurs twice.
 * @param {string} folder
 * @param {{ passages: { title: string, text: string }[], questions: string[] }} data
 * @param {{ passages: number, questions: number }} counts
 * @returns {Promise<string[]>} the corpus and the questions
 */
export const writeScaleFiles = async (folder, data, counts) => {
  const titleOf = (/** @type {number} */ at) => {
    const round = Math.floor(at / data.passages.length);
    const { title = '' } = data.passages[at % data.passages.length] ?? {};
    return round === 0 ? title : `${title} (${round})`;
  };
  /** @param {string} name @param {number} count @param {(i: number) => object} record */
  const write = async (name, count, record) => {
    const path = join(folder, name);
    const out = createWriteStream(path);
    for (let i = 0; i < count; i++) {
      if (!out.write(`${JSON.stringify(record(i))}\n`)) await once(out, 'drain');
    }
    out.end();
    await once(out, 'finish');
    return path;
  };
  return [
    await write('corpus.jsonl', counts.passages, (i) => ({
      id: `p${i}`,
      title: titleOf(i),
      text: data.passages[i % data.passages.length]?.text ?? '',
    })),
    await write('questions.jsonl', counts.questions, (i) => {
      const round = Math.floor(i / data.questions.length);
      const golds = [(i * 7919) % counts.passages, (i * 104_729 + 1) % counts.passages];
      return {
        id: `q${i}`,
        question: `${data.questions[i % data.questions.length]}${round === 0 ? '' : ` (${round})`}`,
        type: i % 2 === 0 ? 'bridge' : 'comparison',
        hops: golds.map((at, hop) => ({
          id: hop + 1,
          question: `What is told of ${titleOf(at)}?`,
          gold: [{ document: `p${at}` }],
        })),
      };
    }),
  ];
};
