import { createEffect, For, Match, on, Show, Suspense, Switch } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import type { Stage } from '../../../lessons/stage';
import { Chip } from '../../components/chip';
import { FailureNotice } from '../../components/notice';
import { termOf } from '../../messages';
import { LESSONS, type Lesson, type LessonId, lessonHref } from '../../messages/lessons';
import { createLatest } from '../../state/latest';
import { preferences, setPreferences } from '../../state/preferences';
import { useView } from '../../state/url';
import { openStage } from './bench';
import type { StoryProps } from './frame';
import './lessons.css';
import { DemoLink } from './demo-link';
import { CompositionMiss } from './stories/composition-miss';
import { Extraction } from './stories/extraction';
import { FalseResolution } from './stories/false-resolution';
import { HopMiss } from './stories/hop-miss';
import { JudgeError } from './stories/judge-error';
import { OtherEvidence } from './stories/other-evidence';
import { SearchDrift } from './stories/search-drift';
import { WrongChunk } from './stories/wrong-chunk';
import { LESSON_VIEW } from './view';

const STORIES: Record<LessonId, (props: StoryProps & { stage: Stage }) => ReturnType<typeof HopMiss>> = {
  'hop-miss': HopMiss,
  'composition-miss': CompositionMiss,
  'wrong-chunk': WrongChunk,
  'search-drift': SearchDrift,
  'extraction-failure': Extraction,
  'other-evidence': OtherEvidence,
  'false-resolution': FalseResolution,
  'judge-error': JudgeError,
};

const isDone = (id: string): boolean => preferences().lessons.includes(id);

const LessonChip = (props: { lesson: Lesson }) => (
  <Show when={termOf(props.lesson.terms[0] ?? '')}>{(term) => <Chip term={term()} plain />}</Show>
);

const List = () => (
  <>
    <header class="flow tight">
      <h1 class="title">Lessons</h1>
      <p class="lede">
        Eight short stories on the built-in demo, one for each way in which a search over documents goes
        wrong. Make a prediction, see what happens, then change one thing and watch. Ranks, scores and
        verdicts are worked out here, while you read; nothing leaves this page.
      </p>
      <p class="small muted num" role="status">
        {LESSONS.filter(({ id }) => isDone(id)).length} of {LESSONS.length} done
      </p>
    </header>
    <ol class="lesson-list">
      <For each={LESSONS}>
        {(lesson, at) => (
          <li>
            <a class="panel" href={lessonHref(lesson.id)}>
              <h2>
                <span class="faint num">{at() + 1}</span> {lesson.title}
              </h2>
              <p class="muted">{lesson.line}</p>
              <p class="row">
                <LessonChip lesson={lesson} />
                <Show when={isDone(lesson.id)}>
                  <span class="small toned tone-present">
                    <span aria-hidden="true">✓</span> done
                  </span>
                </Show>
              </p>
            </a>
          </li>
        )}
      </For>
    </ol>
  </>
);

/** The lessons (design 07, screen 10): the list, or the one in the address. */
const Lessons = () => {
  const [view, set] = useView(LESSON_VIEW);
  const lesson = () => LESSONS.find(({ id }) => id === view.at);
  const at = () => LESSONS.findIndex(({ id }) => id === view.at);
  const next = () => LESSONS[at() + 1];
  const stage = createLatest(
    () => (lesson() === undefined ? null : {}),
    () => openStage(),
  );
  createEffect(
    on(
      () => view.at,
      () => scrollTo({ top: 0 }),
      { defer: true },
    ),
  );
  const done = (id: string): void => {
    if (!isDone(id)) setPreferences({ lessons: [...preferences().lessons, id] });
  };
  return (
    <main>
      <Show when={lesson()} keyed fallback={<List />}>
        {(current) => (
          <>
            <header class="flow tight">
              <p class="small">
                <a href="#/lessons">All lessons</a>{' '}
                <span class="muted num">
                  · {at() + 1} of {LESSONS.length}
                  {isDone(current.id) ? ' · done' : ''}
                </span>
              </p>
              <h1 class="title">{current.title}</h1>
              <p class="row">
                <Show when={termOf(current.terms[0])}>{(term) => <Chip term={term()} />}</Show>
                <span class="muted">{current.line}</span>
              </p>
            </header>
            <Switch fallback={<p role="status">The demo is being read and indexed …</p>}>
              <Match when={stage.failure()}>
                {(failure) => <FailureNotice failure={failure()} onRetry={stage.again} />}
              </Match>
              <Match when={stage.value()}>
                {(opened) => (
                  <Suspense>
                    <Dynamic
                      component={STORIES[current.id]}
                      stage={opened()}
                      view={view}
                      set={set}
                      onDone={() => done(current.id)}
                    />
                  </Suspense>
                )}
              </Match>
            </Switch>
            <nav class="row lesson-nav" aria-label="From here">
              <DemoLink question={current.question} />
              <Show when={next()}>
                {(after) => (
                  <a class="btn" href={lessonHref(after().id)}>
                    Next lesson: {after().title}
                  </a>
                )}
              </Show>
            </nav>
          </>
        )}
      </Show>
    </main>
  );
};

export default Lessons;
