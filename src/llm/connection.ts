/** “Test connection”: asks once and says what is wrong and what to change, in the order in which a person can mend it. */
import type { ChatConfig, Connection, ConnectionState } from '../domain/chat-config';
import type { ChatRequest } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import { Barred } from '../seam/egress';
import { isThisDevice } from './address';
import { MOST_CORRECTIONS } from './dialect';
import { type Exchanged, type ExchangeParts, exchange } from './exchange';
import { type Failed, failureOf, tooSlow } from './failures';
import { listModels } from './models';
import { presetOf } from './presets';
import { createSender, type Tried } from './sender';
import { openTarget, type Target } from './target';
import { throwIfAborted } from './waiting';

export interface Page {
  /** `https://app.example`: what a server must allow. */
  origin: string;
  /** Cross-origin isolated pages get no answer to the question whether anything listens at all. */
  isolated: boolean;
}

export interface ConnectionParts extends ExchangeParts {
  key: string;
  clock: () => Date;
  page: Page;
}

const TOOL = {
  name: 'report_ready',
  description: 'Reports that the assistant is ready.',
  parameters: { type: 'object', properties: { ready: { type: 'boolean' } }, required: ['ready'] },
};
/** Models that think first need some room before they call anything. */
const MAX_TOKENS = 512;

const STATES: Record<string, ConnectionState> = {
  'llm-key': 'wrong-key',
  'llm-model': 'wrong-model',
  'llm-spent': 'no-credit',
  'llm-timeout': 'too-slow',
};

/** A page served over HTTPS may ask over HTTP only what runs on the same device. */
const isMixed = (url: URL, page: Page): boolean =>
  page.origin.startsWith('https:') && url.protocol === 'http:' && !isThisDevice(url);

const mixedMessage = (url: URL, page: Page): string =>
  `The page comes over https, and browsers let it ask no http address of another machine (${url.host}). Give the server an https address (a proxy with a certificate), run it on this device, or open Hopscope from an http address of your own network instead of ${page.origin}.`;

const corsMessage = (base: string, page: Page): string => {
  const preset = presetOf(base);
  const { host } = new URL(base);
  if (preset?.allowPage != null)
    return `${preset.name} runs at ${host}, but does not let this page (${page.origin}) ask it. ${preset.allowPage(page.origin)}`;
  return preset === null
    ? `Something runs at ${host}, but it does not let this page (${page.origin}) ask it: let it answer with “Access-Control-Allow-Origin: ${page.origin}”, also to OPTIONS requests, and allow the headers content-type and authorization.`
    : `${preset.name} did not let this page read its answer. Some services say so of a wrong key too, so check the key first; if it is right, the service answers no pages, and its models can be had by way of one that does, such as OpenRouter, or by a proxy of your own.`;
};

const silentMessage = (base: string, page: Page): string => {
  const url = new URL(base);
  const preset = presetOf(base);
  // Browsers ask before a page may reach the own device or network, and a refusal looks like silence.
  const permission =
    isThisDevice(url) && !isThisDevice(new URL(page.origin))
      ? ' If the browser asked whether this page may reach devices of your network, allow it (in its settings for this site). Safari lets no https page ask http://localhost: use another browser there.'
      : '';
  return preset?.local
    ? `Nothing answers at ${url.host}. ${preset.hint} Check the port too.${permission}`
    : `Nothing answers at ${url.host}: check the address for typing errors, and whether the network, a VPN or a content blocker stands between.${permission}`;
};

