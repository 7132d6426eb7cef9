/** What differs between protocols: headers, the request's form, how a reply is read. Everything else is shared. */
import type { ProviderId } from '../domain/chat-config';
import type { ChatMessage, ChatReply, ChatRequest } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';

/** A parameter that a model may not know, and how it is sent: found out once, from the endpoint's own complaint. */
export interface Dialect {
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
  seed: 'seed' | 'random_seed' | null;
}

export interface Asked {
  /** Normalised. */
  base: string;
  model: string;
  request: ChatRequest;
  seed: number | null;
  dialect: Dialect;
}

/** A reply as the endpoint gave it. Usage is null where it gave none. */
export interface Answered extends Pick<ChatReply, 'text' | 'toolCalls' | 'truncated'> {
  usage: { input: number; output: number; cachedInput: number } | null;
}

export interface Provider {
  id: ProviderId;
  /** Only what the call needs: every further header is one that a server's CORS settings must allow. */
  headers(key: string): Record<string, string>;
  url(base: string, model: string): string;
  body(asked: Asked): Record<string, unknown>;
  /** Throws `llm-refused` and `llm-reply`. `turn`: messages before the reply, for ids that the endpoint does not give. */
  read(body: unknown, turn: number): Answered;
  modelsUrl(base: string): string;
  /** Names as they are typed; empty: the answer is no list. */
  readModels(body: unknown): string[];
}

export const refused = (why: string): HopscopeError =>
  new HopscopeError(
    'llm-refused',
    `The model or its provider would not answer (${why}): this question has no result. Look at its text, or ask another model.`,
  );

export const unusable = (what: string, detail?: string): HopscopeError =>
  new HopscopeError(
    'llm-reply',
    `The endpoint’s answer cannot be used: ${what}. Check that the address is that of a chat endpoint, and its protocol the one chosen.`,
    detail === undefined ? {} : { detail },
  );

/** What a model wrote as arguments: an object, or null. */
export const argumentsOf = (raw: string): Record<string, unknown> | null => {
  try {
    // A tool without parameters is called with nothing by some servers.
    const value: unknown = JSON.parse(raw.trim() === '' ? '{}' : raw);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/**
 * Messages of one side that follow each other become one turn, as protocols with strict turns want it; what the system is
 * told stands elsewhere. `partsOf`: the list in a turn that its contents go into.
 */
export const joinTurns = <Turn extends { role: string }, Part>(
  messages: readonly ChatMessage[],
  turnOf: (message: ChatMessage) => Turn,
  partsOf: (turn: Turn) => Part[],
): Turn[] => {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const turn = turnOf(message);
    const last = turns.at(-1);
    if (last?.role === turn.role) partsOf(last).push(...partsOf(turn));
    else if (partsOf(turn).length > 0) turns.push(turn);
  }
  return turns;
};
