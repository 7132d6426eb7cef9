import { type JSX, Show } from 'solid-js';
import type { Progress } from '../../domain/progress';
import { bytes, count, duration } from '../format';
import { money } from '../messages/planner';

const line = (progress: Progress): string => {
  const inBytes = progress.unit === 'bytes';
  const amount = inBytes ? bytes : count;
  const unit = inBytes ? '' : ` ${progress.unit}`;
  const parts = [
    progress.total === null
      ? `${amount(progress.done)}${unit}`
      : `${amount(progress.done)} of ${amount(progress.total)}${unit}`,
  ];
  if (progress.rate !== null) {
    const rate =
      inBytes || progress.rate >= 10 ? amount(Math.round(progress.rate)) : progress.rate.toFixed(1);
    parts.push(`${rate} / s`);
  }
  if (progress.remaining !== null && Number.isFinite(progress.remaining)) {
    parts.push(`${duration(progress.remaining)} left`);
  }
  const { spent } = progress;
  if (spent !== undefined) {
    parts.push(`${count(spent.tokens)} tokens`);
    parts.push(spent.cost === null ? 'cost not known' : `${money(spent.cost, spent.currency)} so far`);
  }
  return parts.join(' · ');
};

/** Done, total, rate and time left of a long job, with pause and cancel beside it. */
export const ProgressBar = (props: {
  title: JSX.Element;
  label: string;
  progress: Progress | null;
  paused?: boolean;
  onPause?: (() => void) | undefined;
  onResume?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
}) => {
  const share = () => {
    const { progress } = props;
    return progress === null || progress.total === null || progress.total === 0
      ? null
      : Math.min(1, progress.done / progress.total);
  };
  return (
    <div class="progress">
      <div class="spread small">
        <span class="grow">
          <b>{props.title}</b>{' '}
          <span class="muted num">
            {props.paused ? 'paused' : (props.progress?.phase ?? 'starting')}
            <Show when={props.progress}>{(progress) => <> · {line(progress())}</>}</Show>
          </span>
        </span>
        <span class="row">
          <Show when={props.onPause && !props.paused}>
            <button type="button" class="btn tiny" onClick={() => props.onPause?.()}>
              Pause
            </button>
          </Show>
          <Show when={props.onResume && props.paused}>
            <button type="button" class="btn tiny" onClick={() => props.onResume?.()}>
              Resume
            </button>
          </Show>
          <Show when={props.onCancel}>
            <button type="button" class="btn tiny" onClick={() => props.onCancel?.()}>
              Cancel
            </button>
          </Show>
        </span>
      </div>
      <div
        class="track"
        role="progressbar"
        aria-label={props.label}
        aria-valuemin="0"
        aria-valuemax="100"
        aria-valuenow={share() === null ? undefined : Math.round((share() ?? 0) * 100)}
      >
        <Show when={share() !== null} fallback={<div class="fill unknown" />}>
          <div class="fill" style={{ transform: `scaleX(${share()})` }} />
        </Show>
      </div>
      <Show when={props.progress?.note}>
        <span class="small muted">{props.progress?.note}</span>
      </Show>
    </div>
  );
};
