import { createEffect, For, Show } from 'solid-js';
import { Chip } from '../../components/chip';
import { Panel } from '../../components/panel';
import { PromptList } from '../../components/prompt-list';
import { SHOWN_PROMPTS } from '../../components/prompt-words';
import { GLOSSARY } from '../../messages';
import { PROMPTS_SHOWN } from '../../messages/causes';
import { lessonHref, lessonOf } from '../../messages/lessons';
import { optional, useView } from '../../state/url';
import './terms.css';

/** Every term with its definition; tooltips lead here (`?at=`). */
const Terms = () => {
  const [view] = useView({ at: optional });
  createEffect(() => {
    if (view.at === null) return;
    const entry = document.getElementById(`term-${view.at}`);
    entry?.scrollIntoView({ block: 'center' });
    entry?.focus({ preventScroll: true });
  });
  return (
    <main>
      <header class="flow tight">
        <h1 class="title">Terms</h1>
        <p class="lede">What each word, sign and colour of Hopscope means, exactly.</p>
      </header>
      <div class="terms">
        <For each={GLOSSARY}>
          {(group) => (
            <section class="panel">
              <h2>{group.title}</h2>
              <dl>
                <For each={group.terms}>
                  {(term) => (
                    <div
                      id={`term-${term.id}`}
                      tabindex="-1"
                      classList={{ entry: true, here: view.at === term.id }}
                    >
                      <dt>
                        <Show when={term.sign !== ''} fallback={<b>{term.label}</b>}>
                          <Chip term={term} plain />
                        </Show>
                      </dt>
                      <dd>
                        {term.definition}
                        <Show when={lessonOf(term.id)}>
                          {(lesson) => (
                            <>
                              {' '}
                              <a href={lessonHref(lesson().id)}>Lesson: {lesson().title}</a>
                            </>
                          )}
                        </Show>
                      </dd>
                    </div>
                  )}
                </For>
              </dl>
            </section>
          )}
        </For>
      </div>
      <Panel title={PROMPTS_SHOWN.all} why={PROMPTS_SHOWN.allWhy}>
        <PromptList prompts={SHOWN_PROMPTS} />
      </Panel>
    </main>
  );
};

export default Terms;
