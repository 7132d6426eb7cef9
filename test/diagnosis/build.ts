/** Small hand-made questions, mappings and traces; every test states only what it is about. */
import {
  type AnswerJudgement,
  type DiagnosisInput,
  evidenceOf,
  indexGolds,
  type PassageText,
  type PreparedRun,
  prepareRun,
} from '../../src/diagnosis';
import { documentOf } from '../../src/diagnosis/golds';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import type { GoldMapping } from '../../src/domain/mapping';
import type { GoldPassage, Hop, Question } from '../../src/domain/question';
import { DEFAULT_BM25, DEFAULT_HYBRID } from '../../src/domain/retriever';
import type { QuestionEvent, Requirement, RunHeader, RunTrace, SearchEvent } from '../../src/domain/trace';

export const gold = (id: string, more: Partial<GoldPassage> = {}): GoldPassage => ({
  id,
  title: `Title ${id}`,
  ...more,
});

export const hop = (id: number, golds: string[], more: Partial<Hop> = {}): Hop => ({
  id,
  question: `sub-question ${id}`,
  answers: [`answer ${id}`],
  dependsOn: id > 1 ? [id - 1] : [],
  gold: golds,
  ...more,
});

export const question = (golds: GoldPassage[], more: Partial<Question> = {}): Question => ({
  id: 'q',
  text: 'the question',
  answers: ['the answer'],
  answerable: true,
  hops: [],
  gold: golds,
  source: 'test',
  ...more,
});

/** Gold `x` maps to the one chunk `x#0` of document `x`, unless said otherwise. */
export const mapping = (id: string, more: Partial<GoldMapping> = {}): GoldMapping => ({
  question: 'q',
  gold: id,
  status: 'mapped',
  method: 'exact',
  chunks: [`${id}#0`],
  answerChunks: [`${id}#0`],
  documents: [id],
  note: '',
  ...more,
});

export const unmapped = (id: string, more: Partial<GoldMapping> = {}): GoldMapping =>
  mapping(id, {
    status: 'unmapped',
    method: null,
    chunks: [],
    answerChunks: [],
    documents: [],
    note: 'no text matches',
    ...more,
  });

export const search = (chunks: string[], more: Partial<SearchEvent> = {}): SearchEvent => ({
  event: 'search',
  question: 'q',
  step: 1,
  hop: null,
  purpose: 'question',
  tool: 'search',
  query: 'the question',
  key: 'the question',
  duplicateOf: null,
  unresolved: [],
  hits: chunks.map((chunk, index) => ({ chunk, rank: index + 1, score: 1 / (index + 1) })),
  ...more,
});

/** A search whose hits stand at given ranks. */
export const ranked = (ranks: Record<string, number>, more: Partial<SearchEvent> = {}): SearchEvent =>
  search([], {
    hits: Object.entries(ranks).map(([chunk, rank]) => ({ chunk, rank, score: 1 / rank })),
    ...more,
  });

export const answer = (text: string, abstained = false, forced = false): QuestionEvent => ({
  event: 'answer',
  question: 'q',
  step: 9,
  text,
  abstained,
  forced,
});

export const limit = (which: 'loops' | 'context' = 'loops'): QuestionEvent => ({
  event: 'limit',
  question: 'q',
  step: 8,
  limit: which,
  used: 15,
  of: 15,
});

export const requirement = (
  id: string,
  status: Requirement['status'],
  support: string[] = [],
  more: Partial<Requirement> = {},
): Requirement => ({ id, text: `need ${id}`, status, note: '', support, reason: '', ...more });

export const register = (delta: Requirement[], step = 5): QuestionEvent => ({
  event: 'register',
  question: 'q',
  step,
  delta,
  violations: [],
  active: delta.find(({ status }) => status === 'active')?.id ?? null,
  open: delta.filter(({ status }) => status === 'pending' || status === 'active').length,
  tokens: { delta: 10, full: 20 },
});

export const failure = (message: string): QuestionEvent => ({
  event: 'error',
  question: 'q',
  step: 9,
  code: 'internal',
  message,
});

export const header = (run: string, more: Partial<RunHeader> = {}, retriever = 'same'): RunHeader => ({
  event: 'run',
  version: 1,
  run,
  system: 'probe-single',
  parameters: { k: 5, depth: 50 },
  retriever: {
    id: retriever,
    kind: 'bm25',
    corpus: 'corpus',
    chunking: DEFAULT_CHUNKING,
    settings: { kind: 'bm25', bm25: DEFAULT_BM25, hybrid: DEFAULT_HYBRID, model: 'none' },
    model: null,
  },
  model: null,
  questionSet: 'set',
  app: 'test',
  started: '2026-01-01T00:00:00.000Z',
  imported: false,
  ...more,
});

/** Events by question id; every event is given that id, and `done` is added. */
export const run = (of: RunHeader, events: Record<string, QuestionEvent[]>): RunTrace => ({
  header: of,
  questions: new Map(
    Object.entries(events).map(([id, list]) => [
      id,
      [
        ...list.map((event) => ({ ...event, question: id })),
        ...(list.some((event) => event.event === 'error')
          ? []
          : [{ event: 'done' as const, question: id, ms: 10 }]),
      ],
    ]),
  ),
});

export interface Setting {
  questions: Question[];
  mappings: GoldMapping[];
  run: RunTrace;
  others?: RunTrace[];
  texts?: Record<string, PassageText>;
  judgements?: Record<string, AnswerJudgement>;
  current?: DiagnosisInput['current'];
  /** Sub-question (as judged) → chunk → probability; null: inconclusive. */
  scores?: Record<string, Record<string, number | null>>;
  threshold?: number;
  /** Chunk ids that contain an answer, by the answer. */
  containing?: Record<string, string[]>;
}

export const prepare = (setting: Setting): PreparedRun => {
  const golds = indexGolds(setting.questions, setting.mappings);
  return prepareRun({
    run: setting.run,
    others: (setting.others ?? []).map((other) => evidenceOf(other, golds)),
    questions: setting.questions,
    golds,
    passage: (chunk) => setting.texts?.[chunk] ?? setting.texts?.[documentOf(chunk)] ?? null,
    title: (chunk) => setting.texts?.[documentOf(chunk)]?.title ?? null,
    presence:
      setting.scores === undefined
        ? null
        : {
            space: 'judge',
            threshold: setting.threshold ?? 0.5,
            of: (asked, chunk) => setting.scores?.[asked]?.[chunk],
          },
    candidates:
      setting.scores === undefined
        ? null
        : (answers) => new Set(answers.flatMap((answer) => setting.containing?.[answer] ?? [])),
    judgements: new Map(Object.entries(setting.judgements ?? {})),
    current: setting.current ?? { corpus: 'corpus', questionSet: 'set' },
  });
};
