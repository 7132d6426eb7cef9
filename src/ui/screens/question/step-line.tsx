import { For, Match, Show, Switch } from 'solid-js';
import type { HopView } from '../../components/chain/hop-view';
import { purposeLabel } from '../../components/chain/words';
import { Chip } from '../../components/chip';
import { cutWords } from '../../components/cut-words';
import { LongWords, Words } from '../../components/words';
import { percent, plural } from '../../format';
import { HOP } from '../../messages';
import type { Found, Step } from './steps';
import { judgedOutcome, USE_WORDS } from './words';

const foundLabel = (found: Found, hops: HopView[]): string => {
  const kind = hops.find((hop) => hop.id === found.card)?.kind ?? 'hop';
  return `${kind === 'hop' ? 'hop' : 'passage'} ${found.card}, rank ${found.rank}${found.again ? ', again' : ''}`;
};

interface LineProps {
  step: Step;
  hops: HopView[];
  k: number;
  titleOf: (chunk: string) => string;
  onTry: (query: string) => void;
}

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** One step of the run's timeline, with what it brought at its right. */
export function StepLine(props: LineProps) {
  const as = <K extends Step['kind']>(kind: K): Of<K> | null =>
    props.step.kind === kind ? (props.step as Of<K>) : null;
  const said = () => (props.step.kind === 'note' || props.step.kind === 'error' ? props.step : null);
  return (
    <Switch>
      <Match when={as('search')}>
        {(step) => <SearchLine step={step()} hops={props.hops} k={props.k} onTry={props.onTry} />}
      </Match>
      <Match when={as('read')}>{(step) => <ReadLine step={step()} titleOf={props.titleOf} />}</Match>
      <Match when={as('judge')}>{(step) => <JudgeLine step={step()} titleOf={props.titleOf} />}</Match>
      <Match when={as('answer')}>
        {(step) => (
          <div class="what">
            <span>
              <Show when={!step().abstained} fallback={<b>abstained</b>}>
                answer{' '}
                <b>
                  “<LongWords text={step().text} />”
                </b>
              </Show>
            </span>
            <Show when={step().forced}>
              <span class="small muted">forced by the budget</span>
            </Show>
          </div>
        )}
      </Match>
      <Match when={said()}>
        {(step) => (
          <div class="what">
            <span>
              {step().kind === 'error' ? 'error: ' : 'note: '}
              <LongWords text={step().text} limit={600} />
            </span>
          </div>
        )}
      </Match>
    </Switch>
  );
}

function SearchLine(props: {
  step: Of<'search'>;
  hops: HopView[];
  k: number;
  onTry: (query: string) => void;
}) {
  return (
    <>
      <div class="what">
        <span>
          search{' '}
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
          {props.step.hop === null ? '' : `, for hop ${props.step.hop}`} → {props.step.within} within k ={' '}
          {props.k}
          <Show when={props.step.reranked}>
            {(depth) => <> · the first {depth()} put in order by the judge</>}
          </Show>
          <Show when={props.step.repeats}>
            {(first) => <> · repeat of {first()}, its passages returned</>}
          </Show>
        </span>
        <Show when={props.step.unresolved.length > 0}>
          <span class="small open">
            ⚠ the answer of hop {props.step.unresolved.join(' and ')} was not found, so the query goes out
            without it
          </span>
        </Show>
      </div>
      <span class="marks">
        <For each={props.step.found} fallback={<span class="faint small">no gold within k</span>}>
          {(found) => <Chip plain term={HOP.retrieved} label={foundLabel(found, props.hops)} />}
        </For>
      </span>
    </>
  );
}

/** Spans shown beside the best one. */
const MORE = 3;

function ReadLine(props: { step: Of<'read'>; titleOf: (chunk: string) => string }) {
  const best = () => props.step.spans[0];
  const others = () => props.step.spans.slice(1, 1 + MORE);
  return (
    <div class="what">
      <span>
        read{' '}
        <code>
          <Words text={props.step.asked} limit={400} />
        </code>
      </span>
      <span class="small muted">
        {plural(props.step.passages, 'passage')}
        {props.step.hop === null ? '' : `, for hop ${props.step.hop}`} →{' '}
        <Show when={best()} fallback="nothing to quote">
          {(span) => (
            <>
              best{' '}
              <b class="read-span">
                “<LongWords text={span().text} />”
              </b>{' '}
              in <Words text={props.titleOf(span().chunk)} />, {marginWords(span().score)}
              <Show when={span().presence !== undefined}>
                , its passage {percent(span().presence ?? null, 0)}
              </Show>
            </>
          )}
        </Show>
      </span>
      <Show when={others().length > 0}>
        <span class="small faint">
          also{' '}
          {others()
            .map((span) => `“${cutWords(span.text)}”`)
            .join(', ')}
        </span>
      </Show>
    </div>
  );
}

const marginWords = (score: number): string =>
  `${score >= 0 ? '+' : '−'}${Math.abs(score).toFixed(1)} against no answer`;

function JudgeLine(props: { step: Of<'judge'>; titleOf: (chunk: string) => string }) {
  const outcome = () => judgedOutcome(props.step);
  return (
    <>
      <div class="what">
        <span>
          judge{' '}
          <code>
            <Words text={props.step.asked} limit={400} />
          </code>
        </span>
        <span class="small muted">
          {props.step.hop === null ? '' : `for hop ${props.step.hop} `}→{' '}
          <Show when={props.step.probability !== null} fallback={props.step.state}>
            {percent(props.step.probability, 0)} against {percent(props.step.threshold, 0)}
            <Show when={props.step.chunk}>
              {(chunk) => (
                <>
                  , best in <Words text={props.titleOf(chunk())} />
                </>
              )}
            </Show>
          </Show>
          ; {USE_WORDS[props.step.use]}
        </span>
      </div>
      <span class="marks">
        <Chip plain term={outcome()} />
      </span>
    </>
  );
}
