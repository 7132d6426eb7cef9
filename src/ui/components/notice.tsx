import { type JSX, Show } from 'solid-js';
import type { Failure } from '../../domain/outcome';
import type { Tone } from '../messages';

/** A sentence the user should read, in place, with what to do about it. */
export const Notice = (props: {
  tone?: Tone;
  sign?: string;
  children: JSX.Element;
  actions?: JSX.Element;
  detail?: string | undefined;
  onDismiss?: () => void;
  role?: 'alert' | 'status' | 'note';
}) => (
  <div class={`notice tone-${props.tone ?? 'neutral'}`} role={props.role ?? 'note'}>
    <span class="sign" aria-hidden="true">
      {props.sign ?? 'i'}
    </span>
    <div>{props.children}</div>
    <Show when={props.onDismiss} fallback={<span />}>
      <button type="button" class="btn quiet tiny" aria-label="Dismiss" onClick={() => props.onDismiss?.()}>
        ✕
      </button>
    </Show>
    <Show when={props.actions}>
      <div class="row">{props.actions}</div>
    </Show>
    <Show when={props.detail}>
      <details>
        <summary>Technical detail</summary>
        <pre>{props.detail}</pre>
      </details>
    </Show>
  </div>
);

/** A failed call: what happened and what to do; the technical part behind a disclosure; `onRetry` where it can help. */
export const FailureNotice = (props: { failure: Failure; onRetry?: () => void; onDismiss?: () => void }) => (
  <Notice
    tone="total"
    sign="!"
    role="alert"
    detail={props.failure.detail}
    {...(props.onDismiss === undefined ? {} : { onDismiss: props.onDismiss })}
    actions={
      <Show when={props.onRetry !== undefined && props.failure.retryable}>
        <button type="button" class="btn tiny" onClick={() => props.onRetry?.()}>
          Try again
        </button>
      </Show>
    }
  >
    {props.failure.message}
  </Notice>
);

/** Nothing here yet: says why and what to do next. `level` 2 where it stands under the title of the page and not in a panel. */
export const Empty = (props: {
  title: string;
  level?: 2 | 3;
  children?: JSX.Element;
  actions?: JSX.Element;
}) => (
  <div class="empty">
    <h3 aria-level={props.level ?? 3}>{props.title}</h3>
    <Show when={props.children}>
      <p>{props.children}</p>
    </Show>
    <Show when={props.actions}>
      <div class="row">{props.actions}</div>
    </Show>
  </div>
);
