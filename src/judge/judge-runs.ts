/** Scores all that the diagnosis of some runs needs, in two passes, and resumes where an earlier one stopped (06). */
import { indexGolds } from '../diagnosis/evidence';
import { answerCandidates } from '../domain/candidates';
import { type Chunk, indexText } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import { paperPassage } from '../domain/paper';
import { type PairScore, pairKey } from '../domain/presence';
import type { OnProgress } from '../domain/progress';
import type { JudgeTally } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import type { Classifier } from '../models/classifier/classifier';
import type { Job } from '../seam/jobs';
import { createMeter, type Meter } from '../seam/meter';
import { type HopToJudge, hopsOfRun, isExtractionFailure, READINGS } from './pairs';
import { keyOf, type ScoreBook } from './score-book';
import { type KeyedPair, scorePairs } from './score-pairs';

/** Pairs of one call, and calls that are open at once: enough to keep lanes busy, few enough to pause soon. */
const BLOCK = 32;
const IN_FLIGHT = 2;
/** Reasons that are shown; a thousand empty passages have one. */
const MESSAGES = 5;

export interface JudgeRequest {
  workspace: string;
  runs: string[];
  depth: number;
}

export interface JudgingParts {
  store: WorkspaceStore;
  judge: Pick<Classifier, 'score' | 'judge' | 'mode'>;
  book: ScoreBook;
}

interface Scoring extends JudgingParts {
  job: Job;
  meter: Meter;
  scores: Map<string, PairScore>;
  tally: JudgeTally;
}

const count = (tally: JudgeTally, score: PairScore, fresh: boolean): void => {
  if (score.state === 'scored' && fresh) tally.scored += 1;
  if (score.state === 'inconclusive') tally.inconclusive += 1;
  if (score.state === 'errored') tally.errored += 1;
  if (
    score.message !== undefined &&
    tally.messages.length < MESSAGES &&
    !tally.messages.includes(score.message)
  )
    tally.messages.push(score.message);
};

/** Scores what is not scored yet, block by block; pauses between blocks with everything written. */
const scoreAll = async (pairs: readonly KeyedPair[], scoring: Scoring): Promise<void> => {
  const { judge, book, job, meter, scores, tally } = scoring;
  const open: Promise<unknown>[] = [];
  try {
    for (let from = 0; from < pairs.length; from += BLOCK) {
      if (open.length >= IN_FLIGHT) await open.shift();
      if (job.paused) {
        await Promise.all(open.splice(0));
        await book.flush();
      }
      const paused = job.paused;
      await job.pausePoint();
      if (paused) meter.resetRate();
      const call = scorePairs(judge, book, pairs.slice(from, from + BLOCK), {
        urgent: false,
        signal: job.signal,
        onScore: (key, score, fresh) => {
          if (scores.has(key)) return;
          scores.set(key, score);
          count(tally, score, fresh);
          meter.advance();
        },
      });
      // Waited for later, or never when an earlier one fails.
      call.catch(() => {});
      open.push(call);
    }
    await Promise.all(open.splice(0));
  } finally {
    await book.finish(job.signal);
  }
};

interface HopPairs {
  hop: HopToJudge;
  /** Chunk → key of its score; in paper mode all passages share the one of what they are joined to. */
  keys: Map<string, string>;
}

/** Distinct pairs of the hops, in their order. Chunks that the corpus lacks are counted once each and left out. */
const pairsOf = (
  hops: readonly HopToJudge[],
  chunks: ReadonlyMap<string, Chunk>,
  { judge, tally }: Scoring,
): { pairs: Map<string, KeyedPair>; ofHops: HopPairs[] } => {
  const pairs = new Map<string, KeyedPair>();
  const gone = new Set<string>();
  const ofHops = hops.map((hop): HopPairs => {
    const keys = new Map<string, string>();
    const known: Chunk[] = [];
    for (const criterion of READINGS)
      for (const id of hop.readings[criterion].ranks.keys()) {
        const chunk = chunks.get(id);
        if (chunk === undefined) gone.add(id);
        else if (!known.includes(chunk)) known.push(chunk);
      }
    if (judge.mode === 'paper') {
      if (known.length === 0) return { hop, keys };
      const pair = { question: hop.asked, passage: paperPassage(known.map(indexText)) };
      const key = keyOf(pair, 'paper');
      pairs.set(key, { key, pair });
      for (const { id } of known) keys.set(id, key);
      return { hop, keys };
    }
    for (const chunk of known) {
      const key = pairKey(hop.asked, chunk.hash);
      if (!pairs.has(key)) pairs.set(key, { key, pair: { question: hop.asked, passage: indexText(chunk) } });
      keys.set(chunk.id, key);
    }
    return { hop, keys };
  });
  for (const id of gone)
    count(
      tally,
      {
        state: 'errored',
        probability: null,
        message: `The run found passage "${id}", which is not in the corpus, so nothing could be judged.`,
      },
      false,
    );
  return { pairs, ofHops };
};

