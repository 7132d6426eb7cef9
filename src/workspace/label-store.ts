/** Labels of a person (06), kept beside the workspace's record: a label is small, and must be kept when the key is up. */
import * as v from 'valibot';
import { type HopLabel, JUDGE_LABELS_SCHEMA, JudgeLabelsSchema } from '../domain/judge-check';
import { HopscopeError } from '../domain/outcome';
import type { WorkspaceStore } from '../domain/store';
import type { Base } from './parts';

type LabelStore = Pick<WorkspaceStore, 'readLabels' | 'changeLabels'>;

export const labelsKey = (workspace: string): string => `judge-labels/${workspace}`;

/** Throws `damaged` rather than dropping the work of a person. */
const labelsIn = (record: unknown): HopLabel[] => {
  if (record === undefined) return [];
  const parsed = v.safeParse(JudgeLabelsSchema, record);
  if (parsed.success) return parsed.output.labels;
  throw new HopscopeError(
    'damaged',
    'The stored labels of this workspace cannot be read by this Hopscope: open it with the one that made them.',
  );
};

export const createLabelStore = ({ metadata, load, assertWritable }: Base): LabelStore => ({
  async readLabels(id) {
    await load(id);
    return labelsIn(await metadata.get('settings', labelsKey(id)));
  },
  async changeLabels(id, change) {
    await assertWritable(id);
    await load(id);
    let labels: HopLabel[] = [];
    await metadata.update('settings', labelsKey(id), (current) => {
      labels = change(labelsIn(current));
      return { schema: JUDGE_LABELS_SCHEMA, labels };
    });
    return labels;
  },
});
