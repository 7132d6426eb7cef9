/** Labels of hops as lists: one for a hop with the same sub-question and passages, the newest counts. */
import * as v from 'valibot';
import type { HopLabel } from '../domain/judge-check';

/** Which hop was read with which passages, whatever their order. */
export const labelKey = ({
  question,
  hop,
  asked,
  chunks,
}: Pick<HopLabel, 'question' | 'hop' | 'asked' | 'chunks'>): string =>
  JSON.stringify([question, hop, asked, chunks.toSorted()]);

/** Both lists in the order in which they were labelled; the later of two labels for one hop counts. */
export const mergeLabels = (current: readonly HopLabel[], added: readonly HopLabel[]): HopLabel[] => {
  const merged = new Map<string, HopLabel>();
  for (const label of [...current, ...added]) {
    const key = labelKey(label);
    const known = merged.get(key);
    if (known !== undefined && known.time > label.time) continue;
    merged.delete(key);
    merged.set(key, label);
  }
  return [...merged.values()].sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1));
};

export const parseLabels = (
  entries: readonly unknown[],
  schema: v.GenericSchema<unknown, HopLabel>,
): { labels: HopLabel[]; rejected: { index: number; reason: string }[] } => {
  const labels: HopLabel[] = [];
  const rejected: { index: number; reason: string }[] = [];
  entries.forEach((entry, index) => {
    const parsed = v.safeParse(schema, entry);
    if (parsed.success) labels.push(parsed.output);
    else {
      const [issue] = parsed.issues;
      const path = v.getDotPath(issue);
      rejected.push({ index, reason: path === null ? issue.message : `${path}: ${issue.message}` });
    }
  });
  return { labels, rejected };
};
