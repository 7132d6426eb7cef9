import { HashRouter, Navigate, Route, type RouteSectionProps, useParams } from '@solidjs/router';
import { createEffect, ErrorBoundary, lazy, Match, Show, Suspense, Switch } from 'solid-js';
import { routable } from './address';
import { Empty, FailureNotice, Notice } from './components/notice';
import { TipHost } from './components/tip';
import { ToastHost } from './components/toast';
import { Start } from './screens/start/start';
import { Broken } from './shell/broken';
import { DropGuard } from './shell/drop-guard';
import { Header } from './shell/header';
import { JobStrip } from './shell/job-strip';
import { NewerNotice } from './shell/newer-notice';
import { PaletteHost } from './shell/palette-host';
import { SCREENS } from './shell/parts';
import { openFailure, openWorkspace, readOnly, workspace } from './state/session';

const Corpus = lazy(SCREENS.corpus);
const Search = lazy(SCREENS.search);
const Questions = lazy(SCREENS.questions);
const Runs = lazy(SCREENS.runs);
const Diagnosis = lazy(SCREENS.diagnosis);
const Question = lazy(SCREENS.question);
const Compare = lazy(SCREENS.compare);
const Judge = lazy(SCREENS.judge);
const Settings = lazy(SCREENS.settings);
const Terms = lazy(SCREENS.terms);
const Lessons = lazy(SCREENS.lessons);
const Headless = lazy(SCREENS.headless);

const Waiting = () => <main aria-busy="true" />;

const Shell = (props: RouteSectionProps) => (
  <>
    <button
      type="button"
      class="skip"
      onClick={() => {
        document.querySelector<HTMLElement>('#content')?.focus();
      }}
    >
      Skip to content
    </button>
    <Header />
    <JobStrip />
    <NewerNotice />
    <div id="content" tabindex="-1">
      <ErrorBoundary fallback={(error, reset) => <Broken error={error} reset={reset} />}>
        <Suspense fallback={<Waiting />}>{props.children}</Suspense>
      </ErrorBoundary>
    </div>
    <DropGuard />
    <PaletteHost />
    <TipHost />
    <ToastHost />
  </>
);

/** Opens the workspace of the address; its screens are only shown when it is open. */
const Workspace = (props: RouteSectionProps) => {
  const params = useParams();
  const id = () => params.workspace ?? '';
  createEffect(() => void openWorkspace(id()));
  return (
    <Switch fallback={<Waiting />}>
      <Match when={openFailure()}>
        {(failure) => (
          <main>
            <FailureNotice failure={failure()} onRetry={() => void openWorkspace(id())} />
            <a href="#/">All workspaces</a>
          </main>
        )}
      </Match>
      <Match when={workspace()?.id === id()}>
        <Show when={readOnly()}>
          <div class="banner">
            <Notice tone="drift" sign="‖">
              This workspace is open in another tab, which does the writing. Here you can read; when the other
              tab is closed, this one takes over.
            </Notice>
          </div>
        </Show>
        {props.children}
      </Match>
    </Switch>
  );
};

const Nowhere = () => (
  <main>
    <Empty
      title="There is no such page"
      actions={
        <a class="btn" href="#/">
          Go to the start
        </a>
      }
    >
      The address names no screen of Hopscope.
    </Empty>
  </main>
);

export const App = () => (
  <HashRouter root={Shell} transformUrl={routable}>
    <Route path="/" component={Start} />
    <Route path="/settings" component={Settings} />
    <Route path="/terms" component={Terms} />
    <Route path="/lessons" component={Lessons} />
    <Route path="/headless" component={Headless} />
    <Route path="/w/:workspace" component={Workspace}>
      <Route path="/" component={() => <Navigate href="corpus" />} />
      <Route path="/corpus" component={Corpus} />
      <Route path="/search" component={Search} />
      <Route path="/questions" component={Questions} />
      <Route path="/runs" component={Runs} />
      <Route path="/diagnosis" component={Diagnosis} />
      <Route path="/compare" component={Compare} />
      <Route path="/judge" component={Judge} />
      <Route path="/question/:question" component={Question} />
    </Route>
    <Route path="*" component={Nowhere} />
  </HashRouter>
);
