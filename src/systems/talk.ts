/** A model asked in the protocol of a prompt: what cannot be read gets one repair turn, and tokens are counted. */
import type { ChatMessage, ChatReply } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import type { Episode } from './system';

/** A thought aloud and one line fit. */
const MAX_TOKENS = 600;

export interface TalkAsk<T> {
  purpose: string;
  /** Id and version of the prompt. */
  prompt: string;
  /** Grows by what is replied; a reply that could not be read, and the repair, stay in it. */
  messages: ChatMessage[];
  /** Null: the reply does not count. */
  read: (reply: ChatReply) => T | null;
  /** What a reply must look like, said when one could not be read. */
  form: string;
}

export interface Talk {
  /** Tokens of all requests so far. */
  readonly tokens: number;
  /** Null: the reply could not be read, nor the one after the repair; a note says so. What the port throws is thrown. */
  ask<T>(ask: TalkAsk<T>): Promise<T | null>;
}

const excerpt = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'it was empty';
  return `it began "${line.length > 80 ? `${line.slice(0, 80)}…` : line}"`;
};

export const createTalk = (episode: Episode): Talk => {
  const { llm } = episode;
  if (llm === null) throw new HopscopeError('internal', 'This system asks a model, and the run has none.');
  let tokens = 0;
  return {
    get tokens() {
      return tokens;
    },
    async ask({ purpose, prompt, messages, read, form }) {
      let last = '';
      for (const attempt of ['first', 'repair'] as const) {
        const reply = await llm.ask({
          purpose: attempt === 'first' ? purpose : `${purpose}, repair`,
          prompt,
          messages,
          maxTokens: MAX_TOKENS,
        });
        tokens += reply.usage.input;
        const found = read(reply);
        if (found !== null) return found;
        last = reply.text;
        // An endpoint may refuse an empty turn.
        messages.push({ role: 'assistant', content: last.trim() === '' ? '(nothing)' : last });
        if (attempt === 'first')
          messages.push({ role: 'user', content: `That reply could not be read. ${form}` });
      }
      episode.note(
        `The model's reply (${purpose}) could not be read, and neither could the one after the repair: ${excerpt(last)}.`,
      );
      return null;
    },
  };
};

/** Says something more to the model before it replies: into its last message, for turns must alternate. */
export const addToLast = (messages: ChatMessage[], text: string): void => {
  const last = messages.at(-1);
  if (last?.role === 'user')
    messages[messages.length - 1] = { ...last, content: `${last.content}\n\n${text}` };
  else messages.push({ role: 'user', content: text });
};

/** Which budget has run out, recorded; false: none has. `loops`: searches that the system made on its own account. */
export const isSpent = (episode: Episode, loops: number, talk: Talk): boolean => {
  if (loops >= episode.loops) episode.limit('loops', loops, episode.loops);
  else if (talk.tokens >= episode.contextTokens) episode.limit('context', talk.tokens, episode.contextTokens);
  else return false;
  return true;
};
