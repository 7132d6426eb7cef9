/** The stories that rest on the judge, with the shipped classifier's real weights: what a class will see. */
import { beforeAll, expect, it, vi } from 'vitest';
import { judgedSubQuestion } from '../../../src/domain/presence';
import { searched, subQuestion } from '../../../src/lessons/events';
import { diagnoseCase, passageOf } from '../../../src/lessons/stage';
import { unwrap } from '../../../src/seam/outcome';
import { classifierInNode } from '../../support/classifier-in-node';
import { type Bench, openBench } from './demo-bench';

// A busy machine reads slowly.
vi.setConfig({ testTimeout: 300_000 });

const HOP = 2;
let bench: Bench;
let judge: Awaited<ReturnType<typeof classifierInNode>>;
beforeAll(async () => {
  bench = await openBench();
  judge = await classifierInNode();
}, 300_000);

/** The second hop of a question, with searches for these hops and the judge's scores of what they find to k. */
const judged = async (
  id: string,
  hops: number[],
  ks: number[],
  threshold?: number,
  readTo = Math.max(...ks),
) => {
  const { stage, search } = bench;
  const question = stage.question(id);
  const hop = question.hops.find((one) => one.id === HOP);
  if (hop === undefined) throw new Error('no second hop');
  const asks = hops.map((one) => subQuestion(question, one));
  const results = await Promise.all(asks.map(({ query }) => search(query)));
  const asked = judgedSubQuestion(question, hop);
  const read = results.flatMap(({ hits }) =>
    hits.filter(({ rank }) => rank <= readTo).map(({ chunk }) => chunk),
  );
  const chunks = [...new Set([...read, ...stage.containing(hop.answers)])];
  const pairs = chunks.map((chunk) => ({ question: asked, passage: passageOf(stage, chunk) }));
  const words = unwrap(await judge.api.score(pairs, `${id} ${ks.join()}`));
  const of = new Map(chunks.map((chunk, at) => [chunk, words[at]?.probability ?? null]));
  const [first] = results;
  if (first === undefined) throw new Error('nothing was asked');
  const events = results.flatMap(({ hits }, at) => {
    const one = asks[at];
    return one === undefined ? [] : [searched(question, one, hits, at + 1)];
  });
  const scores = { ...judge.judge, of: (_: string, chunk: string) => of.get(chunk) };
  const run = { system: 'probe-hops', retriever: first.identity, events };
  return ks.map((k) => {
    const found = diagnoseCase(stage, { question, run, scores }, k, threshold).hops.find(
      (one) => one.hop === HOP,
    );
    return { cell: found?.cell.accumulated, gap: found?.corpusGap, rank: found?.rank.accumulated };
  });
};

it('corpus gap: the painter’s passage is found, and nothing in the corpus says when he was born', async () => {
  const [at5] = await judged('q19', [1, 2], [5]);
  expect(at5?.cell).toBe('extraction-failure');
  expect(at5?.gap).toMatchObject({ verdict: 'corpus-gap', candidates: 3, judged: 3, chunk: null });
});

it('ranking gap: what cost her the sight stands in the workshop book', async () => {
  const [at3] = await judged('q39', [1, 2], [3]);
  expect(at3?.cell).toBe('extraction-failure');
  expect(at3?.gap).toMatchObject({ verdict: 'ranking-gap', chunk: 'treatise-glass#1' });
});

it('a judge with a low threshold agrees with anything', async () => {
  const [at5] = await judged('q19', [1, 2], [5], 0.01);
  expect(at5?.cell).toBe('fact-present');
});

// One passage that states the fact decides, so what comes after it need not be read.
it('other evidence: at k = 2 nothing states it, at 5 the chronicle does, at 30 the labelled line is there', async () => {
  const found = await judged('q16', [2], [2, 5, 30], undefined, 5);
  expect(found.map(({ cell }) => cell)).toEqual(['retrieval-failure', 'alternate-evidence', 'fact-present']);
  expect(found.map(({ rank }) => rank)).toEqual([30, 30, 30]);
});
