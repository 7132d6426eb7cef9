/** A lesson's small runs, diagnosed by the app's own code: the run of a story is a few events, everything said of it is computed. */
import {
  type AnswerJudgement,
  diagnoseQuestion,
  evidenceOf,
  type GoldIndex,
  indexGolds,
  type PreparedRun,
  prepareRun,
} from '../diagnosis';
import { answerCandidates } from '../domain/candidates';
import { type Chunk, indexText } from '../domain/corpus';
import type { QuestionDiagnosis } from '../domain/diagnosis';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import { DEFAULT_K, type RetrieverIdentity, STORED_DEPTH } from '../domain/retriever';
import type { Demo } from '../domain/seam-lessons';
import { type QuestionEvent, type RunTrace, TRACE_VERSION } from '../domain/trace';

export interface Stage {
  demo: Demo;
  golds: GoldIndex;
  chunk(id: string): Chunk | undefined;
  /** Throws `not-found`: a story and the demo's files do not belong together. */
  question(id: string): Question;
  /** Ids of the chunks that contain one of these answers. */
  containing(answers: readonly string[]): ReadonlySet<string>;
  /** Ids of the chunks of a question's gold passages, of one hop where one is given. */
  goldChunks(question: string, hop?: number): ReadonlySet<string>;
}

export const stageOf = (demo: Demo): Stage => {
  const chunks = new Map(demo.chunks.map((chunk) => [chunk.id, chunk]));
  const questions = new Map(demo.questions.map((question) => [question.id, question]));
  const question = (id: string): Question => {
    const found = questions.get(id);
    if (found === undefined) throw new HopscopeError('not-found', `The demo has no question ${id}.`);
    return found;
  };
  return {
    demo,
    golds: indexGolds(demo.questions, demo.mappings),
    chunk: (id) => chunks.get(id),
    question,
    containing: (answers) =>
      new Set(answerCandidates(demo.chunks, new Map([['it', answers]])).get('it') ?? []),
    goldChunks: (id, hop) => {
      const wanted = question(id).hops.find((one) => one.id === hop)?.gold;
      const own = demo.mappings.filter(
        ({ question: of, gold }) => of === id && (wanted === undefined || wanted.includes(gold)),
      );
      return new Set(own.flatMap((mapping) => mapping.chunks));
    },
  };
};

/** A run over one question. */
export interface StoryRun {
  system: string;
  retriever: RetrieverIdentity;
  /** Without `done`, which is added. */
  events: QuestionEvent[];
}

/** Recorded scores of a judge; `undefined`: the pair has none. */
export interface Scores {
  space: string;
  threshold: number;
  of: (asked: string, chunk: string) => number | null | undefined;
}

export interface Case {
  question: Question;
  run: StoryRun;
  /** Other runs on the same question: what may certify. */
  others?: StoryRun[];
  scores?: Scores | null;
  judgement?: AnswerJudgement;
}

const traceOf = (question: string, { system, retriever, events }: StoryRun, at: number): RunTrace => ({
  header: {
    event: 'run',
    version: TRACE_VERSION,
    run: `story-${at}`,
    system,
    parameters: { k: DEFAULT_K, depth: STORED_DEPTH },
    retriever,
    model: null,
    questionSet: 'demo',
    app: 'lessons',
    started: '1970-01-01T00:00:00.000Z',
    imported: false,
  },
  questions: new Map([[question, [...events, { event: 'done', question, ms: 0 }]]]),
});

/** Everything of a case that does not depend on k. */
export const prepareCase = (
  stage: Stage,
  { question, run, others, scores, judgement }: Case,
): PreparedRun => {
  const passage = (id: string) => {
    const chunk = stage.chunk(id);
    return chunk === undefined ? null : { title: chunk.title, text: chunk.text };
  };
  return prepareRun({
    run: traceOf(question.id, run, 0),
    others: (others ?? []).map((other, at) => evidenceOf(traceOf(question.id, other, at + 1), stage.golds)),
    questions: [question],
    golds: stage.golds,
    passage,
    title: (id) => stage.chunk(id)?.title ?? null,
    presence: scores ?? null,
    candidates: scores == null ? null : (answers) => stage.containing(answers),
    judgements: new Map(judgement === undefined ? [] : [[question.id, judgement]]),
    current: { corpus: run.retriever.corpus, questionSet: 'demo', chunks: stage.demo.chunks.length },
  });
};

/** The whole diagnosis of the case's question at k. */
export const diagnoseCase = (stage: Stage, story: Case, k: number, threshold?: number): QuestionDiagnosis => {
  const found = diagnoseQuestion(prepareCase(stage, story), story.question.id, k, threshold);
  if (found === null) throw new HopscopeError('internal', 'The story’s run has no such question.');
  return found;
};

/** A passage as judges read it. */
export const passageOf = (stage: Stage, id: string): string => {
  const chunk = stage.chunk(id);
  return chunk === undefined ? '' : indexText(chunk);
};

/** Chunk → the hops it is labelled for, in words; with one hop or none: "labelled". */
export const marksOf = (stage: Stage, question: Question): Map<string, string> => {
  const marks = new Map<string, string>();
  if (question.hops.length < 2)
    for (const chunk of stage.goldChunks(question.id)) marks.set(chunk, 'labelled');
  else
    for (const { id } of question.hops)
      for (const chunk of stage.goldChunks(question.id, id)) {
        const known = marks.get(chunk);
        marks.set(chunk, known === undefined ? `hop ${id}` : `${known} and ${id}`);
      }
  return marks;
};
