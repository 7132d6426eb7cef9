/** The loop of a tool-calling agent (design 04): search and read until it answers, or until a budget makes it. */
import type { ToolCall } from '../../domain/llm';
import { HopscopeError } from '../../domain/outcome';
import type { Requirement } from '../../domain/trace';
import { A_RAG } from '../prompts/a-rag';
import { TEXT_TOOLS, textToolsFor } from '../prompts/text-tools';
import { fill } from '../prompts/words';
import type { Episode, EpisodeLlm } from '../system';
import { type Budget, createBudget } from './budget';
import { createDialogue, type Dialogue } from './dialogue';
import { readAnswer, readTurn, type Turn } from './reply';
import { createToolbox, type Toolbox } from './tools';

/** Calls that one reply may make; more are refused, or a single reply could search without end. */
export const MAX_CALLS = 5;

export interface Session {
  episode: Episode;
  llm: EpisodeLlm;
  dialogue: Dialogue;
  budget: Budget;
  toolbox: Toolbox;
}

/** What leads an agent besides its own judgement. */
export interface Steering {
  /** Before the first round. */
  begin(session: Session): Promise<void>;
  /** After every round. */
  afterLoop(session: Session): Promise<void>;
  /** What keeps an answer from being taken; empty: nothing does. */
  open(): readonly Requirement[];
  /** What is said when an answer comes too early. */
  early(open: readonly Requirement[]): string;
}

export interface AgentSettings {
  /** Id and version of the prompt, and its words. */
  prompt: { id: string; system: string };
  /** Null: the agent goes by itself. */
  steering: Steering | null;
}

/** Most searches of a question: every call of every round, and the register's seed. */
export const mostSearches = (loops: number, steered: boolean): number =>
  loops * MAX_CALLS + (steered ? 1 : 0);

const openSession = (episode: Episode, prompt: AgentSettings['prompt']): Session => {
  const { llm, loops, contextTokens } = episode;
  if (llm === null) throw new HopscopeError('internal', 'An agent was started without a chat model.');
  const toolbox = createToolbox(episode);
  const budget = createBudget({ loops, contextTokens });
  const inText = llm.tools === 'text';
  const dialogue = createDialogue({
    llm,
    budget,
    prompt: inText ? `${prompt.id}+${TEXT_TOOLS.id}` : prompt.id,
    system: inText ? `${prompt.system}\n\n${textToolsFor(toolbox.specs)}` : prompt.system,
  });
  return { episode, llm, dialogue, budget, toolbox };
};

const carryOut = async (
  { toolbox, dialogue }: Session,
  { calls, native }: Extract<Turn, { kind: 'calls' }>,
): Promise<void> => {
  const contents: string[] = [];
  for (const [at, call] of calls.entries())
    contents.push(
      at < MAX_CALLS
        ? await toolbox.run(call)
        : JSON.stringify({ error: `One reply can make ${MAX_CALLS} calls; this one was not carried out.` }),
    );
  if (native) {
    dialogue.results(calls, contents);
    return;
  }
  const head = (call: ToolCall, at: number): string =>
    fill(TEXT_TOOLS.later.result, { number: at + 1, tool: call.name.slice(0, 60) });
  dialogue.say(calls.map((call, at) => `${head(call, at)}\n${contents[at] ?? ''}`).join('\n\n'));
};

/** One turn of the model; what cannot be read gets one more, and then counts as nothing (words count as an answer). */
const act = async ({ dialogue, toolbox, llm, budget }: Session): Promise<Turn> => {
  const { specs } = toolbox;
  const names = specs.map(({ name }) => name);
  const turn = async (purpose: string): Promise<Turn> =>
    readTurn(await dialogue.ask(purpose, specs), names, llm.tools === 'native');
  const first = await turn('act');
  if (first.kind === 'calls' || first.kind === 'answer' || budget.contextSpent) return first;
  const why = first.kind === 'broken' ? first.why : 'it called nothing, and no line began with "ANSWER:".';
  dialogue.say(fill(A_RAG.later.unreadable, { why }));
  return turn('act, asked again');
};

/** The answer when nothing may be searched any more: one reply, one more when it cannot be read, else an abstention. */
const finalAnswer = async ({ episode, dialogue }: Session): Promise<void> => {
  dialogue.say(A_RAG.later.final);
  let said = readAnswer(await dialogue.ask('final answer'));
  if (said.kind === 'broken') {
    dialogue.say(fill(A_RAG.later.unreadableFinal, { why: said.why }));
    said = readAnswer(await dialogue.ask('final answer, asked again'));
  }
  if (said.kind === 'broken') episode.note(`The final answer could not be read: ${said.why}`);
  episode.answer(said.kind === 'broken' ? null : said.text, true);
};

/** Ends with exactly one answer or abstention; what the model's port or a search throws is thrown. */
export const runAgent = async (episode: Episode, { prompt, steering }: AgentSettings): Promise<void> => {
  const session = openSession(episode, prompt);
  const { dialogue, budget } = session;
  dialogue.say(`Question: ${episode.question.text}`);
  await steering?.begin(session);
  for (;;) {
    const reached = budget.reached();
    if (reached !== null) {
      episode.limit(reached.limit, reached.used, reached.of);
      await finalAnswer(session);
      return;
    }
    if (budget.nudgeDue()) {
      episode.nudge(budget.loops);
      dialogue.say(fill(A_RAG.later.nudge, { used: budget.loops, loops: episode.loops }));
    }
    const turn = await act(session);
    if (turn.kind === 'calls') await carryOut(session, turn);
    else if (turn.kind === 'broken') {
      episode.note(`The model's turn could not be read and counts as a round without a search: ${turn.why}`);
    } else {
      const open = steering?.open() ?? [];
      if (open.length === 0) {
        episode.answer(turn.text);
        return;
      }
      if (steering !== null) dialogue.say(steering.early(open));
    }
    budget.endLoop();
    await steering?.afterLoop(session);
  }
};
