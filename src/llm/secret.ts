/**
 * The key, held in a closure: nothing that is logged, stored or shown can reach it. What comes from outside, where a
 * server may echo it, goes through `redact` before anything else sees it.
 */
import { HopscopeError } from '../domain/outcome';

export interface Secret {
  /** Is there one? */
  readonly given: boolean;
  /** The only way to it: what the provider's headers make of it. */
  headers(make: (key: string) => Record<string, string>): Record<string, string>;
  /** The text with every form of the key replaced. */
  redact(text: string): string;
  /** The same for every string of a reply, names of objects included; a stopgap for a key (“none”) is left in it. */
  redactDeep<T>(value: T): T;
  /** Is the key part of the text, in any form? */
  holdsKey(text: string): boolean;
}

const GONE = '[key]';

/** Below this a key is a word such as “none”, which only stands for itself as a whole word. */
const SHORT = 8;

/** Keys of known services, also in the masked form that some echo (`sk-ab***yz`), whoever they belong to. */
const KEY_LIKE =
  /\b(?:(?:sk|pk|rk|gsk|xai|hf|nvapi|pplx|fw|tgp|csk)[-_]|AIza)[\w*•.…-]{5,}[\w*•]|\bBearer\s+[\w*•.…~+/=-]{5,}[\w*•=]/g;

/** Longer than any word that is typed where a server wants no key. */
const LONGEST_WORD = 24;

/**
 * “none”, “ollama”, “lm-studio”, “x”, “1234”: what people type where a server wants no key. It is no secret, and
 * replacing it in a reply would change answers without a word.
 */
const isStopgap = (key: string): boolean =>
  key.length < 5 ||
  (key.length <= LONGEST_WORD && /^[a-z]+(?:[-_][a-z]+)*$/i.test(key)) ||
  (key.length < SHORT && /^\d+$/.test(key));

const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
const base64 = (bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes));

/**
 * What of base64 is the key's own when it stands inside something longer: for each of the three ways it can lie on the
 * groups of three bytes, without the characters that share bits with its neighbours.
 */
const base64Cores = (key: string): string[] =>
  [0, 1, 2].map((offset) => {
    const bytes = bytesOf(key);
    const whole = base64([...Array.from({ length: offset }, () => 0), ...bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    return whole.slice(first, last);
  });

const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');
const hex = (key: string): string =>
  bytesOf(key)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const formsOf = (key: string): string[] => {
  const cores = base64Cores(key);
  const encoded = encodeURIComponent(key);
  return [
    key,
    JSON.stringify(key).slice(1, -1),
    encoded,
    encoded.replace(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase()),
    encodeURIComponent(encoded),
    ...cores,
    ...cores.map(urlSafe),
    ...cores.map((core) => encodeURIComponent(core)),
    hex(key),
  ];
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const patternOf = (key: string): RegExp => {
  if (key.length < SHORT) return new RegExp(`(?<![\\w-])${escaped(key)}(?![\\w-])`, 'g');
  // The longest first: a shorter form may be part of a longer one.
  const forms = [...new Set(formsOf(key))].sort((a, b) => b.length - a.length);
  return new RegExp(forms.map(escaped).join('|'), 'gi');
};

/** As it is pasted: with `Bearer` before it, quotes around it, or line ends. Throws `llm-key` when no header can carry it. */
const cleanKey = (pasted: string): string => {
  const key = pasted
    .trim()
    .replace(/^["'“”‘’]+|["'“”‘’]+$/g, '')
    .replace(/^Bearer\s+/i, '')
    .trim();
  if (/^[\x21-\x7e]*$/.test(key)) return key;
  throw new HopscopeError(
    'llm-key',
    'The key holds a space, a line break or a character that keys do not have: copy it again, as a whole and alone.',
  );
};

export const createSecret = (pasted: string): Secret => {
  const key = cleanKey(pasted);
  const pattern = key === '' ? null : patternOf(key);
  const redact = (text: string): string =>
    (pattern === null ? text : text.replace(pattern, GONE)).replace(KEY_LIKE, GONE);
  const redactOwn = (text: string): string => (pattern === null ? text : text.replace(pattern, GONE));

  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return redactOwn(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, entry]) => [redactOwn(name), deep(entry)]));
    return value;
  };

  return {
    given: key !== '',
    headers: (make) => make(key),
    redact,
    // Only the key itself: in a reply, something that looks like one may be a passage's own text.
    redactDeep: <T>(value: T): T => (isStopgap(key) ? value : (deep(value) as T)),
    holdsKey: (text) => key.length >= SHORT && redactOwn(text) !== text,
  };
};
