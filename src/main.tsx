import { render } from 'solid-js/web';
import type { KeepRequest } from './offline/manifest';
import { App } from './ui/app';
import { loadParts } from './ui/shell/parts';
import { jobs } from './ui/state/jobs';
import { keepOffline, whenNewer } from './ui/state/offline';
import './ui/theme.css';
import './ui/components/components.css';
import './ui/shell/shell.css';
import { installTrustedTypes } from './ui/trusted-types';

installTrustedTypes();

const root = document.querySelector('#app');
if (root !== null) render(() => <App />, root);

/** The page has been drawn, and a person who only looks is not held up by what is fetched beside. */
const START_MS = 800;
/** With a job at work by then: the first search of a demo is done after so long, and nothing was in its way. */
const START_BESIDE_A_JOB_MS = 3000;
/** By then the large files are kept even while a job runs: it has fetched its own by this time. */
const LATEST_MS = 60_000;
const LOOK_EVERY_MS = 1000;
const AGAIN_MS = 10_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** No job runs, or waiting has been long enough. */
const settled = async (): Promise<void> => {
  for (let waited = 0; jobs.length > 0 && waited < LATEST_MS; waited += LOOK_EVERY_MS)
    await pause(LOOK_EVERY_MS);
};

/** Until it is kept: after a failure again when the network is back, or after a while. */
const keep = async (what: KeepRequest['what']): Promise<void> => {
  while (!(await keepOffline(what)))
    await Promise.race([
      pause(AGAIN_MS),
      new Promise((resolve) => addEventListener('online', resolve, { once: true })),
    ]);
};

/** What the page needs to go on without a network comes first; models and runtimes never compete with a start. */
const prepare = async (): Promise<void> => {
  await loadParts();
  await pause(START_MS);
  if (jobs.length > 0) await pause(START_BESIDE_A_JOB_MS - START_MS);
  await keep('parts');
  await settled();
  await keep('all');
  whenNewer(() => void keepOffline('all'));
};
void prepare();
