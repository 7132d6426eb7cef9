import * as v from 'valibot';
import { GivenSchema } from './given';

/**
 * The trace (04): one JSON object a line, append-only, versioned. A `run` header, then per question its events,
 * ended by `done` (or `error`), after which the question is never asked again when a run resumes.
 */
export const TRACE_VERSION = 1;

const PartSchema = v.object({ rank: v.number(), score: v.number() });
export const HitSchema = v.object({
  chunk: v.string(),
  rank: v.number(),
  /** Null: a run made elsewhere gives no score. */
  score: v.nullable(v.number()),
  parts: v.optional(v.object({ bm25: v.optional(PartSchema), vector: v.optional(PartSchema) })),
  /** A run made elsewhere brought a passage that the corpus does not hold: what its file calls it. */
  unmatched: v.optional(v.string()),
});

export const RetrieverSettingsSchema = v.object({
  kind: v.picklist(['bm25', 'vector', 'hybrid']),
  bm25: v.object({
    k1: v.number(),
    b: v.number(),
    stemmer: v.nullable(v.string()),
    stopWords: v.boolean(),
  }),
  hybrid: v.object({
    fusion: v.picklist(['rrf', 'weighted']),
    rrfK: v.number(),
    vectorWeight: v.number(),
    depth: v.number(),
  }),
  model: v.string(),
});

const ChunkingSchema = v.object({
  unit: v.picklist(['passage', 'tokens', 'auto']),
  size: v.number(),
  overlap: v.number(),
});
const OwnRetrieverSchema = v.object({
  id: v.string(),
  kind: v.picklist(['bm25', 'vector', 'hybrid']),
  corpus: v.string(),
  chunking: ChunkingSchema,
  settings: RetrieverSettingsSchema,
  model: v.nullable(v.string()),
});
/**
 * The retriever of a run made elsewhere. Nothing is known of it, so its id is the run's own: it is equal to no other, and
 * no certificate carries over (05.5). Corpus and chunking are those that its passages were matched to.
 */
const ExternalRetrieverSchema = v.object({
  id: v.string(),
  kind: v.literal('external'),
  corpus: v.string(),
  chunking: ChunkingSchema,
  model: v.null(),
});
const RetrieverSchema = v.variant('kind', [OwnRetrieverSchema, ExternalRetrieverSchema]);

/** How often each way of matching found what a run's file names; `none`: not at all. */
const countsOf = <const T extends readonly string[]>(...ways: T) =>
  v.object(
    Object.fromEntries(ways.map((way) => [way, v.number()])) as Record<T[number], v.NumberSchema<undefined>>,
  );

/** Where an imported run came from, and what of it was found in the workspace. */
const RunSourceSchema = v.object({
  /** Id of the reader. */
  format: v.string(),
  file: v.string(),
  /** Records of this run in the file. */
  records: v.number(),
  questions: countsOf('id', 'text', 'none'),
  /** Distinct passages, by how they were found; `title`: by title alone, so another passage of it may have been meant. */
  passages: countsOf('chunk', 'document', 'text', 'title', 'none'),
  /** Whether the file tells single steps, final lists, answers, scores: what it does not tell is unavailable. */
  tells: v.object({ steps: v.boolean(), final: v.boolean(), answers: v.boolean(), scores: v.boolean() }),
});
export type RunSource = v.InferOutput<typeof RunSourceSchema>;

export const InterventionSchema = v.object({
  kind: v.picklist(['augment', 'rerank']),
  policy: v.picklist(['none', 'always', 'predicted', 'oracle']),
});

export const RunHeaderSchema = v.object({
  event: v.literal('run'),
  version: v.literal(TRACE_VERSION),
  run: v.string(),
  system: v.string(),
  /** Parameters of the system; k is the production k that the run was asked for. */
  parameters: v.object({
    k: v.number(),
    depth: v.number(),
    /** Ids of the questions asked; absent: the whole question set. */
    questions: v.optional(v.array(v.string())),
    /** The judge or reader that took part, by its space and threshold; absent: none did. */
    judge: v.optional(v.object({ space: v.string(), threshold: v.number() })),
    intervention: v.optional(InterventionSchema),
    /** Searches that a system which goes on by itself may make for a question. */
    loops: v.optional(v.number()),
    /** Cumulative tokens of context that an agent may use for a question. */
    contextTokens: v.optional(v.number()),
    /** Most that the run may cost, in `currency`. */
    spendingLimit: v.optional(v.number()),
    /** Of all costs in the trace: that of the price table the run began with; absent in older traces, and without a model. */
    currency: v.optional(v.string()),
    /** What of the system was left out, as an experiment. */
    ablation: v.optional(v.picklist(['no-seed', 'no-updates', 'full-replay'])),
    /** The retrievers behind an agent's search tools; absent: every search is by `retriever`. */
    tools: v.optional(v.array(v.object({ tool: v.string(), retriever: v.string() }))),
  }),
  retriever: RetrieverSchema,
  /** LLM of the run; null for probes. */
  model: v.nullable(v.string()),
  questionSet: v.string(),
  app: v.string(),
  /** ISO 8601 */
  started: v.string(),
  imported: v.boolean(),
  /** Of an imported run. */
  source: v.optional(RunSourceSchema),
});
export type RunHeader = v.InferOutput<typeof RunHeaderSchema>;
/** Of a run that this app has made. */
export type OwnRetriever = v.InferOutput<typeof OwnRetrieverSchema>;
/** As a run's header has it: a run made elsewhere has a retriever that is none of ours. */
export type RunRetrieverKind = RunHeader['retriever']['kind'];

