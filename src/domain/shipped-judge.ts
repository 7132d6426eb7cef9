/** The shipped classifier as a judge, known without loading it: a diagnosis reads its recorded scores at once (06). */
import type { JudgeIdentity, JudgeMode } from './presence';
import shipped from './shipped-judge.json';

/** What arXiv 2609.17043 decides at, for models trained its way. */
const PAPER_THRESHOLD = 0.5;

export interface JudgingModel {
  id: string;
  label: string;
  revision: string;
  dtype: string;
  /** Index of the logit that means "present". */
  present: number;
  temperature: number;
  threshold: number;
}

/** Everything that could change a score is in `space`; the device is not: its canary has shown that it agrees. */
export const judgeOf = (model: JudgingModel, mode: JudgeMode): JudgeIdentity => ({
  space: ['judge', model.id, model.revision, model.dtype, mode, model.present, `T${model.temperature}`].join(
    '|',
  ),
  model: model.id,
  label: mode === 'paper' ? `${model.label}, passages joined` : model.label,
  mode,
  threshold: mode === 'paper' ? PAPER_THRESHOLD : model.threshold,
});

export const SHIPPED_DTYPE = 'int8-weight';
export const SHIPPED_LABEL = `${shipped.id} (bundled, English, works offline)`;

export const SHIPPED_JUDGE: JudgeIdentity = judgeOf(
  { ...shipped, label: SHIPPED_LABEL, dtype: SHIPPED_DTYPE, present: 0 },
  'passage',
);
