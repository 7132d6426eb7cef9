import { Show } from 'solid-js';
import { Chip } from '../../components/chip';
import { cutWords } from '../../components/cut-words';
import { LongWords, Words } from '../../components/words';
import { percent, plural } from '../../format';
import type { StepOf } from './steps';
import { judgedOutcome, USE_WORDS } from './words';

/** Spans shown beside the best one. */
const MORE = 3;

/** What the reader made of the passages. */
export function ReadLine(props: { step: StepOf<'read'>; titleOf: (chunk: string) => string }) {
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

/** What a judge said, and what the run did with it. */
export function JudgeLine(props: { step: StepOf<'judge'>; titleOf: (chunk: string) => string }) {
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
          {props.step.hop === null ? '' : `for hop ${props.step.hop} `}
          {props.step.item === null ? '' : `for item ${props.step.item} `}→{' '}
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
