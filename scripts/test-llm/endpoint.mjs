import { faultOf } from './faults.mjs';
import { createPlayer } from './player.mjs';
import { hashOf } from './random.mjs';

export const MODEL = 'scripted-model';

/**
 * A request as it came.
 * @typedef {{ method: string, path: string, headers: Record<string, string>, body: string }} Received
 * @typedef {{ status: number, headers: Record<string, string>, body: string }} Sent
 * @typedef {object} Call what is kept of a request
 * @property {string} hash of the body; equal requests have one
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} headers in lower case, as they came
 * @property {string} body
 * @property {string} task
 * @property {string | null} question
 * @property {import('./faults.mjs').Fault | null} fault
 * @property {number} status 0: no answer was given
 * @property {{ input: number, output: number } | null} usage of a completion that was worked out, cut or whole
 *
 * @typedef {import('./player.mjs').ModelSettings & {
 *   key?: string | null,
 *   tools?: 'native' | 'text',
 *   faults?: { share: number, seed: number },
 * }} EndpointSettings
 */

/** About four characters a token. @param {string} text */
const tokens = (text) => Math.ceil(text.length / 4);

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'retry-after',
  'access-control-max-age': '600',
};

/** @param {number} status @param {unknown} value @param {Record<string, string>} [more] @returns {Sent} */
const json = (status, value, more = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...CORS, ...more },
  body: JSON.stringify(value),
});
/** @param {number} status @param {string} code @param {string} message @param {Record<string, string>} [more] */
const error = (status, code, message, more) => json(status, { error: { message, code, type: code } }, more);

/** @param {import('./oracle.mjs').Reply} reply @param {boolean} inText @param {string} id */
const messageOf = (reply, inText, id) => {
  if ('text' in reply) return { role: 'assistant', content: reply.text };
  if (inText)
    return {
      role: 'assistant',
      content: JSON.stringify({
        calls: reply.calls.map(({ name, arguments: given }) => ({ tool: name, arguments: given })),
      }),
    };
  return {
    role: 'assistant',
    content: null,
    tool_calls: reply.calls.map(({ name, arguments: given }, at) => ({
      id: `call_${id}_${at}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(given) },
    })),
  };
};

/**
 * An OpenAI-compatible endpoint without sockets: `/v1/models` and `/v1/chat/completions`.
 * @param {EndpointSettings} settings
 */
export const createEndpoint = (settings) => {
  const { key = null, tools = 'native', faults = { share: 0, seed: 1 } } = settings;
  const play = createPlayer(settings);
  /** @type {Call[]} */
  const calls = [];
  /** @type {Map<string, number>} */
  const tries = new Map();

  /** @param {Call} call @returns {Sent | null} */
  const complete = (call) => {
    let body;
    try {
      body = JSON.parse(call.body);
    } catch {
      return error(400, 'invalid_request', 'The request is no JSON.');
    }
    if (body.model !== MODEL) return error(404, 'model_not_found', `There is no model "${body.model}" here.`);
    if (tools === 'text' && (body.tools ?? []).length > 0)
      return error(400, 'invalid_request', `${MODEL} does not support tools.`);
    const { reply, task, question, inText } = play(body);
    call.task = task;
    call.question = question;
    const before = tries.get(call.hash) ?? 0;
    tries.set(call.hash, before + 1);
    call.fault = faultOf(faults, call.hash, before);
    if (call.fault === '429') return error(429, 'rate_limit', 'Too many calls.', { 'retry-after': '1' });
    // As a proxy does that shows what it could not pass on.
    if (call.fault === '500')
      return error(500, 'server_error', `Failed with ${JSON.stringify(call.headers)}.`);
    const message = messageOf(reply, inText, call.hash.slice(0, 8));
    call.usage = { input: tokens(call.body), output: tokens(JSON.stringify(message)) };
    if (call.fault === 'hang') return null;
    const sent = json(200, {
      id: `chatcmpl-${call.hash.slice(0, 12)}`,
      object: 'chat.completion',
      model: MODEL,
      choices: [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }],
      usage: {
        prompt_tokens: call.usage.input,
        completion_tokens: call.usage.output,
        total_tokens: call.usage.input + call.usage.output,
      },
    });
    return call.fault === 'cut'
      ? { ...sent, body: sent.body.slice(0, Math.ceil(sent.body.length / 2)) }
      : sent;
  };

  /** Null: it gives no answer, ever. @param {Received} received @returns {Sent | null} */
  const answer = ({ method, path, headers, body }) => {
    const hash = hashOf(`${method} ${path} ${body}`);
    /** @type {Call} */
    const call = {
      hash,
      method,
      path,
      headers,
      body,
      task: '',
      question: null,
      fault: null,
      status: 0,
      usage: null,
    };
    calls.push(call);
    const sent = route(call);
    call.status = sent?.status ?? 0;
    return sent;
  };

  /** @param {Call} call @returns {Sent | null} */
  const route = (call) => {
    const { method, path, headers } = call;
    if (method === 'OPTIONS') return { status: 204, headers: CORS, body: '' };
    if (path === '/') return json(200, { about: 'A scripted model for tests, not a language model.' });
    if (key !== null && headers.authorization !== `Bearer ${key}`)
      return error(401, 'invalid_api_key', 'The key is not accepted.');
    if (path === '/v1/models' && method === 'GET')
      return json(200, { object: 'list', data: [{ id: MODEL, object: 'model', owned_by: 'tests' }] });
    if (path === '/v1/chat/completions' && method === 'POST') return complete(call);
    return error(404, 'not_found', `Nothing answers ${method} ${path}.`);
  };

  return { answer, calls };
};
