/** The register at work: it is written at the start, updated after every round, and keeps an early answer back. */
import type { ChatReply } from '../../domain/llm';
import { valuesIn } from '../../domain/reply-json';
import { withoutReasoning } from '../../domain/reply-text';
import type { Requirement } from '../../domain/trace';
import type { Session, Steering } from '../agent/agent';
import { EXECUTION_RAG } from '../prompts/execution-rag';
import { fill } from '../prompts/words';
import { createInjector } from './injection';
import { type Proposal, readProposal, readRequirements } from './proposal';
import { activeItem, openItems, type Reduced, reduce, startRegister, type Violation } from './reduce';
import { factPresent, RULES } from './rules';
import { refusedResolutions } from './verify';

const { later } = EXECUTION_RAG;

/** What the first readable JSON of the reply means; null: there is none. */
const meant = <T>({ text }: ChatReply, read: (value: unknown) => T | null): T | null => {
  const said = withoutReasoning(text);
  for (const value of said === null ? [] : valuesIn(said).values) {
    const found = read(value);
    if (found !== null) return found;
  }
  return null;
};

/** What the prompt gives as an example. A weak model writes it down again, whatever it was asked. */
const EXAMPLE: ReadonlySet<string> = new Set(
  valuesIn(later.start).values.flatMap((value) => readRequirements(value)?.map(({ text }) => text) ?? []),
);

/** Asks for JSON, and once more when none can be read. */
const askFor = async <T>(
  { dialogue, budget }: Session,
  purpose: string,
  read: (value: unknown) => T | null,
): Promise<T | null> => {
  const first = meant(await dialogue.ask(purpose), read);
  if (first !== null || budget.contextSpent) return first;
  dialogue.say(later.unreadable);
  return meant(await dialogue.ask(`${purpose}, asked again`), read);
};

const unreadable = (message: string): Violation => ({ rule: 'unreadable', item: null, message });

/** `verified`: an item may be resolved only where the classifier finds its fact in its support. */
export const registerSteering = ({ verified }: { verified: boolean }): Steering => {
  let register: Requirement[] = [];
  let gated = true;
  let inject: ReturnType<typeof createInjector> | null = null;

  /** Records the update, and tells the model what is material of it. */
  const record = (
    { episode, dialogue, llm }: Session,
    { delta, violations }: Omit<Reduced, 'state'>,
    opening: boolean,
  ): void => {
    inject ??= createInjector({
      replay: episode.ablation === 'full-replay',
      countTokens: (text) => llm.countTokens(text),
    });
    const { text, tokens } = inject(register);
    const active = activeItem(register)?.id ?? null;
    episode.register({ delta, violations, active, open: openItems(register).length, tokens });
    const head = opening ? later.first : episode.ablation === 'full-replay' ? later.replay : later.changed;
    const refused = violations.map(({ item, message }) => (item === null ? message : `${item}: ${message}`));
    const words = [
      ...(text === null ? [] : [`${head}\n${text}`]),
      ...(refused.length === 0 ? [] : [`${later.refused}\n${refused.join('\n')}`]),
      !gated ? later.fixed : active === null ? later.closed : fill(later.active, { id: active }),
    ];
    dialogue.say(words.join('\n\n'));
  };

  return {
    async begin(session) {
      const { episode, dialogue, toolbox } = session;
      const seeded = episode.ablation !== 'no-seed';
      gated = episode.ablation !== 'no-updates';
      if (seeded) dialogue.say(`A first search with the question brought:\n${await toolbox.seed()}`);
      dialogue.say(fill(later.start, { seed: seeded ? later.seed : '' }));
      const { text } = episode.question;
      // Somebody may ask just that.
      const foreign = EXAMPLE.has(text) ? undefined : EXAMPLE;
      const items = await askFor(session, 'register', (value) => readRequirements(value, foreign));
      register = startRegister(items ?? [{ id: 'r1', text }]);
      const violations =
        items === null
          ? [
              unreadable(
                'No requirements of this question could be read, so the question itself is the only one.',
              ),
            ]
          : [];
      record(session, { delta: register, violations }, true);
    },
    async afterLoop(session) {
      const { episode, dialogue, budget, toolbox } = session;
      if (!gated || budget.contextSpent) return;
      dialogue.say(later.update);
      const proposal: Proposal | null = await askFor(session, 'register update', readProposal);
      if (proposal === null) {
        const violations = [unreadable('No update could be read, so nothing changes.')];
        record(session, { delta: [], violations }, false);
        return;
      }
      const refused = verified
        ? await refusedResolutions(episode, register, proposal, toolbox.retrieved)
        : new Map<string, string>();
      const reduced = reduce(register, proposal, toolbox.retrieved, [...RULES, factPresent(refused)]);
      register = reduced.state;
      record(session, reduced, false);
    },
    open: () => (gated ? openItems(register) : []),
    early: (open) => fill(later.early, { open: open.map(({ id }) => id).join(', ') }),
  };
};
