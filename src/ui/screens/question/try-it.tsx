import { createMemo, createSignal, For, Show } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { Question } from '../../../domain/question';
import type { RetrieverKind } from '../../../domain/retriever';
import type { HopView } from '../../components/chain/hop-view';
import { KSlider } from '../../components/kslider';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { Segmented } from '../../components/segmented';
import { count } from '../../format';
import { RETRIEVER } from '../../messages';
import { index, vectorsStopped } from '../../state/search-index';
import { JudgeTrial } from './judge-trial';
import { trialRows } from './trial';
import { askedOf, createTrialJudge } from './trial-judge';
import { Results } from './trial-results';
import type { TrialState } from './trial-state';

const KINDS: readonly RetrieverKind[] = ['bm25', 'vector', 'hybrid'];

export interface TryItProps {
  trial: TrialState;
  hops: HopView[];
  question: Question;
  workspace: string;
  /** Identity of the run's retriever. */
  retriever: string;
  /** Probability from which a fact counts as present. */
  threshold: number;
  chunk: (id: string) => Chunk | undefined;
  input: (element: HTMLInputElement) => void;
}

const subQuestion = (hop: HopView): string => hop.parts.map((part) => part.text).join('');

/** Edit the query, the retriever or k, and watch which link heals; nothing here changes the run. */
export function TryIt(props: TryItProps) {
  const vectors = () => index()?.vectors;
  const withoutVectors = () => vectors()?.ready !== true;
  const otherRetriever = () => {
    const result = props.trial.result();
    return result !== null && result.identity.id !== props.retriever;
  };
  const judge = createTrialJudge();
  const [judgedHop, setJudgedHop] = createSignal<number | null>(null);
  const asking = () => props.hops.filter((hop) => hop.kind === 'hop');
  const hop = () =>
    asking().find((view) => view.id === judgedHop()) ??
    asking().find((view) => view.firstBreak) ??
    asking().at(-1) ??
    null;
  const rows = createMemo(() => trialRows(props.trial.result()?.hits ?? [], props.hops, props.trial.k()));
  return (
    <Panel
      title="Try it"
      why="Edit the query, the retriever or k, and watch which link heals. Nothing here changes the run."
      id="try"
      actions={
        <a
          class="btn quiet tiny"
          href={`#/w/${props.workspace}/search?${new URLSearchParams({ question: props.question.id, q: props.trial.query() })}`}
        >
          On the search bench
        </a>
      }
    >
      <div class="flow tight">
        <div class="row">
          <input
            class="field grow trial-query"
            type="search"
            aria-label="Query to try"
            value={props.trial.query()}
            ref={props.input}
            onInput={(event) => props.trial.ask(event.currentTarget.value)}
          />
          <Segmented
            label="Retriever to try"
            value={props.trial.kind()}
            choices={KINDS.map((value) => ({
              value,
              label: RETRIEVER[value].label,
              disabled: value !== 'bm25' && withoutVectors(),
              title: RETRIEVER[value].definition,
            }))}
            onChange={props.trial.choose}
          />
        </div>
        <div class="row presets small">
          <span class="muted">ask with</span>
          <button type="button" class="btn tiny" onClick={() => props.trial.ask(props.question.text)}>
            the whole question
          </button>
          <For each={props.hops.filter((hop) => hop.kind === 'hop')}>
            {(hop) => (
              <button type="button" class="btn tiny" onClick={() => props.trial.ask(subQuestion(hop))}>
                hop {hop.id}
              </button>
            )}
          </For>
        </div>
        <KSlider k={props.trial.k()} onChange={props.trial.cut} label="k of the trial" />
        <Show when={vectors()?.ready === false}>
          <p class="small muted" role="status">
            {vectorsStopped() ? 'Vectors are stopped' : 'Vectors are still being made'} (
            {count(vectors()?.done ?? 0)} of {count(vectors()?.total ?? 0)}); BM25 works meanwhile.
          </p>
        </Show>
        <Show when={props.trial.failure()}>{(failure) => <FailureNotice failure={failure()} />}</Show>
        <p class="trial-sentence" role="status" aria-live="polite">
          <b>{props.trial.words()?.healed}</b> {props.trial.words()?.rest}
          <Show when={otherRetriever()}>
            <span class="muted"> With another retriever than the run’s.</span>
          </Show>
        </p>
        <Show when={props.trial.result()}>
          <JudgeTrial
            judge={judge}
            hops={asking()}
            hop={hop()}
            rows={rows()}
            chunk={props.chunk}
            onHop={setJudgedHop}
          />
          <Results
            rows={rows()}
            scoreOf={(chunk) => {
              const own = hop();
              return own === null ? undefined : judge.of(askedOf(own), chunk);
            }}
            threshold={props.threshold}
            k={props.trial.k()}
            total={props.trial.result()?.hits.length ?? 0}
            chunk={props.chunk}
            stale={props.trial.loading()}
          />
        </Show>
      </div>
    </Panel>
  );
}
