/**
 * "Check this judge" (06): a person labels a stratified sample of hops, blind to the judge; any two judges are compared
 * on the same hops. Labels name the passages that were read, so they hold whatever run or k is in view later.
 */
import * as v from 'valibot';
import type { Rate } from './diagnosis';

/** A judge by the space of its recorded scores and the probability from which a fact counts as present. */
export interface JudgeChoice {
  space: string;
  threshold: number;
}

export const HopLabelSchema = v.object({
  question: v.string(),
  hop: v.number(),
  /** The sub-question as it was shown. */
  asked: v.string(),
  /** The passages that were shown, in that order. */
  chunks: v.array(v.string()),
  /** `unsure` is kept and counted, and is in no agreement. */
  label: v.picklist(['present', 'absent', 'unsure']),
  /** ISO 8601 */
  time: v.string(),
});
export type HopLabel = v.InferOutput<typeof HopLabelSchema>;

export const JUDGE_LABELS_SCHEMA = 'hopscope.judge-labels/1';
/** What a workspace keeps and exports. */
export const JudgeLabelsSchema = v.object({
  schema: v.literal(JUDGE_LABELS_SCHEMA),
  labels: v.array(HopLabelSchema),
});
export type JudgeLabels = v.InferOutput<typeof JudgeLabelsSchema>;

/** A hop to be labelled. The judge's own word is left out: the person must not see it. */
export interface SampledHop {
  question: string;
  hop: number;
  asked: string;
  passages: { chunk: string; title: string; text: string }[];
  /** A label that was given to this hop with these passages before. */
  label: HopLabel | null;
}

export interface JudgeSample {
  run: string;
  k: number;
  judge: JudgeChoice;
  seed: number;
  /** In an order that gives nothing away; equal for equal run, k, judge, seed and size. */
  hops: SampledHop[];
  /** Hops that the judge has scored, by its word: what the sample could be drawn from. */
  available: { present: number; absent: number };
  /** Hops that the judge has not scored yet at this k. */
  waiting: number;
}

/** One hop on which two judges differ. */
export interface Disagreement {
  question: string;
  hop: number;
  asked: string;
  chunks: string[];
  a: boolean;
  b: boolean;
  /** Of `a`, and of `b` unless it is a person. */
  probability: { a: number | null; b: number | null };
}

/** `a` is the judge under view, `b` a person or another judge. */
export interface JudgeAgreement {
  a: JudgeChoice;
  b: JudgeChoice | 'person';
  /** Hops on which both have a word. */
  n: number;
  table: { bothPresent: number; onlyA: number; onlyB: number; bothAbsent: number };
  agreement: Rate;
  /** Cohen's κ with an analytic 95% interval (Fleiss, Cohen and Everitt 1969); null where it is not defined. */
  kappa: { value: number; low: number; high: number } | null;
  /** Disagreements in which `a` is the stricter one: it says absent, `b` present. */
  stricter: Rate;
  /** Labelled or sampled hops that are in no figure above, by reason. */
  left: { unsure: number; notScored: number };
  disagreements: Disagreement[];
}
