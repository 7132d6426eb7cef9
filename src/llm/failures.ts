/** An endpoint's refusal, in words for a person: what happened, to what, what to do, and whether trying again helps. */
import { type FailureCode, HopscopeError } from '../domain/outcome';
import { Barred } from '../seam/egress';
import { retryAfter } from './retry';

/** One try that brought no reply. */
export interface Failed {
  error: HopscopeError;
  again: boolean;
  /** What the endpoint asks to wait; null: it does not say. */
  afterMs: number | null;
  /** It is too many calls at a time. */
  limited: boolean;
  /** May the provider have done (and billed) the work all the same? */
  billed: boolean;
}

/** Whom a message speaks of. */
export interface Place {
  model: string;
  /** Normalised base address. */
  base: string;
  keyGiven: boolean;
  /** Takes the key out; before a text is shortened, because part of a key is no key to it any more. */
  redact: (text: string) => string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const LONGEST_QUOTE = 300;

/** The endpoint's own words, and the code it gives, from the places where services put them. */
export const wordsOf = (
  text: string,
  redact: (text: string) => string = (same) => same,
): { words: string; code: string } => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // A page in HTML says nothing to a person here.
    return { words: /^\s*</.test(text) ? '' : redact(text.trim()).slice(0, LONGEST_QUOTE), code: '' };
  }
  // Gemini's OpenAI protocol wraps its error in a list.
  const outer = record(Array.isArray(body) ? body[0] : body);
  const inner = record(outer.error);
  const own = [inner.message, outer.error, outer.message, outer.detail].find(
    (value) => typeof value === 'string' && value !== '',
  );
  const words = typeof own === 'string' ? own : JSON.stringify(outer.detail ?? outer.error ?? '');
  const codes = [inner.code, inner.type, inner.status, outer.code, outer.type].filter(
    (value) => typeof value === 'string',
  );
  // Gemini names the reason in the details.
  const reasons = JSON.stringify(inner.details ?? '').match(/"reason":"[A-Z_]+"/g) ?? [];
  return {
    words: redact(words).replace(/\s+/g, ' ').trim().slice(0, LONGEST_QUOTE),
    code: redact([...codes, ...reasons].join(' ')),
  };
};