/**
 * Why a search was made. `question`: with the whole question. `sub-question`: this hop's sub-question as the
 * system could fill it. `oracle`: with gold bridge answers. `keywords`, `relation`, `title`: reformulations
 * that only serve certificates (level D). `augment`: an intervention asked the hop again in other words.
 * `agent`: a query of a system that knows no hops; which hop it asks for is found by its words. `leg`: one of several
 * queries whose rankings are fused; the fused ranking counts as retrieved, and it alone. `step`: a step of a run made
 * elsewhere that also names the list it ended with; the step tells which hop was asked for, the list counts as retrieved.
 */
export const SearchPurposeSchema = v.picklist([
  'question',
  'sub-question',
  'oracle',
  'keywords',
  'relation',
  'title',
  // An intervention's rephrasing: it counts as retrieved, unlike the three above.
  'augment',
  'agent',
  'leg',
  'step',
]);
export type SearchPurpose = v.InferOutput<typeof SearchPurposeSchema>;

export const SearchEventSchema = v.object({
  event: v.literal('search'),
  question: v.string(),
  step: v.number(),
  /** Hop the search was made for; null when made for the whole question. */
  hop: v.nullable(v.number()),
  purpose: SearchPurposeSchema,
  tool: v.string(),
  query: v.string(),
  /** Normalised query: equal keys on one tool are the same search. */
  key: v.string(),
  /** Hits that an agent was shown, the first so many; absent: what the system takes is within k. */
  shown: v.optional(v.number()),
  /** Step of the earlier search whose hits are returned, when this is a repeat. */
  duplicateOf: v.nullable(v.number()),
  /** Placeholders that could not be filled: the bridge answer was not found. */
  unresolved: v.array(v.number()),
  /** To depth `STORED_DEPTH`, rank order. */
  hits: v.array(HitSchema),
  /** The first `depth` hits were put in the order of a cross-encoder's scores; ranks are those after it. */
  rerank: v.optional(v.object({ judge: v.string(), depth: v.number() })),
  /** Nothing was searched: the rankings of the searches of these steps were fused into this one. */
  fused: v.optional(v.array(v.number())),
});
export type SearchEvent = v.InferOutput<typeof SearchEventSchema>;

const SpanSchema = v.object({ text: v.string(), start: v.number(), end: v.number(), score: v.number() });

/** What the reader made of the passages it was given: its best spans, best first (06). */
export const ReadEventSchema = v.object({
  event: v.literal('read'),
  question: v.string(),
  step: v.number(),
  hop: v.nullable(v.number()),
  /** The question as it was read, bridge answers filled in. */
  asked: v.string(),
  reader: v.string(),
  chunks: v.array(v.string()),
  /**
   * Several spans over all chunks, best first, each with its chunk and the presence probability of that chunk. `score`
   * is against "no answer": at or below 0 the reader prefers to say nothing. Empty: nothing to read.
   */
  spans: v.array(v.object({ ...SpanSchema.entries, chunk: v.string(), presence: v.optional(v.number()) })),
});
export type ReadEvent = v.InferOutput<typeof ReadEventSchema>;

/**
 * A judge was asked while the run went on: before a bridge answer was filled in, before an intervention, or before an
 * item of a register counted as resolved.
 */
export const JudgeEventSchema = v.object({
  event: v.literal('judge'),
  question: v.string(),
  step: v.number(),
  /** Null: it was asked about an item that no labelled hop stands behind. */
  hop: v.nullable(v.number()),
  /** Id of the register's item. */
  item: v.optional(v.string()),
  judge: v.string(),
  threshold: v.number(),
  asked: v.string(),
  state: v.picklist(['scored', 'inconclusive', 'errored']),
  probability: v.nullable(v.number()),
  /** The passage that states the fact best. */
  chunk: v.nullable(v.string()),
  /** What the run did with it: filled the bridge answer in, flagged the hop, let the item be resolved, or did not. */
  use: v.picklist(['filled', 'not-filled', 'flagged', 'not-flagged', 'resolved', 'not-resolved']),
});
export type JudgeEvent = v.InferOutput<typeof JudgeEventSchema>;

