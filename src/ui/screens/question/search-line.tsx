import { For, Show } from 'solid-js';
import type { HopView } from '../../components/chain/hop-view';
import { purposeLabel } from '../../components/chain/words';
import { Chip } from '../../components/chip';
import { Words } from '../../components/words';
import { HOP } from '../../messages';
import { SEARCHED } from '../../messages/trace';
import type { Found, StepOf } from './steps';

/** The tool of systems that have only one. */
const ONLY_TOOL = 'search';

const foundLabel = (found: Found, hops: HopView[]): string => {
  const kind = hops.find((hop) => hop.id === found.card)?.kind ?? 'hop';
  return `${kind === 'hop' ? 'hop' : 'passage'} ${found.card}, rank ${found.rank}${found.again ? ', again' : ''}`;
};

/** A search, or rankings fused into one, with the gold that it brought. */
export function SearchLine(props: {
  step: StepOf<'search'>;
  hops: HopView[];
  k: number;
  onTry: (query: string) => void;
}) {
  const fused = () => props.step.fused;
  return (
    <>
      <div class="what">
        <span>
          {fused() === null ? 'search' : 'fuse'}{' '}
          <button
            type="button"
            class="linklike"
            title="Try this query below"
            onClick={() => props.onTry(props.step.query)}
          >
            <code>
              <Words text={props.step.query} limit={400} />
            </code>
          </button>
        </span>
        <span class="small muted">
          {purposeLabel(props.step.purpose)}
          {props.step.hop === null ? '' : `, for hop ${props.step.hop}`}
          <Show when={fused() === null && props.step.tool !== ONLY_TOOL}>
            , {SEARCHED.tool(props.step.tool)}
          </Show>{' '}
          → {SEARCHED.within(props.step.within, props.k, props.step.shown)}
          <Show when={fused()}>{(steps) => <> · {SEARCHED.fused(steps())}</>}</Show>
          <Show when={props.step.reranked}>
            {(depth) => <> · the first {depth()} put in order by the judge</>}
          </Show>
          <Show when={props.step.repeat}> · {SEARCHED.repeat(props.step.repeats)}</Show>
          <Show when={!props.step.counts}> · {SEARCHED.doesNotCount}</Show>
        </span>
        <Show when={props.step.unresolved.length > 0}>
          <span class="small open">
            ⚠ the answer of hop {props.step.unresolved.join(' and ')} was not found, so the query goes out
            without it
          </span>
        </Show>
      </div>
      <span class="marks">
        <For each={props.step.found} fallback={<span class="faint small">no gold in these</span>}>
          {(found) => <Chip plain term={HOP.retrieved} label={foundLabel(found, props.hops)} />}
        </For>
      </span>
    </>
  );
}
