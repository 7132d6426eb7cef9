import { describe, expect, it } from 'vitest';
import type { ChatConfig } from '../../src/domain/chat-config';
import { PRESETS } from '../../src/llm/presets';
import {
  bounded,
  DEFAULT_CHAT,
  LIMITS,
  originOf,
  presetOfConfig,
  readStoredChat,
  withPreset,
} from '../../src/ui/state/chat-choice';

const CONFIG: ChatConfig = {
  ...DEFAULT_CHAT,
  baseUrl: 'https://llm.example/v1',
  model: 'small',
  tools: 'text',
  seed: 7,
  concurrency: 2,
};
/** As it comes back from the browser's storage. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the model that this browser keeps', () => {
  it('comes back as it was', () => {
    expect(readStoredChat(stored({ config: CONFIG, keyGiven: false }))).toEqual({
      config: CONFIG,
      keyGiven: false,
    });
  });

  it('never brings back a key, wherever one may have been written', () => {
    const odd = { key: 'sk-1', config: { ...CONFIG, key: 'sk-2', apiKey: 'sk-3' }, keyGiven: true };
    const read = readStoredChat(stored(odd));
    expect(read).toEqual({ config: CONFIG, keyGiven: true });
    expect(JSON.stringify(read)).not.toContain('sk-');
  });

  it('of an older app gets what that app did not know by default, and is asked for a key', () => {
    const old = { config: { provider: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'm' } };
    expect(readStoredChat(stored(old))).toEqual({
      config: { ...DEFAULT_CHAT, ...old.config },
      keyGiven: true,
    });
  });

  it.each([
    ['no number of calls', { concurrency: 0 }, { concurrency: DEFAULT_CHAT.concurrency }],
    ['half a call', { concurrency: 1.5 }, { concurrency: DEFAULT_CHAT.concurrency }],
    ['no time', { tryTimeoutMs: -1 }, { tryTimeoutMs: DEFAULT_CHAT.tryTimeoutMs }],
    ['a word for a time', { totalMs: 'long' }, { totalMs: DEFAULT_CHAT.totalMs }],
    ['a way to call tools that is unknown', { tools: 'grammar' }, { tools: 'native' }],
    ['a seed in words', { seed: 'seven' }, { seed: null }],
    [
      'a price below nothing',
      { prices: { currency: 'EUR', rows: [{ pattern: '*', input: -1, cachedInput: 0, output: 0 }] } },
      { prices: DEFAULT_CHAT.prices },
    ],
  ])('with %s keeps the rest', (_, wrong, mended) => {
    expect(readStoredChat(stored({ config: { ...CONFIG, ...wrong }, keyGiven: true }))?.config).toEqual({
      ...CONFIG,
      ...mended,
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a word', 'gpt'],
    ['a list', []],
    ['no config', { keyGiven: true }],
    ['a provider of a newer app', { config: { ...CONFIG, provider: 'tomorrow' }, keyGiven: true }],
    ['no address', { config: { ...CONFIG, baseUrl: '' }, keyGiven: true }],
    [
      'a key in the address',
      { config: { ...CONFIG, baseUrl: 'https://u:sk-1@llm.example' }, keyGiven: true },
    ],
    ['a key behind the address', { config: { ...CONFIG, baseUrl: 'https://llm.example/v1?key=sk-1' } }],
  ])('is none where there is %s', (_, value) => {
    expect(readStoredChat(value)).toBeNull();
  });
});

describe('where text is sent', () => {
  it('is scheme, host and port of the address, however it was typed', () => {
    expect(originOf({ baseUrl: 'localhost:11434', provider: 'openai' })).toBe('http://localhost:11434');
    expect(originOf({ baseUrl: 'https://api.openai.com/v1/chat/completions', provider: 'openai' })).toBe(
      'https://api.openai.com',
    );
    expect(originOf({ baseUrl: 'gpt-4o', provider: 'openai' })).toBeNull();
  });

  it('is named by its preset where it is one', () => {
    for (const preset of PRESETS) expect(presetOfConfig(preset)?.id).toBe(preset.id);
    expect(presetOfConfig({ baseUrl: 'http://localhost:11434', provider: 'openai' })?.id).toBe('ollama');
    expect(presetOfConfig(CONFIG)).toBeNull();
  });

  it('changes with a preset, and the name of the model with it', () => {
    const [openai] = PRESETS;
    if (openai === undefined) throw new Error('no preset');
    const chosen = withPreset(CONFIG, openai);
    expect(chosen).toEqual({ ...CONFIG, baseUrl: openai.baseUrl, provider: openai.provider, model: '' });
    expect(withPreset({ ...chosen, model: 'm' }, openai).model).toBe('m');
  });
});

describe('a number that is typed', () => {
  it('stays within its bounds, and is left as it was where none was typed', () => {
    expect(bounded(99, LIMITS.concurrency, 4)).toBe(32);
    expect(bounded(0, LIMITS.concurrency, 4)).toBe(1);
    expect(bounded(2.6, LIMITS.concurrency, 4)).toBe(3);
    expect(bounded(Number.NaN, LIMITS.concurrency, 4)).toBe(4);
  });
});
