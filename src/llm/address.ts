/** What a person types as the address of an endpoint → the one base address that calls are built on, or one sentence. */
import type { ProviderId } from '../domain/chat-config';
import { HopscopeError } from '../domain/outcome';
import { PRESETS } from './presets';

/** What providers put behind the base; people copy it from examples. */
const OPERATIONS: Record<ProviderId, RegExp> = {
  openai:
    /\/(?:chat\/completions|completions|responses|embeddings|models(?:\/[^/]*)?|api\/(?:chat|generate|tags|embed))$/,
  anthropic: /\/(?:messages(?:\/[^/]*)?|models(?:\/[^/]*)?|complete)$/,
  gemini: /\/models(?:\/[^/]*)?$/,
};
const VERSION: Record<ProviderId, string> = { openai: 'v1', anthropic: 'v1', gemini: 'v1beta' };
/** Sites that hold models, not endpoints: what is typed with them names a model. */
const MODEL_SITES = new Set(['hf.co', 'huggingface.co', 'ollama.com', 'www.ollama.com']);

const bad = (message: string): HopscopeError => new HopscopeError('bad-input', message);

/** This device: what a page served over HTTPS may ask over HTTP. */
export const isThisDevice = ({ hostname }: URL): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);

/** This device or a name or number of a local network: HTTP is what is spoken there, and nothing is billed. */
export const isLocal = (url: URL): boolean =>
  isThisDevice(url) ||
  /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|\.(?:local|lan|internal|home\.arpa)$|^[^.[]+$|^\[f[cde]/i.test(
    url.hostname,
  );

/** Could it be the beginning of an address without its scheme? A model's name has neither a port nor a domain's end. */
const HOST =
  /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:]+\]|(?:[\w-]+\.)+[a-z]{2,})(?::\d+)?(?:\/|$)|^[\w.-]+:\d{2,5}(?:\/|$)/i;

const withScheme = (typed: string): URL => {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    throw bad(`An endpoint’s address begins with https:// or http://, not with ${scheme}://.`);
  if (scheme === undefined && !HOST.test(typed))
    throw bad(
      `“${typed.slice(0, 60)}” is no address; it looks like the name of a model. Type it into the field for the model, and an address such as https://api.openai.com/v1 or http://localhost:11434 here.`,
    );
  try {
    const url = new URL(scheme === undefined ? `http://${typed}` : typed);
    // Servers print the address they listen on; nobody can connect to it by that name.
    if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
    if (scheme === undefined && !isLocal(url)) url.protocol = 'https:';
    return url;
  } catch {
    throw bad(`“${typed.slice(0, 60)}” is no address: check it for spaces and missing parts.`);
  }
};

/** No slash at the end, none doubled, none of the operations. */
const pathOf = (url: URL, provider: ProviderId): string => {
  let path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  for (let before = ''; before !== path; ) {
    before = path;
    path = path.replace(OPERATIONS[provider], '');
  }
  return path;
};

/**
 * The address without a slash at its end, ready for `/chat/completions` and the like. Throws `bad-input`. What was typed
 * is what is to be kept: a base without a version that was read from a call's whole address would be given one next time.
 */
export const normaliseAddress = (typed: string, provider: ProviderId): string => {
  const text = typed
    .trim()
    .replace(/^["'“”‘’`<]+|["'“”‘’`>]+$/g, '')
    .trim();
  if (text === '')
    throw bad('The address of the endpoint is missing: choose a service or type where it listens.');
  const url = withScheme(text);
  if (url.username !== '' || url.password !== '')
    throw bad(
      'The address holds a user name or password: leave it out, and type the key into its own field.',
    );
  if (url.search !== '')
    throw bad('The address goes on with “?…”: leave that out, and type a key into its own field.');
  if (MODEL_SITES.has(url.hostname))
    throw bad(
      `${url.hostname} holds models and answers no chats. Type the model’s name into its field, and where your server listens here.`,
    );
  const path = pathOf(url, provider);
  const base = `${url.origin}${path}`;
  if (PRESETS.some((preset) => preset.provider === provider && preset.baseUrl === base)) return base;
  const segments = path.split('/').filter((segment) => segment !== '');
  // Who copies the whole address of a call has said where it goes.
  if (/\/chat\/completions\/?$/.test(url.pathname) && path !== '') return base;
  const version = segments.findIndex((segment) => /^v\d+(?:alpha|beta)?\d*$/i.test(segment));
  if (version < 0) return `${base}/${VERSION[provider]}`;
  const [after, ...more] = segments.slice(version + 1);
  if (after !== undefined && more.length === 0 && /\d|%3A/i.test(after))
    throw bad(
      `The address goes on with “${after}” after /${segments[version]}: if that is a model, type it into its own field.`,
    );
  return base;
};
