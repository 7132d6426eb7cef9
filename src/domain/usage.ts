/** What answering took (05.9): of a question, or summed over a run. Null: of a run made elsewhere, and not recorded. */
export interface Usage {
  searches: number;
  /** Of them repeats, which asked the retriever nothing. */
  duplicateSearches: number;
  /** Replies of the model, and of them those that came from the response cache. */
  llmCalls: number | null;
  cachedReplies: number;
  /** Tokens of requests and replies as they were counted, cached replies included: what the system needs. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Billed, in the currency of the price table; null: the price of some call is not known. */
  cost: number | null;
  seconds: number | null;
  /** Tokens of register updates as injected, and of the whole register each time; null: no register. */
  register: { delta: number; full: number } | null;
}
