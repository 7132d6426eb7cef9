import type { PassageText } from '../diagnosis';
import type { RunComparison } from '../domain/compare';
import type { RunDiagnosis } from '../domain/diagnosis';
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
  /** In the order in which they were made; the first is the one a reader is taken to first. */
  runs: ReportedRun[];
  /** Pairs of these runs that answer questions, on one retriever or by one system. */
  comparisons: RunComparison[];
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