/** Is anything there at all? Reads nothing and sends nothing, so no permission of the server is needed. */
const answersAtAll = async (
  parts: ConnectionParts,
  base: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Exchanged> => {
  const fetch: typeof globalThis.fetch = (url, init = {}) =>
    // Requests without CORS may not say how redirects are handled.
    parts.fetch(url, { ...init, mode: 'no-cors', redirect: 'follow' });
  return exchange(
    { fetch, sleep: parts.sleep, purpose: 'connection-test' },
    `${new URL(base).origin}/`,
    { method: 'GET', headers: {}, timeoutMs },
    signal,
  );
};

/** Never throws but `cancelled`. */
export const testConnection = async (
  config: ChatConfig,
  given: ConnectionParts,
  signal: AbortSignal,
): Promise<Connection> => {
  const parts: ConnectionParts = { ...given, purpose: 'connection-test' };
  throwIfAborted(signal);
  let target: Target;
  try {
    target = openTarget(config, parts.key);
  } catch (thrown) {
    if (!(thrown instanceof HopscopeError)) throw thrown;
    const state = thrown.code === 'llm-key' ? 'wrong-key' : 'bad-address';
    return { state, message: thrown.message, models: [], tools: null };
  }
  const { secret, base, model, provider } = target;
  const { page } = parts;
  const found = (
    state: ConnectionState,
    message: string,
    models: string[] = [],
    tools: Connection['tools'] = null,
  ): Connection => ({ state, message: secret.redact(message), models: secret.redactDeep(models), tools });
  if (isMixed(new URL(base), page)) return found('mixed-content', mixedMessage(new URL(base), page));
  const place = { model, base, keyGiven: secret.given, redact: secret.redact };
  const send = createSender(target, { ...parts, seed: config.seed, timeoutMs: config.tryTimeoutMs });

  const askModel = async (withTool: boolean): Promise<Tried> => {
    const content = withTool ? `Call the tool ${TOOL.name} with ready set to true.` : 'Reply with: ready';
    const request: ChatRequest = {
      messages: [{ role: 'user', content }],
      temperature: 0,
      maxTokens: MAX_TOKENS,
      ...(withTool ? { tools: [TOOL] } : {}),
    };
    let tried = await send(request, signal);
    for (let more = 0; tried.state === 'corrected' && more < MOST_CORRECTIONS; more++)
      tried = await send(request, signal);
    return tried;
  };

  /** Nothing could be read: which of the reasons is it? */
  const silent = async (): Promise<Connection> => {
    const probe = await answersAtAll(parts, base, config.tryTimeoutMs, signal);
    if (probe.state === 'lost' && probe.thrown instanceof Barred)
      return found('failed', probe.thrown.message);
    if (probe.state === 'answered') return found('cors', corsMessage(base, page));
    if (!page.isolated) return found('not-running', silentMessage(base, page));
    return found(
      'cors-or-not-running',
      `${silentMessage(base, page)} Or it runs and does not let this page ask it. ${corsMessage(base, page)}`,
    );
  };

  const problem = ({ error, limited }: Pick<Failed, 'error' | 'limited'>, models: string[]): Connection => {
    const state = STATES[error.code] ?? (limited ? 'busy' : 'failed');
    const near = state === 'wrong-model' ? nearest(model, models) : [];
    return found(
      state,
      near.length === 0 ? error.message : `${error.message} It offers ${near.join(', ')}.`,
      models,
    );
  };

  const listed = await listModels({ parts, base, provider, secret, timeoutMs: config.tryTimeoutMs, signal });
  const models = listed.state === 'listed' ? listed.models : [];
  if (model === '') {
    if (listed.state === 'listed' && models.length > 0)
      return found('ok', `The endpoint answers and offers ${models.length} models: choose one.`, models);
    if (listed.state === 'lost') return silent();
    if (listed.state === 'late') return problem(tooSlow(place, config.tryTimeoutMs), []);
    if (listed.state === 'refused' && listed.answer.status !== 404)
      return problem(failureOf(listed.answer, place, parts.clock().getTime()), []);
    return found('wrong-model', 'The endpoint offers no list of models: type the name of one.', models);
  }

  const withTools = config.tools === 'native';
  let asked = await askModel(withTools);
  let tools: Connection['tools'] = null;
  if (withTools && asked.state === 'replied') tools = asked.answered.toolCalls.length > 0 ? 'native' : null;
  if (withTools && asked.state === 'failed' && /\btool|\bfunction/i.test(asked.failed.error.detail ?? '')) {
    asked = await askModel(false);
    if (asked.state === 'replied') tools = 'text';
  }
  if (asked.state === 'failed') return asked.reached ? problem(asked.failed, models) : silent();
  if (asked.state === 'corrected')
    return found('failed', `“${model}” takes none of the parameters that are sent with it.`, models);
  const hint: Record<string, string> = {
    native: ' It calls tools by itself.',
    text: ' It takes no tools: let them be called as JSON in text.',
    null: withTools
      ? ' It did not call the tool it was given: if runs show no searches, let tools be called as JSON in text.'
      : '',
  };
  return found('ok', `“${model}” answers.${hint[tools ?? 'null']}`, models, tools);
};

const MOST_NEAR = 5;

/** Names that share the most beginning or parts with what was typed; for a list that is short, all of it. */
const nearest = (model: string, models: readonly string[]): string[] => {
  if (models.length <= MOST_NEAR) return [...models];
  const partsOf = (name: string): string[] => name.toLowerCase().split(/[^a-z0-9]+/);
  const wanted = new Set(partsOf(model));
  return models
    .map((name) => ({ name, shared: partsOf(name).filter((part) => wanted.has(part)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
};
