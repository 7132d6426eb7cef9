import type { JudgeState } from '../domain/presence';

/** A passage as a judge reads it; never with the hop's answer. */
export interface JudgedPassage {
  id: string;
  text: string;
}

export interface JudgeVerdict {
  state: JudgeState;
  /** Probability that the passages state the fact; of an LLM 0 or 1; null unless scored. */
  present: number | null;
  /** Id of the passage that states it, where the judge can tell. */
  passage: string | null;
  /** What the judge gave as its reason, or why there is no word. */
  reason: string;
}

/** The one interface of judges (06). No call rejects: a failure is a state with its reason. */
export interface FactJudge {
  /** Names model, prompt and mode: equal spaces give comparable words. */
  space: string;
  judge(subQuestion: string, passages: readonly JudgedPassage[], signal?: AbortSignal): Promise<JudgeVerdict>;
}