export const AnswerEventSchema = v.object({
  event: v.literal('answer'),
  question: v.string(),
  step: v.number(),
  text: v.string(),
  abstained: v.boolean(),
  forced: v.boolean(),
});
export type AnswerEvent = v.InferOutput<typeof AnswerEventSchema>;

/** The model was asked. `prompt` is an id with its version; the words are in the app, and in `messages` unless left out. */
export const LlmEventSchema = v.object({
  event: v.literal('llm'),
  question: v.string(),
  step: v.number(),
  purpose: v.string(),
  prompt: v.string(),
  /** Null: a run made elsewhere did not record it. */
  usage: v.nullable(
    v.object({
      input: v.number(),
      output: v.number(),
      cachedInput: v.number(),
      counted: v.picklist(['endpoint', 'tokenizer']),
    }),
  ),
  cost: v.nullable(v.number()),
  /** Null: a run made elsewhere did not record it. */
  ms: v.nullable(v.number()),
  retries: v.number(),
  cached: v.boolean(),
  truncated: v.boolean(),
  /** What was asked since the model's last reply, and what it replied; absent in an export without texts. */
  asked: v.optional(v.array(v.object({ role: v.string(), content: v.string() }))),
  reply: v.optional(v.string()),
  /** Tools it called, by name. */
  calls: v.array(v.string()),
});
export type LlmEvent = v.InferOutput<typeof LlmEventSchema>;

/** An agent read chunks in full. */
export const OpenEventSchema = v.object({
  event: v.literal('open'),
  question: v.string(),
  step: v.number(),
  chunks: v.array(v.string()),
  /** Ids that no search of this question had brought. */
  unknown: v.array(v.string()),
});
export type OpenEvent = v.InferOutput<typeof OpenEventSchema>;

export const RequirementSchema = v.object({
  id: v.string(),
  text: v.string(),
  status: v.picklist(['pending', 'active', 'resolved', 'retired']),
  note: v.string(),
  /** Chunk ids, append-only. */
  support: v.array(v.string()),
  /** Why it was retired; empty otherwise. */
  reason: v.string(),
});
export type Requirement = v.InferOutput<typeof RequirementSchema>;

/** The register after an update was applied (04, "Requirement register"). */
export const RegisterEventSchema = v.object({
  event: v.literal('register'),
  question: v.string(),
  step: v.number(),
  /** Items that changed with this update, as they are now. */
  delta: v.array(RequirementSchema),
  /** What of the proposal was not applied, and why. */
  violations: v.array(v.object({ rule: v.string(), item: v.nullable(v.string()), message: v.string() })),
  active: v.nullable(v.string()),
  /** Items that are pending or active. */
  open: v.number(),
  /** Tokens of what was injected, and of the whole register. */
  tokens: v.object({ delta: v.number(), full: v.number() }),
});
export type RegisterEvent = v.InferOutput<typeof RegisterEventSchema>;

/** The soft word at 80% of the loops; once a question. */
export const NudgeEventSchema = v.object({
  event: v.literal('nudge'),
  question: v.string(),
  step: v.number(),
  loops: v.number(),
});

/** A budget ran out, and the answer after it is forced. */
export const LimitEventSchema = v.object({
  event: v.literal('limit'),
  question: v.string(),
  step: v.number(),
  limit: v.picklist(['loops', 'context']),
  used: v.number(),
  of: v.number(),
});
export type LimitEvent = v.InferOutput<typeof LimitEventSchema>;

export const ErrorEventSchema = v.object({
  event: v.literal('error'),
  question: v.string(),
  step: v.number(),
  code: v.string(),
  message: v.string(),
  /** As with `done`. */
  given: v.optional(GivenSchema),
});
export const DoneEventSchema = v.object({
  event: v.literal('done'),
  question: v.string(),
  /** What the run was given of the question; absent in traces of older versions. */
  given: v.optional(GivenSchema),
  /** Milliseconds spent on the question; null: a run made elsewhere did not record them. */
  ms: v.nullable(v.number()),
});
export const NoteEventSchema = v.object({
  event: v.literal('note'),
  question: v.string(),
  step: v.number(),
  message: v.string(),
});

export const QuestionEventSchema = v.variant('event', [
  SearchEventSchema,
  ReadEventSchema,
  JudgeEventSchema,
  AnswerEventSchema,
  ErrorEventSchema,
  DoneEventSchema,
  NoteEventSchema,
  LlmEventSchema,
  OpenEventSchema,
  RegisterEventSchema,
  NudgeEventSchema,
  LimitEventSchema,
]);
export type QuestionEvent = v.InferOutput<typeof QuestionEventSchema>;
export type TraceEvent = RunHeader | QuestionEvent;

/** A run read back: header, and the events of each question in the order they were written. */
export interface RunTrace {
  header: RunHeader;
  /** Key: question id. Only questions that are `done` or ended in `error`. */
  questions: Map<string, QuestionEvent[]>;
  /** One sentence when the stored run was torn or damaged and could only be read up to there. */
  notice?: string;
}
