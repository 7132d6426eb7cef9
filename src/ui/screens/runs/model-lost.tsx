import { createSignal, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import { FailureNotice, Notice } from '../../components/notice';
import { modelLost as lostWords } from '../../messages/model';
import { ensureModel } from '../../state/model';
import { modelLost } from '../../state/model-set';

/** The run worker was restarted: what needs no key is set again with a click, the rest in the settings. */
export const ModelLost = () => {
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const again = async (): Promise<void> => {
    const outcome = await ensureModel();
    setFailure(outcome.ok ? null : outcome.error);
  };
  return (
    <Show when={modelLost()}>
      {(lost) => (
        <>
          <Notice
            tone="drift"
            sign="!"
            role="status"
            actions={
              <Show
                when={!lost().state.keyGiven}
                fallback={
                  <a class="btn tiny" href="#/settings">
                    Give the key again
                  </a>
                }
              >
                <button type="button" class="btn tiny" onClick={() => void again()}>
                  Set it again
                </button>
              </Show>
            }
          >
            {lostWords(lost().state.keyGiven)}
          </Notice>
          <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
        </>
      )}
    </Show>
  );
};
