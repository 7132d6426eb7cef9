import {
  diagnoseRun,
  evidenceOf,
  indexGolds,
  prepareRun,
  questionRows,
  withPresence,
} from '../../src/diagnosis';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import type { GoldMapping } from '../../src/domain/mapping';
import type { Question } from '../../src/domain/question';
import { DEFAULT_BM25, DEFAULT_HYBRID } from '../../src/domain/retriever';
import type { QuestionEvent, RunTrace } from '../../src/domain/trace';
import { random, summarise, timed } from '../support/measure';
import type { BenchCase, BenchContext, BenchReport } from '../types';

/** Sizes of the budget (design 09). */
const QUESTIONS = 2500;
const RETRIEVED = 20;
/** MuSiQue's mix of hops, in per cent of questions. */
const HOPS = [
  { hops: 2, upTo: 52 },
  { hops: 3, upTo: 83 },
  { hops: 4, upTo: 100 },
];
const ROUNDS = 15;

const retriever = {
  id: 'bench',
  kind: 'bm25' as const,
  corpus: 'bench',
  chunking: DEFAULT_CHUNKING,
  settings: { kind: 'bm25' as const, bm25: DEFAULT_BM25, hybrid: DEFAULT_HYBRID, model: '' },
  model: null,
};

const traceOf = (run: string, system: string, questions: Map<string, QuestionEvent[]>): RunTrace => ({
  header: {
    event: 'run',
    version: 1,
    run,
    system,
    parameters: { k: 5, depth: RETRIEVED },
    retriever,
    model: null,
    questionSet: 'bench',
    app: 'bench',
    started: '2026-01-01T00:00:00.000Z',
    imported: false,
  },
  questions,
});

/** Labelled questions with a run that asks each once and one that asks each hop, gold at random ranks or nowhere. */
const makeRuns = () => {
  const next = random(1);
  const pick = (below: number): number => Math.floor(next() * below);
  const questions: Question[] = [];
  const mappings: GoldMapping[] = [];
  const single = new Map<string, QuestionEvent[]>();
  const oracle = new Map<string, QuestionEvent[]>();

  const searchOf = (question: string, hop: number | null, golds: string[]): QuestionEvent => {
    const chunks = Array.from({ length: RETRIEVED }, () => `d${pick(50_000)}#0`);
    for (const gold of golds) if (next() < 0.7) chunks[pick(RETRIEVED)] = `${gold}#0`;
    return {
      event: 'search',
      question,
      step: hop ?? 1,
      hop,
      purpose: hop === null ? 'question' : 'oracle',
      tool: 'search',
      query: `query ${hop} of ${question}`,
      key: question,
      duplicateOf: null,
      unresolved: [],
      hits: chunks.map((chunk, index) => ({ chunk, rank: index + 1, score: 1 / (index + 1) })),
    };
  };

  for (let at = 0; at < QUESTIONS; at += 1) {
    const id = `q${at}`;
    const dice = next() * 100;
    const count = HOPS.find(({ upTo }) => dice < upTo)?.hops ?? 2;
    const golds = Array.from({ length: count }, (_, index) => `g${at}-${index}`);
    questions.push({
      id,
      text: `the question ${at}`,
      answers: ['answer'],
      answerable: true,
      hops: golds.map((gold, index) => ({
        id: index + 1,
        question: index === 0 ? 'who?' : `where is #${index}?`,
        answers: [`answer ${index} of ${at}`],
        dependsOn: index === 0 ? [] : [index],
        gold: [gold],
      })),
      gold: golds.map((gold) => ({ id: gold, title: `title ${gold}` })),
      source: 'bench',
    });
    for (const gold of golds)
      mappings.push({
        question: id,
        gold,
        status: 'mapped',
        method: 'exact',
        chunks: [`${gold}#0`],
        answerChunks: [`${gold}#0`],
        documents: [gold],
        note: '',
      });
    const done: QuestionEvent = { event: 'done', question: id, ms: 1 };
    single.set(id, [searchOf(id, null, golds), done]);
    oracle.set(id, [...golds.map((gold, index) => searchOf(id, index + 1, [gold])), done]);
  }
  return {
    questions,
    mappings,
    single: traceOf('single', 'probe-single', single),
    oracle: traceOf('oracle', 'probe-oracle', oracle),
  };
};