/** Every chunk that contains the answer of a hop whose gold was found and whose fact was not (05.3). */
const gapPairs = (
  ofHops: readonly HopPairs[],
  chunks: ReadonlyMap<string, Chunk>,
  depth: number,
  { judge, scores }: Scoring,
): Map<string, KeyedPair> => {
  const wanted = new Map<string, string[]>();
  for (const { hop, keys } of ofHops) {
    const probabilityOf = (chunk: string): number | null =>
      scores.get(keys.get(chunk) ?? '')?.probability ?? null;
    if (isExtractionFailure(hop, depth, judge.judge.threshold, probabilityOf))
      wanted.set(hop.asked, [...(wanted.get(hop.asked) ?? []), ...hop.hop.answers]);
  }
  const pairs = new Map<string, KeyedPair>();
  if (wanted.size === 0) return pairs;
  for (const [question, ids] of answerCandidates(chunks.values(), wanted))
    for (const id of ids) {
      const chunk = chunks.get(id);
      if (chunk === undefined) continue;
      const pair = { question, passage: indexText(chunk) };
      const key = judge.mode === 'paper' ? keyOf(pair, 'paper') : pairKey(question, chunk.hash);
      if (!scores.has(key)) pairs.set(key, { key, pair });
    }
  return pairs;
};

const checkDepth = (depth: number): void => {
  if (Number.isInteger(depth) && depth >= 1) return;
  throw new HopscopeError('bad-input', 'The depth to judge to must be a whole number from 1 on.', {
    detail: `depth ${depth}`,
  });
};

/** Throws `cancelled` with everything scored so far recorded; also `worker-lost`, `quota`, to be called again. */
export const judgeRuns = async (
  { workspace, runs, depth }: JudgeRequest,
  parts: JudgingParts,
  job: Job,
  onProgress: OnProgress,
): Promise<JudgeTally> => {
  checkDepth(depth);
  const { store, book } = parts;
  const meter = createMeter({
    phase: 'reading the runs',
    unit: 'runs',
    total: runs.length,
    emit: onProgress,
  });
  const meta = await store.get(workspace);
  const questions = meta.questions === null ? [] : await store.readQuestions(workspace);
  const golds = indexGolds(questions, meta.mapping === null ? [] : await store.readMappings(workspace));
  const byId = new Map(questions.map((question) => [question.id, question]));
  const hops: HopToJudge[] = [];
  for (const run of runs) {
    hops.push(...hopsOfRun(await store.readRun(workspace, run), byId, golds, depth));
    meter.advance();
    await job.pausePoint();
  }
  const corpus = meta.corpus === null ? [] : await store.readChunks(workspace);
  const chunks = new Map(corpus.map((chunk) => [chunk.id, chunk]));
  await book.refresh();

  const tally: JudgeTally = { pairs: 0, scored: 0, inconclusive: 0, errored: 0, messages: [] };
  const scoring: Scoring = { ...parts, job, meter, scores: new Map(), tally };
  const { pairs, ofHops } = pairsOf(hops, chunks, scoring);
  tally.pairs = pairs.size;
  meter.phase('judging hops', 'pairs', pairs.size);
  await scoreAll([...pairs.values()], scoring);
  meter.finish();

  const gaps = gapPairs(ofHops, chunks, depth, scoring);
  tally.pairs += gaps.size;
  meter.phase('looking for missing facts in the corpus', 'pairs', gaps.size);
  await scoreAll([...gaps.values()], scoring);
  meter.finish();
  return tally;
};
