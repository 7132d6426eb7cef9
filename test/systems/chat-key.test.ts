/** The key of the chat model: given once, tested again without typing, remembered encrypted, sent to its own endpoint alone. */
import { describe, expect, it } from 'vitest';
import { CONFIG, completion, json, KEY, thrownBy } from '../llm/fake';
import { chatOver } from '../support/no-chat';
import { holdAfter } from '../support/waits';

const PASS = 'several quiet words';
const OTHER = { ...CONFIG, baseUrl: 'https://other.example/v1' };
const { signal } = new AbortController();

const withEndpoint = () => {
  const sent: { host: string; key: string | null }[] = [];
  const over = chatOver(async (input, init) => {
    sent.push({ host: new URL(String(input)).host, key: new Headers(init?.headers).get('authorization') });
    return init?.method === 'POST' ? completion('ready') : json({ data: [{ id: 'small' }] });
  });
  return { ...over, sent };
};

describe('a key that was given', () => {
  it('is used to test again without being typed again, for its own endpoint alone', async () => {
    const { chat, sent } = withEndpoint();
    chat.set(CONFIG, KEY);
    expect(await chat.test({ ...CONFIG, model: 'larger' }, null, signal)).toMatchObject({ state: 'ok' });
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.every(({ host, key }) => host === 'llm.example' && key === `Bearer ${KEY}`)).toBe(true);
    sent.length = 0;
    for (const other of [OTHER, { ...CONFIG, baseUrl: 'https://llm.example/v2' }])
      await chat.test(other, null, signal);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.every(({ key }) => key === null)).toBe(true);
  });

  it('stays with another model of its endpoint, and goes to no other', () => {
    const { chat } = withEndpoint();
    chat.set(CONFIG, KEY);
    expect(chat.set({ ...CONFIG, model: 'larger' }, null)).toMatchObject({ keyGiven: true });
    expect(chat.set(OTHER, null)).toMatchObject({ keyGiven: false });
  });
});

describe('a test of the connection', () => {
  it('ends when it is called off, though the endpoint never answers', async () => {
    const hold = holdAfter(0);
    const { chat } = chatOver(async () => {
      await hold.wait();
      return completion('late');
    });
    const stop = new AbortController();
    const test = chat.test(CONFIG, KEY, stop.signal);
    stop.abort();
    expect(await thrownBy(test)).toMatchObject({ code: 'cancelled' });
    hold.release();
  });
});

describe('a remembered key', () => {
  /** The same disk, another visit. */
  const reload = (from: ReturnType<typeof withEndpoint>) => {
    const next = withEndpoint();
    next.disk.key = from.disk.key;
    return next;
  };

  it('is opened by its passphrase in the next visit, and used', async () => {
    const first = withEndpoint();
    first.chat.set(CONFIG, KEY);
    await first.chat.remember(PASS);
    const { chat, sent } = reload(first);
    expect(chat.state()).toBeNull();
    expect(await chat.unlock({ ...CONFIG, model: 'larger' }, PASS)).toMatchObject({ keyGiven: true });
    await chat.test(CONFIG, null, signal);
    expect(sent.every(({ key }) => key === `Bearer ${KEY}`)).toBe(true);
  });

  it('a wrong passphrase changes nothing: what was set stays, what is kept stays', async () => {
    const first = withEndpoint();
    first.chat.set(CONFIG, KEY);
    await first.chat.remember(PASS);
    const { chat } = reload(first);
    const before = chat.set(OTHER, '');
    expect(await thrownBy(chat.unlock(CONFIG, 'another passphrase'))).toMatchObject({ code: 'bad-input' });
    expect(chat.state()).toEqual(before);
    expect(await chat.unlock(CONFIG, PASS)).toMatchObject({ keyGiven: true });
  });

  it('is not opened for another address, so it is sent to none', async () => {
    const first = withEndpoint();
    first.chat.set(CONFIG, KEY);
    await first.chat.remember(PASS);
    const { chat, sent } = reload(first);
    expect(await thrownBy(chat.unlock(OTHER, PASS))).toMatchObject({ code: 'bad-input' });
    expect([chat.state(), sent]).toEqual([null, []]);
  });

  it('is gone from memory and disk with one call, and the endpoint goes on without it', async () => {
    const { chat, disk, sent } = withEndpoint();
    chat.set(CONFIG, KEY);
    await chat.remember(PASS);
    expect(await chat.forgetKey()).toMatchObject({ keyGiven: false, config: CONFIG });
    expect(disk.key).toBeUndefined();
    expect(await thrownBy(chat.unlock(CONFIG, PASS))).toMatchObject({ code: 'not-found' });
    await chat.test(CONFIG, null, signal);
    expect(sent.every(({ key }) => key === null)).toBe(true);
  });

  it('without a key there is none to remember', async () => {
    const { chat, disk } = withEndpoint();
    chat.set(CONFIG, '');
    expect(await thrownBy(chat.remember(PASS))).toMatchObject({ code: 'bad-input' });
    expect(disk.key).toBeUndefined();
  });
});
