import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { REGISTER_PROMPT } from '../../src/systems/execution-rag';
import { A_RAG } from '../../src/systems/prompts/a-rag';
import { EXECUTION_RAG } from '../../src/systems/prompts/execution-rag';
import { TEXT_TOOLS } from '../../src/systems/prompts/text-tools';
import { promptsNamed, SHOWN_PROMPTS } from '../../src/ui/components/prompt-words';

it('shows every prompt of the systems, once, with its version and all its words', () => {
  const folder = resolve(import.meta.dirname, '../../src/systems/prompts');
  const declared = readdirSync(folder).flatMap((file) =>
    [...readFileSync(resolve(folder, file), 'utf8').matchAll(/^ {2}id: '([^']+)'/gm)].map(([, id]) => id),
  );
  expect(declared.length).toBeGreaterThan(5);
  expect(SHOWN_PROMPTS.map(({ id }) => id).toSorted()).toEqual(declared.toSorted());
  for (const { id, title, system } of SHOWN_PROMPTS) {
    expect(id).toMatch(/^[a-z-]+\/\d+$/);
    expect(title).not.toBe('');
    expect(system.length).toBeGreaterThan(40);
  }
  const agent = SHOWN_PROMPTS.find(({ id }) => id === A_RAG.id);
  expect(agent?.later).toContainEqual(['nudge', A_RAG.later.nudge]);
});

it('finds all the words of a message that several prompts make, each once', () => {
  const named = promptsNamed([`${REGISTER_PROMPT.id}+${TEXT_TOOLS.id}`, REGISTER_PROMPT.id]);
  expect(named.map(({ id }) => id)).toEqual([A_RAG.id, EXECUTION_RAG.id, TEXT_TOOLS.id]);
  expect(named.map(({ prompt }) => prompt?.system)).toEqual([
    A_RAG.system,
    EXECUTION_RAG.system,
    TEXT_TOOLS.system,
  ]);
});

it('says of a prompt of another version that it is not of this build', () => {
  expect(promptsNamed(['a-rag/0'])).toEqual([{ id: 'a-rag/0', prompt: null }]);
});
