/** A parser that hangs, dies or is no longer wanted costs one file, and the next file gets a fresh parser. */
import { describe, expect, it } from 'vitest';
import { type Outcome, ok } from '../../src/domain/outcome';
import type { ParsedText, ParserHandle } from '../../src/ingest/parse/contract';
import { createParser, LONGEST_MS, STALLED_MS } from '../../src/ingest/parse/parser';
import { BadRecord } from '../../src/ingest/types';
import { idle } from '../support/waits';

const text = (words: string): Outcome<ParsedText> =>
  ok({ title: null, text: words, kind: 'text', notices: [] });

type Call = (alive: () => void) => Promise<Outcome<ParsedText>>;

/** A parser whose realms do as they are told, with a clock that is moved by hand. */
const bench = (call: Call) => {
  const timers = new Set<{ at: number; call: () => void }>();
  let now = 0;
  let spawned = 0;
  let ended = 0;
  let kill: (error: Error) => void = () => {};
  const parser = createParser({
    spawn: (): ParserHandle => {
      spawned += 1;
      return {
        api: { pdf: (_, alive) => call(alive) } as ParserHandle['api'],
        died: new Promise<never>((_, reject) => {
          kill = reject;
        }),
        end: () => {
          ended += 1;
        },
        callback: (given) => given,
      };
    },
    after: (ms, due) => {
      const entry = { at: now + ms, call: due };
      timers.add(entry);
      return () => void timers.delete(entry);
    },
  });
  const abort = new AbortController();
  return {
    abort,
    parse: () => parser.parse({ signal: abort.signal }, (api, alive) => api.pdf(new Blob(), alive)),
    async pass(ms: number) {
      await idle();
      now += ms;
      for (const entry of [...timers]) {
        if (entry.at > now) continue;
        timers.delete(entry);
        entry.call();
      }
      await idle();
    },
    kill: (error: Error) => kill(error),
    get counts() {
      return { spawned, ended, timers: timers.size };
    },
  };
};

const never = new Promise<never>(() => {});

describe('a parser in a realm that can be ended', () => {
  it('is kept from file to file, and no timer is left behind', async () => {
    const one = bench(async () => text('read'));
    expect((await one.parse()).text).toBe('read');
    expect((await one.parse()).text).toBe('read');
    expect(one.counts).toEqual({ spawned: 1, ended: 0, timers: 0 });
  });

  it('is ended when it hangs; the file is refused, the next one gets a fresh one', async () => {
    let hang = true;
    const one = bench(() => (hang ? never : Promise.resolve(text('read'))));
    const refused = expect(one.parse()).rejects.toThrow(
      new BadRecord(
        'the parser did not get on for 60 seconds and was ended: the file is damaged, hostile or too large',
      ),
    );
    await one.pass(STALLED_MS);
    await refused;
    expect(one.counts).toEqual({ spawned: 1, ended: 1, timers: 0 });
    hang = false;
    expect((await one.parse()).text).toBe('read');
    expect(one.counts.spawned).toBe(2);
  });

  it('lives as long as it gets on, but not for ever', async () => {
    let alive = (): void => {};
    const one = bench((told) => {
      alive = told;
      return never;
    });
    let reason = '';
    const done = one.parse().catch((error: Error) => {
      reason = error.message;
    });
    for (let passed = 0; passed + STALLED_MS / 2 < LONGEST_MS; passed += STALLED_MS / 2) {
      await one.pass(STALLED_MS / 2);
      expect(reason).toBe('');
      alive();
    }
    await one.pass(STALLED_MS / 2);
    await done;
    expect(reason).toMatch(/^the parser was not done after 15 min and was ended/);
  });

  it('that dies costs the file', async () => {
    const one = bench(() => never);
    const refused = expect(one.parse()).rejects.toThrow(/^reading it broke the parser/);
    await idle();
    one.kill(new Error('out of memory'));
    await refused;
    expect(one.counts).toEqual({ spawned: 1, ended: 1, timers: 0 });
  });

  it('is ended at once when the job is cancelled', async () => {
    const one = bench(() => never);
    const refused = expect(one.parse()).rejects.toMatchObject({ code: 'cancelled' });
    await idle();
    one.abort.abort();
    await refused;
    expect(one.counts).toEqual({ spawned: 1, ended: 1, timers: 0 });
    await expect(one.parse()).rejects.toMatchObject({ code: 'cancelled' });
    expect(one.counts.spawned).toBe(1);
  });

  it('that refuses a file goes on with the next', async () => {
    const one = bench(async () => ({
      ok: false,
      error: { code: 'bad-input', message: 'the file is damaged', retryable: false },
    }));
    await expect(one.parse()).rejects.toThrow(new BadRecord('the file is damaged'));
    expect(one.counts).toEqual({ spawned: 1, ended: 0, timers: 0 });
  });
});