const run = async ({ say }: BenchContext): Promise<BenchReport> => {
  const { questions, mappings, single, oracle } = makeRuns();
  const samples = {
    triage: [] as number[],
    certified: [] as number[],
    recompute: [] as number[],
    judging: [] as number[],
    judged: [] as number[],
    rejudged: [] as number[],
    rows: [] as number[],
  };
  const triageWith = (others: readonly RunTrace[]) => {
    const golds = indexGolds(questions, mappings);
    const prepared = prepareRun({
      run: single,
      others: others.map((other) => evidenceOf(other, golds)),
      questions,
      golds,
      passage: () => null,
      title: () => null,
      presence: null,
      candidates: null,
      judgements: new Map(),
      current: { corpus: 'bench', questionSet: 'bench' },
    });
    diagnoseRun(prepared, 5, { questions: false });
    return prepared;
  };
  // Scores as a look-up gives them: some missing, the rest by content.
  const presence = {
    space: 'bench',
    threshold: 0.5,
    of: (asked: string, chunk: string) => {
      const mixed = (asked.length * 31 + chunk.length * 17 + chunk.charCodeAt(1) * 7) % 101;
      return mixed === 100 ? undefined : mixed / 100;
    },
  };
  const containing = new Map(
    questions.flatMap(({ hops }) =>
      hops.map(({ answers, gold }) => [answers.join(), new Set(gold.map((id) => `${id}#0`))] as const),
    ),
  );
  const candidates = (answers: readonly string[]) => containing.get(answers.join()) ?? new Set<string>();
  say(`triage of ${QUESTIONS} questions × ${RETRIEVED} retrieved ids, ${ROUNDS} rounds`);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const alone = await timed(() => triageWith([]));
    const first = await timed(() => triageWith([oracle]));
    const moved = await timed(() => diagnoseRun(first.value, 1 + (round % RETRIEVED), { questions: false }));
    const scored = await timed(() => withPresence(first.value, presence, candidates));
    const atK = await timed(() =>
      diagnoseRun(scored.value, 1 + (round % RETRIEVED), { questions: false, threshold: 0.5 }),
    );
    const atThreshold = await timed(() =>
      diagnoseRun(scored.value, 5, { questions: false, threshold: round / (ROUNDS + 1) }),
    );
    const table = await timed(() => questionRows(first.value, 1 + (round % RETRIEVED)));
    // The first round compiles.
    if (round === 0) continue;
    samples.triage.push(alone.ms);
    samples.certified.push(first.ms);
    samples.recompute.push(moved.ms);
    samples.rows.push(table.ms);
    samples.judging.push(scored.ms);
    samples.judged.push(atK.ms);
    samples.rejudged.push(atThreshold.ms);
  }
  const subject = 'Hopscope';
  const about = { subject, size: null, unit: 'ms' as const };
  const triage = summarise(
    { ...about, quantity: `triage of ${QUESTIONS} questions × ${RETRIEVED} ids` },
    samples.triage,
  );
  const certified = summarise(
    { ...about, quantity: 'with the certificates of a second run, which searched hop by hop' },
    samples.certified,
  );
  const recompute = summarise({ ...about, quantity: 'recomputed at another k' }, samples.recompute);
  const judging = summarise(
    { ...about, quantity: 'recorded scores of a judge taken in, once per judge' },
    samples.judging,
  );
  const judged = summarise(
    { ...about, quantity: 'recomputed at another k, with fact presence' },
    samples.judged,
  );
  const rejudged = summarise(
    { ...about, quantity: 'recomputed at another threshold, with fact presence' },
    samples.rejudged,
  );
  const rows = summarise({ ...about, quantity: 'rows of the question table at another k' }, samples.rows);
  return {
    measurements: [triage, certified, recompute, judging, judged, rejudged, rows],
    checks: [
      {
        quantity: `triage of ${QUESTIONS} questions × ${RETRIEVED} ids, ms`,
        value: triage.median,
        relation: '<=',
        budget: 100,
      },
      { quantity: 'recomputed at another k, ms', value: recompute.median, relation: '<=', budget: 50 },
      {
        quantity: 'recomputed at another k with fact presence, ms',
        value: judged.median,
        relation: '<=',
        budget: 50,
      },
      {
        quantity: 'recomputed at another threshold with fact presence, ms',
        value: rejudged.median,
        relation: '<=',
        budget: 50,
      },
    ],
    notes: [],
  };
};

export default { title: 'Triage', run } satisfies BenchCase;
