import { createMemo } from 'solid-js';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { createLatest } from '../../state/latest';
import { diagnosis } from '../../state/workers';
import { judgeOf, versionOf } from '../diagnosis/data';
import { pairOf } from './choice';
import type { CompareView } from './view';

/** The comparison of the two runs in view, recomputed by the worker as k moves. */
export function createCompareData(meta: () => WorkspaceMeta, view: CompareView) {
  const pair = createMemo(() => pairOf(meta().runs, view.a, view.b));
  const k = () => (view.k === 0 ? (pair()?.b.header.parameters.k ?? 1) : view.k);
  const latest = createLatest(
    () => {
      const runs = pair();
      const judge = judgeOf(-1);
      return runs === null
        ? null
        : {
            workspace: meta().id,
            a: runs.a.header.run,
            b: runs.b.header.run,
            k: k(),
            ...(judge === undefined ? {} : { judge }),
            version: [versionOf(meta(), runs.a), versionOf(meta(), runs.b)],
          };
    },
    ({ version: _, ...asked }) => diagnosis.ask((api) => api.compare(asked)),
  );
  return { pair, k, comparison: latest.value, failure: latest.failure, again: latest.again };
}
