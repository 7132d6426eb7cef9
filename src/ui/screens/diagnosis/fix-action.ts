import type { Fix, QuestionRow } from '../../../domain/diagnosis';
import { RETRIEVER_NAME } from '../../../domain/names';
import { STORED_DEPTH } from '../../../domain/retriever';
import type { RunMeta, WorkspaceMeta } from '../../../domain/workspace';
import { plural } from '../../format';
import { formatView } from '../../state/codecs';
import { CHECK_VIEW } from '../judge/view';
import { completingK } from './rows';
import { nearestRun, runLabel, shownRuns } from './runs';
import type { SetView } from './view';

/** What the button of a fix does; made by the screen, which knows the other runs and k. */
export interface FixAction {
  label: string;
  href?: string;
  run?: () => void;
}

/** A run in which nothing could be measured gives no evidence for a change, and none against one. */
export const nothingToChange = (measured: number): string =>
  measured === 0
    ? 'No question of this run can be measured, so it says nothing about what to change.'
    : `Nothing in the ${plural(measured, 'question')} that can be measured calls for a change of retrieval at this k.`;

/** What the interface offers to do about a fix; null where only the person can act. */
export function actionOf(
  fix: Fix,
  context: { meta: WorkspaceMeta; run: RunMeta; rows: QuestionRow[]; k: number; set: SetView },
): FixAction | null {
  const { meta, run, rows, k, set } = context;
  const to = (screen: string): string => `#/w/${meta.id}/${screen}`;
  switch (fix.action) {
    case 'try-decomposition': {
      const { kind } = run.header.retriever;
      for (const system of ['probe-hops', 'probe-oracle']) {
        const other = kind === 'external' ? null : nearestRun(meta.runs, system, kind);
        const sameRetriever = other?.header.retriever.id === run.header.retriever.id;
        if (other !== null && other.header.system === system && sameRetriever) {
          return { label: 'See it hop by hop', run: () => set({ run: other.header.run }) };
        }
      }
      return { label: 'Run the probes', href: to('runs') };
    }
    case 'raise-k': {
      const wanted = completingK(rows, fix.questions, STORED_DEPTH);
      return wanted === null || wanted <= k
        ? null
        : { label: `Set k = ${wanted}`, run: () => set({ k: wanted }) };
    }
    case 'switch-retriever': {
      const others = shownRuns(meta.runs).filter(
        (other) => other.header.system === run.header.system && other.header.run !== run.header.run,
      );
      const named =
        others.find((other) => fix.title.includes(RETRIEVER_NAME[other.header.retriever.kind])) ?? others[0];
      return named === undefined
        ? { label: 'Run another retriever', href: to('runs') }
        : { label: `Open ${runLabel(named)}`, run: () => set({ run: named.header.run }) };
    }
    case 'rechunk':
      return { label: 'Chunk again', href: to('corpus') };
    case 'add-documents':
      return { label: 'Open the corpus', href: to('corpus') };
    case 'label':
      return { label: 'Label them', href: to('questions') };
    case 'check-judge':
      return {
        label: fix.judge === 'failed' ? 'See where the judge is wrong' : 'Check the judge',
        href: `${to('judge')}${formatView(CHECK_VIEW, { run: run.header.run, k, ...(fix.judge === 'failed' ? { tab: 'results' as const } : {}) })}`,
      };
    case 'inspect-index':
      return { label: 'Open the search bench', href: to('search') };
    default:
      return null;
  }
}
