/** The chat model as this browser keeps it: everything but the key. Pure. */
import * as v from 'valibot';
import { type ChatConfig, PROVIDERS } from '../../domain/chat-config';
import { normaliseAddress } from '../../llm/address';
import { PRESETS, type Preset } from '../../llm/presets';
import { DEFAULT_PRICES } from '../../llm/prices';

export const DEFAULT_CHAT: ChatConfig = {
  provider: 'openai',
  baseUrl: '',
  model: '',
  tools: 'native',
  seed: null,
  concurrency: 4,
  tryTimeoutMs: 120_000,
  totalMs: 600_000,
  maxTries: 5,
  prices: DEFAULT_PRICES,
};

/** Bounds of what can be typed; outside of them a number is brought to the nearest. */
export const LIMITS = {
  concurrency: { min: 1, max: 32 },
  /** Seconds of one try, and of all tries of a call. */
  trySeconds: { min: 5, max: 1800 },
  totalSeconds: { min: 5, max: 7200 },
  maxTries: { min: 1, max: 10 },
} as const;

export interface StoredChat {
  config: ChatConfig;
  /** It was set with a key, which is kept nowhere: after a reload it has to be typed again. */
  keyGiven: boolean;
}

const amount = (min: number, max: number) => v.pipe(v.number(), v.minValue(min), v.maxValue(max));
const price = v.pipe(v.number(), v.finite(), v.minValue(0));
const PriceSchema = v.object({ pattern: v.string(), input: price, cachedInput: price, output: price });
const whole = (of: { min: number; max: number }) => v.pipe(amount(of.min, of.max), v.integer());

/**
 * Who made it may have been an older app, a newer one, or a person. Without an address there is no choice; a part that
 * cannot be read becomes what it is by default; a part that is unknown, such as a key, is left behind.
 */
const StoredChatSchema = v.object({
  config: v.object({
    provider: v.picklist(PROVIDERS),
    baseUrl: v.string(),
    model: v.string(),
    tools: v.fallback(v.picklist(['native', 'text']), DEFAULT_CHAT.tools),
    seed: v.fallback(v.nullable(v.pipe(v.number(), v.safeInteger())), null),
    concurrency: v.fallback(whole(LIMITS.concurrency), DEFAULT_CHAT.concurrency),
    tryTimeoutMs: v.fallback(
      amount(LIMITS.trySeconds.min * 1000, LIMITS.trySeconds.max * 1000),
      DEFAULT_CHAT.tryTimeoutMs,
    ),
    totalMs: v.fallback(
      amount(LIMITS.totalSeconds.min * 1000, LIMITS.totalSeconds.max * 1000),
      DEFAULT_CHAT.totalMs,
    ),
    maxTries: v.fallback(whole(LIMITS.maxTries), DEFAULT_CHAT.maxTries),
    prices: v.fallback(v.object({ currency: v.string(), rows: v.array(PriceSchema) }), {
      currency: DEFAULT_PRICES.currency,
      rows: [...DEFAULT_PRICES.rows],
    }),
  }),
  // Not known to have been without: it is asked for, which harms nobody.
  keyGiven: v.fallback(v.boolean(), true),
});

/** Null: nothing is kept, or nothing that can be used. */
export const readStoredChat = (stored: unknown): StoredChat | null => {
  const parsed = v.safeParse(StoredChatSchema, stored);
  return parsed.success && originOf(parsed.output.config) !== null ? parsed.output : null;
};

/** Where text is sent: scheme, host and port. Null: the address is none yet. */
export const originOf = ({ baseUrl, provider }: Pick<ChatConfig, 'baseUrl' | 'provider'>): string | null => {
  try {
    return new URL(normaliseAddress(baseUrl, provider)).origin;
  } catch {
    // What is wrong with the address is said by the worker when it is tested or used.
    return null;
  }
};

/** Where calls go, normalised; null: the address is none yet. */
export const baseOf = ({ baseUrl, provider }: Pick<ChatConfig, 'baseUrl' | 'provider'>): string | null => {
  try {
    return normaliseAddress(baseUrl, provider);
  } catch {
    // What is wrong with the address is said by the worker when it is tested or used.
    return null;
  }
};

type Endpoint = Pick<ChatConfig, 'baseUrl' | 'provider'>;

/** A key of the one is a key of the other. */
export const sameEndpoint = (one: Endpoint, other: Endpoint): boolean =>
  one.provider === other.provider && baseOf(one) !== null && baseOf(one) === baseOf(other);

/** The preset whose address it is, exactly; null: an address of one's own. */
export const presetOfConfig = ({
  baseUrl,
  provider,
}: Pick<ChatConfig, 'baseUrl' | 'provider'>): Preset | null => {
  try {
    const base = normaliseAddress(baseUrl, provider);
    return PRESETS.find((preset) => preset.provider === provider && preset.baseUrl === base) ?? null;
  } catch {
    return null;
  }
};

/** The config with a preset chosen: another service has other models, so the name does not stay. */
export const withPreset = (config: ChatConfig, preset: Preset): ChatConfig => ({
  ...config,
  provider: preset.provider,
  baseUrl: preset.baseUrl,
  model: presetOfConfig(config)?.id === preset.id ? config.model : '',
});

/** A number that somebody typed, within its bounds; what is none leaves the old one. */
export const bounded = (typed: number, of: { min: number; max: number }, old: number): number =>
  Number.isFinite(typed) ? Math.min(of.max, Math.max(of.min, Math.round(typed))) : old;
