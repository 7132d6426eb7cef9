import { Show } from 'solid-js';
import type { Rate as RateValue } from '../../domain/diagnosis';
import { count, interval, percent } from '../format';

/** `58.5% [51.6, 65.1] n 200`: no percentage without its interval and its n. */
export const Rate = (props: { rate: RateValue; hideInterval?: boolean }) => (
  <span class="num nowrap">
    <b>{percent(props.rate.rate)}</b>
    <Show when={props.hideInterval !== true && props.rate.low !== null}>
      {' '}
      <span class="faint" title="Wilson 95% interval">
        {interval(props.rate)}
      </span>
    </Show>{' '}
    <span class="faint small">n {count(props.rate.n)}</span>
  </span>
);
