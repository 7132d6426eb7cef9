/** An invented world of any size: bridges, who designed them, and where those were born. */
import { contentHash } from '../../src/domain/hash';
import type { GoldMapping } from '../../src/domain/mapping';
import type { Question } from '../../src/domain/question';
import { createMemoryFiles } from '../../src/workspace/memory-files';
import { createMemoryMetadata } from '../../src/workspace/metadata';
import { createMemoryStore } from '../../src/workspace/store';
import { corpusOf, type Passage, storeCorpus } from '../support/passages';
import { questionsMeta } from '../workspace/make';
import { openBed } from './bed';

const bridge = (at: number): Passage => ({
  title: `Varn${at} Bridge`,
  text: `The Varn${at} Bridge was designed by Mira${at} Tal after the old ferry sank.`,
});
const designer = (at: number): Passage => ({
  title: `Mira${at} Tal`,
  text: `Mira${at} Tal was born in Harrow${at} and kept bees.`,
});

export const questionOf = (at: number): Question => ({
  id: `q${at}`,
  text: `Where was the designer of the Varn${at} Bridge born?`,
  answers: [`Harrow${at}`],
  answerable: true,
  hops: [
    {
      id: 1,
      question: `Who designed the Varn${at} Bridge?`,
      answers: [`Mira${at} Tal`],
      dependsOn: [],
      gold: ['g1'],
    },
    { id: 2, question: 'Where was #1 born?', answers: [`Harrow${at}`], dependsOn: [1], gold: ['g2'] },
  ],
  gold: [
    { id: 'g1', ...bridge(at) },
    { id: 'g2', ...designer(at) },
  ],
  source: 'test',
});

/** The passages that the first so many questions are about. */
export const passagesOf = (size: number): Passage[] =>
  Array.from({ length: size }, (_, at) => [bridge(at), designer(at)]).flat();

/** `more`: passages beside those of the questions, and in the way. */
export const createWorld = async (size: number, more: readonly Passage[] = []) => {
  const numbers = Array.from({ length: size }, (_, at) => at);
  const passages = [...passagesOf(size), ...more];
  const files = createMemoryFiles();
  const metadata = createMemoryMetadata();
  const store = createMemoryStore({ files, metadata });
  const workspace = await storeCorpus(store, passages);
  const questions = numbers.map(questionOf);
  await store.writeQuestions(workspace, questions, {
    ...questionsMeta,
    hash: contentHash(JSON.stringify(questions)),
    tally: { read: size, kept: size, rejected: 0, merged: 0 },
    labelled: size,
    byHops: { 2: size },
  });
  const { chunks } = corpusOf(passages);
  const mappings = numbers.flatMap((at) =>
    ['g1', 'g2'].map((gold, place): GoldMapping => {
      const chunk = chunks[at * 2 + place];
      if (chunk === undefined) throw new Error('no chunk');
      return {
        question: `q${at}`,
        gold,
        status: 'mapped',
        method: 'exact',
        chunks: [chunk.id],
        answerChunks: [chunk.id],
        documents: [chunk.document],
        note: '',
      };
    }),
  );
  const { length } = mappings;
  await store.writeMappings(workspace, mappings, {
    passages: length,
    mapped: length,
    ambiguous: 0,
    unmapped: 0,
    notInCorpus: 0,
    coverage: 1,
    byMethod: {},
  });
  return { ...(await openBed(store, workspace)), files, metadata };
};