const CONTEXT =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|input token count|input is too long|exceeds? (?:the )?(?:available |model'?s? )?(?:context|maximum number of tokens)|exceed_context_size|when context the overflows|request too large|request_too_large|max_prompt_tokens/i;
/** Does the endpoint say that the request is too long for the model? */
export const isTooLong = (said: string): boolean => CONTEXT.test(said);
const KEY = /api[_ ]?key|API_KEY_INVALID|invalid[_ ]authentication|unauthori[sz]ed|authentication[_ ]error/i;
const EMPTY =
  /insufficient[_ ](?:quota|balance|credits?|funds)|credit balance|out of credits|billing|exceeded your current quota, please check your plan/i;
const MODEL =
  /model[_ ]not[_ ]found|unknown[_ ]model|invalid[_ ]model|no models? (?:is |are )?loaded|not a valid model|no (?:endpoints|model) found|\bmodels?\b.{0,120}(?:not (?:found|exist|supported|available)|does not exist|doesn.t exist|is not (?:found|supported|available))|not_found_error.{0,20}model/is;
const FILTER = /content[_ ](?:filter|policy)|moderation|flagged|ResponsibleAI/i;

const host = (base: string): string => new URL(base).host;
const quote = (words: string): string => (words === '' ? '' : ` It says: “${words}”`);

const failed = (code: FailureCode, message: string, more: Partial<Failed> & { detail: string }): Failed => ({
  error: new HopscopeError(code, message, { detail: more.detail, retryable: more.again ?? false }),
  again: false,
  afterMs: null,
  limited: false,
  billed: false,
  ...more,
});

/** `nowEpochMs`: for a Retry-After that names a date. */
export const failureOf = (answer: Answer, place: Place, nowEpochMs: number): Failed => {
  const { status, headers, text } = answer;
  const { words, code } = wordsOf(text, place.redact);
  const said = `${code} ${words}`;
  const at = host(place.base);
  const detail = `HTTP ${status} from ${place.base}, model ${place.model}: ${said.trim() || '(no words)'}`;
  const saying = quote(words);
  if (status === 402 || ((status === 400 || status === 403 || status === 429) && EMPTY.test(said)))
    return failed(
      'llm-spent',
      `The account at ${at} has no credit or quota left: top it up or raise its limit there, then resume.${saying}`,
      { detail },
    );
  if (status === 401 || status === 403 || (status === 400 && KEY.test(said)))
    return failed(
      'llm-key',
      place.keyGiven
        ? `${at} does not accept the key (HTTP ${status}): check that it is whole, belongs to this service and may use “${place.model}”.${saying}`
        : `${at} asks for a key (HTTP ${status}): enter one.${saying}`,
      { detail },
    );
  if (status === 413 || ((status === 400 || status === 422 || status === 500) && CONTEXT.test(said)))
    return failed(
      'llm-limit',
      `The request is longer than “${place.model}” at ${at} takes: lower k or the context budget, or give the model a longer context.${saying}`,
      { detail },
    );
  if ((status === 400 || status === 404 || status === 422) && MODEL.test(said))
    return failed(
      'llm-model',
      `${at} has no model “${place.model}”: choose one from its list, or load it there.${saying}`,
      { detail },
    );
  if (status === 404 || status === 405)
    return failed(
      'llm-model',
      `Nothing answers chats at ${place.base} (HTTP ${status}): check the address and the protocol, and whether “${place.model}” exists there.${saying}`,
      { detail },
    );
  if (status === 0 || (status >= 300 && status < 400))
    return failed(
      'llm-model',
      `${place.base} sends elsewhere, and Hopscope follows no redirects with a key: type the address that it leads to (often https:// instead of http://).`,
      { detail },
    );
  if (status === 429)
    return failed(
      'llm-network',
      `${at} takes no more calls for now (HTTP 429): lower the concurrency, or resume later.${saying}`,
      { detail, again: true, limited: true, afterMs: retryAfter(headers, nowEpochMs) },
    );
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return failed(
      'llm-network',
      `${at} failed (HTTP ${status}): look at its status page or log, and resume later.${saying}`,
      {
        detail,
        again: status !== 501 && status !== 505,
        limited: status === 529,
        afterMs: retryAfter(headers, nowEpochMs),
      },
    );
  if (FILTER.test(said))
    return failed(
      'llm-refused',
      `${at} would not take the request (HTTP ${status}): this question has no result.${saying}`,
      { detail },
    );
  return failed(
    'llm-reply',
    `${at} did not accept the request (HTTP ${status}): the model may lack something that was asked of it, such as tools.${saying}`,
    { detail },
  );
};

export const connectionLost = (place: Place, thrown: unknown, started: boolean): Failed => {
  // Nothing to try again: whoever turned the switch wants it so.
  if (thrown instanceof Barred)
    return { error: thrown, again: false, afterMs: null, limited: false, billed: thrown.sent };
  return failed(
    'llm-network',
    started
      ? `${host(place.base)} broke off in the middle of its answer: look at its log or at the network, and resume.`
      : `${host(place.base)} cannot be reached, or does not let this page ask it: test the connection in the settings, which says which of the two.`,
    {
      detail: `${place.base}: ${thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)}`,
      again: true,
      billed: started,
    },
  );
};

export const tooSlow = (place: Place, timeoutMs: number): Failed =>
  failed(
    'llm-timeout',
    `“${place.model}” at ${host(place.base)} gave no answer within ${Math.round(timeoutMs / 1000)} s: allow more time, or choose a faster model.`,
    { detail: `${place.base}: no answer within ${timeoutMs} ms`, again: true, billed: true },
  );

/** An answer of success that is no JSON. */
export const garbled = (place: Place, text: string): Failed => {
  const page = /^\s*</.test(text);
  const detail = `${place.base}: ${text.length} characters, beginning “${place.redact(text).slice(0, 80)}”`;
  return page
    ? failed(
        'llm-model',
        `${place.base} answers with a web page, not as a chat endpoint: check the address; it often ends in /v1.`,
        { detail },
      )
    : failed(
        'llm-reply',
        `The answer of ${host(place.base)} was cut off or is no JSON: look at its log, or lower the concurrency.`,
        { detail, again: true, billed: true },
      );
};
