/** Contract of the diagnosis worker: pure recomputation, so that no table or slider ever waits in the page. */
import type { RecordedAnswer } from './answer-judgement';
import type { RunComparison } from './compare';
import type { QuestionDiagnosis, QuestionRow, RunDiagnosis } from './diagnosis';
import type { RunAge } from './given';
import type { InterventionReport } from './intervention';
import type { HopLabel, JudgeAgreement, JudgeChoice, JudgeLabels, JudgeSample } from './judge-check';
import type { GoldMapping } from './mapping';
import type { Outcome } from './outcome';
import type { Summary } from './summary';
import type { QuestionEvent } from './trace';

export interface DiagnosisRequest {
  workspace: string;
  run: string;
  k: number;
  /** Whose recorded scores count as fact presence, and from which probability on. Absent: the shipped classifier's. */
  judge?: JudgeChoice;
}

export interface ReportBundle {
  summary: Summary;
  /** File name → content. */
  files: { name: string; mime: string; text: string }[];
}

export interface DiagnosisContract {
  /** Diagnosis of one run at k; `questions` of the result are left out unless asked (page through `table`). */
  diagnose(request: DiagnosisRequest): Promise<Outcome<RunDiagnosis>>;
  /** One slim row a question of the run, in question-set order: the table, its filters, and `j`/`k`. */
  table(request: DiagnosisRequest): Promise<Outcome<QuestionRow[]>>;
  /** With the question's own events of the trace, for the timeline. */
  question(
    request: DiagnosisRequest & { question: string },
  ): Promise<Outcome<QuestionDiagnosis & { mappings: GoldMapping[]; events: QuestionEvent[] }>>;
  report(request: {
    workspace: string;
    k: number;
    run: string | null;
    chunks: boolean;
    /** Traces with what a model was asked and replied; absent: with. */
    texts?: boolean;
    judge?: JudgeChoice;
  }): Promise<Outcome<ReportBundle>>;
  /**
   * Each run with an intervention beside the run of the same system on the same retriever without one. `runs`: which
   * runs to look at, for either part; null: all of the workspace.
   */
  interventions(request: {
    workspace: string;
    runs: string[] | null;
    k: number;
    judge?: JudgeChoice;
  }): Promise<Outcome<InterventionReport>>;
  /** Run b beside run a at k, over the questions both reached (05.6). Equal requests give equal figures. */
  compare(request: {
    workspace: string;
    a: string;
    b: string;
    k: number;
    judge?: JudgeChoice;
  }): Promise<Outcome<RunComparison>>;
  /** Hops to label, `perClass` of each word of the judge (default 50). A request repeated gives the same hops. */
  judgeSample(
    request: DiagnosisRequest & { perClass?: number; seed?: number },
  ): Promise<Outcome<JudgeSample>>;
  /** All labels of the workspace, newest last. */
  judgeLabels(workspace: string): Promise<Outcome<JudgeLabels>>;
  /** Adds labels; one for the same hop, sub-question and passages replaces the older one. Durable when it resolves. */
  saveLabels(request: { workspace: string; labels: HopLabel[] }): Promise<Outcome<JudgeLabels>>;
  /** Adds the labels of an exported file; what does not fit is counted and named, and keeps nothing else out. */
  importLabels(request: {
    workspace: string;
    json: string;
  }): Promise<Outcome<{ labels: JudgeLabels; added: number; rejected: { index: number; reason: string }[] }>>;
  /** What judges and persons have said of answers in this workspace, newest last. */
  answerJudgements(workspace: string): Promise<Outcome<RecordedAnswer[]>>;
  /**
   * Adds a person's words on answers, which count before any judge's; a later one on the same answer replaces the older,
   * and one that is withdrawn leaves the judge's word to count.
   * Durable when it resolves; every diagnosis from then on counts them. Returns all.
   */
  saveAnswers(request: {
    workspace: string;
    judgements: RecordedAnswer[];
  }): Promise<Outcome<RecordedAnswer[]>>;
  /**
   * `with: 'person'`: the judge's recorded scores of the labelled passages against the labels, whatever run they came
   * from. With another judge: every hop of the run at k that both have scored.
   */
  agreement(request: DiagnosisRequest & { with: 'person' | JudgeChoice }): Promise<Outcome<JudgeAgreement>>;
  /**
   * Runs that asked the questions otherwise than they are now, in the order of the workspace; those of which nothing has
   * changed are left out.
   */
  ages(workspace: string): Promise<Outcome<{ run: string; age: RunAge }[]>>;
  forget(workspace: string): Promise<void>;
}
