import { createMemo, createSignal } from 'solid-js';
import type { HopLabel, SampledHop } from '../../../domain/judge-check';
import type { Failure } from '../../../domain/outcome';
import { SHIPPED_JUDGE } from '../../../domain/shipped-judge';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { createLatest } from '../../state/latest';
import { type NamedJudge, preferences } from '../../state/preferences';
import { diagnosis } from '../../state/workers';
import { judgeOf, versionOf } from '../diagnosis/data';
import { runOf } from '../diagnosis/runs';
import { type Label, labelOf, nextOpen } from './labelling';
import type { CheckView } from './view';

const SHIPPED: NamedJudge = {
  space: SHIPPED_JUDGE.space,
  threshold: SHIPPED_JUDGE.threshold,
  label: SHIPPED_JUDGE.label,
};

/** Every judge that was loaded here, the shipped one first. */
export const knownJudges = (): NamedJudge[] => {
  return [SHIPPED, ...preferences().judges.filter((judge) => judge.space !== SHIPPED.space)];
};

export const judgeInView = (): NamedJudge => preferences().judge ?? SHIPPED;

/** The sample to label, kept in step with what was labelled in this visit, and what came of it. */
export function createCheckData(meta: () => WorkspaceMeta, view: CheckView) {
  const run = createMemo(() => runOf(meta().runs, view.run));
  const k = () => (view.k === 0 ? (run()?.header.parameters.k ?? 1) : view.k);
  const [given, setGiven] = createSignal<ReadonlyMap<string, HopLabel>>(new Map());
  const [saveFailure, setSaveFailure] = createSignal<Failure | null>(null);
  const [saving, setSaving] = createSignal(0);
  /** Labels stored so far in this visit: what the results are worked out from. */
  const [stored, setStored] = createSignal(0);
  const request = () => {
    const current = run();
    const judge = judgeOf(-1);
    return current === null
      ? null
      : {
          workspace: meta().id,
          run: current.header.run,
          k: k(),
          ...(judge === undefined ? {} : { judge }),
          version: versionOf(meta(), current),
        };
  };
  const sample = createLatest(
    () => {
      const asked = request();
      return asked === null ? null : { ...asked, perClass: view.per, seed: view.seed };
    },
    ({ version: _, ...asked }) => diagnosis.ask((api) => api.judgeSample(asked)),
  );
  const keyOf = (hop: SampledHop): string => JSON.stringify([hop.question, hop.hop, hop.asked]);
  const hops = createMemo((): SampledHop[] =>
    (sample.value()?.hops ?? []).map((hop) => ({ ...hop, label: given().get(keyOf(hop)) ?? hop.label })),
  );
  const send = async (label: HopLabel): Promise<void> => {
    setSaving((n) => n + 1);
    const outcome = await diagnosis.ask((api) => api.saveLabels({ workspace: meta().id, labels: [label] }));
    setSaving((n) => n - 1);
    if (outcome.ok) setStored((n) => n + 1);
    setSaveFailure(outcome.ok ? null : outcome.error);
  };
  return {
    run,
    k,
    request,
    /** Address of a question in the run that is checked. */
    questionHref: (question: string): string =>
      `#/w/${meta().id}/question/${encodeURIComponent(question)}?run=${encodeURIComponent(run()?.header.run ?? '')}`,
    sample: sample.value,
    hops,
    loading: sample.loading,
    failure: () => saveFailure() ?? sample.failure(),
    again: sample.again,
    saving: () => saving() > 0,
    stored,
    /** Labels of a file were added: look again. */
    imported: (): void => {
      setStored((n) => n + 1);
      sample.again();
    },
    /** Keeps a label at once in view, and in storage as soon as the worker has written it. */
    label: (hop: SampledHop, label: Label): void => {
      const made = labelOf(hop, label, new Date().toISOString());
      setGiven((all) => new Map([...all, [keyOf(hop), made]]));
      void send(made);
    },
    /** The first hop without a label: where an earlier visit stopped. */
    resumeAt: (): number => nextOpen(hops(), -1) ?? 0,
  };
}

export type CheckData = ReturnType<typeof createCheckData>;
