/** Labels of a person (06). */
import * as v from 'valibot';
import { type HopLabel, JUDGE_LABELS_SCHEMA, JudgeLabelsSchema } from '../domain/judge-check';
import type { WorkspaceStore } from '../domain/store';
import type { Base } from './parts';
import { createPersonRecords } from './person-records';

type LabelStore = Pick<WorkspaceStore, 'readLabels' | 'changeLabels'>;

export const labelsKey = (workspace: string): string => `judge-labels/${workspace}`;

export const createLabelStore = (base: Base): LabelStore => {
  const { read, change } = createPersonRecords<HopLabel>(base, {
    keyOf: labelsKey,
    open: (record) => {
      const parsed = v.safeParse(JudgeLabelsSchema, record);
      return parsed.success ? parsed.output.labels : null;
    },
    seal: (labels) => ({ schema: JUDGE_LABELS_SCHEMA, labels }),
    name: 'labels',
  });
  return { readLabels: read, changeLabels: change };
};
