/** What a chat model is asked and what it says, the same for every provider (04, "LLM calls"). */

/** A call that a model wants made. `arguments` is null when what it wrote was no JSON object; `raw` is what it wrote. */
export interface ToolCall {
  /** Pairs the call with its result; given by the endpoint, or by us where it gives none. */
  id: string;
  name: string;
  arguments: Record<string, unknown> | null;
  raw: string;
}

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; content: string };

/** Parameters are a JSON Schema of type object. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface ChatRequest {
  messages: ChatMessage[];
  temperature: 0;
  /** Most tokens of the reply. */
  maxTokens: number;
  /** Only for a port whose `tools` is `native`; absent or empty: the model cannot call any. */
  tools?: ToolSpec[];
  /** The tools may not be called: they are named because the messages hold calls of them, which some protocols want. */
  toolChoice?: 'none';
}

export interface Usage {
  /** Tokens of the request, cached ones included, and of the reply. */
  input: number;
  output: number;
  /** Part of `input` that the provider had cached. */
  cachedInput: number;
  /** Who counted: the endpoint, or a tokenizer here where it gave no usage. */
  counted: 'endpoint' | 'tokenizer';
}

export interface ChatReply {
  text: string;
  toolCalls: ToolCall[];
  /** The token limit ended it. */
  truncated: boolean;
  usage: Usage;
  /** Milliseconds from asking to the whole reply, waiting between tries included; 0 when it was cached. */
  ms: number;
  /** Tries after the first. */
  retries: number;
  /** It came from the response cache: nothing was sent, nothing is billed. */
  cached: boolean;
  /** In the currency of the price table; null: no price is known for the model. */
  cost: number | null;
}

/**
 * A chat model behind one endpoint. Retries, limits, counts and caches; rejects with a `HopscopeError` when no reply
 * can be had: `llm-key` (401, 403), `llm-model` (no such model or address) and `llm-spent` (spending limit) stop a run,
 * `llm-refused`, `llm-limit`, `llm-network`, `llm-timeout` and `llm-reply` are the fault of one question. No message ever holds the key.
 */
export interface ChatPort {
  /** Names endpoint and model, never the key: part of a judge's or run's identity. */
  id: string;
  /** How tools are called: by the endpoint's own protocol, or as JSON in text by ours. */
  tools: 'native' | 'text';
  complete(request: ChatRequest, signal?: AbortSignal): Promise<ChatReply>;
}
