import type { GoldMapping } from '../../src/domain/mapping';
import type { Question } from '../../src/domain/question';
import type { Hit } from '../../src/domain/retriever';

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * A small but real ranking, so that what a probe finds depends on what it asks: the sum of inverse document
 * frequencies of the query's distinct words that a passage holds; ties by chunk id. Passages without any are no hits.
 */
export const tinySearch = (passages: Record<string, string>) => {
  const entries = Object.entries(passages).map(([id, text]) => ({ id, words: new Set(words(text)) }));
  const idf = (word: string): number =>
    Math.log(1 + entries.length / (1 + entries.filter((entry) => entry.words.has(word)).length));
  const asked: string[] = [];
  const search = async (query: string, depth = 50): Promise<Hit[]> => {
    asked.push(query);
    const distinct = [...new Set(words(query))];
    return entries
      .map(({ id, words: own }) => ({
        chunk: id,
        score: distinct.filter((word) => own.has(word)).reduce((sum, word) => sum + idf(word), 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.chunk < b.chunk ? -1 : 1))
      .slice(0, depth)
      .map((hit, i) => ({ ...hit, rank: i + 1 }));
  };
  return { search, asked };
};

/** An invented world: a bridge, its architect, her teacher, and passages that get in the way. */
export const PASSAGES: Record<string, string> = {
  'bridge#0': 'The Ostra Bridge in Kelm was designed by Mira Tal.',
  'tal#0': 'Mira Tal learned her craft from Jonas Vey.',
  'vey#0': 'Jonas Vey was born in Harrowdale.',
  'noise1#0': 'The Kelm ferry was replaced when a bridge opened.',
  'noise2#0': 'Harrowdale is a village known for cheese.',
  'noise3#0': 'An architect is a person who designed a building.',
  'noise4#0': 'The teacher of the architect was born in a village.',
  'noise5#0': 'Every teacher of crafts in Kelm was born there.',
};

const mapped = (question: string, gold: string, chunk: string): GoldMapping => ({
  question,
  gold,
  status: 'mapped',
  method: 'exact',
  chunks: [chunk],
  answerChunks: [chunk],
  documents: [chunk.split('#')[0] ?? ''],
  note: '',
});

export const CHAIN: Question = {
  id: 'q1',
  text: 'Where was the teacher of the architect of the Ostra Bridge born?',
  answers: ['Harrowdale'],
  answerable: true,
  hops: [
    { id: 1, question: 'Who designed the Ostra Bridge?', answers: ['Mira Tal'], dependsOn: [], gold: ['g1'] },
    { id: 2, question: 'Who was the teacher of #1?', answers: ['Jonas Vey'], dependsOn: [1], gold: ['g2'] },
    { id: 3, question: 'Where was #2 born?', answers: ['Harrowdale'], dependsOn: [2], gold: ['g3'] },
  ],
  gold: [{ id: 'g1' }, { id: 'g2' }, { id: 'g3' }],
  source: 'test',
};

export const CHAIN_GOLD: GoldMapping[] = [
  mapped('q1', 'g1', 'bridge#0'),
  mapped('q1', 'g2', 'tal#0'),
  mapped('q1', 'g3', 'vey#0'),
];
