import { judgedHopsOf, type PreparedRun } from '../diagnosis';
import { retrievedAt } from '../diagnosis/searches';
import { schemaProblem } from '../domain/file-schema';
import {
  type HopLabel,
  HopLabelSchema,
  JUDGE_LABELS_SCHEMA,
  type JudgeAgreement,
  type JudgeChoice,
  type JudgeSample,
  type SampledHop,
} from '../domain/judge-check';
import { HopscopeError } from '../domain/outcome';
import type { JudgeCheck } from '../domain/presence';
import type { DiagnosisRequest } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import { agreementOf, type JudgedPair } from '../judge/agreement';
import { labelKey, mergeLabels, parseLabels } from '../judge/labels';
import { stratifiedSample } from '../judge/sample';
import type { ReviewCache } from './cache';
import type { RecordedScores } from './presence';

type Judged = DiagnosisRequest & { judge: JudgeChoice };

const PER_CLASS = 50;
const SEED = 1;

interface WordedHop {
  question: string;
  hop: number;
  asked: string;
  chunks: string[];
  present: boolean;
  probability: number | null;
}

/** Passages within k, those judged likeliest left where the run put them: the order must not show the judge's word. */
const chunksUpTo = (run: PreparedRun, question: string, hop: number, k: number): string[] => {
  const prepared = run.questions.find((one) => one.question.id === question);
  const order = new Map(prepared?.question.hops.map(({ id }, index) => [id, index]));
  const last = order.get(hop) ?? 0;
  return retrievedAt(
    (prepared?.searches ?? []).filter(({ hop: of }) => of === null || (order.get(of) ?? 0) <= last),
    k,
  );
};

const wordsOf = (run: PreparedRun, k: number, threshold: number): Omit<WordedHop, 'chunks'>[] =>
  judgedHopsOf(
    run,
    run.questions.filter(({ error }) => error === null),
    k,
    threshold,
  ).flatMap(({ prepared, hop, presence, judgement }) =>
    judgement.present === null
      ? []
      : [
          {
            question: prepared.question.id,
            hop: hop.hop.id,
            asked: presence.asked,
            present: judgement.present,
            probability: judgement.probability,
          },
        ],
  );

/** Hops of the run with passages that the judge has not scored at this k: no sample can be drawn from them yet. */
const waitingOf = (run: PreparedRun, k: number, threshold: number): number => {
  const questions = run.questions.filter(({ error, question }) => error === null && question.answerable);
  // Before the judge has scored anything, all of them wait.
  if (run.presence === null) return questions.reduce((sum, { hops }) => sum + hops.length, 0);
  return judgedHopsOf(run, questions, k, threshold).filter(
    ({ judgement }) => judgement.state === 'not-judged',
  ).length;
};

/** Hops to label, half of each word of the judge as far as there are, in an order that gives nothing away. */
export const sampleOf = async (
  store: WorkspaceStore,
  cache: ReviewCache,
  request: Judged & { perClass?: number; seed?: number },
): Promise<JudgeSample> => {
  const { workspace, run, k, judge, perClass = PER_CLASS, seed = SEED } = request;
  if (!Number.isInteger(perClass) || perClass < 1)
    throw new HopscopeError('bad-input', 'The number of hops of each kind must be a whole number from 1 on.');
  const { prepared } = await cache.run(workspace, run, judge);
  // Where nothing was retrieved there is nothing to read, and no judge to check.
  const words = wordsOf(prepared, k, judge.threshold).filter(({ probability }) => probability !== null);
  const chosen = stratifiedSample(words, (hop) => `${hop.question}\n${hop.hop}`, perClass, seed);
  const labels = new Map(
    (await store.readLabels(workspace)).map((label) => [labelKey(label), label] as const),
  );
  const view = await cache.view(workspace);
  const withChunks = chosen.map((hop) => ({
    ...hop,
    chunks: chunksUpTo(prepared, hop.question, hop.hop, k),
  }));
  const texts = new Map(
    (await view.texts([...new Set(withChunks.flatMap(({ chunks }) => chunks))])).map((one) => [
      one.chunk,
      one,
    ]),
  );
  const hops: SampledHop[] = withChunks.map(({ question, hop, asked, chunks }) => ({
    question,
    hop,
    asked,
    passages: chunks.flatMap((chunk) => texts.get(chunk) ?? []),
    label: labels.get(labelKey({ question, hop, asked, chunks })) ?? null,
  }));
  const present = words.filter((hop) => hop.present).length;
  return {
    run,
    k,
    judge,
    seed,
    hops,
    available: { present, absent: words.length - present },
    waiting: waitingOf(prepared, k, judge.threshold),
  };
};

/** The judge's word on the passages of a label: the highest of their scores; null: not all of them are scored. */
const wordOn = (
  { asked, chunks }: HopLabel,
  scores: RecordedScores,
  threshold: number,
): { present: boolean; probability: number } | null => {
  const found = chunks.map((chunk) => scores.of(asked, chunk));
  const numbers = found.filter((score): score is number => typeof score === 'number');
  if (numbers.length === 0) return null;
  const probability = Math.max(...numbers);
  if (probability < threshold && numbers.length < found.length) return null;
  return { present: probability >= threshold, probability };
};

