import { For, Show } from 'solid-js';
import type { QuestionRow, Verdict } from '../../../domain/diagnosis';
import { VERDICTS } from '../../../domain/diagnosis';
import { hopCount, type Question } from '../../../domain/question';
import type { RunMeta } from '../../../domain/workspace';
import { Chip } from '../../components/chip';
import { KSlider } from '../../components/kslider';
import { count } from '../../format';
import { VERDICT } from '../../messages';
import { runLabel, shownRuns } from '../diagnosis/runs';
import { type Filters, MANY_HOPS, tally } from './filters';

type Change = Partial<{
  q: string;
  type: string | null;
  hops: number;
  verdict: Verdict[];
  run: string | null;
  k: number;
}>;

/** Words, type, hops, verdict; and the run whose verdicts are shown. */
export const FilterBar = (props: {
  view: Filters & { readonly k: number };
  set: (change: Change, options?: { replace?: boolean }) => void;
  questions: readonly Question[];
  rows: ReadonlyMap<string, QuestionRow>;
  runs: RunMeta[];
  run: RunMeta | null;
}) => {
  const types = () => tally(props.questions.flatMap((question) => question.type ?? []));
  const hops = () =>
    tally(props.questions.map((question) => Math.min(MANY_HOPS, hopCount(question))))
      .filter(([n]) => n > 0)
      .sort((a, b) => a[0] - b[0]);
  const verdicts = () => {
    const counts = new Map(tally([...props.rows.values()].map((row) => row.verdict)));
    return VERDICTS.flatMap((verdict): [Verdict, number][] => {
      const n = counts.get(verdict) ?? 0;
      return n > 0 || props.view.verdict.includes(verdict) ? [[verdict, n]] : [];
    });
  };
  const toggle = (verdict: Verdict): void => {
    const chosen = props.view.verdict;
    props.set({
      verdict: chosen.includes(verdict) ? chosen.filter((other) => other !== verdict) : [...chosen, verdict],
    });
  };
  const restricted = () =>
    props.view.q !== '' || props.view.type !== null || props.view.hops > 0 || props.view.verdict.length > 0;
  return (
    <div class="flow tight">
      <div class="row">
        <input
          class="field search"
          type="search"
          placeholder="Filter by words, answer or id"
          aria-label="Filter questions by words, answer or id"
          value={props.view.q}
          onInput={(event) => props.set({ q: event.currentTarget.value }, { replace: true })}
        />
        <Show when={types().length > 1 || props.view.type !== null}>
          <select
            class="field"
            aria-label="Question type"
            value={props.view.type ?? ''}
            onChange={(event) => props.set({ type: event.currentTarget.value || null })}
          >
            <option value="">any type</option>
            <For each={types()}>
              {([type, n]) => (
                <option value={type}>
                  {type} ({count(n)})
                </option>
              )}
            </For>
          </select>
        </Show>
        <select
          class="field"
          aria-label="Number of hops"
          value={String(props.view.hops)}
          onChange={(event) => props.set({ hops: Number(event.currentTarget.value) })}
        >
          <option value="0">any number of hops</option>
          <For each={hops()}>
            {([n, of]) => (
              <option value={String(n)}>
                {n === 1 ? '1 hop' : n === MANY_HOPS ? `${n} hops or more` : `${n} hops`} ({count(of)})
              </option>
            )}
          </For>
        </select>
        <Show when={props.run}>
          {(run) => (
            <>
              <select
                class="field"
                aria-label="Run whose verdicts are shown"
                value={run().header.run}
                onChange={(event) => props.set({ run: event.currentTarget.value })}
              >
                <For each={shownRuns(props.runs)}>
                  {(other) => <option value={other.header.run}>verdicts of {runLabel(other)}</option>}
                </For>
              </select>
              <KSlider k={props.view.k} onChange={(k) => props.set({ k }, { replace: true })} />
            </>
          )}
        </Show>
        <Show when={restricted()}>
          <button
            type="button"
            class="btn quiet tiny"
            onClick={() => props.set({ q: '', type: null, hops: 0, verdict: [] })}
          >
            Clear filters
          </button>
        </Show>
      </div>
      <Show when={verdicts().length > 0}>
        <fieldset class="row" aria-label="Verdict">
          <For each={verdicts()}>
            {([verdict, n]) => (
              <button
                type="button"
                class="chipbutton"
                aria-pressed={props.view.verdict.includes(verdict)}
                onClick={() => toggle(verdict)}
                title={VERDICT[verdict].definition}
              >
                <Chip plain term={VERDICT[verdict]} label={`${VERDICT[verdict].label} ${count(n)}`} />
              </button>
            )}
          </For>
        </fieldset>
      </Show>
    </div>
  );
};
