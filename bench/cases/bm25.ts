import * as orama from '@orama/orama';
import { Index as FlexIndex } from 'flexsearch';
import MiniSearch from 'minisearch';
import { type Chunk, indexText } from '../../src/domain/corpus';
import { DEFAULT_BM25 } from '../../src/domain/retriever';
import { ChunkIndex } from '../../src/retrieval/chunk-index';
import { createAnalyser } from '../../src/retrieval/lexical/analyser';
import { chunksOf } from '../support/chunks';
import { growthExponent, median, ofSize, summarise, timed, timeEach } from '../support/measure';
import type { BenchCase, BenchContext, BenchReport, Measurement } from '../types';

const K = 10;
const OWN = 'Hopscope (BM25 on Orama)';
const FLEX = 'FlexSearch 0.8.212';
const MINI = 'MiniSearch 7.2.0';
const ORAMA = 'Orama 3.1.18, its own ranking';
const BUILD = 'index build';
const QUERY = 'natural question of about 10 words, top 10';

type Search = (query: string) => unknown;

interface Engine {
  subject: string;
  /** Builds the index over chunks, whose indexed texts are `texts`, and returns its search. */
  build(chunks: Chunk[], texts: string[]): Promise<Search>;
}

/** Engines that a ratio of the budget is made of take turns; the slow ones are measured once, after them. */
const RIVALS: Engine[] = [
  {
    subject: OWN,
    async build(chunks) {
      const index = await ChunkIndex.create(chunks, await createAnalyser(DEFAULT_BM25), DEFAULT_BM25);
      return (query) => index.searchText(query, K);
    },
  },
  {
    subject: FLEX,
    async build(_chunks, texts) {
      const index = new FlexIndex();
      texts.forEach((text, i) => {
        index.add(i, text);
      });
      // Without `suggest` it answers only questions of which one passage holds every word: almost none.
      return (query) => index.search(query, { limit: K, suggest: true });
    },
  },
];

const OTHERS: Engine[] = [
  {
    subject: MINI,
    async build(_chunks, texts) {
      const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
      index.addAll(texts.map((text, id) => ({ id, text })));
      return (query) => index.search(query).slice(0, K);
    },
  },
  {
    subject: ORAMA,
    async build(_chunks, texts) {
      const database = orama.create({ schema: { text: 'string' } as const });
      for (let i = 0; i < texts.length; i += 1000) {
        await orama.insertMultiple(
          database,
          texts.slice(i, i + 1000).map((text) => ({ text })),
        );
      }
      return (query) => orama.search(database, { term: query, limit: K });
    },
  },
];

async function run(context: BenchContext): Promise<BenchReport> {
  const questions = context.questions.filter((q) => {
    const words = q.split(/\s+/).length;
    return words >= 8 && words <= 12;
  });
  const measurements: Measurement[] = [];
  for (const size of context.sizes) {
    const chunks = chunksOf(ofSize(context.passages, size));
    const texts = chunks.map(indexText);
    const measure = async (engines: Engine[], builds: number, queries: number, rounds: number) => {
      const times = engines.map((): number[] => []);
      const searches: Search[] = [];
      for (let i = 0; i < builds; i++) {
        for (const [e, engine] of engines.entries()) {
          context.say(`bm25: ${engine.subject}, ${size} passages`);
          const { ms, value } = await timed(() => engine.build(chunks, texts));
          times[e]?.push(ms);
          searches[e] = value;
        }
      }
      const answers = timeEach(questions.slice(0, queries), searches, 1, rounds);
      engines.forEach(({ subject }, e) => {
        const about = { subject, size, unit: 'ms' } as const;
        measurements.push(summarise({ ...about, quantity: BUILD }, times[e] ?? []));
        measurements.push(summarise({ ...about, quantity: QUERY }, answers[e] ?? []));
      });
    };
    await measure(RIVALS, 3, 100, 5);
    for (const engine of OTHERS) await measure([engine], 1, 5, 1);
  }
  const of = (quantity: string, subject: string, size: number): number =>
    measurements.find((m) => m.quantity === quantity && m.subject === subject && m.size === size)?.median ??
    Number.NaN;
  const largest = context.sizes.at(-1) ?? 0;
  const exponent = (quantity: string): string =>
    growthExponent(context.sizes.map((size) => ({ size, value: of(quantity, OWN, size) }))).toFixed(2);
  return {
    measurements,
    checks: [
      {
        quantity: `BM25 question at ${largest} ÷ FlexSearch`,
        value: of(QUERY, OWN, largest) / of(QUERY, FLEX, largest),
        relation: '<=',
        budget: 0.1,
      },
      {
        quantity: `BM25 index build at ${largest} ÷ FlexSearch`,
        value: of(BUILD, OWN, largest) / of(BUILD, FLEX, largest),
        relation: '<=',
        budget: 0.6,
      },
    ],
    notes: [
      `growth of the index build ~ n^${exponent(BUILD)}, of a question ~ n^${exponent(QUERY)}`,
      `questions of 8 to 12 words: ${questions.length}; median words ${median(questions.map((q) => q.split(/\s+/).length))}`,
      'All at their defaults, but FlexSearch with suggest: true (see bench/cases/bm25.ts).',
    ],
  };
}

export default { title: 'BM25', run } satisfies BenchCase;
