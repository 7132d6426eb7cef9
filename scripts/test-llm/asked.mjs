import { filled, plain } from './labelled.mjs';
import { messagesOf } from './seen.mjs';

/**
 * @typedef {import('./labelled.mjs').Labelled} Labelled
 * @typedef {import('./labelled.mjs').LabelledHop} LabelledHop
 * @typedef {'direct' | 'answer' | 'queries' | 'plan' | 'compose' | 'step' | 'rephrase' | 'thought'
 *   | 'act' | 'register' | 'update' | 'final' | 'fact-judge' | 'answer-judge' | 'connection' | 'unknown'} Task
 */

/** How each of the app's prompts begins; `test/llm-runs/recognises.test.ts` holds this against their words. @type {readonly [string, Task][]} */
const OPENINGS = [
  ['You answer a question from what you know.', 'direct'],
  ['You answer a question from passages that a search has brought.', 'answer'],
  ['You write search queries.', 'queries'],
  ['You take a question apart.', 'plan'],
  ['You answer a question for which sub-questions were asked', 'compose'],
  ['You answer a question that may take several documents.', 'step'],
  ['A search with a question did not bring what it asks for.', 'rephrase'],
  ['You reason towards the answer of a question', 'thought'],
  ['You answer a question from a collection of documents.', 'act'],
  ['You check whether passages state a fact.', 'fact-judge'],
  ['You grade the answer of a system', 'answer-judge'],
];

/** What an agent is told when its time comes, the last in a message decides. @type {readonly [string, Task][]} */
const LATER = [
  ['Before you search: write down which facts', 'register'],
  ['What do the last results change in the register?', 'update'],
  ['You cannot search or read any more.', 'final'],
];

/** @param {ReturnType<typeof messagesOf>} messages @returns {Task} */
const agentTask = (messages) => {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  /** @param {readonly { role: string, content: string }[]} of */
  const told = (of) => {
    const text = of.map(({ role, content }) => (role === 'user' ? content : '')).join('\n');
    const [found] = LATER.map(([words, task]) => ({ at: text.lastIndexOf(words), task }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => b.at - a.at);
    return found?.task ?? null;
  };
  const news = messages.slice(last + 1);
  // A form that could not be read is asked for again without saying which it was.
  if (news.some(({ content }) => content.includes('No JSON of the form that was asked for')))
    return told(messages) ?? 'update';
  return told(news) ?? 'act';
};

/**
 * @param {any} body of a request
 * @returns {{ task: Task, messages: ReturnType<typeof messagesOf>, register: boolean, tools: { way: 'native' | 'text', names: string[] }, last: string }}
 */
export const readAsked = (body) => {
  const messages = messagesOf(body);
  const system = messages[0]?.role === 'system' ? messages[0].content : '';
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const opening = OPENINGS.find(([words]) => system.startsWith(words))?.[1];
  const connection = system === '' && (/^Call the tool \w+/.test(last) || last === 'Reply with: ready');
  const offered = (body?.tools ?? []).map((/** @type {any} */ tool) => String(tool.function?.name));
  return {
    task: opening === 'act' ? agentTask(messages) : (opening ?? (connection ? 'connection' : 'unknown')),
    messages,
    register: system.includes('Besides the tools there is a register'),
    tools: system.includes('You call tools by writing JSON.')
      ? { way: 'text', names: [...system.matchAll(/^- (\w+): /gm)].map(([, name = '']) => name) }
      : { way: 'native', names: offered },
    last,
  };
};

/**
 * The question behind a request: by its own words, or by those of a sub-question with answers filled in.
 * @param {readonly Labelled[]} questions
 */
export const createFinder = (questions) => {
  /** @type {Map<string, { question: Labelled, hop: LabelledHop | null }>} */
  const known = new Map();
  /** @param {string} text @param {{ question: Labelled, hop: LabelledHop | null }} entry */
  const add = (text, entry) => {
    // A question of several lines is known by its first.
    const key = plain(text.split('\n')[0] ?? '');
    if (!known.has(key)) known.set(key, entry);
  };
  for (const question of questions) add(question.text, { question, hop: null });
  for (const question of questions)
    for (const hop of question.hops) {
      add(filled(question, hop), { question, hop });
      add(hop.question, { question, hop });
    }
  /**
   * The last line that asks, in the first message that has one we know (an example's question is none of ours).
   * @param {readonly { role: string, content: string }[]} messages
   */
  return (messages) => {
    for (const { role, content } of messages) {
      if (role !== 'user') continue;
      for (const [, text = ''] of [...content.matchAll(/^Question: (.*)$/gm)].reverse()) {
        const found = known.get(plain(text));
        if (found !== undefined) return found;
      }
    }
    return null;
  };
};
