import { type Endpoint, expose, wrap } from 'comlink';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Failure, HopscopeError, type Outcome, ok } from '../../src/domain/outcome';
import { callback, createClient, linkWorkers } from '../../src/seam/client';
import { attempt } from '../../src/seam/outcome';
import { idle, until } from '../support/waits';
import { fakeWorker } from './fake-worker';

interface Api {
  double(n: number): Promise<Outcome<number>>;
  hang(): Promise<Outcome<number>>;
  count(onStep: (n: number) => void): Promise<Outcome<number>>;
  fail(): Promise<Outcome<number>>;
  cancel(job: string): Promise<void>;
}

const cancels: string[] = [];
/** What the worker waits for before each step. */
let beforeStep = async (): Promise<void> => {};
const api: Api = {
  double: async (n) => ok(2 * n),
  hang: () => new Promise(() => {}),
  async count(onStep) {
    for (let n = 1; n <= 5; n++) {
      await beforeStep();
      onStep(n);
    }
    return ok(5);
  },
  fail: () => attempt(() => Promise.reject(new HopscopeError('quota', 'full', { retryable: true }))),
  async cancel(job) {
    cancels.push(job);
  },
};

const made: ReturnType<typeof fakeWorker>[] = [];
afterEach(() => {
  for (const fake of made.splice(0)) fake.worker.terminate();
  cancels.length = 0;
  beforeStep = async () => {};
  vi.useRealTimers();
});

const client = () =>
  createClient<Api>('sums', () => {
    const fake = fakeWorker(api);
    made.push(fake);
    return fake.worker;
  });

