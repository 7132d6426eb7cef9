import { createMemo } from 'solid-js';
import type { QuestionRow, RunDiagnosis } from '../../../domain/diagnosis';
import type { InterventionReport } from '../../../domain/intervention';
import type { JudgeAgreement, JudgeChoice } from '../../../domain/judge-check';
import type { Failure } from '../../../domain/outcome';
import { type Outcome, ok } from '../../../domain/outcome';
import { SHIPPED_JUDGE } from '../../../domain/shipped-judge';
import type { RunMeta, WorkspaceMeta } from '../../../domain/workspace';
import { breathe } from '../../../seam/breathe';
import { answersAt } from '../../state/answers';
import { judgedAt } from '../../state/judging';
import { createLatest } from '../../state/latest';
import { preferences } from '../../state/preferences';
import { diagnosis } from '../../state/workers';
import { keepSame } from './rows';
import { isPlain, runLabel, runOf, shownRuns } from './runs';
import { see } from './seen';
import type { DiagnosisView } from './view';

/** Whose scores, and from which probability on (percent; −1: the judge's own); undefined: the shipped classifier. */
export const judgeOf = (threshold: number): JudgeChoice | undefined => {
  const own = preferences().judge;
  if (threshold >= 0) return { space: (own ?? SHIPPED_JUDGE).space, threshold: threshold / 100 };
  return own === null ? undefined : { space: own.space, threshold: own.threshold };
};

/** Probability from which a fact counts as present in the view. */
export const thresholdOf = (threshold: number): number => (judgeOf(threshold) ?? SHIPPED_JUDGE).threshold;

/** What a diagnosis depends on besides run and k: it is asked again when one of them changes. */
export const versionOf = (meta: WorkspaceMeta, run: RunMeta): string =>
  `${meta.questions?.hash ?? ''} ${meta.corpus?.hash ?? ''} ${run.state} ${run.done} ${judgedAt()} ${answersAt()}`;

/** Runs whose answers make up the comparison; enough for every probe on every retriever, newest first. */
const COMPARED = 12;

/** Diagnosis, rows and the other runs at the k in view, recomputed by the worker as the slider moves. */
export function createRunData(meta: () => WorkspaceMeta, view: DiagnosisView) {
  const run = createMemo(() => {
    const chosen = runOf(meta().runs, view.run);
    if (chosen !== null) see(chosen.header.run);
    return chosen;
  });
  const k = createMemo(() => {
    const own = run()?.header.parameters.k ?? 1;
    return view.k === 0 ? own : view.k;
  });
  const judge = () => {
    const choice = judgeOf(view.threshold);
    return choice === undefined ? {} : { judge: choice };
  };
  const request = () => {
    const current = run();
    return current === null
      ? null
      : {
          workspace: meta().id,
          run: current.header.run,
          k: k(),
          ...judge(),
          version: versionOf(meta(), current),
        };
  };
  let known: QuestionRow[] = [];
  const main = createLatest(
    request,
    async ({ version: _, ...asked }): Promise<Outcome<{ diagnosis: RunDiagnosis; rows: QuestionRow[] }>> => {
      const [result, table] = await Promise.all([
        diagnosis.ask((api) => api.diagnose(asked)),
        diagnosis.ask((api) => api.table(asked)),
      ]);
      if (!result.ok) return result;
      if (!table.ok) return table;
      // Taking over thousands of rows, comparing them and drawing are three tasks, none of them long.
      await breathe();
      known = keepSame(known, table.value);
      await breathe();
      return ok({ diagnosis: result.value, rows: known });
    },
  );
  // One run a system and retriever (the newest), a little behind the slider: it is context, not the answer.
  const compared = createMemo(() => {
    const seen = new Set<string>();
    return shownRuns(meta().runs)
      .filter((candidate) => {
        const key = runLabel(candidate);
        if (candidate.header.run === run()?.header.run) return seen.add(key) !== undefined;
        return !seen.has(key) && seen.add(key) !== undefined;
      })
      .slice(0, COMPARED);
  });
  const others = createLatest(
    () => {
      const runs = compared();
      return runs.length < 2
        ? null
        : {
            workspace: meta().id,
            k: k(),
            ...judge(),
            runs: runs.map((one) => [one.header.run, versionOf(meta(), one)]),
          };
    },
    async ({ workspace, k: at, runs, ...whose }) => {
      const found: { run: string; diagnosis: RunDiagnosis }[] = [];
      for (const [id] of runs) {
        if (id === undefined) continue;
        const outcome = await diagnosis.ask((api) => api.diagnose({ workspace, run: id, k: at, ...whose }));
        if (!outcome.ok) return outcome;
        found.push({ run: id, diagnosis: outcome.value });
      }
      return ok(found);
    },
    250,
  );
  /** How far a person has checked the judge; asked once the run has been judged. */
  const agreement = createLatest(
    () => {
      const asked = request();
      return asked === null || main.value()?.diagnosis.hops.presence == null ? null : asked;
    },
    ({ version: _, ...asked }) => diagnosis.ask((api) => api.agreement({ ...asked, with: 'person' })),
    250,
  );
  const interventions = createLatest(
    () => {
      const made = meta().runs.filter((one) => !isPlain(one) && one.done > 0);
      return made.length === 0
        ? null
        : {
            workspace: meta().id,
            runs: null,
            k: k(),
            ...judge(),
            version: made.map((one) => versionOf(meta(), one)),
          };
    },
    ({ version: _, ...asked }) => diagnosis.ask((api) => api.interventions(asked)),
    250,
  );
  return {
    run,
    k,
    agreement: (): JudgeAgreement | null => agreement.value(),
    interventions: (): InterventionReport | null => interventions.value(),
    diagnosis: (): RunDiagnosis | null => main.value()?.diagnosis ?? null,
    rows: (): QuestionRow[] => main.value()?.rows ?? [],
    others: () =>
      (others.value() ?? []).flatMap((entry) => {
        const header = compared().find((one) => one.header.run === entry.run);
        return header === undefined ? [] : [{ run: header, diagnosis: entry.diagnosis }];
      }),
    loading: main.loading,
    failure: (): Failure | null =>
      main.failure() ?? others.failure() ?? agreement.failure() ?? interventions.failure(),
    again: (): void => {
      main.again();
      others.again();
      agreement.again();
      interventions.again();
    },
  };
}
