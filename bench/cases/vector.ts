import * as orama from '@orama/orama';
import { DEFAULT_BM25 } from '../../src/domain/retriever';
import { ChunkIndex } from '../../src/retrieval/chunk-index';
import { createAnalyser } from '../../src/retrieval/lexical/analyser';
import { FlatVectors } from '../../src/retrieval/vector/flat-vectors';
import { chunksOf } from '../support/chunks';
import { growthExponent, random, summarise, timeEach } from '../support/measure';
import type { BenchCase, BenchContext, BenchReport, Measurement } from '../types';

const DIMENSION = 384;
const K = 10;
const QUERIES = 15;
const OWN = 'Hopscope (exact, through Orama)';
const LOOP = 'flat Float32Array loop';
const ORAMA = 'Orama 3.1.18, its own vector search';
const QUANTITY = `exact top ${K}, ${DIMENSION} dimensions`;

/** Row-major random unit vectors. */
const unitVectors = (rows: number, seed: number): Float32Array => {
  const next = random(seed);
  const matrix = new Float32Array(rows * DIMENSION);
  for (let row = 0; row < rows; row++) {
    const vector = Float64Array.from({ length: DIMENSION }, () => next() - 0.5);
    const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
    matrix.set(
      vector.map((x) => x / norm),
      row * DIMENSION,
    );
  }
  return matrix;
};

/** The yardstick: the plainest loop that is still sensible, keeping the best K by insertion. */
const flatLoop = (matrix: Float32Array, rows: number, query: Float32Array): number[] => {
  const best: { row: number; score: number }[] = [];
  let worst = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < rows; row++) {
    let score = 0;
    const base = row * DIMENSION;
    for (let i = 0; i < DIMENSION; i++) score += (query[i] as number) * (matrix[base + i] as number);
    if (best.length < K || score > worst) {
      let at = best.length;
      while (at > 0 && (best[at - 1] as { score: number }).score < score) at--;
      best.splice(at, 0, { row, score });
      if (best.length > K) best.pop();
      worst = best.at(-1)?.score ?? worst;
    }
  }
  return best.map(({ row }) => row);
};

async function run(context: BenchContext): Promise<BenchReport> {
  const measurements: Measurement[] = [];
  const analyser = await createAnalyser(DEFAULT_BM25);
  const queries = Array.from({ length: QUERIES }, (_, i) => unitVectors(1, 1000 + i));
  let agreement = 0;
  let asked = 0;
  for (const size of context.sizes) {
    context.say(`vector: ${size} passages`);
    const matrix = unitVectors(size, 1);
    const row = (i: number) => matrix.subarray(i * DIMENSION, (i + 1) * DIMENSION);
    const chunks = chunksOf(Array.from({ length: size }, () => ({ title: '', text: '' })));
    const index = await ChunkIndex.create(chunks, analyser, DEFAULT_BM25);
    const vectors = new FlatVectors(size, DIMENSION);
    for (let i = 0; i < size; i++) vectors.set(i, row(i));
    const database = orama.create({ schema: { vector: `vector[${DIMENSION}]` } as const });
    for (let i = 0; i < size; i++) await orama.insert(database, { vector: Array.from(row(i)) });

    const subjects: [string, (query: Float32Array) => unknown][] = [
      [OWN, (query) => index.searchVectors(vectors, query, K)],
      [LOOP, (query) => flatLoop(matrix, size, query)],
      [
        ORAMA,
        (query) =>
          orama.search(database, {
            mode: 'vector',
            vector: { value: Array.from(query), property: 'vector' },
            similarity: -1,
            limit: K,
            includeVectors: true,
          }),
      ],
    ];
    const times = timeEach(
      queries,
      subjects.map(([, search]) => search),
    );
    subjects.forEach(([subject], i) => {
      measurements.push(summarise({ quantity: QUANTITY, subject, size, unit: 'ms' }, times[i] ?? []));
    });
    for (const query of queries) {
      const own = index.searchVectors(vectors, query, K).map(({ chunk }) => chunk);
      const reference = flatLoop(matrix, size, query).map((i) => chunks[i]?.id);
      asked++;
      if (own.every((id, i) => id === reference[i])) agreement++;
    }
  }
  const of = (subject: string, size: number): number =>
    measurements.find((m) => m.subject === subject && m.size === size)?.median ?? Number.NaN;
  const largest = context.sizes.at(-1) ?? 0;
  return {
    measurements,
    checks: [
      {
        quantity: `vector query at ${largest} × ${DIMENSION} ÷ flat loop`,
        value: of(OWN, largest) / of(LOOP, largest),
        relation: '<=',
        budget: 1,
      },
      {
        quantity: `vector top ${K} equal to brute force`,
        value: agreement / asked,
        relation: '>=',
        budget: 1,
      },
    ],
    notes: [
      `growth of a vector query ~ n^${growthExponent(context.sizes.map((size) => ({ size, value: of(OWN, size) }))).toFixed(2)}`,
    ],
  };
}

export default { title: 'Vectors', run } satisfies BenchCase;