describe('a client', () => {
  test('spawns at the first call, once, and tells the worker its tab', async () => {
    const sums = client();
    expect([sums.running, made.length]).toEqual([false, 0]);
    expect(await Promise.all([sums.ask((w) => w.double(3)), sums.ask((w) => w.double(4))])).toEqual([
      ok(6),
      ok(8),
    ]);
    expect([sums.running, made.length]).toEqual([true, 1]);
    expect(made[0]?.received[0]).toEqual({ hopscopeTab: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  test('passes failures and progress through', async () => {
    const sums = client();
    expect(await sums.ask((w) => w.fail())).toEqual({
      ok: false,
      error: { code: 'quota', message: 'full', retryable: true },
    });
    const steps: number[] = [];
    expect(await sums.ask((w) => w.count(callback((n: number) => void steps.push(n))))).toEqual(ok(5));
    // Over a port of its own: the last report may come after the result.
    await until(() => steps).toEqual([1, 2, 3, 4, 5]);
    // A function that was not wrapped cannot be sent: said, not hung.
    expect(await sums.ask((w) => w.count(() => {}))).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    });
  });

  test.each(['error', 'messageerror'] as const)(
    'ends open calls when the worker dies by %s, and starts afresh',
    async (how) => {
      const sums = client();
      const lost: Failure[] = [];
      sums.onLost((failure) => void lost.push(failure));
      const open = [sums.ask((w) => w.hang()), sums.ask((w) => w.hang())];
      made[0]?.die(how, 'out of memory');
      for (const outcome of await Promise.all(open)) {
        expect(outcome).toMatchObject({ ok: false, error: { code: 'worker-lost', retryable: true } });
      }
      expect(lost).toHaveLength(1);
      expect(lost[0]?.message).toContain(
        how === 'error' ? 'sums worker stopped (out of memory)' : 'could not be read',
      );
      expect([sums.running, made[0]?.terminated]).toEqual([false, true]);
      expect(await sums.ask((w) => w.double(5))).toEqual(ok(10));
      expect(made).toHaveLength(2);
      // A late message of the dead one does not harm the living.
      made[0]?.die('error');
      expect(sums.running).toBe(true);
    },
  );

  test('ends open calls when it is terminated, with the reason', async () => {
    const sums = client();
    const open = sums.ask((w) => w.hang());
    sums.terminate('the model was changed');
    expect(await open).toMatchObject({
      ok: false,
      error: { code: 'worker-lost', message: expect.stringContaining('the model was changed') },
    });
    sums.terminate();
  });

  test('ends a worker that shows no sign of life, but not one that does', async () => {
    const sums = client();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // The clock of the page stands still but for this: 300 ms of work with a sign every 60.
    beforeStep = async () => {
      // The last sign arrives before the next step begins.
      await idle();
      vi.advanceTimersByTime(60);
    };
    const alive = await sums.ask((w, sign) => w.count(callback(() => sign())), { stallMs: 80 });
    expect(alive).toEqual(ok(5));
    const stuck = sums.ask((w) => w.hang(), { stallMs: 80 });
    vi.advanceTimersByTime(79);
    expect(made[0]?.terminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await stuck).toMatchObject({
      ok: false,
      error: { code: 'worker-lost', message: expect.stringContaining('no sign of life') },
    });
    expect(made[0]?.terminated).toBe(true);
    expect(await sums.ask((w) => w.double(1), { stallMs: 1000 })).toEqual(ok(2));
  });

  test('says when a worker cannot be made at all', async () => {
    const broken = createClient<Api>('sums', () => {
      throw new DOMException('blocked by policy', 'SecurityError');
    });
    expect(await broken.ask((w) => w.double(1))).toMatchObject({
      ok: false,
      error: { code: 'internal', message: expect.stringContaining('blocked by policy') },
    });
  });

  test('cancels only where a worker runs, and does not wait for a dead one', async () => {
    const sums = client();
    await sums.tell((w) => w.cancel('j'));
    expect([made.length, cancels]).toEqual([0, []]);
    await sums.ask((w) => w.double(1));
    await sums.tell((w) => w.cancel('j'));
    expect(cancels).toEqual(['j']);
    const waiting = sums.tell(async (w) => void (await w.hang()));
    made[0]?.die('error');
    await waiting;
  });
});

interface Server {
  connect(port: MessagePort): void;
}
interface Caller {
  connectServer(port: MessagePort): Promise<Outcome<void>>;
  relay(): Promise<Outcome<string>>;
}

describe('a link', () => {
  const linked = () => {
    const servers: ReturnType<typeof fakeWorker>[] = [];
    const callers: ReturnType<typeof fakeWorker>[] = [];
    const server = createClient<Server>('server', () => {
      const name = `server ${servers.length + 1}`;
      const fake = fakeWorker({
        connect: (port: MessagePort) => expose({ name: () => name }, port as unknown as Endpoint),
      });
      servers.push(fake);
      made.push(fake);
      return fake.worker;
    });
    const caller = createClient<Caller>('caller', () => {
      let remote: { name(): Promise<string> } | null = null;
      const fake = fakeWorker({
        async connectServer(port: MessagePort) {
          remote = wrap<{ name(): string }>(port as unknown as Endpoint);
          return ok(undefined);
        },
        relay: () => attempt(async () => (remote === null ? 'not connected' : remote.name())),
      });
      callers.push(fake);
      made.push(fake);
      return fake.worker;
    });
    let time = 0;
    const problems: Failure[] = [];
    const unlink = linkWorkers(
      caller,
      server,
      { from: (c, port) => c.connectServer(port), to: (s, port) => s.connect(port) },
      { onProblem: (failure) => void problems.push(failure), now: () => time },
    );
    return { server, caller, servers, callers, problems, unlink, pass: (ms: number) => (time += ms) };
  };

  test('is there before the first call, and after either worker was restarted', async () => {
    const { caller, servers, callers, pass, problems } = linked();
    expect(await caller.ask((c) => c.relay())).toEqual(ok('server 1'));
    pass(10_000);
    servers[0]?.die('error', 'out of memory');
    expect(await caller.ask((c) => c.relay())).toEqual(ok('server 2'));
    callers[0]?.die('error', 'out of memory');
    expect(servers).toHaveLength(2);
    expect(await caller.ask((c) => c.relay())).toEqual(ok('server 2'));
    expect([callers.length, problems]).toEqual([2, []]);
  });

  test('does not restart a server that dies at once for ever', async () => {
    const { caller, servers, pass, problems } = linked();
    await caller.ask((c) => c.relay());
    pass(100);
    servers[0]?.die('error', 'no such file');
    expect([servers.length, problems.length]).toEqual([1, 1]);
    expect(problems[0]).toMatchObject({ code: 'worker-lost' });
  });

  test('made while both run connects them, and can be undone', async () => {
    const { server, caller, servers, unlink, pass } = linked();
    unlink();
    server.start();
    caller.start();
    expect(await caller.ask((c) => c.relay())).toEqual(ok('not connected'));
    linkWorkers(caller, server, {
      from: (c, port) => c.connectServer(port),
      to: (s, port) => s.connect(port),
    });
    expect(await caller.ask((c) => c.relay())).toEqual(ok('server 1'));
    pass(1);
    expect(servers).toHaveLength(1);
  });
});
