/** All that the run worker offers: runs, and the judging of their answers, over one chat model and one list of jobs. */
import type { RunContract } from '../domain/seam';
import { chat } from '../systems/own-chat';
import { jobs, runApi } from '../systems/run-api';
import { openStore } from '../workspace/open-store';
import { createAnswersApi } from './answers-api';

const answers = createAnswersApi({
  openStore,
  openModel: chat.open,
  jobs,
  clock: () => new Date(),
  now: () => performance.now(),
});

export const runWorkerApi = { ...runApi, ...answers } satisfies RunContract;
