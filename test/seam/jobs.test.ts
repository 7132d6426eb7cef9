import { describe, expect, test } from 'vitest';
import { createJobs } from '../../src/seam/jobs';
import { idle, until } from '../support/waits';

/** A turn of the event loop, as a worker has one between two pieces of work. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('jobs', () => {
  test('a cancel resolves only when the job has left', async () => {
    const jobs = createJobs();
    const log: string[] = [];
    let steps = 0;
    const work = jobs
      .runJob('j', async (job) => {
        try {
          for (;;) {
            steps++;
            await turn();
            await job.pausePoint();
          }
        } finally {
          await idle();
          log.push('left');
        }
      })
      .catch((thrown: unknown) => thrown);
    await until(() => steps).toBeGreaterThan(2);
    await jobs.cancel('j').then(() => log.push('cancelled'));
    expect(log).toEqual(['left', 'cancelled']);
    expect(await work).toMatchObject({ code: 'cancelled' });
  });

  test('pause holds at the next pause point, resume goes on, a cancel wakes it', async () => {
    const jobs = createJobs();
    let steps = 0;
    const work = jobs
      .runJob('j', async (job) => {
        for (;;) {
          await job.pausePoint();
          steps++;
          await turn();
        }
      })
      .catch((thrown: unknown) => thrown);
    await until(() => steps).toBeGreaterThan(2);
    await jobs.pause('j');
    await jobs.pause('j');
    const held = steps;
    await idle();
    expect(steps).toBe(held);
    await jobs.resume('j');
    await until(() => steps).toBeGreaterThan(held);
    await jobs.pause('j');
    await idle();
    await jobs.cancel('j');
    expect(await work).toMatchObject({ code: 'cancelled' });
  });

  test('a loop without waits still hears a cancel before 200 ms of work are done', async () => {
    let time = 0;
    const jobs = createJobs(() => time);
    // The cancel is a message, as from the page; the loop alone decides when it can arrive.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => void jobs.cancel('j');
    const work = jobs
      .runJob('j', async (job) => {
        port2.postMessage('cancel');
        for (;;) {
          time += 5;
          // No message would ever arrive, nor the end of the test.
          if (time > 10_000) throw new Error('the cancel was not heard');
          await job.pausePoint();
        }
      })
      .catch((thrown: unknown) => thrown);
    expect(await work).toMatchObject({ code: 'cancelled' });
    port1.close();
    expect(time).toBeLessThan(200);
  });

  test('one name is one job, free again after it ended, whatever its end', async () => {
    const jobs = createJobs();
    const job = jobs.startJob('j');
    expect(() => jobs.startJob('j')).toThrow(expect.objectContaining({ code: 'busy' }));
    job.end();
    job.end();
    await expect(
      jobs.runJob('j', async () => {
        throw new Error('work failed');
      }),
    ).rejects.toThrow('work failed');
    expect(await jobs.runJob('j', async () => 1)).toBe(1);
  });

  test('the end of an old job does not end a new one of its name', async () => {
    const jobs = createJobs();
    const old = jobs.startJob('j');
    old.end();
    const next = jobs.startJob('j');
    old.end();
    expect(() => jobs.startJob('j')).toThrow();
    void jobs.cancel('j');
    expect([next.signal.aborted, old.signal.aborted]).toEqual([true, false]);
  });

  test('calls for a job that is not there do nothing', async () => {
    const jobs = createJobs();
    await Promise.all([jobs.pause('x'), jobs.resume('x'), jobs.cancel('x')]);
  });
});
