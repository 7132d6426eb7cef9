/** Stores an imported run as a run that was made here is stored: a header, then one block a question. */
import type { RunMeta } from '../domain/workspace';
import type { ImportParts, ReadyRun } from './parts';

export const writeRun = async (
  { header, questions }: ReadyRun,
  workspace: string,
  { store, clock, job, meter }: Pick<ImportParts, 'store' | 'clock' | 'job' | 'meter'>,
): Promise<RunMeta> => {
  const begun = await store.startRun(workspace, header, questions.length);
  let errors = 0;
  for (const events of questions) {
    await job.pausePoint();
    await store.appendRun(workspace, header.run, events);
    if (events.at(-1)?.event === 'error') errors += 1;
    meter.advance();
  }
  const change = {
    state: 'finished',
    done: questions.length,
    errors,
    finished: clock().toISOString(),
  } as const;
  await store.updateRun(workspace, header.run, change);
  return { ...begun, ...change };
};
