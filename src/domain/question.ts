import * as v from 'valibot';

/**
 * A passage that a competent reader needs, as the labels name it (05.1). It says where the passage is
 * by any of: a document id, a title, its text, a quoted snippet. Mapping to chunks happens in `gold/`.
 */
export const GoldPassageSchema = v.object({
  /** Unique within its question: `g1`, `g2`… */
  id: v.string(),
  document: v.optional(v.string()),
  title: v.optional(v.string()),
  /** Full text of the passage. */
  text: v.optional(v.string()),
  /** A verbatim snippet of it. */
  quote: v.optional(v.string()),
  /** Character range in the document, when the labels carry it. */
  range: v.optional(v.object({ start: v.number(), end: v.number() })),
  /** Indices of the supporting sentences (HotpotQA, 2Wiki). */
  sentences: v.optional(v.array(v.number())),
  /** The labels themselves say that the passage was removed (MuSiQue `paragraph_support_idx: null`). */
  notInCorpus: v.optional(v.boolean()),
});
export type GoldPassage = v.InferOutput<typeof GoldPassageSchema>;

export const HopSchema = v.object({
  /** 1-based. `#1` in a later sub-question stands for this hop's answer. */
  id: v.number(),
  /** Natural sub-question; may contain `#n` placeholders. */
  question: v.string(),
  /** As the file had it, when it was shorthand (`Green >> performer`). */
  shorthand: v.optional(v.string()),
  /** Gold answer first, then aliases. Empty: not labelled. */
  answers: v.array(v.string()),
  /** Ids of the hops whose answers fill the placeholders. */
  dependsOn: v.array(v.number()),
  /** Ids of this question's gold passages that state the hop's fact. */
  gold: v.array(v.string()),
});
export type Hop = v.InferOutput<typeof HopSchema>;

export const QuestionSchema = v.object({
  id: v.string(),
  text: v.string(),
  /** Gold answer first, then aliases. Empty: none known. */
  answers: v.array(v.string()),
  /** False: marked unanswerable (a null query). */
  answerable: v.boolean(),
  type: v.optional(v.string()),
  /** Empty: no decomposition is known. */
  hops: v.array(HopSchema),
  gold: v.array(GoldPassageSchema),
  /** Where it came from: file path or `typed`. */
  source: v.string(),
  /** One sentence by the author of the set on what this question shows. */
  note: v.optional(v.string()),
});
export type Question = v.InferOutput<typeof QuestionSchema>;

/** Number of hops: the decomposition's where there is one, else the number of gold passages. */
export const hopCount = (question: Question): number =>
  question.hops.length > 0 ? question.hops.length : question.gold.length;

/** Placeholders `#1`, `#2`… in a sub-question, in order of first appearance. */
export const placeholders = (text: string): number[] => [
  ...new Set([...text.matchAll(/#(\d+)/g)].map((m) => Number(m[1]))),
];

/** The sub-question with the answers of earlier hops filled in; a placeholder without an answer stays. */
export const fillPlaceholders = (text: string, answerOf: (hop: number) => string | undefined): string =>
  text.replace(/#(\d+)/g, (whole, n: string) => answerOf(Number(n)) ?? whole);
