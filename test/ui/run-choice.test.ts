import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/domain/question';
import { CLOSED_BOOK, DEFAULT_LOOPS, SYSTEM_IDS } from '../../src/domain/seam';
import { SYSTEMS } from '../../src/systems/registry';
import {
  ABLATABLE,
  asksModel,
  hasContext,
  isSystem,
  partsOf,
  type RunChoice,
  USUAL_LOOPS,
  usualK,
} from '../../src/ui/state/run-choice';

const QUESTION: Question = {
  id: 'q',
  text: 'Where was the designer of the bridge born?',
  answers: ['Marn'],
  answerable: true,
  hops: [
    { id: 1, question: 'Who designed the bridge?', answers: ['Ada Voss'], dependsOn: [], gold: [] },
    { id: 2, question: 'Where was #1 born?', answers: ['Marn'], dependsOn: [1], gold: [] },
  ],
  gold: [],
  source: 'test',
};

const choice: RunChoice = {
  systems: ['reader-single', 'self-ask', 'a-rag', 'execution-rag'],
  retrievers: ['bm25'],
  k: 5,
  questions: null,
};

describe('what the planner knows of systems', () => {
  it('is what they say of themselves', () => {
    for (const id of SYSTEM_IDS) {
      const { llm, loops, defaultLoops = DEFAULT_LOOPS } = SYSTEMS[id];
      expect(asksModel(id), id).toBe(llm);
      expect(USUAL_LOOPS[id], id).toBe(loops ? defaultLoops : undefined);
    }
    expect(SYSTEM_IDS.filter(hasContext)).toEqual(
      SYSTEM_IDS.filter((id) => SYSTEMS[id].llm && SYSTEMS[id].loops),
    );
    expect(ABLATABLE.every(hasContext)).toBe(true);
    expect(SYSTEM_IDS.filter((id) => CLOSED_BOOK.includes(id))).toEqual(
      SYSTEM_IDS.filter((id) => SYSTEMS[id].searches(QUESTION, DEFAULT_LOOPS) === 0),
    );
    expect(isSystem('probe-of-tomorrow')).toBe(false);
  });

  it('gives self-ask on its own the k it is defined with, and company the usual one', () => {
    expect(usualK(['self-ask'])).toBe(3);
    expect(usualK(['self-ask', 'probe-hops'])).toBe(5);
    expect(usualK([])).toBe(5);
  });
});

describe('the parts of a choice', () => {
  it('are one where nothing is varied', () => {
    expect(partsOf({ ...choice, ablations: [], interventions: [] })).toEqual([choice]);
  });

  it('leave parts out of registers alone, one at a time, after the runs to compare with', () => {
    const agent = { spendingLimit: 1 };
    expect(partsOf({ ...choice, agent, ablations: ['no-seed', 'no-updates'] })).toEqual([
      { ...choice, agent },
      { ...choice, systems: ['execution-rag'], agent: { ...agent, ablation: 'no-seed' } },
      { ...choice, systems: ['execution-rag'], agent: { ...agent, ablation: 'no-updates' } },
    ]);
    expect(partsOf({ ...choice, systems: ['a-rag'], ablations: ['no-seed'] })).toHaveLength(1);
  });

  it('keep ablations and interventions apart', () => {
    const interventions = [{ kind: 'augment', policy: 'always' } as const];
    expect(partsOf({ ...choice, interventions, ablations: ['full-replay'], loops: 6 })).toEqual([
      { ...choice, loops: 6 },
      { ...choice, loops: 6, systems: ['self-ask'], interventions },
      { ...choice, loops: 6, systems: ['execution-rag'], agent: { ablation: 'full-replay' } },
    ]);
  });
});
