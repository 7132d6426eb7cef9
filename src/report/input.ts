import type { PassageText } from '../diagnosis';
import type { RecordedAnswer } from '../domain/answer-judgement';
import type { RunComparison } from '../domain/compare';
import type { Fix, RunDiagnosis } from '../domain/diagnosis';
import { RETRIEVER_NAME, systemName } from '../domain/names';
import type { RunHeader } from '../domain/trace';
import type { WorkspaceMeta } from '../domain/workspace';

/** A run with its diagnosis at the k of the report; `diagnosis.questions` holds every question of the run. */
export interface ReportedRun {
  header: RunHeader;
  diagnosis: RunDiagnosis;
}

/** All that a report is made of; the same input gives the same bytes. */
export interface ReportInput {
  meta: WorkspaceMeta;
  k: number;
  /** In the order in which they were made. */
  runs: ReportedRun[];
  /** Pairs of these runs that answer questions, on one retriever or by one system. */
  comparisons: RunComparison[];
  /**
   * The run that a reader is taken to first (`leadOf`) beside each other run of the workspace that shares its retriever
   * or its system, reported or not; pairs of `comparisons` are not repeated.
   */
  beside: { other: RunHeader; comparison: RunComparison }[];
  /** What persons and judges have said of answers in this workspace. */
  judgements: readonly RecordedAnswer[];
  /** Title and text of a gold chunk, for the chains that are drawn. */
  passage: (chunk: string) => PassageText | null;
  /** ISO 8601; handed in, so that a report can be made again byte for byte. */
  made: string;
}

/** A file of a report. */
export interface ReportFile {
  name: string;
  mime: string;
  text: string;
}

/** What a run is called, so that no two that differ in what was done or left out go by one name. */
export const runLabel = ({ system, retriever, parameters }: RunHeader): string => {
  const { intervention, ablation } = parameters;
  return [
    systemName(system),
    RETRIEVER_NAME[retriever.kind],
    ...(intervention === undefined ? [] : [`${intervention.kind} ${intervention.policy}`]),
    ...(ablation === undefined ? [] : [ablation.replace('-', ' ')]),
  ].join(' · ');
};

/**
 * The run that a reader is taken to first: one made elsewhere, since that is the system in question; else the first with
 * judged answers; else the first. Undefined: there is none.
 */
export const leadOf = (runs: readonly ReportedRun[]): ReportedRun | undefined =>
  runs.find(({ header }) => header.imported) ??
  runs.find(({ diagnosis }) => (diagnosis.answers?.accuracy.n ?? 0) > 0) ??
  runs[0];

/** Ids of the fixes that would touch a question, the first one first. */
export const fixesByQuestion = (fixes: readonly Fix[]): ReadonlyMap<string, string[]> => {
  const byQuestion = new Map<string, string[]>();
  for (const { id, questions } of fixes)
    for (const question of questions) byQuestion.set(question, [...(byQuestion.get(question) ?? []), id]);
  return byQuestion;
};
