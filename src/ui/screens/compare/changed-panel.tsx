import { createMemo, createSignal, For, Show } from 'solid-js';
import type { RunComparison } from '../../../domain/compare';
import { Chip } from '../../components/chip';
import { Panel } from '../../components/panel';
import { type TableCells, TableTools } from '../../components/table-tools';
import { count, plural } from '../../format';
import { ANSWER_STATE } from '../../messages';
import type { CompareView, SetCompareView } from './view';
import { changedIn } from './words';

/** Rows drawn at first; more on request, so that ten thousand changes do not hold up the page. */
const PAGE = 100;

/** The questions whose state differs, or those of the chosen cell; each opens in run B. */
export function ChangedPanel(props: {
  workspace: string;
  comparison: RunComparison;
  view: CompareView;
  set: SetCompareView;
}) {
  const [shown, setShown] = createSignal(PAGE);
  const changed = createMemo(() =>
    changedIn(props.comparison.changed, props.view.column, props.view.from, props.view.to),
  );
  const href = (question: string, run: string): string =>
    `#/w/${props.workspace}/question/${encodeURIComponent(question)}?run=${encodeURIComponent(run)}`;
  const exported = (): TableCells => [
    ['question', 'text', 'hops', 'A', 'B', 'answer A', 'answer B'],
    ...changed().map(({ question, text, hops, state, answer }) => [
      question,
      text,
      hops,
      state[props.view.column].a,
      state[props.view.column].b,
      answer.a,
      answer.b,
    ]),
  ];
  return (
    <Panel
      title={`${plural(changed().length, 'question')} ${changed().length === 1 ? 'has' : 'have'} changed`}
      span={12}
      actions={
        <>
          <Show when={props.view.from !== null && props.view.to !== null}>
            <button type="button" class="btn tiny" onClick={() => props.set({ from: null, to: null })}>
              Show all
            </button>
          </Show>
          <TableTools name="changed" rows={exported} done="Copied the questions" />
        </>
      }
    >
      <Show when={changed().length > 0} fallback={<p class="muted">No question changed in this reading.</p>}>
        <section class="scroll-x" aria-label="Questions that changed" tabindex="0">
          <table class="changed">
            <thead>
              <tr>
                <th scope="col">Question</th>
                <th scope="col">A</th>
                <th scope="col">B</th>
              </tr>
            </thead>
            <tbody>
              <For each={changed().slice(0, shown())}>
                {(one) => (
                  <tr>
                    <td dir="auto">{one.text}</td>
                    <For each={['a', 'b'] as const}>
                      {(side) => (
                        <td>
                          <Chip term={ANSWER_STATE[one.state[props.view.column][side]]} />{' '}
                          <a
                            class="small"
                            href={href(one.question, props.comparison[side])}
                            aria-label={`Open in ${side.toUpperCase()}: ${one.text}`}
                          >
                            open
                          </a>
                          <div class="small muted" dir="auto">
                            {one.answer[side] ?? ''}
                          </div>
                        </td>
                      )}
                    </For>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </section>
        <Show when={changed().length > shown()}>
          <button type="button" class="btn" onClick={() => setShown((n) => n + PAGE)}>
            Show more of {count(changed().length)}
          </button>
        </Show>
      </Show>
    </Panel>
  );
}