const againstPerson = (
  labels: readonly HopLabel[],
  scores: RecordedScores,
  judge: JudgeChoice,
): JudgeAgreement => {
  const left = { unsure: 0, notScored: 0 };
  const pairs: JudgedPair[] = [];
  for (const label of labels) {
    const word = wordOn(label, scores, judge.threshold);
    if (label.label === 'unsure') left.unsure += 1;
    else if (word === null) left.notScored += 1;
    else
      pairs.push({
        question: label.question,
        hop: label.hop,
        asked: label.asked,
        chunks: label.chunks,
        a: word.present,
        b: label.label === 'present',
        probability: { a: word.probability, b: null },
      });
  }
  return agreementOf(judge, 'person', pairs, left);
};

/** What goes with every figure that rests on the judge; null: nobody has labelled a hop of this workspace. */
export const checkOf = async (
  store: WorkspaceStore,
  cache: ReviewCache,
  workspace: string,
  judge: JudgeChoice,
): Promise<JudgeCheck | null> => {
  const labels = await store.readLabels(workspace);
  if (labels.length === 0) return null;
  const { n, kappa } = againstPerson(labels, await cache.scores(workspace, judge), judge);
  return { n, kappa: kappa === null ? null : { value: kappa.value, low: kappa.low, high: kappa.high } };
};

export const agreementIn = async (
  store: WorkspaceStore,
  cache: ReviewCache,
  request: Judged & { with: 'person' | JudgeChoice },
): Promise<JudgeAgreement> => {
  const { workspace, run, k, judge, with: other } = request;
  if (other === 'person')
    return againstPerson(await store.readLabels(workspace), await cache.scores(workspace, judge), judge);
  const first = (await cache.run(workspace, run, judge)).prepared;
  const second = (await cache.run(workspace, run, other)).prepared;
  const key = (hop: { question: string; hop: number }): string => `${hop.question}\n${hop.hop}`;
  const words = new Map(wordsOf(second, k, other.threshold).map((hop) => [key(hop), hop]));
  const left = { unsure: 0, notScored: 0 };
  const pairs: JudgedPair[] = [];
  const mine = wordsOf(first, k, judge.threshold);
  for (const hop of mine) {
    const theirs = words.get(key(hop));
    if (theirs === undefined) {
      left.notScored += 1;
      continue;
    }
    words.delete(key(hop));
    pairs.push({
      question: hop.question,
      hop: hop.hop,
      asked: hop.asked,
      chunks: chunksUpTo(first, hop.question, hop.hop, k),
      a: hop.present,
      b: theirs.present,
      probability: { a: hop.probability, b: theirs.probability },
    });
  }
  left.notScored += words.size;
  return agreementOf(judge, other, pairs, left);
};

/** Adds labels; throws `bad-input` on one that is none, because the work of a person is never half kept. */
export const keepLabels = (
  store: WorkspaceStore,
  workspace: string,
  labels: readonly unknown[],
): Promise<HopLabel[]> => {
  const { labels: good, rejected } = parseLabels(labels, HopLabelSchema);
  const [first] = rejected;
  if (first !== undefined)
    throw new HopscopeError('bad-input', `Label ${first.index + 1} cannot be kept: ${first.reason}`);
  // Said just now: an imported label of the same hop may claim any time, and must not outlive it.
  const said = new Set(good.map(labelKey));
  return store.changeLabels(workspace, (current) =>
    mergeLabels(
      current.filter((label) => !said.has(labelKey(label))),
      good,
    ),
  );
};

/** As `keepLabels` for an exported file, whose bad entries are named and keep nothing else out. */
export const importLabels = async (store: WorkspaceStore, workspace: string, json: string) => {
  const read = (): unknown => {
    try {
      return JSON.parse(json);
    } catch (cause) {
      throw new HopscopeError('bad-input', 'This file is not JSON: choose one that Hopscope has exported.', {
        cause,
      });
    }
  };
  const value = read();
  const file: { schema?: unknown; labels?: unknown } =
    typeof value === 'object' && value !== null ? value : {};
  // Before its labels: those of another schema may look alike and mean something else.
  const problem = schemaProblem(file.schema, JUDGE_LABELS_SCHEMA, 'labels of a judge check');
  if (problem !== null) throw new HopscopeError('bad-input', problem);
  const list = Array.isArray(file.labels) ? (file.labels as unknown[]) : null;
  if (list === null)
    throw new HopscopeError('bad-input', 'This file holds no labels: choose one that Hopscope has exported.');
  const { labels: good, rejected } = parseLabels(list, HopLabelSchema);
  const labels = await store.changeLabels(workspace, (current) => mergeLabels(current, good));
  return { labels, added: good.length, rejected };
};
