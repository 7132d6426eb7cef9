import { toFailure } from '../../seam/outcome';
import { FailureNotice, Notice } from '../components/notice';
import { isMissingPart } from './missing-part';

/** What stands in place of a screen that threw. */
export const Broken = (props: { error: unknown; reset: () => void }) => (
  <main>
    {isMissingPart(props.error) ? (
      <Notice
        tone="total"
        sign="!"
        role="alert"
        detail={String(props.error)}
        actions={
          <button type="button" class="btn tiny" onClick={() => location.reload()}>
            Reload
          </button>
        }
      >
        A part of the app could not be loaded: the network is down, or the host has a newer build. Reload the
        page, with the network back if it was down; nothing that is stored is lost.
      </Notice>
    ) : (
      <FailureNotice failure={{ ...toFailure(props.error), retryable: true }} onRetry={props.reset} />
    )}
  </main>
);
